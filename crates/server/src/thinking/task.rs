//! What a searcher is asked and what it answers: the boundary between rooms and searchers.

use std::time::{Duration, Instant};

use xiangqi::{Game, Move, RuleSet};

use super::stop::StopSign;
use crate::game::{player::MachinePlayer, score::RedScore, setup::ClockRule};

/// One question to a thinker.
#[derive(Clone)]
pub(crate) struct Task {
    /// The position with its history, so that repetitions are known.
    pub(crate) game: Game,
    /// Whose word on repetitions counts.
    pub(crate) rules: RuleSet,
    pub(crate) aim: Aim,
}

/// What the thinking is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Aim {
    /// A machine's move in a game.
    Move {
        machine: MachinePlayer,
        /// The same for all moves of a game: a level errs consistently.
        seed: u64,
        clock: Option<RunningClock>,
        /// Whether a level may play the moves of the masters; not where strength is measured.
        by_heart: bool,
    },
    /// The truth, as far as so much time finds it, in so many lines.
    Analysis { time: Duration, lines: usize },
}

/// The clock of the side to move. It ran on while the task waited for its thread.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct RunningClock {
    pub(crate) rule: ClockRule,
    /// What was left at `since`.
    pub(crate) left: Duration,
    pub(crate) since: Instant,
}

impl RunningClock {
    pub(crate) fn left_now(&self) -> Duration {
        self.left.saturating_sub(self.since.elapsed())
    }
}

/// One line of a search, best first.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct ThoughtLine {
    pub(crate) score: RedScore,
    pub(crate) moves: Vec<Move>,
}

/// How far a search has come.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Thought {
    pub(crate) depth: u32,
    pub(crate) nodes: u64,
    pub(crate) nodes_per_second: u64,
    pub(crate) lines: Vec<ThoughtLine>,
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
        report: &mut (dyn FnMut(Thought) + Send),
    ) -> Option<Choice>;
}
