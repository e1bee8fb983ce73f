//! `chuhe lab engine`: a member of the zoo as a UCI engine.
//!
//! A member looks as deep as it always does, whatever `go` says; a clock or `movetime` only makes
//! it answer with what it has when the time is up.

use std::{
    io::{self, BufRead, Read},
    process::ExitCode,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
        mpsc,
    },
    thread::{self, JoinHandle},
    time::{Duration, Instant},
};

use anyhow::Result;
use lab::{
    tree::{Found, plies_to_end},
    zoo::{Member, Player},
};
use xiangqi::{Color, Game, Position};

use crate::common::print;

#[derive(clap::Args)]
pub(super) struct Args {
    /// random, greedy, minimax-D, alphabeta-D (D from 1 to 9), qt, course or checker
    name: Member,
    /// The seed of `random`: the same seed plays the same games
    #[arg(long, value_name = "S", default_value_t = 0)]
    seed: u64,
    /// How many threads `course` uses; all cores if not given
    #[arg(long, value_name = "T", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
}

pub(super) fn run(args: &Args) -> Result<ExitCode> {
    let cores = thread::available_parallelism().map_or(1, usize::from);
    let threads = args.threads.map_or(cores, usize::from);
    let mut session = Session {
        player: Player::new(args.name, args.seed, threads),
        seed: args.seed,
        threads,
        game: Game::new(Position::start()),
        thinking: None,
    };
    let mut input = io::stdin().lock();
    while let Some(line) = read_line(&mut input)? {
        if session.obey(&line)? == Next::Quit {
            session.stop();
            return Ok(ExitCode::SUCCESS);
        }
    }
    // The host has gone; a search that ends by itself may still say its move.
    session.finish();
    Ok(ExitCode::SUCCESS)
}

/// One line, or `None` at the end. What goes beyond a megabyte is cut off: no game is that long.
fn read_line(input: &mut impl BufRead) -> io::Result<Option<String>> {
    const LONGEST: u64 = 1 << 20;
    let mut bytes = Vec::new();
    input.by_ref().take(LONGEST).read_until(b'\n', &mut bytes)?;
    let is_end = bytes.is_empty();
    Ok((!is_end).then(|| String::from_utf8_lossy(&bytes).into_owned()))
}

#[derive(PartialEq, Eq)]
enum Next {
    Listen,
    Quit,
}

struct Session {
    player: Player,
    seed: u64,
    threads: usize,
    game: Game,
    thinking: Option<Thinking>,
}

/// A search on its own thread, so that `stop` and `isready` are heard. It gives the player back.
struct Thinking {
    stop: Arc<AtomicBool>,
    is_endless: bool,
    thread: JoinHandle<Player>,
}

impl Session {
    fn obey(&mut self, line: &str) -> io::Result<Next> {
        let mut words = line.split_whitespace();
        match words.next() {
            Some("uci") => self.introduce()?,
            Some("isready") => print("readyok\n")?,
            Some("ucinewgame") => {
                self.stop();
                self.player = Player::new(self.player.member(), self.seed, self.threads);
            }
            Some("setoption") => self.set_option(line),
            Some("position") => {
                self.stop();
                if let Err(problem) = self.set_position(line) {
                    print(&format!("info string {problem}\n"))?;
                }
            }
            Some("go") => {
                self.stop();
                self.go(&Limits::parse(words, self.game.position().side()));
            }
            Some("stop") => self.stop(),
            Some("quit") => return Ok(Next::Quit),
            // UCI asks engines to ignore what they do not know.
            _ => (),
        }
        Ok(Next::Listen)
    }

    fn introduce(&self) -> io::Result<()> {
        print(&format!(
            "id name Chuhe zoo {}\nid author The Chuhe developers\n\
             option name Seed type spin default {} min 0 max 4294967295\n\
             option name Threads type spin default {} min 1 max 1024\nuciok\n",
            self.player.member(),
            self.seed,
            self.threads
        ))
    }

    /// `setoption name Seed value 7`
    fn set_option(&mut self, line: &str) {
        self.stop();
        let words: Vec<&str> = line.split_whitespace().collect();
        let ["setoption", "name", name, "value", value] = words[..] else { return };
        match (name.to_ascii_lowercase().as_str(), value.parse::<u64>()) {
            ("seed", Ok(seed)) => self.seed = seed,
            ("threads", Ok(threads @ 1..=1024)) => self.threads = threads as usize,
            _ => return,
        }
        self.player = Player::new(self.player.member(), self.seed, self.threads);
    }

    /// `position startpos|fen FEN [moves ...]`. A bad line leaves the board as it was.
    fn set_position(&mut self, line: &str) -> Result<()> {
        let text = line.trim().strip_prefix("position").unwrap_or(line).trim();
        let (start, moves) = text.split_once("moves").unwrap_or((text, ""));
        let start = match start.trim().strip_prefix("fen") {
            Some(fen) => Position::from_fen(fen)?,
            None => Position::start(),
        };
        let mut game = Game::new(start);
        for word in moves.split_whitespace() {
            game.play(word.parse()?)?;
        }
        self.game = game;
        Ok(())
    }

