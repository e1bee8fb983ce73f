//! What the search tells the outside, as plain data.

use std::time::Duration;

use xiangqi::Move;

use crate::score::{Bound, Score};

/// One line of progress.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Report {
    pub depth: i32,
    /// The deepest ply looked at.
    pub selective_depth: usize,
    /// 1 for the best line, 2 for the second best, ...
    pub rank: usize,
    pub score: Score,
    pub bound: Bound,
    pub nodes: u64,
    pub time: Duration,
    /// Fullness of the transposition table in thousandths.
    pub hash_full: u32,
    pub line: Vec<Move>,
}

impl Report {
    pub fn nodes_per_second(&self) -> u64 {
        let micros = self.time.as_micros().max(1) as u64;
        self.nodes.saturating_mul(1_000_000) / micros
    }
}

/// One finished line of the result, best first.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RankedLine {
    pub score: Score,
    /// At least one move.
    pub moves: Vec<Move>,
}

/// What a search found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SearchResult {
    /// `None` only if there is no move to choose from.
    pub best: Option<Move>,
    /// The expected answer, to think on while the opponent does.
    pub ponder: Option<Move>,
    pub score: Score,
    /// The score in the search's own unit, which stays the same whatever is called a pawn.
    pub value: i32,
    /// The last finished depth.
    pub depth: i32,
    pub nodes: u64,
    pub time: Duration,
    /// As many as were asked for, if there are as many moves. The first starts with `best`.
    pub lines: Vec<RankedLine>,
}

impl SearchResult {
    /// The best line.
    pub fn line(&self) -> &[Move] {
        self.lines.first().map_or(&[], |it| &it.moves)
    }
}
