//! An engine session: reads the lines of a host, drives the engine, writes replies.
//!
//! The thread that reads never searches, so that every line is answered at once. Settings that
//! arrive while a search runs take effect with the next one.

mod options;
mod output;
mod thinking;

use std::{
    hash::{BuildHasher, Hasher, RandomState},
    io::{BufRead, Read, Write, stdin, stdout},
    sync::{Arc, Mutex, PoisonError},
    thread::{self, JoinHandle},
};

use engine::{Engine, Limits, Signals};
use protocol::{Command, Dialect, Go, Info, Reply, SetOption, Start, parse_command};
use xiangqi::{Game, Move, Position, perft_divide};

use options::{Changed, Settings};
use output::Output;
use thinking::{Task, limits_of};

/// Longer lines are cut, which makes them bad input; a game of a thousand moves is far shorter.
const LONGEST_LINE: u64 = 1 << 20;
/// Deeper counts would keep the session from answering; `chuhe perft` has no such limit.
const DEEPEST_PERFT: u32 = 5;

/// `chuhe uci`: a session on standard input and output.
pub fn uci() {
    run(stdin().lock(), Box::new(stdout()), Some(Dialect::Uci));
}

/// `chuhe ucci`: the same in the other dialect. A greeting may still change it.
pub fn ucci() {
    run(stdin().lock(), Box::new(stdout()), Some(Dialect::Ucci));
}

/// Runs until the host says `quit` or closes its end. Without a dialect the greeting decides.
pub fn run(mut input: impl BufRead, output: Box<dyn Write + Send>, dialect: Option<Dialect>) {
    let mut session = Session::new(output, dialect.unwrap_or_default());
    let mut bytes = Vec::new();
    loop {
        bytes.clear();
        match input.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut bytes) {
            Ok(0) | Err(_) => break session.end_of_input(),
            Ok(_) => {}
        }
        let line = String::from_utf8_lossy(&bytes);
        if !session.obey(&line) {
            break;
        }
    }
}

struct Session {
    output: Output,
    settings: Settings,
    game: Game,
    /// UCCI: not to be played from the present position.
    banned: Vec<Move>,
    /// At home unless a search has it.
    engine: Option<Engine>,
    running: Option<Running>,
    /// Forget everything before the next search.
    clear_first: bool,
    /// Weak levels err differently in every game.
    seed: u64,
}

/// A search on its own thread, which gives the engine back.
struct Running {
    signals: Arc<Signals>,
    thread: JoinHandle<Engine>,
    /// Set, under its lock, with the words that end the search.
    has_answered: Arc<Mutex<bool>>,
    /// It ends by itself.
    is_bounded: bool,
}

