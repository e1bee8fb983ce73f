//! `kill -9` at random moments loses no acknowledged move.
//!
//! The test starts itself again as the server: `the_server` does nothing unless it is told where
//! to keep its games.

use std::{
    env,
    io::{BufRead, BufReader},
    path::Path,
    process::{Child, Command, Stdio},
    time::Duration,
};

use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use server::{ServeOptions, serve};
use tokio::{net::TcpStream, time::timeout};
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async, tungstenite::Message};

const DATA: &str = "CHUHE_TEST_DATA";
const ROUNDS: u64 = 50;

#[test]
fn the_server() {
    if let Some(data) = env::var_os(DATA) {
        let listen = Some("127.0.0.1:0".parse().unwrap());
        serve(ServeOptions { listen, data: Some(data.into()), ..ServeOptions::default() }).unwrap();
    }
}

struct Server {
    process: Child,
    url: String,
}

impl Server {
    fn start(data: &Path) -> Server {
        let mut process = Command::new(env::current_exe().unwrap())
            .args(["--exact", "the_server", "--nocapture"])
            .env(DATA, data)
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let lines = BufReader::new(process.stdout.take().unwrap()).lines();
        let url = lines.map_while(Result::ok).find_map(|line| {
            line.split_once("listening on http://").map(|(_, address)| address.to_owned())
        });
        Server { process, url: url.expect("the server says where it listens") }
    }

    /// SIGKILL: no destructor and no handler runs.
    fn kill(mut self) {
        self.process.kill().unwrap();
        self.process.wait().unwrap();
    }
}

type Socket = WebSocketStream<MaybeTlsStream<TcpStream>>;

/// A game with both seats in one hand, and what the server acknowledged of it.
struct Player {
    id: String,
    tokens: Value,
    acknowledged: Vec<String>,
}

impl Player {
    async fn new(server: &Server) -> Player {
        let body = r#"{"red":{"kind":"human"},"black":{"kind":"human"}}"#;
        let made = post(server, "/api/games", body).await;
        let tokens = json!([made["tokens"]["red"], made["tokens"]["black"]]);
        Player { id: made["id"].as_str().unwrap().to_owned(), tokens, acknowledged: Vec::new() }
    }

    async fn join(&self, server: &Server) -> (Socket, Value) {
        let url = format!("ws://{}/api/games/{}/socket", server.url, self.id);
        let (mut socket, _) = connect_async(url).await.unwrap();
        let hello = json!({"re": 0, "type": "hello", "tokens": self.tokens});
        socket.send(Message::Text(hello.to_string().into())).await.unwrap();
        let game = wait(&mut socket, |it| it["type"] == "game").await.unwrap();
        (socket, game)
    }

    /// Every acknowledged move is there. One more may be: stored, but its answer was swallowed.
    fn compare(&mut self, game: &Value, round: u64) {
        let plies = game["plies"].as_array().unwrap().iter();
        let stored: Vec<String> = plies.map(|it| it["move"].as_str().unwrap().into()).collect();
        let (known, more) = stored.split_at(self.acknowledged.len().min(stored.len()));
        assert_eq!(known, self.acknowledged, "round {round}");
        assert!(more.len() <= 1, "round {round}: {more:?}");
        self.acknowledged = stored;
    }

    /// Plays so many legal moves, each as soon as the last is acknowledged. `None` when the server
    /// is gone.
    async fn play(
        &mut self,
        socket: &mut Socket,
        mut position: Value,
        seed: u64,
        most: usize,
    ) -> Option<Value> {
        let mut random = random::Random::new(seed);
        for _ in 0..most {
            let targets = position["targets"].as_object()?;
            let (from, to) = targets.iter().nth(random.below(targets.len()))?;
            let mv = format!("{from}{}", random.pick(to.as_array()?)?.as_str()?);
            let plies = self.acknowledged.len();
            let request = json!({"re": plies + 1, "type": "move", "plies": plies, "move": mv});
            socket.send(Message::Text(request.to_string().into())).await.ok()?;
            let mut after = Value::Null;
            wait(socket, |message| {
                if message["type"] == "moved" {
                    after = message.clone();
                }
                message["re"] == json!(plies + 1) && message["type"] == "done"
            })
            .await?;
            self.acknowledged.push(mv);
            position = after["position"].clone();
            if after["status"]["status"] != "ongoing" {
                break;
            }
        }
        Some(position)
    }
}

async fn wait(socket: &mut Socket, mut is_it: impl FnMut(&Value) -> bool) -> Option<Value> {
    loop {
        if let Message::Text(text) = socket.next().await?.ok()? {
            let message: Value = serde_json::from_str(&text).unwrap();
            if is_it(&message) {
                return Some(message);
            }
        }
    }
}

async fn post(server: &Server, path: &str, body: &str) -> Value {
    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    let mut stream = TcpStream::connect(&server.url).await.unwrap();
    let request = format!(
        "POST {path} HTTP/1.1\r\nhost: {}\r\nconnection: close\r\ncontent-type: application/json\r\ncontent-length: {}\r\n\r\n{body}",
        server.url,
        body.len()
    );
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.unwrap();
    serde_json::from_str(answer.split_once("\r\n\r\n").unwrap().1).unwrap()
}

#[tokio::test]
async fn kill_nine_loses_no_acknowledged_move() {
    let data = tempfile::tempdir().unwrap();
    let mut server = Server::start(data.path());
    let mut player = Player::new(&server).await;
    let mut total = 0;
    for round in 0..ROUNDS {
        let (mut socket, mut game) = player.join(&server).await;
        player.compare(&game, round);
        if game["status"]["status"] != "ongoing" {
            player = Player::new(&server).await;
            (socket, game) = player.join(&server).await;
        }
        let before = player.acknowledged.len();
        // The kill falls somewhere into the stream of moves: after a few, and a little later.
        let position = game["position"].clone();
        let sure = usize::try_from(round % 4).unwrap();
        let position = player.play(&mut socket, position, round, sure).await.unwrap();
        let moment = Duration::from_micros(round * 7919 % 30_000);
        let _ = timeout(moment, player.play(&mut socket, position, round + 1, usize::MAX)).await;
        total += player.acknowledged.len() - before;
        server.kill();
        server = Server::start(data.path());
    }
    let (_, game) = player.join(&server).await;
    player.compare(&game, ROUNDS);
    server.kill();
    assert!(0 < total, "some moves were played at all");
}
