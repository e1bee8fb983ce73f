//! Who thinks behind a session: the engine, or a member of the zoo. The session talks to the host
//! and keeps threads and positions; a brain has options, and searches when it is asked to.

use std::{
    error, fmt,
    sync::atomic::{AtomicBool, Ordering},
};

use engine::Signals;
use protocol::{Dialect, Go, Info, OptionSpec, Reply, Score};
use xiangqi::{Game, Move, Position};

pub trait Brain {
    /// What does the searching. It is lent to a thread and given back; settings that change
    /// meanwhile wait in the brain.
    type Searcher: Send + 'static;

    /// As the greeting has it.
    fn name(&self) -> String;

    /// The options that the greeting lists.
    fn options(&self, dialect: Dialect) -> Vec<OptionSpec>;

    fn set(&mut self, name: &str, value: &str) -> Result<Changed, OptionError>;

    /// UCCI: clocks count milliseconds instead of seconds.
    fn counts_millis(&self) -> bool;

    fn new_game(&mut self);

    /// The searcher with all settings in effect; there is none before the first search.
    fn prepare(&mut self, searcher: Option<Self::Searcher>) -> Self::Searcher;

    /// What the last `prepare` could not do as it was told.
    fn remarks(&mut self) -> Vec<String> {
        Vec::new()
    }

    fn plan(&self, order: Order<'_>) -> Plan<Self::Searcher>;

    /// The static evaluation, if the brain has one to show.
    fn evaluate(&self, _position: &Position) -> Option<Score> {
        None
    }

    /// UCCI: what the table knows about a position.
    fn probe(&self, _searcher: &Self::Searcher, _game: &Game) -> Reply {
        Reply::PopHash { best: None, lower: None, upper: None }
    }
}

/// What a `go` asks for.
pub struct Order<'a> {
    pub go: &'a Go,
    pub dialect: Dialect,
    pub game: &'a Game,
    /// Root moves to be played, if there are any, and those not to be.
    pub search_moves: Vec<Move>,
    pub ban_moves: Vec<Move>,
}

/// How a brain will answer.
pub struct Plan<S> {
    /// It has to be stopped.
    pub is_endless: bool,
    pub search: SearchOnce<S>,
}

/// Searches, says how it goes, and returns the last words, with the move at their end.
pub type SearchOnce<S> = Box<dyn FnOnce(&mut S, &Orders, &Say<'_>) -> Vec<Reply> + Send>;

/// Tells the host how a search goes, from any thread.
pub type Say<'a> = dyn Fn(Info) + Sync + 'a;

/// What a session can tell a running search, in the engine's way and as the flag that other
/// searches look at.
#[derive(Default)]
pub struct Orders {
    pub signals: Signals,
    pub stop: AtomicBool,
}

impl Orders {
    pub(super) fn new(is_pondering: bool) -> Orders {
        let signals = if is_pondering { Signals::pondering() } else { Signals::new() };
        Orders { signals, stop: AtomicBool::new(false) }
    }

    pub(super) fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
        self.signals.stop();
    }
}

/// What setting an option asks the session to do.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Changed {
    Setting,
    ForgetEverything,
    Message(String),
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum OptionError {
    Unknown(String),
    BadValue { name: &'static str, value: String, expected: String },
}

impl OptionError {
    pub fn unknown(name: &str) -> OptionError {
        OptionError::Unknown(super::shorten(name))
    }

    pub fn bad_value(name: &'static str, value: &str, expected: String) -> OptionError {
        OptionError::BadValue { name, value: super::shorten(value), expected }
    }
}

impl fmt::Display for OptionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OptionError::Unknown(name) => write!(f, "no such option: {name}"),
            OptionError::BadValue { name, value, expected } => {
                write!(f, "option {name} is {expected}, not {value:?}")
            }
        }
    }
}

impl error::Error for OptionError {}
