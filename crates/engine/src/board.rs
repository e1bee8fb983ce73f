//! The position as the search walks it: board, evaluation state and the way it was reached.

use xiangqi::{Move, Played, Position, Square};

use crate::{
    eval::{self, Accumulator},
    score::{MAX_PLY, Value},
};

/// A step on the way to the present position, with what undoing it restores.
#[derive(Clone, Copy)]
struct Step {
    /// `None` for a pass.
    played: Option<Played>,
    /// The hash before the step.
    hash: u64,
    accumulator: Accumulator,
    /// How many steps back repetitions may be looked for, before the step.
    reversible: u16,
}

pub(crate) struct Board {
    pub(crate) position: Position,
    accumulator: Accumulator,
    steps: Vec<Step>,
    /// Steps that belong to the game, before the search began.
    game_len: usize,
    /// Steps since the last capture or pass.
    reversible: u16,
}

/// Plies without capture after which the game is drawn.
pub(crate) const NO_CAPTURE_LIMIT: u16 = 120;

impl Board {
    /// Plays the moves of a game, up to the first that is not legal.
    pub(crate) fn new(start: &Position, moves: &[Move]) -> Board {
        let mut board = Board {
            position: *start,
            accumulator: Accumulator::of(start),
            steps: Vec::with_capacity(moves.len() + MAX_PLY + 8),
            game_len: 0,
            reversible: 0,
        };
        for &mv in moves {
            if !board.position.is_legal(mv) {
                break;
            }
            board.play(mv);
        }
        board.game_len = board.steps.len();
        board
    }

    #[inline(always)]
    pub(crate) fn play(&mut self, mv: Move) -> Played {
        let hash = self.position.hash();
        let played = self.position.play(mv);
        self.steps.push(Step {
            played: Some(played),
            hash,
            accumulator: self.accumulator,
            reversible: self.reversible,
        });
        self.accumulator.play(&played);
        self.reversible = if played.captured.is_some() { 0 } else { self.reversible + 1 };
        played
    }

    #[inline(always)]
    pub(crate) fn pass(&mut self) {
        self.steps.push(Step {
            played: None,
            hash: self.position.hash(),
            accumulator: self.accumulator,
            reversible: self.reversible,
        });
        self.position.pass();
        self.reversible = 0;
    }

    /// Takes back the last move or pass.
    #[inline(always)]
    pub(crate) fn undo(&mut self) {
        let Some(step) = self.steps.pop() else { return };
        match step.played {
            Some(played) => self.position.undo(played),
            None => self.position.pass(),
        }
        self.accumulator = step.accumulator;
        self.reversible = step.reversible;
    }

    #[inline(always)]
    pub(crate) fn evaluate(&self) -> Value {
        eval::evaluate(&self.position, &self.accumulator)
    }

    #[inline(always)]
    pub(crate) fn accumulator(&self) -> &Accumulator {
        &self.accumulator
    }

    /// The table's key. Long without capture, positions with different counters are different.
    #[inline(always)]
    pub(crate) fn key(&self) -> u64 {
        self.position.hash() ^ counter_key(self.plies_without_capture())
    }

    /// The key after a move, as far as it is known before.
    #[inline(always)]
    pub(crate) fn key_after(&self, mv: Move) -> u64 {
        let is_capture = self.position.piece_at(mv.to()).is_some();
        let counter = if is_capture { 0 } else { self.plies_without_capture() + 1 };
        self.position.hash_after(mv) ^ counter_key(counter)
    }

    /// The point the last move went to.
    #[inline(always)]
    pub(crate) fn last_target(&self) -> Option<Square> {
        Some(self.steps.last()?.played?.mv.to())
    }

    pub(crate) fn last_was_capture(&self) -> bool {
        let last = self.steps.last().and_then(|it| it.played);
        last.is_some_and(|it| it.captured.is_some())
    }

    pub(crate) fn plies_without_capture(&self) -> i32 {
        i32::from(self.position.plies_since_capture())
    }

    /// Has this position occurred before, once since the root or twice in all?
    #[inline(always)]
    pub(crate) fn repeats(&self) -> bool {
        let hash = self.position.hash();
        let len = self.steps.len();
        let mut seen = 0;
        let mut back = 4;
        while back <= usize::from(self.reversible) {
            if self.steps[len - back].hash == hash {
                seen += 1;
                if self.game_len < len - back || seen == 2 {
                    return true;
                }
            }
            back += 2;
        }
        false
    }
}

/// Tells counters apart in steps of eight, once they matter.
#[inline(always)]
fn counter_key(plies: i32) -> u64 {
    if plies < 14 { 0 } else { ((plies - 14) / 8 + 1) as u64 * 0x9e37_79b9_7f4a_7c15 }
}
