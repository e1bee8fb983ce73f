//! The attacks, all from one address, each until its time is over.

use std::{future::Future, net::SocketAddr, pin::Pin, time::Duration};

use anyhow::{Context, Result};
use futures_util::{SinkExt, future::join_all};
use serde_json::json;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    time::{Instant, sleep, timeout_at},
};
use tokio_tungstenite::tungstenite::Message;

use crate::{
    net::{Socket, connect, new_game, request},
    visitor::any_move,
};

/// Where all attacks come from, and who makes the game that they ask for.
const VANDAL: u8 = 2;
const ACCOMPLICE: u8 = 5;

#[derive(Clone, Copy)]
pub(crate) enum Attack {
    Frames,
    Readers,
    Connections,
    Hints,
    StrongGames,
    Analyses,
    Experiments,
    Floods,
}

type Running = Pin<Box<dyn Future<Output = ()> + Send>>;

impl Attack {
    pub(crate) const ALL: [Attack; 8] = [
        Attack::Frames,
        Attack::Readers,
        Attack::Connections,
        Attack::Hints,
        Attack::StrongGames,
        Attack::Analyses,
        Attack::Experiments,
        Attack::Floods,
    ];

    pub(crate) fn name(self) -> &'static str {
        match self {
            Attack::Frames => "1: 60 sockets announce frames of 16 MiB",
            Attack::Readers => "2: 40 sockets ask for a long game and never read",
            Attack::Connections => "3: 1100 connections slow in heads and bodies, or silent",
            Attack::Hints => "4: 150 sockets ask for hints",
            Attack::StrongGames => "4: 60 games against level 10",
            Attack::Analyses => "4: 100 analyses",
            Attack::Experiments => "4: 8 laboratory comparisons at depth 30",
            Attack::Floods => "5: 20 sockets flood nonsense",
        }
    }

    /// So many at once, each begun again when it ends.
    fn count(self) -> usize {
        match self {
            Attack::Frames => 60,
            Attack::Readers => 40,
            Attack::Connections => 1100,
            Attack::Hints => 150,
            Attack::StrongGames => 60,
            Attack::Analyses => 100,
            Attack::Experiments => 8,
            Attack::Floods => 20,
        }
    }

    pub(crate) fn run(self, server: SocketAddr, long_game: String, until: Instant) -> Running {
        let one = move |number: usize| {
            let long_game = long_game.clone();
            tokio::spawn(async move {
                while Instant::now() < until {
                    let once = self.once(server, &long_game, number);
                    let outcome = timeout_at(until, once).await;
                    // Whoever is turned away knocks again, but gives the others a moment.
                    if !matches!(outcome, Ok(Ok(()))) {
                        sleep(Duration::from_millis(200)).await;
                    }
                }
            })
        };
        let all = (0..self.count()).map(one);
        let all: Vec<_> = all.collect();
        Box::pin(async move {
            join_all(all).await;
        })
    }

    async fn once(self, server: SocketAddr, long_game: &str, number: usize) -> Result<()> {
        match self {
            Attack::Frames => frame(server).await,
            Attack::Readers => reader(server, long_game).await,
            Attack::Connections => slow(server, number).await,
            Attack::Hints => hints(server).await,
            Attack::StrongGames => strong_game(server).await,
            Attack::Analyses => analysis(server).await,
            Attack::Experiments => experiment(server).await,
            Attack::Floods => flood(server).await,
        }
    }
}

/// Both sides wander until they have a long way behind them.
pub(crate) async fn long_game(server: SocketAddr) -> Result<String> {
    let body = r#"{"red":{"kind":"human"},"black":{"kind":"human"}}"#;
    let (id, tokens) = new_game(server, ACCOMPLICE, body).await?;
    let seats = [&tokens["red"], &tokens["black"]];
    let mut socket = Socket::enter(server, ACCOMPLICE, &id, &seats).await?;
    let game = socket.hear(|it| it["type"] == "game").await?;
    let mut position = game["position"].clone();
    for plies in 0..150 {
        let Some(mv) = any_move(&position, plies * 3 + 1) else { break };
        socket.say(&json!({"re": 1, "type": "move", "plies": plies, "move": mv})).await?;
        let moved = socket.hear(|it| it["type"] == "moved").await?;
        if moved["status"]["status"] != "ongoing" {
            break;
        }
        position = moved["position"].clone();
        sleep(Duration::from_millis(55)).await;
    }
    Ok(id)
}

