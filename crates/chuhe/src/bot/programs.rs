//! The programs behind a bot: one for each game under way, each with a thread that waits for its
//! moves. One that crashes or hangs is started again for the next turn.

use std::{
    collections::HashMap,
    path::PathBuf,
    sync::{Arc, mpsc},
    thread,
    time::Duration,
};

use anyhow::{Context, Result};
use arena::{Entrant, TimeControl, TimeLimits, explained};
use protocol::{Client, ClientError, Clock, Dialect, Go, Info, Search};
use serde_json::{Value, json};
use tokio::sync::mpsc::UnboundedSender;
use xiangqi::{Color, Move, Position};

/// Of the time for a move, so much is left for the way to the server.
const LAG: Duration = Duration::from_millis(40);
/// A program that is late gets so much more before it is told to stop: the server forgives a little.
const LATE: Duration = Duration::from_millis(500);
const STOP: Duration = Duration::from_secs(1);

/// What the server wants to know.
#[derive(Clone)]
pub(super) struct Turn {
    pub(super) game: String,
    plies: usize,
    start: Position,
    moves: Vec<Move>,
    color: Color,
    clock: TurnClock,
}

#[derive(Clone, Copy)]
enum TurnClock {
    Move(Duration),
    Game { left: [Duration; 2], increment: Duration },
}

impl Turn {
    /// `None` if the server says something that we do not know.
    pub(super) fn read(message: &Value) -> Option<Turn> {
        let mut position: Position = message["fen"].as_str()?.parse().ok()?;
        let start = position;
        let mut moves = Vec::new();
        for it in message["moves"].as_array()? {
            let mv = position.read_move(it.as_str()?).ok()?;
            position.play(mv).ok()?;
            moves.push(mv);
        }
        let clock = &message["clock"];
        let millis = |name: &str| clock[name].as_u64().map(Duration::from_millis);
        let clock = match millis("move_ms") {
            Some(time) => TurnClock::Move(time),
            None => TurnClock::Game {
                left: [millis("red_ms")?, millis("black_ms")?],
                increment: millis("increment_ms")?,
            },
        };
        Some(Turn {
            game: message["game"].as_str()?.to_owned(),
            plies: usize::try_from(message["plies"].as_u64()?).ok()?,
            start,
            moves,
            color: position.side(),
            clock,
        })
    }

    /// How long it may take.
    fn budget(&self) -> Duration {
        match self.clock {
            TurnClock::Move(time) => time,
            TurnClock::Game { left, .. } => left[self.color.index()],
        }
    }

    /// In the program's own dialect: UCCI counts from the mover.
    fn go(&self, dialect: Dialect, control: Option<&TimeControl>) -> Go {
        let less = |it: Duration| it.saturating_sub(LAG.min(it / 4)).max(Duration::from_millis(1));
        let mut go = Go::default();
        match self.clock {
            TurnClock::Move(time) => go.move_time = Some(less(time)),
            TurnClock::Game { left, increment } => {
                let clock = |color: Color| Clock { left: less(left[color.index()]), increment };
                let first = match dialect {
                    Dialect::Uci => Color::Red,
                    Dialect::Ucci => self.color,
                };
                go.clocks = [first, first.opponent()].map(|it| Some(clock(it)));
            }
        }
        match control {
            Some(TimeControl::Nodes(nodes)) => go.nodes = Some(*nodes),
            Some(TimeControl::Depth(depth)) => go.depth = Some(*depth),
            Some(TimeControl::MoveTime(time)) => {
                go.move_time = Some(go.move_time.unwrap_or(self.budget()).min(*time));
            }
            _ => (),
        }
        go
    }
}

/// What a program has found.
pub(super) struct Answer {
    worker: u64,
    game: String,
    /// To be sent.
    message: Value,
}

pub(super) struct Programs {
    entrant: Arc<Entrant>,
    own: Arc<PathBuf>,
    answers: UnboundedSender<Answer>,
    most: usize,
    next_worker: u64,
    workers: Vec<Worker>,
    /// Turns for which no program is free, the newest of each game.
    waiting: HashMap<String, Turn>,
}

struct Worker {
    number: u64,
    turns: mpsc::Sender<Turn>,
    /// The game it played last, and whether it thinks about it.
    game: Option<String>,
    is_busy: bool,
}

impl Programs {
    /// Starts the programs, so that no game waits for them, and what is wrong is known at once.
    pub(super) fn start(
        entrant: Entrant,
        own: PathBuf,
        most: usize,
        answers: UnboundedSender<Answer>,
    ) -> Result<Programs> {
        let (entrant, own) = (Arc::new(entrant), Arc::new(own));
        let (waiting, workers) = (HashMap::new(), Vec::new());
        let mut programs =
            Programs { entrant, own, answers, most, next_worker: 0, workers, waiting };
        let first = start(&programs.entrant, &programs.own);
        let first = first
            .with_context(|| format!("the player {} does not start", programs.entrant.name))?;
        programs.hire(Some(first));
        (1..most).for_each(|_| programs.hire(None));
        Ok(programs)
    }

    /// Thinks about a turn, or about it next.
    pub(super) fn think(&mut self, turn: Turn) {
        self.waiting.insert(turn.game.clone(), turn);
        self.hand_out();
    }

