//! Honest visitors: one who measures what he feels, one who plays on and remembers every move.

use std::{
    net::SocketAddr,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use anyhow::{Context, Result, ensure};
use serde_json::{Value, json};
use tokio::time::{Instant, sleep};

use crate::net::{Socket, new_game, request};

const MEASURING: u8 = 3;
const PLAYING: u8 = 4;

/// A position that is in no book, so that every answer is a search.
const MIDDLE_GAME: &str =
    "r1bakab1r/9/1cn2cn2/p1p1p3p/6p2/2P6/P3P1P1P/1CN1C1N2/9/R1BAKAB1R w - - 0 8";

/// Times of one kind.
#[derive(Default)]
pub(crate) struct Times(Vec<Duration>);

impl Times {
    pub(crate) fn worst(&self) -> Duration {
        self.0.iter().max().copied().unwrap_or(Duration::MAX)
    }

    pub(crate) fn line(&self) -> String {
        let mut sorted = self.0.clone();
        sorted.sort();
        let Some(median) = sorted.get(sorted.len() / 2) else { return "never".to_owned() };
        format!("{:.2} / {:.2}", median.as_secs_f64(), self.worst().as_secs_f64())
    }
}

/// What a visitor feels who does everything again and again.
#[derive(Default)]
pub(crate) struct Felt {
    pub(crate) answer: Times,
    pub(crate) analysis: Times,
    pub(crate) route: Times,
    pub(crate) page: Times,
    /// What did not work at all.
    pub(crate) failures: usize,
}

impl Felt {
    pub(crate) async fn measure(server: SocketAddr, until: Instant) -> Felt {
        let mut felt = Felt::default();
        while Instant::now() < until || felt.answer.0.is_empty() && felt.failures == 0 {
            let seen = [
                (&mut felt.answer, answer(server).await),
                (&mut felt.analysis, analysis(server).await),
                (&mut felt.route, route(server).await),
                (&mut felt.page, page(server).await),
            ];
            let mut failures = 0;
            for (times, outcome) in seen {
                match outcome {
                    Ok(time) => times.0.push(time),
                    Err(error) => {
                        failures += 1;
                        eprintln!("another visitor: {error:#}");
                    }
                }
            }
            felt.failures += failures;
            if Instant::now() < until {
                sleep(Duration::from_millis(500)).await;
            }
        }
        felt
    }
}

/// From one's own move to the machine's, as the page shows it: never sooner than 0.4 s.
async fn answer(server: SocketAddr) -> Result<Duration> {
    let body = json!({"red": {"kind": "human"}, "black": {"kind": "level", "level": 1}, "fen": MIDDLE_GAME});
    let (id, tokens) = new_game(server, MEASURING, &body.to_string()).await?;
    let mut socket = Socket::enter(server, MEASURING, &id, &[&tokens["red"]]).await?;
    socket.hear(|it| it["type"] == "game").await?;
    let asked = Instant::now();
    socket.say(&json!({"re": 1, "type": "move", "plies": 0, "move": "a0b0"})).await?;
    let is_move = |it: &Value| it["type"] == "moved" && it["plies"] == 2;
    let answer = socket.hear(|it| is_move(it) || it["type"] == "refused").await?;
    ensure!(answer["type"] == "moved", "{answer}");
    Ok(asked.elapsed())
}

async fn analysis(server: SocketAddr) -> Result<Duration> {
    let mut socket = Socket::open(server, MEASURING, "/api/analysis").await?;
    let asked = Instant::now();
    socket.say(&json!({"re": 1, "type": "go", "fen": MIDDLE_GAME})).await?;
    socket.hear(|it| it["type"] == "progress" && it["waiting"] == json!(false)).await?;
    Ok(asked.elapsed())
}

async fn route(server: SocketAddr) -> Result<Duration> {
    let asked = Instant::now();
    let body = json!({"map": "2 3 9\n3 0 1\n0 0 4\n"}).to_string();
    let (status, text) = request(server, MEASURING, "POST", "/api/lab/route", &body).await?;
    ensure!(status == 200, "route: {status} {text}");
    Ok(asked.elapsed())
}

async fn page(server: SocketAddr) -> Result<Duration> {
    let asked = Instant::now();
    let (status, _) = request(server, MEASURING, "GET", "/", "").await?;
    ensure!(status == 200, "page: {status}");
    Ok(asked.elapsed())
}

/// Plays both sides of game after game, and remembers what was acknowledged.
pub(crate) struct Faithful {
    games: Vec<Played>,
}

struct Played {
    id: String,
    tokens: Value,
    moves: Vec<String>,
}

impl Faithful {
    pub(crate) async fn play(server: SocketAddr, goes_on: Arc<AtomicBool>) -> Result<Faithful> {
        let mut games = Vec::new();
        while goes_on.load(Ordering::Relaxed) {
            let body = r#"{"red":{"kind":"human"},"black":{"kind":"human"}}"#;
            let (id, tokens) = new_game(server, PLAYING, body).await?;
            let mut played = Played { id, tokens, moves: Vec::new() };
            // A socket may break; what was acknowledged before counts all the same.
            if let Err(error) = played.play(server, &goes_on).await {
                eprintln!("the player: {error:#}");
            }
            games.push(played);
        }
        Ok(Faithful { games })
    }

    pub(crate) fn acknowledged(&self) -> usize {
        self.games.iter().map(|it| it.moves.len()).sum()
    }

    /// Acknowledged moves that the server no longer knows.
    pub(crate) async fn lost(&self, server: SocketAddr) -> Result<usize> {
        let mut lost = 0;
        for game in &self.games {
            let mut socket = Socket::enter(server, PLAYING, &game.id, &[]).await?;
            let state = socket.hear(|it| it["type"] == "game").await?;
            let plies = state["plies"].as_array().context("no plies")?;
            let kept = plies.iter().map(|it| it["move"].as_str().unwrap_or_default());
            let same = kept.zip(&game.moves).filter(|(one, two)| one == *two).count();
            lost += game.moves.len() - same;
        }
        Ok(lost)
    }
}

impl Played {
    async fn play(&mut self, server: SocketAddr, goes_on: &AtomicBool) -> Result<()> {
        const LONGEST: usize = 80;
        let tokens = [&self.tokens["red"], &self.tokens["black"]];
        let mut socket = Socket::enter(server, PLAYING, &self.id, &tokens).await?;
        let game = socket.hear(|it| it["type"] == "game").await?;
        let mut position = game["position"].clone();
        while goes_on.load(Ordering::Relaxed) && self.moves.len() < LONGEST {
            let plies = self.moves.len();
            let Some(mv) = any_move(&position, plies) else { break };
            let ask = json!({"re": plies + 1, "type": "move", "plies": plies, "move": mv});
            socket.say(&ask).await?;
            let moved = socket.hear(|it| it["type"] == "moved").await?;
            let answer = socket.hear(|it| it["re"] == json!(plies + 1)).await?;
            ensure!(answer["type"] == "done", "{answer}");
            self.moves.push(mv);
            if moved["status"]["status"] != "ongoing" {
                break;
            }
            position = moved["position"].clone();
            sleep(Duration::from_millis(100)).await;
        }
        Ok(())
    }
}

/// Some legal move, another one each time.
pub(crate) fn any_move(position: &Value, number: usize) -> Option<String> {
    let targets = position["targets"].as_object()?;
    let (from, to) = targets.iter().nth(number * 7 % targets.len().max(1))?;
    let to = to.as_array()?;
    Some(format!("{from}{}", to.get(number * 5 % to.len().max(1))?.as_str()?))
}
