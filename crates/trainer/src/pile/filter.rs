//! Which positions teach. A network answers quiet positions; in the others the search does.

use std::collections::HashSet;

use xiangqi::{Color, Position};

use super::Sample;
use crate::data::{GameRecord, Outcome, ScoredMove};

/// The limits of what is learned from.
#[derive(Clone, PartialEq, Debug)]
pub struct Filter {
    /// Beyond this score the game is decided and only the search matters.
    pub largest_score: i32,
    /// After so many plies without capture the score says more about the counter.
    pub most_quiet_plies: u16,
}

impl Default for Filter {
    fn default() -> Filter {
        Filter { largest_score: 3000, most_quiet_plies: 40 }
    }
}

/// What became of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fate {
    Kept,
    InCheck,
    /// The best move takes something.
    Capture,
    Decided,
    /// The search saw a draw by rule and not the position.
    DrawByRule,
    /// It was on the board before in the same game, or nothing has been taken for long.
    Stale,
}

impl Fate {
    pub const COUNT: usize = 6;
    pub const NAMES: [&str; Fate::COUNT] =
        ["kept", "in check", "capture", "decided", "draw by rule", "stale"];
}

impl Filter {
    /// Hands over the positions of a game that teach.
    pub fn samples(&self, game: &GameRecord, keep: &mut dyn FnMut(Sample)) {
        self.judge(game, &mut |position, scored, fate| {
            if fate == Fate::Kept {
                let result = result_for(game.outcome, position.side());
                keep(Sample::new(position, scored.score, result));
            }
        });
    }

    /// Says of each position with a score whether it teaches, and why not.
    pub fn judge(&self, game: &GameRecord, visit: &mut dyn FnMut(&Position, &ScoredMove, Fate)) {
        let mut position = game.start;
        for &mv in &game.opening {
            position.play_unchecked(mv);
        }
        let mut seen = HashSet::with_capacity(game.moves.len());
        for scored in &game.moves {
            let is_new = seen.insert(position.hash());
            visit(&position, scored, self.fate(&position, scored, is_new));
            position.play_unchecked(scored.mv);
        }
    }

    fn fate(&self, position: &Position, scored: &ScoredMove, is_new: bool) -> Fate {
        let size = i32::from(scored.score).abs();
        if self.largest_score < size {
            Fate::Decided
        } else if size <= 1 {
            Fate::DrawByRule
        } else if !is_new || self.most_quiet_plies < position.plies_since_capture() {
            Fate::Stale
        } else if position.piece_at(scored.mv.to()).is_some() {
            Fate::Capture
        } else if position.in_check() {
            Fate::InCheck
        } else {
            Fate::Kept
        }
    }
}

/// The share of the point for a side.
pub(super) fn result_for(outcome: Outcome, side: Color) -> Option<f32> {
    match outcome {
        Outcome::Won(winner) => Some(if winner == side { 1.0 } else { 0.0 }),
        Outcome::Draw => Some(0.5),
        Outcome::Unknown => None,
    }
}
