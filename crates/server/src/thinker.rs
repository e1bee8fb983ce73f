//! Who thinks for a side: the boundary between rooms and searchers.

use std::time::Duration;

use xiangqi::{Color, Game, Move, RuleSet};

use crate::stop::StopSign;

/// Who plays a side, or how strong an analysis is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Strength {
    Level(u8),
    Zoo(String),
    /// As strong as the time allows.
    Full,
}

/// One question to a thinker.
#[derive(Clone)]
pub(crate) struct Task {
    /// The position with its history, so that repetitions are known.
    pub(crate) game: Game,
    pub(crate) strength: Strength,
    /// Whose word on repetitions counts.
    pub(crate) rules: RuleSet,
    /// The same for all moves of a game: a level errs consistently.
    pub(crate) seed: u64,
    /// Thinking ends no later.
    pub(crate) time: Duration,
    /// How many lines are wanted.
    pub(crate) lines: usize,
}

/// A value for Red, whoever moves: what bar, graph and database show.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum RedScore {
    Centipawns(i32),
    /// Moves until mate; negative if Black mates.
    Mate(i32),
}

impl RedScore {
    /// Turns a value for the side to move into one for Red.
    pub(crate) fn for_red(self, mover: Color) -> RedScore {
        match (mover, self) {
            (Color::Red, score) => score,
            (Color::Black, RedScore::Centipawns(value)) => RedScore::Centipawns(-value),
            (Color::Black, RedScore::Mate(moves)) => RedScore::Mate(-moves),
        }
    }

    /// Of Red's win, a draw and Black's win, in thousandths.
    pub(crate) fn chances(self) -> [u32; 3] {
        match self {
            RedScore::Centipawns(value) => engine::Score::Centipawns(value).win_draw_loss(),
            RedScore::Mate(moves) if moves < 0 => [0, 0, 1000],
            RedScore::Mate(_) => [1000, 0, 0],
        }
    }

    /// The value for one side, mates far outside of evaluations.
    pub(crate) fn for_side(self, side: Color) -> i32 {
        let red = match self {
            RedScore::Centipawns(value) => value,
            RedScore::Mate(moves) if moves < 0 => -100_000 - moves,
            RedScore::Mate(moves) => 100_000 - moves,
        };
        if side == Color::Red { red } else { -red }
    }
}

/// One line of a search, best first.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Line {
    pub(crate) score: RedScore,
    pub(crate) moves: Vec<Move>,
}

/// How far a search has come.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Progress {
    pub(crate) depth: u32,
    pub(crate) nodes: u64,
    pub(crate) nodes_per_second: u64,
    pub(crate) lines: Vec<Line>,
}

/// The move a thinker settles on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Choice {
    pub(crate) mv: Move,
    pub(crate) score: Option<RedScore>,
    pub(crate) depth: Option<u32>,
}

/// A searcher, owned by one thread of the pool.
pub(crate) trait Thinker: Send {
    /// Thinks until done, out of time, or told to stop. `None` only without legal moves.
    fn think(
        &mut self,
        task: &Task,
        stop: &StopSign,
        report: &mut (dyn FnMut(Progress) + Send),
    ) -> Option<Choice>;
}
