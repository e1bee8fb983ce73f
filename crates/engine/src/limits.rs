//! When a search has to end: what was asked, as plain data.

use std::time::Duration;

use xiangqi::Move;

use crate::level::Level;

/// Several limits may be set; the first one reached ends the search. None set: until stopped.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Limits {
    pub depth: Option<i32>,
    pub nodes: Option<u64>,
    /// No new iteration after so many nodes; the one begun is finished.
    pub soft_nodes: Option<u64>,
    /// Exactly this long.
    pub move_time: Option<Duration>,
    /// As long as the clock advises.
    pub clock: Option<Clock>,
    /// The clock runs by nodes, so many a second: then the same search takes the same time on any
    /// machine, however busy.
    pub pace: Option<u64>,
    /// Until a mate in so many moves is proven.
    pub mate: Option<i32>,
    /// Even a proven mate does not end the search, only `stop` does.
    pub infinite: bool,
    /// Only these root moves are considered; all if empty.
    pub search_moves: Vec<Move>,
    /// These root moves are not considered.
    pub ban_moves: Vec<Move>,
    /// How many best lines to find.
    pub multi_pv: usize,
    /// Weaker play than possible.
    pub level: Option<Level>,
    /// Levels err differently for every seed: one per game.
    pub seed: u64,
}

/// The clock of the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Clock {
    pub left: Duration,
    pub increment: Duration,
    /// Moves until `left` is refilled; `None` if it has to last for the whole game.
    pub moves_to_go: Option<u32>,
    /// Time lost between the search and the clock: pipes, networks, slow hosts.
    pub overhead: Duration,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            depth: None,
            nodes: None,
            soft_nodes: None,
            move_time: None,
            clock: None,
            pace: None,
            mate: None,
            infinite: false,
            search_moves: Vec::new(),
            ban_moves: Vec::new(),
            multi_pv: 1,
            level: None,
            seed: 0,
        }
    }
}

impl Limits {
    pub fn depth(depth: i32) -> Limits {
        Limits { depth: Some(depth), ..Limits::default() }
    }

    pub fn nodes(nodes: u64) -> Limits {
        Limits { nodes: Some(nodes), ..Limits::default() }
    }

    pub fn move_time(time: Duration) -> Limits {
        Limits { move_time: Some(time), ..Limits::default() }
    }
}