    fn go(&mut self, limits: &Limits) {
        let stop = Arc::new(AtomicBool::new(false));
        let (mut player, game) = (self.player.clone(), self.game.clone());
        let (heard, time, is_endless) = (stop.clone(), limits.time, limits.is_endless);
        let thread = thread::spawn(move || {
            let begin = Instant::now();
            let found = choose_in_time(&mut player, &game, time, &heard);
            while is_endless && !heard.load(Ordering::Relaxed) {
                // UCI: no answer to `go infinite` before `stop`, even if all is known.
                thread::park_timeout(Duration::from_millis(20));
            }
            // If nobody reads any more, the end of the input will tell.
            let _ = print(&answer(&found, begin.elapsed()));
            player
        });
        self.thinking = Some(Thinking { stop, is_endless, thread });
    }

    /// Ends a search, which then says its move.
    fn stop(&mut self) {
        if let Some(thinking) = &self.thinking {
            thinking.stop.store(true, Ordering::Relaxed);
            thinking.thread.thread().unpark();
        }
        self.wait();
    }

    /// Waits for a search, unless it would never end.
    fn finish(&mut self) {
        if self.thinking.as_ref().is_some_and(|it| it.is_endless) {
            self.stop();
        }
        self.wait();
    }

    fn wait(&mut self) {
        if let Some(player) = self.thinking.take().and_then(|it| it.thread.join().ok()) {
            self.player = player;
        }
    }
}

/// Lets a player choose, and tells it to stop when its time is up.
fn choose_in_time(
    player: &mut Player,
    game: &Game,
    time: Option<Duration>,
    stop: &AtomicBool,
) -> Found {
    let Some(time) = time else { return player.choose(game, stop) };
    let (done, waiting) = mpsc::channel::<()>();
    thread::scope(|scope| {
        scope.spawn(move || {
            let is_late = waiting.recv_timeout(time) == Err(mpsc::RecvTimeoutError::Timeout);
            if is_late {
                stop.store(true, Ordering::Relaxed);
            }
        });
        let found = player.choose(game, stop);
        drop(done);
        found
    })
}

fn answer(found: &Found, time: Duration) -> String {
    let Some(best) = found.best_move else { return "bestmove (none)\n".to_owned() };
    let score = match plies_to_end(found.score) {
        // Stopped before the first move had a score.
        Some(0) => return format!("bestmove {best}\n"),
        // UCI counts own moves, and the last ply of a win is one of them.
        Some(plies) if 0 < plies => format!("mate {}", (plies + 1) / 2),
        Some(plies) => format!("mate {}", plies / 2),
        None => format!("cp {}", found.score),
    };
    let (nodes, milliseconds) = (found.nodes, time.as_millis());
    format!("info score {score} nodes {nodes} time {milliseconds} pv {best}\nbestmove {best}\n")
}

/// What a `go` line says about time.
struct Limits {
    time: Option<Duration>,
    is_endless: bool,
}

impl Limits {
    fn parse<'a>(mut words: impl Iterator<Item = &'a str>, side: Color) -> Limits {
        let (mut clock, mut increment, mut move_time) = (None, 0, None);
        let mut is_endless = false;
        while let Some(word) = words.next() {
            let mut number = || words.next().and_then(|it| it.parse::<u64>().ok());
            match (word, side) {
                ("wtime", Color::Red) | ("btime", Color::Black) => clock = number(),
                ("winc", Color::Red) | ("binc", Color::Black) => increment = number().unwrap_or(0),
                ("movetime", _) => move_time = number(),
                ("infinite", _) => is_endless = true,
                _ => (),
            }
        }
        // A twentieth of the clock, never the last of it.
        let share = clock.map(|left: u64| (left / 20 + increment / 2).min(left / 2).max(1));
        let milliseconds = move_time.or(share).filter(|_| !is_endless);
        Limits { time: milliseconds.map(Duration::from_millis), is_endless }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_clock_of_the_side_to_move_counts() {
        let time = |line: &str, side| Limits::parse(line.split_whitespace(), side).time;
        let milliseconds = |count| Some(Duration::from_millis(count));
        let line = "wtime 20000 btime 400 winc 100 binc 0";
        assert_eq!(time(line, Color::Red), milliseconds(1050));
        assert_eq!(time(line, Color::Black), milliseconds(20));
        assert_eq!(time("movetime 5 wtime 9", Color::Red), milliseconds(5));
        assert_eq!(time("infinite movetime 5", Color::Red), None);
        assert_eq!(time("depth 3 wtime x", Color::Red), None);
        assert_eq!(time("wtime 0", Color::Red), milliseconds(1));
    }
}