/// Announces 16 MiB and sends one of them.
async fn frame(server: SocketAddr) -> Result<()> {
    let mut stream = connect(server, VANDAL).await?;
    let head = "GET /api/analysis HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\n\
        Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n\
        Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n";
    stream.write_all(head.as_bytes()).await?;
    let mut frame = vec![0x81, 0xff];
    frame.extend(((16_u64 << 20) - 1).to_be_bytes());
    frame.extend([0; 4]);
    frame.resize(1 << 20, b'x');
    stream.write_all(&frame).await?;
    let mut rest = [0; 1024];
    while 0 < stream.read(&mut rest).await? {}
    Ok(())
}

async fn reader(server: SocketAddr, game: &str) -> Result<()> {
    let mut socket = Socket::enter(server, VANDAL, game, &[]).await?;
    loop {
        socket.say(&json!({"re": 1, "type": "sync"})).await?;
        sleep(Duration::from_millis(20)).await;
    }
}

/// A letter now and then, or none at all.
async fn slow(server: SocketAddr, number: usize) -> Result<()> {
    let mut stream = connect(server, VANDAL).await?;
    let head = "POST /api/import HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100000\r\n\r\n";
    match number % 3 {
        0 => stream.write_all(b"GET / HTTP/1.1\r\nX: ").await?,
        1 => stream.write_all(head.as_bytes()).await?,
        _ => (),
    }
    let mut rest = [0; 1024];
    loop {
        tokio::select! {
            read = stream.read(&mut rest) => {
                read.ok().filter(|&it| 0 < it).context("sent away")?;
            }
            () = sleep(Duration::from_secs(5)) => {
                if number % 3 != 2 {
                    stream.write_all(b"x").await?;
                }
            }
        }
    }
}

async fn hints(server: SocketAddr) -> Result<()> {
    let (mut socket, _) = against(server, 1).await?;
    loop {
        socket.say(&json!({"re": 1, "type": "hint"})).await?;
        socket.hear(|it| it["type"] == "hint" || it["type"] == "refused").await?;
        sleep(Duration::from_millis(100)).await;
    }
}

/// Moves as soon as the machine has.
async fn strong_game(server: SocketAddr) -> Result<()> {
    let (mut socket, mut position) = against(server, 10).await?;
    let mut plies = 0;
    while let Some(mv) = any_move(&position, plies + 3) {
        socket.say(&json!({"re": 1, "type": "move", "plies": plies, "move": mv})).await?;
        let moved =
            socket.hear(|it| it["type"] == "moved" && it["plies"] == json!(plies + 2)).await?;
        position = moved["position"].clone();
        plies += 2;
    }
    Ok(())
}

async fn against(server: SocketAddr, level: u8) -> Result<(Socket, serde_json::Value)> {
    let body = json!({"red": {"kind": "human"}, "black": {"kind": "level", "level": level}});
    let (id, tokens) = new_game(server, VANDAL, &body.to_string()).await?;
    let mut socket = Socket::enter(server, VANDAL, &id, &[&tokens["red"]]).await?;
    let game = socket.hear(|it| it["type"] == "game").await?;
    Ok((socket, game["position"].clone()))
}

async fn analysis(server: SocketAddr) -> Result<()> {
    let mut socket = Socket::open(server, VANDAL, "/api/analysis").await?;
    socket.say(&json!({"re": 1, "type": "go", "lines": 5})).await?;
    socket.hear(|it| it["type"] == "finished").await?;
    Ok(())
}

async fn experiment(server: SocketAddr) -> Result<()> {
    let body = json!({"depth": 30}).to_string();
    request(server, VANDAL, "POST", "/api/lab/compare", &body).await.map(|_| ())
}

async fn flood(server: SocketAddr) -> Result<()> {
    let mut socket = Socket::open(server, VANDAL, "/api/analysis").await?;
    let nonsense = "x".repeat(4000);
    loop {
        socket.0.send(Message::Text(nonsense.clone().into())).await?;
    }
}
