//! `chuhe lab engine`: a member of the zoo as an engine, in UCI, or in UCCI if greeted so.
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
use protocol::{
    Bound, Command, Dialect, Go, Info, OptionKind, OptionSpec, Reply, Score, SetOption, Start,
    parse_command, same_name,
};
use xiangqi::{Color, Game, Move, Position};

use crate::common::print;

#[derive(clap::Args)]
pub(super) struct Args {
    /// random, greedy, minimax-D, alphabeta-D (D from 1 to 9), qt, course or checker
    name: Member,
    /// The seed of `random`: the same seed plays the same games
    #[arg(long, value_name = "S", default_value_t = 0)]
    seed: u32,
    /// How many threads `course` uses; all cores if not given
    #[arg(long, value_name = "T", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
}

pub(super) fn run(args: &Args) -> Result<ExitCode> {
    let cores = thread::available_parallelism().map_or(1, usize::from);
    let threads = args.threads.map_or(cores, usize::from);
    let mut session = Session {
        player: Player::new(args.name, args.seed.into(), threads),
        seed: args.seed,
        threads,
        dialect: Dialect::Uci,
        in_millis: false,
        game: Game::new(Position::start()),
        thinking: None,
    };
    let mut input = io::stdin().lock();
    while let Some(line) = read_line(&mut input)? {
        let command = parse_command(session.dialect, session.in_millis, &line);
        if session.obey(command)? == Next::Quit {
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
    seed: u32,
    threads: usize,
    dialect: Dialect,
    /// UCCI: clocks count milliseconds.
    in_millis: bool,
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
    fn obey(&mut self, command: Command) -> io::Result<Next> {
        match command {
            Command::Greet(dialect) => self.introduce(dialect)?,
            Command::IsReady => self.say(&[Reply::ReadyOk])?,
            Command::NewGame => self.seat_player(),
            Command::SetOption(option) => self.set_option(&option),
            Command::Position { start, moves } => {
                self.stop();
                if let Err(problem) = self.set_position(&start, &moves) {
                    self.say(&[Reply::Info(Info::text(problem.to_string()))])?;
                }
            }
            Command::Go(go) => {
                self.stop();
                self.go(&go);
            }
            // Nobody here ponders; a search it might mean is as well answered now.
            Command::Stop | Command::PonderHit => self.stop(),
            Command::Display => self.say(&[Reply::Text(self.game.position().diagram())])?,
            Command::Quit => return Ok(Next::Quit),
            // Both protocols ask engines to ignore what they do not know.
            _ => (),
        }
        Ok(Next::Listen)
    }

    fn say(&self, replies: &[Reply]) -> io::Result<()> {
        print(&lines(self.dialect, replies))
    }

    fn introduce(&mut self, dialect: Dialect) -> io::Result<()> {
        self.dialect = dialect;
        let id = |key: &str, value: String| Reply::Id { key: key.to_owned(), value };
        let spin = |name, default, min, max| {
            Reply::Option(OptionSpec::new(name, OptionKind::Spin { default, min, max }))
        };
        let mut replies = vec![
            id("name", format!("Chuhe zoo {}", self.player.member())),
            id("author", "The Chuhe developers".to_owned()),
            spin("Seed", self.seed.into(), 0, u32::MAX.into()),
            spin("Threads", self.threads as i64, 1, 1024),
        ];
        if self.dialect == Dialect::Ucci {
            let millis = OptionKind::Check { default: self.in_millis };
            replies.push(Reply::Option(OptionSpec::new("usemillisec", millis)));
        }
        replies.push(Reply::GreetingOver(self.dialect));
        self.say(&replies)
    }

    fn set_option(&mut self, option: &SetOption) {
        let is = |name| same_name(&option.name, name);
        match option.value.parse() {
            Ok(seed) if is("Seed") => self.seed = seed,
            Ok(threads @ 1..=1024) if is("Threads") => self.threads = threads as usize,
            _ if is("usemillisec") => self.in_millis = option.value == "true",
            _ => return,
        }
        self.seat_player();
    }

    /// A new game: the player begins again with its seed.
    fn seat_player(&mut self) {
        self.stop();
        self.player = Player::new(self.player.member(), self.seed.into(), self.threads);
    }

    /// A bad line leaves the board as it was.
    fn set_position(&mut self, start: &Start, moves: &[String]) -> Result<()> {
        let mut game = Game::new(match start {
            Start::StartPosition => Position::start(),
            Start::Fen(fen) => Position::from_fen(fen)?,
        });
        for text in moves {
            let mv: Move = text.parse()?;
            game.play(mv)?;
        }
        self.game = game;
        Ok(())
    }

    fn go(&mut self, go: &Go) {
        let stop = Arc::new(AtomicBool::new(false));
        let (mut player, game) = (self.player.clone(), self.game.clone());
        let time = time_to_think(go, self.dialect, game.position().side());
        let is_endless = go.infinite || go.ponder;
        let (heard, dialect) = (stop.clone(), self.dialect);
        let thread = thread::spawn(move || {
            let begin = Instant::now();
            let found = choose_in_time(&mut player, &game, time, &heard);
            while is_endless && !heard.load(Ordering::Relaxed) {
                // No answer to `go infinite` before `stop`, even if all is known.
                thread::park_timeout(Duration::from_millis(20));
            }
            // If nobody reads any more, the end of the input will tell.
            let _ = print(&lines(dialect, &answer(&found, begin.elapsed())));
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

fn lines(dialect: Dialect, replies: &[Reply]) -> String {
    replies.iter().map(|reply| reply.line(dialect) + "\n").collect()
}

/// A twentieth of the clock, never the last of it; without a clock, as long as it takes.
fn time_to_think(go: &Go, dialect: Dialect, side: Color) -> Option<Duration> {
    if go.infinite || go.ponder {
        return None;
    }
    let share = go.clock_of(dialect, side).map(|clock| {
        let share = clock.left / 20 + clock.increment / 2;
        share.min(clock.left / 2).max(Duration::from_millis(1))
    });
    go.move_time.or(share)
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

fn answer(found: &Found, time: Duration) -> Vec<Reply> {
    let Some(best) = found.best_move else { return vec![Reply::NoBestMove] };
    let mv = best.to_string();
    let score = match plies_to_end(found.score) {
        // Stopped before the first move had a score.
        Some(0) => None,
        // Engines count own moves, and the last ply of a win is one of them.
        Some(plies) if 0 < plies => Some(Score::Mate((plies + 1) / 2)),
        Some(plies) => Some(Score::Mate(plies / 2)),
        None => Some(Score::Centipawns(found.score)),
    };
    let info = Info {
        score: score.map(|score| (score, Bound::Exact)),
        nodes: Some(found.nodes),
        time: Some(time),
        line: vec![mv.clone()],
        ..Info::default()
    };
    let best = Reply::BestMove { mv, ponder: None, offers_draw: false, resigns: false };
    vec![Reply::Info(info), best]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_clock_of_the_side_to_move_counts() {
        let time = |line: &str, side| match parse_command(Dialect::Uci, true, line) {
            Command::Go(go) => time_to_think(&go, Dialect::Uci, side),
            other => panic!("{other:?}"),
        };
        let milliseconds = |count| Some(Duration::from_millis(count));
        let line = "go wtime 20000 btime 400 winc 100 binc 0";
        assert_eq!(time(line, Color::Red), milliseconds(1050));
        assert_eq!(time(line, Color::Black), milliseconds(20));
        assert_eq!(time("go movetime 5 wtime 9", Color::Red), milliseconds(5));
        assert_eq!(time("go infinite movetime 5", Color::Red), None);
        assert_eq!(time("go depth 3", Color::Red), None);
        assert_eq!(time("go wtime 0", Color::Red), milliseconds(1));
    }
}