impl Running {
    /// Waits for an answer that is just being said, so that it cannot cross a `stop`.
    fn has_answered(&self) -> bool {
        *self.has_answered.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Session {
    fn new(output: Box<dyn Write + Send>, dialect: Dialect) -> Session {
        Session {
            output: Output::new(output, dialect),
            settings: Settings::default(),
            game: Game::default(),
            banned: Vec::new(),
            engine: None,
            running: None,
            clear_first: false,
            seed: random(),
        }
    }

    /// Obeys one line; false to end the session.
    fn obey(&mut self, line: &str) -> bool {
        let dialect = self.output.dialect();
        match parse_command(dialect, self.settings.in_millis, line) {
            Command::Greet(dialect) => self.greet(dialect),
            Command::IsReady => self.be_ready(),
            Command::SetOption(option) => self.set_option(&option),
            Command::NewGame => self.new_game(),
            Command::Position { start, moves } => self.set_position(&start, &moves),
            Command::BanMoves(moves) => self.banned = self.read_moves(&moves),
            Command::Go(go) => self.go(&go),
            Command::PonderHit => {
                if let Some(running) = &self.running {
                    running.signals.ponder_hit();
                }
            }
            Command::Stop => self.stop(),
            Command::Probe { start, moves } => self.probe(&start, &moves),
            Command::Quit => {
                self.finish();
                if dialect == Dialect::Ucci {
                    self.output.reply(&Reply::Bye);
                }
                return false;
            }
            Command::Display => self.display(),
            Command::Evaluate => self.evaluate(),
            Command::Ignored | Command::Empty => {}
            Command::Unknown(text) => self.tell(format!("unknown command: {}", shorten(&text))),
        }
        true
    }

    /// The host is gone. A search that ends by itself may finish, for those who pipe commands in.
    fn end_of_input(&mut self) {
        if let Some(running) = &self.running
            && !running.is_bounded
        {
            running.signals.stop();
        }
        self.come_home();
    }

    fn greet(&mut self, dialect: Dialect) {
        self.output.set_dialect(dialect);
        let id = |key: &str, value: String| Reply::Id { key: key.to_owned(), value };
        self.output.reply(&id("name", format!("Chuhe {}", env!("CARGO_PKG_VERSION"))));
        self.output.reply(&id("author", env!("CARGO_PKG_AUTHORS").to_owned()));
        for spec in options::announced(dialect) {
            self.output.reply(&Reply::Option(spec));
        }
        self.output.reply(&Reply::GreetingOver(dialect));
    }

    fn be_ready(&mut self) {
        // Large tables are made now, not on the clock of the first move.
        if self.running.as_ref().is_none_or(|it| it.thread.is_finished()) {
            self.engine = Some(self.engine());
        }
        self.output.reply(&Reply::ReadyOk);
    }

    fn new_game(&mut self) {
        self.clear_first = true;
        self.seed = random();
    }

    fn set_option(&mut self, option: &SetOption) {
        match self.settings.set(&option.name, &option.value) {
            Ok(Changed::Setting) => {}
            Ok(Changed::ForgetEverything) => self.new_game(),
            Ok(Changed::Message(text)) => self.tell(text),
            Err(error) => self.tell(error.to_string()),
        }
    }

    fn set_position(&mut self, start: &Start, moves: &[String]) {
        match read_game(start, moves) {
            Ok(game) => {
                self.game = game;
                self.banned.clear();
            }
            Err(error) => self.tell(error),
        }
    }

    fn read_moves(&self, moves: &[String]) -> Vec<Move> {
        moves.iter().filter_map(|it| it.parse().ok()).collect()
    }

    fn go(&mut self, go: &Go) {
        if let Some(depth) = go.perft {
            return self.perft(depth);
        }
        if go.depth == Some(0) {
            self.evaluate();
            return self.output.reply(&Reply::NoBestMove);
        }
        self.finish();
        let engine = self.engine();
        let search_moves = self.read_moves(&go.search_moves);
        let side = self.game.position().side();
        let limits = limits_of(go, self.output.dialect(), &self.settings, side, search_moves);
        let signals = Arc::new(if go.ponder { Signals::pondering() } else { Signals::new() });
        let is_bounded = !go.ponder && !limits.infinite;
        let has_answered = Arc::new(Mutex::new(false));
        let task = Task {
            engine,
            has_answered: Arc::clone(&has_answered),
            game: self.game.clone(),
            limits: Limits { ban_moves: self.banned.clone(), seed: self.seed, ..limits },
            signals: Arc::clone(&signals),
            output: self.output.clone(),
            shows_wdl: self.settings.shows_wdl,
        };
        match thread::Builder::new().name("thinking".to_owned()).spawn(move || task.run()) {
            Ok(thread) => {
                self.running = Some(Running { signals, thread, has_answered, is_bounded });
            }
            Err(error) => {
                self.tell(format!("cannot start a thread: {error}"));
                self.output.reply(&Reply::NoBestMove);
            }
        }
    }

    fn stop(&mut self) {
        match &self.running {
            Some(running) if !running.has_answered() => running.signals.stop(),
            // UCCI wants an answer even when there is nothing to stop.
            _ if self.output.dialect() == Dialect::Ucci => self.output.reply(&Reply::NoBestMove),
            _ => {}
        }
    }

    /// Ends a running search, which says its move.
    fn finish(&mut self) {
        if let Some(running) = &self.running {
            running.signals.stop();
        }
        self.come_home();
    }

    /// Waits for a running search.
    fn come_home(&mut self) {
        if let Some(running) = self.running.take() {
            self.engine = running.thread.join().ok();
        }
    }

    /// The engine, with all settings in effect. Waits for a running search.
    fn engine(&mut self) -> Engine {
        self.come_home();
        let mut engine = self.engine.take().unwrap_or_else(|| Engine::new(1, 1));
        self.settings.apply(&mut engine);
        if std::mem::take(&mut self.clear_first) {
            engine.clear();
        }
        engine
    }

    fn probe(&mut self, start: &Start, moves: &[String]) {
        let known = match read_game(start, moves) {
            Ok(game) if self.running.is_none() => {
                let engine = self.engine();
                let known = engine.probe(&game);
                self.engine = Some(engine);
                known
            }
            Ok(_) => None,
            Err(error) => {
                self.tell(error);
                None
            }
        };
        let bound = |score: Option<engine::Score>, depth| Some((score?.as_centipawns(), depth));
        self.output.reply(&match known {
            None => Reply::PopHash { best: None, lower: None, upper: None },
            Some(known) => Reply::PopHash {
                best: known.best.map(|it| it.to_string()),
                lower: bound(known.lower, known.depth),
                upper: bound(known.upper, known.depth),
            },
        });
    }

    fn perft(&mut self, depth: u32) {
        if DEEPEST_PERFT < depth {
            return self
                .tell(format!("go perft counts up to {DEEPEST_PERFT}; deeper: chuhe perft"));
        }
        let position = *self.game.position();
        let mut total = 0;
        for (mv, count) in perft_divide(&position, depth) {
            self.output.reply(&Reply::Text(format!("{mv}: {count}")));
            total += count;
        }
        self.output.reply(&Reply::Text(format!("\nNodes searched: {total}")));
    }

    fn display(&mut self) {
        let position = self.game.position();
        self.output.reply(&Reply::Text(format!("{}\nFen: {}", position.diagram(), position.fen())));
    }

    fn evaluate(&mut self) {
        let position = self.game.position();
        let score = thinking::protocol_score(self.settings.evaluation.evaluate(position));
        let score = Some((score, protocol::Bound::Exact));
        self.output.reply(&Reply::Info(Info { depth: Some(0), score, ..Info::default() }));
    }

    fn tell(&self, text: impl Into<String>) {
        self.output.reply(&Reply::Info(Info::text(text)));
    }
}

/// A number nobody can foresee, from the keys the standard library gives its hash maps.
fn random() -> u64 {
    RandomState::new().build_hasher().finish()
}

/// Nothing changes unless all of it is right.
fn read_game(start: &Start, moves: &[String]) -> Result<Game, String> {
    let start = match start {
        Start::StartPosition => Position::start(),
        Start::Fen(fen) => Position::from_fen(fen).map_err(|it| format!("bad position: {it}"))?,
    };
    let mut game = Game::new(start);
    for (number, text) in (1..).zip(moves) {
        let mv: Option<Move> = text.parse().ok();
        if mv.is_none_or(|it| game.play(it).is_err()) {
            let text = shorten(text);
            return Err(format!("move {number} ({text}) is not legal; the position is unchanged"));
        }
    }
    Ok(game)
}

/// Enough of a text to recognize it.
fn shorten(text: &str) -> String {
    const MOST: usize = 60;
    let mut short: String = text.chars().take(MOST).filter(|it| !it.is_control()).collect();
    if text.chars().nth(MOST).is_some() {
        short.push('…');
    }
    short
}
