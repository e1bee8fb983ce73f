//! A session: reads the lines of a host, lets a brain think, writes replies.
//!
//! The thread that reads never searches, so that every line is answered at once. Settings that
//! arrive while a search runs take effect with the next one.

mod book;
mod brain;
mod engine_brain;
mod options;
mod output;
mod perft;
mod thinking;

use std::{
    io::{BufRead, Read, Write, stdin, stdout},
    thread,
    time::Duration,
};

pub use brain::{Brain, Changed, OptionError, Order, Orders, Plan, Say, SearchOnce};
use engine_brain::EngineBrain;
use output::Output;
use protocol::{Bound, Command, Dialect, Go, Info, Reply, SetOption, Start, parse_command};
use thinking::Thinking;
use xiangqi::{Game, Move, Position};

/// Longer lines are cut, which makes them bad input; a game of a thousand moves is far shorter.
const LONGEST_LINE: u64 = 1 << 20;
/// How often somebody who left is looked for.
const LOOK_EVERY: Duration = Duration::from_millis(20);

/// `chuhe uci`: a session on standard input and output.
pub fn uci() {
    run(stdin().lock(), Box::new(stdout()), Some(Dialect::Uci));
}

/// `chuhe ucci`: the same in the other dialect. A greeting may still change it.
pub fn ucci() {
    run(stdin().lock(), Box::new(stdout()), Some(Dialect::Ucci));
}

/// The engine, until the host says `quit` or closes its end. Without a dialect the greeting
/// decides.
pub fn run(input: impl BufRead, output: Box<dyn Write + Send>, dialect: Option<Dialect>) {
    serve(EngineBrain::new(), input, output, dialect);
}