    /// A game is over, or its turn is not wanted now. A program that still thinks about it is left to
    /// itself: its thread ends with it.
    pub(super) fn forget(&mut self, game: &str) {
        self.waiting.remove(game);
        self.workers.retain(|it| !(it.is_busy && it.game.as_deref() == Some(game)));
        for it in self.workers.iter_mut().filter(|it| it.game.as_deref() == Some(game)) {
            it.game = None;
        }
        self.hand_out();
    }

    /// A program has answered; `None` if nobody wants to know any more.
    pub(super) fn answered(&mut self, answer: Answer) -> Option<Value> {
        let worker = self.workers.iter_mut().find(|it| it.number == answer.worker)?;
        worker.is_busy = false;
        let is_current = worker.game.as_deref() == Some(&*answer.game);
        // After a lost connection the same is asked again while a program still thinks about it.
        let is_asked_again =
            self.waiting.get(&answer.game).is_some_and(|it| answer.message["plies"] == it.plies);
        if is_current && is_asked_again {
            self.waiting.remove(&answer.game);
        }
        self.hand_out();
        is_current.then_some(answer.message)
    }

    fn hand_out(&mut self) {
        let games: Vec<String> = self.waiting.keys().cloned().collect();
        for game in games {
            let Some(index) = self.free_worker(&game) else { continue };
            let Some(turn) = self.waiting.remove(&game) else { continue };
            let worker = &mut self.workers[index];
            worker.game = Some(game);
            worker.is_busy = worker.turns.send(turn).is_ok();
        }
    }

    /// The one that knows the game, or any that has nothing to do.
    fn free_worker(&mut self, game: &str) -> Option<usize> {
        let known = self.workers.iter().position(|it| it.game.as_deref() == Some(game));
        if let Some(index) = known {
            return (!self.workers[index].is_busy).then_some(index);
        }
        let free = self.workers.iter().position(|it| !it.is_busy && it.game.is_none());
        if free.is_some() {
            return free;
        }
        if self.workers.len() < self.most {
            self.hire(None);
            return Some(self.workers.len() - 1);
        }
        self.workers.iter().position(|it| !it.is_busy)
    }

    fn hire(&mut self, client: Option<Client>) {
        let (turns, jobs) = mpsc::channel();
        self.next_worker += 1;
        let number = self.next_worker;
        let (entrant, own) = (Arc::clone(&self.entrant), Arc::clone(&self.own));
        let answers = self.answers.clone();
        let work = move || work(number, &entrant, &own, client, &jobs, &answers);
        // Without a thread its sender is closed, and the turn is lost on time like any other.
        let _ = thread::Builder::new().name(format!("bot-{number}")).spawn(work);
        self.workers.push(Worker { number, turns, game: None, is_busy: false });
    }
}

fn start(entrant: &Entrant, own: &std::path::Path) -> Result<Client> {
    let limits = TimeLimits { stop: STOP, ..TimeLimits::default() };
    entrant.start(own, limits).map_err(|error| anyhow::anyhow!(explained(&error)))
}

/// A program's thread: ends when nobody has turns for it any more.
fn work(
    number: u64,
    entrant: &Entrant,
    own: &std::path::Path,
    mut client: Option<Client>,
    jobs: &mpsc::Receiver<Turn>,
    answers: &UnboundedSender<Answer>,
) {
    let mut last_game = String::new();
    loop {
        // Whoever has to be started is started before its turn; a failure is told when it comes.
        client = client.or_else(|| start(entrant, own).ok());
        let Ok(turn) = jobs.recv() else { break };
        let is_new = last_game != turn.game;
        last_game.clone_from(&turn.game);
        let message = answer(entrant, own, &mut client, &turn, is_new);
        let answer = Answer { worker: number, game: turn.game, message };
        if answers.send(answer).is_err() {
            break;
        }
    }
    if let Some(client) = client {
        client.quit();
    }
}

/// The move, or what went wrong.
fn answer(
    entrant: &Entrant,
    own: &std::path::Path,
    client: &mut Option<Client>,
    turn: &Turn,
    is_new: bool,
) -> Value {
    let game = &turn.game;
    match think(entrant, own, client, turn, is_new) {
        Ok(mv) if mv == "resign" => json!({"type": "resign", "game": game}),
        Ok(mv) => json!({"type": "move", "game": game, "plies": turn.plies, "move": mv}),
        Err(why) => {
            // Dropping it ends the program, whatever state it is in.
            *client = None;
            json!({"type": "crashed", "game": game, "why": why})
        }
    }
}

fn think(
    entrant: &Entrant,
    own: &std::path::Path,
    client: &mut Option<Client>,
    turn: &Turn,
    is_new: bool,
) -> Result<String, String> {
    let is_fresh = client.is_none();
    if is_fresh {
        *client = Some(start(entrant, own).map_err(|error| format!("{error:#}"))?);
    }
    let Some(program) = client else { return Err("there is no program".to_owned()) };
    if is_new || is_fresh {
        program.new_game().map_err(|error| explained(&error))?;
    }
    let go = turn.go(program.dialect(), entrant.control.as_ref());
    let search = Search { start: &turn.start, moves: &turn.moves, go: &go };
    let thought = program.think(&search, Some(turn.budget() + LATE), &mut |_: &Info| {});
    match thought {
        Ok(thought) if thought.resigns => Ok("resign".to_owned()),
        Ok(thought) => Ok(thought.best.map_or("(none)".to_owned(), |it| it.to_string())),
        // The server says what it thinks of such a move.
        Err(ClientError::BadMove(text)) => Ok(text),
        Err(error) => Err(explained(&error)),
    }
}
