//! What the server adds to a move of a league: 16 games at once between bots that answer at once, each
//! move timed from the moment one bot sends it until the other one is called.
//!
//! `cargo run --release -p server --example league -- [SECONDS]`

use std::{
    collections::HashMap,
    io::{Read, Write},
    net::{SocketAddr, TcpListener, TcpStream},
    sync::{Arc, Mutex},
    thread,
    time::{Duration, Instant},
};

use anyhow::{Context, Result};
use futures_util::{SinkExt, StreamExt};
use random::Random;
use serde_json::{Value, json};
use server::{ServeOptions, serve};
use tokio_tungstenite::{connect_async, tungstenite::Message};
use xiangqi::Position;

const GAMES: usize = 16;

/// When each game's last move was sent, and how long the moves so far took.
#[derive(Default)]
struct Times {
    sent: HashMap<String, Instant>,
    took: Vec<Duration>,
}

fn main() -> Result<()> {
    let seconds = std::env::args().nth(1).map_or(Ok(20), |it| it.parse())?;
    let data = tempfile::tempdir()?;
    let address = TcpListener::bind("127.0.0.1:0")?.local_addr()?;
    let options = ServeOptions {
        listen: Some(address),
        data: Some(data.path().to_owned()),
        ..ServeOptions::default()
    };
    thread::spawn(move || serve(options));
    while TcpStream::connect(address).is_err() {
        thread::sleep(Duration::from_millis(20));
    }
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let times = runtime.block_on(play(address, Duration::from_secs(seconds)))?;
    report(times, seconds);
    Ok(())
}

async fn play(address: SocketAddr, time: Duration) -> Result<Vec<Duration>> {
    // One round of many games: everybody plays one at a time.
    let wishes = json!({"name": "overhead", "clock": {"kind": "move", "move_s": 10}, "games": 10,
        "form": "swiss", "rounds": 63, "at_once": GAMES});
    let made = post(address, "/api/leagues", &wishes)?;
    let text = |name: &str| made[name].as_str().unwrap_or_default().to_owned();
    let times = Arc::new(Mutex::new(Times::default()));
    for number in 0..2 * GAMES {
        let (socket, _) = connect_async(format!("ws://{address}/api/bot")).await?;
        tokio::spawn(bot(socket, text("code"), number, Arc::clone(&times)));
    }
    tokio::time::sleep(Duration::from_secs(1)).await;
    let admin = json!({"admin": text("admin")});
    post(address, &format!("/api/leagues/{}/start", text("id")), &admin)?;
    tokio::time::sleep(time).await;
    let mut times = times.lock().expect("no bot panics");
    Ok(std::mem::take(&mut times.took))
}

type Socket =
    tokio_tungstenite::WebSocketStream<tokio_tungstenite::MaybeTlsStream<tokio::net::TcpStream>>;

/// Plays any legal move at once.
async fn bot(
    mut socket: Socket,
    code: String,
    number: usize,
    times: Arc<Mutex<Times>>,
) -> Option<()> {
    let mut random = Random::new(number as u64);
    let hello = json!({"re": 0, "type": "hello", "league": code, "name": format!("bot {number}")});
    socket.send(Message::Text(hello.to_string().into())).await.ok()?;
    while let Some(Ok(message)) = socket.next().await {
        let Message::Text(text) = message else { continue };
        let go: Value = serde_json::from_str(&text).ok()?;
        if go["type"] != "go" {
            continue;
        }
        let game = go["game"].as_str()?.to_owned();
        {
            let mut times = times.lock().ok()?;
            if let Some(sent) = times.sent.remove(&game) {
                times.took.push(sent.elapsed());
            }
        }
        let mv = any_move(&go, &mut random)?;
        let answer =
            json!({"re": 1, "type": "move", "game": game, "plies": go["plies"], "move": mv});
        times.lock().ok()?.sent.insert(game, Instant::now());
        socket.send(Message::Text(answer.to_string().into())).await.ok()?;
    }
    None
}

fn any_move(go: &Value, random: &mut Random) -> Option<String> {
    let mut position: Position = go["fen"].as_str()?.parse().ok()?;
    for it in go["moves"].as_array()? {
        position.play_unchecked(it.as_str()?.parse().ok()?);
    }
    let legal = position.legal_moves();
    legal.get(random.below(legal.len())).map(ToString::to_string)
}

fn post(address: SocketAddr, path: &str, body: &Value) -> Result<Value> {
    let body = body.to_string();
    let mut stream = TcpStream::connect(address)?;
    write!(
        stream,
        "POST {path} HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\n\
         content-type: application/json\r\ncontent-length: {}\r\n\r\n{body}",
        body.len()
    )?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer)?;
    let (_, body) = answer.split_once("\r\n\r\n").context("no answer")?;
    Ok(serde_json::from_str(body)?)
}

#[allow(clippy::print_stdout, reason = "it is what the example is for")]
fn report(mut took: Vec<Duration>, seconds: u64) {
    took.sort();
    let at = |part: f64| {
        let index = (took.len() as f64 * part) as usize;
        took.get(index).or(took.last()).map_or(0.0, |it| it.as_secs_f64() * 1000.0)
    };
    let mean = took.iter().sum::<Duration>().as_secs_f64() * 1000.0 / took.len().max(1) as f64;
    println!("{GAMES} games at once, {} moves in {seconds} s", took.len());
    println!(
        "from one bot's move to the other's turn: {mean:.2} ms (mean), {:.2} ms (median), {:.2} ms (95 %), {:.2} ms (99 %), {:.2} ms (worst)",
        at(0.5),
        at(0.95),
        at(0.99),
        at(1.0)
    );
}