/// The same with another brain.
pub fn serve<B: Brain>(
    brain: B,
    mut input: impl BufRead,
    output: Box<dyn Write + Send>,
    dialect: Option<Dialect>,
) {
    let mut session = Session::new(brain, Output::new(output, dialect.unwrap_or_default()));
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

struct Session<B: Brain> {
    output: Output,
    brain: B,
    game: Game,
    /// UCCI: not to be played from the present position.
    banned: Vec<Move>,
    /// At home unless a search has it.
    searcher: Option<B::Searcher>,
    thinking: Option<Thinking<B::Searcher>>,
    /// The search that runs ends by itself.
    is_bounded: bool,
}

impl<B: Brain> Session<B> {
    fn new(brain: B, output: Output) -> Session<B> {
        Session {
            output,
            brain,
            game: Game::default(),
            banned: Vec::new(),
            searcher: None,
            thinking: None,
            is_bounded: true,
        }
    }

    /// Obeys one line; false to end the session.
    fn obey(&mut self, line: &str) -> bool {
        let dialect = self.output.dialect();
        match parse_command(dialect, self.brain.counts_millis(), line) {
            Command::Greet(dialect) => self.greet(dialect),
            Command::IsReady => self.be_ready(),
            Command::SetOption(option) => self.set_option(&option),
            Command::NewGame => self.brain.new_game(),
            Command::Position { start, moves } => self.set_position(&start, &moves),
            Command::BanMoves(moves) => self.banned = self.read_moves(&moves),
            Command::Go(go) => self.go(&go),
            Command::PonderHit => {
                if let Some(thinking) = &self.thinking {
                    thinking.orders.signals.ponder_hit();
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
            Command::Evaluate => _ = self.evaluate(),
            Command::Ignored | Command::Empty => {}
            Command::Unknown(text) => self.tell(format!("unknown command: {}", shorten(&text))),
        }
        true
    }

    /// The host is gone. A search that ends by itself may finish, for those who pipe commands in, but
    /// not if nobody reads its answer either.
    fn end_of_input(&mut self) {
        if !self.is_bounded {
            return self.finish();
        }
        while self.thinking.as_ref().is_some_and(|it| !it.is_over()) {
            if self.output.is_broken() || system::nobody_reads() {
                return self.finish();
            }
            thread::sleep(LOOK_EVERY);
        }
        self.come_home();
    }

    fn greet(&mut self, dialect: Dialect) {
        self.output.set_dialect(dialect);
        let id = |key: &str, value: String| Reply::Id { key: key.to_owned(), value };
        self.output.reply(&id("name", self.brain.name()));
        self.output.reply(&id("author", env!("CARGO_PKG_AUTHORS").to_owned()));
        for spec in self.brain.options(dialect) {
            self.output.reply(&Reply::Option(spec));
        }
        self.output.reply(&Reply::GreetingOver(dialect));
    }

    fn be_ready(&mut self) {
        // Large tables are made now, not on the clock of the first move.
        if self.thinking.as_ref().is_none_or(Thinking::is_over) {
            self.searcher = Some(self.ready_searcher());
        }
        self.output.reply(&Reply::ReadyOk);
    }

    fn set_option(&mut self, option: &SetOption) {
        match self.brain.set(&option.name, &option.value) {
            Ok(Changed::Setting) => {}
            Ok(Changed::ForgetEverything) => self.brain.new_game(),
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
        if go.depth == Some(0) && self.evaluate() {
            return self.output.reply(&Reply::NoBestMove);
        }
        self.finish();
        let plan = self.brain.plan(Order {
            go,
            dialect: self.output.dialect(),
            game: &self.game,
            search_moves: self.read_moves(&go.search_moves),
            ban_moves: self.banned.clone(),
        });
        self.is_bounded = !go.ponder && !plan.is_endless;
        if !self.begin(plan, go.ponder) {
            self.output.reply(&Reply::NoBestMove);
        }
    }

    /// False, and said why, if it cannot begin.
    fn begin(&mut self, plan: Plan<B::Searcher>, is_pondering: bool) -> bool {
        let searcher = self.ready_searcher();
        match Thinking::begin(plan, searcher, is_pondering, self.output.clone()) {
            Ok(thinking) => self.thinking = Some(thinking),
            Err(error) => {
                self.tell(format!("cannot start a thread: {error}"));
                return false;
            }
        }
        true
    }

    fn stop(&mut self) {
        match &self.thinking {
            Some(thinking) if !thinking.has_answered() => thinking.orders.stop(),
            // UCCI wants an answer even when there is nothing to stop.
            _ if self.output.dialect() == Dialect::Ucci => self.output.reply(&Reply::NoBestMove),
            _ => {}
        }
    }

    /// Ends a running search, which says its move.
    fn finish(&mut self) {
        if let Some(thinking) = &self.thinking {
            thinking.orders.stop();
        }
        self.come_home();
    }

    /// Waits for a running search.
    fn come_home(&mut self) {
        if let Some(thinking) = self.thinking.take() {
            self.searcher = thinking.finish();
        }
    }

    /// The searcher, with all settings in effect. Waits for a running search.
    fn ready_searcher(&mut self) -> B::Searcher {
        self.come_home();
        let searcher = self.brain.prepare(self.searcher.take());
        for remark in self.brain.remarks() {
            self.tell(remark);
        }
        searcher
    }

    fn probe(&mut self, start: &Start, moves: &[String]) {
        let known = match read_game(start, moves) {
            Ok(game) if self.thinking.is_none() => {
                let searcher = self.ready_searcher();
                let known = self.brain.probe(&searcher, &game);
                self.searcher = Some(searcher);
                Some(known)
            }
            Ok(_) => None,
            Err(error) => {
                self.tell(error);
                None
            }
        };
        let nothing = Reply::PopHash { best: None, lower: None, upper: None };
        self.output.reply(&known.unwrap_or(nothing));
    }

    fn perft(&mut self, depth: u32) {
        self.finish();
        self.is_bounded = true;
        self.begin(perft::plan(*self.game.position(), depth), false);
    }

    fn display(&mut self) {
        let position = self.game.position();
        self.output.reply(&Reply::Text(format!("{}\nFen: {}", position.diagram(), position.fen())));
    }

    /// False if there is nothing to show.
    fn evaluate(&mut self) -> bool {
        let Some(score) = self.brain.evaluate(self.game.position()) else { return false };
        let score = Some((score, Bound::Exact));
        self.output.reply(&Reply::Info(Info { depth: Some(0), score, ..Info::default() }));
        true
    }

    fn tell(&self, text: impl Into<String>) {
        self.output.reply(&Reply::Info(Info::text(text)));
    }
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
