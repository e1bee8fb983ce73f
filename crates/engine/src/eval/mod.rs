//! The static evaluation, kept up move by move.
//!
//! [`Evaluation`] is the choice between a network and the classical terms, and a [`Judge`] follows
//! a line of moves with it. The classical terms are below: [`Sums`] is what changes with a move,
//! [`evaluate`] what it adds up to. They are tapered: every weight has a value for a full board and
//! one for an empty one.

mod evaluation;
pub mod terms;
mod weights;

use std::ops::{Add, AddAssign, Neg, Sub, SubAssign};

use xiangqi::{Color, Piece, PieceKind, Played, Position, Square};

use crate::score::{Value, clamp_eval};
pub use evaluation::Evaluation;
pub(crate) use evaluation::Judge;
use terms::{Sink, collect, guards};

/// Two numbers that travel together: for the middlegame (low half) and the endgame (high half).
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Tapered(i32);

impl Tapered {
    pub const fn new(middle: i32, end: i32) -> Tapered {
        Tapered((end << 16) + middle)
    }

    #[inline(always)]
    pub fn middle(self) -> i32 {
        i32::from(self.0 as i16)
    }

    #[inline(always)]
    pub fn end(self) -> i32 {
        // The low half borrowed from the high one if it is negative.
        (self.0 + 0x8000) >> 16
    }

    #[inline(always)]
    pub fn blend(self, phase: i32) -> i32 {
        (self.middle() * phase + self.end() * (FULL_PHASE - phase)) / FULL_PHASE
    }
}

impl Add for Tapered {
    type Output = Tapered;

    #[inline(always)]
    fn add(self, other: Tapered) -> Tapered {
        Tapered(self.0.wrapping_add(other.0))
    }
}

impl Sub for Tapered {
    type Output = Tapered;

    #[inline(always)]
    fn sub(self, other: Tapered) -> Tapered {
        Tapered(self.0.wrapping_sub(other.0))
    }
}

impl Neg for Tapered {
    type Output = Tapered;

    #[inline(always)]
    fn neg(self) -> Tapered {
        Tapered(self.0.wrapping_neg())
    }
}

impl AddAssign for Tapered {
    #[inline(always)]
    fn add_assign(&mut self, other: Tapered) {
        *self = *self + other;
    }
}

impl SubAssign for Tapered {
    #[inline(always)]
    fn sub_assign(&mut self, other: Tapered) {
        *self = *self - other;
    }
}

/// The phase of a full board: the sum of [`phase_of`] over all pieces.
pub const FULL_PHASE: i32 = 32;

#[inline(always)]
const fn phase_of(kind: PieceKind) -> i32 {
    match kind {
        PieceKind::Chariot => 4,
        PieceKind::Horse | PieceKind::Cannon => 2,
        _ => 0,
    }
}

/// What is known about a position without looking at it again: the sum of its piece-square
/// weights (Red's minus Black's) and its phase.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) struct Sums {
    score: Tapered,
    phase: i32,
    /// Of each side, as [`guards`] counts.
    guards: [u8; 2],
}

impl Sums {
    pub(crate) fn of(position: &Position) -> Sums {
        let mut sums = Sums::default();
        for (square, piece) in position.placement() {
            sums.add(piece, square);
        }
        sums
    }

    #[inline(always)]
    pub(crate) fn play(&mut self, played: &Played) {
        let (from, to) = (played.mv.from(), played.mv.to());
        if let Some(captured) = played.captured {
            let (side, kind) = (captured.color(), captured.kind());
            self.score -= signed_weight(captured, to);
            self.phase -= phase_of(kind);
            self.guards[side.index()] -= guards::of_own(kind);
            self.guards[side.opponent().index()] -= guards::of_enemy(kind);
        }
        self.score += signed_weight(played.piece, to) - signed_weight(played.piece, from);
    }

    fn add(&mut self, piece: Piece, square: Square) {
        let (side, kind) = (piece.color(), piece.kind());
        self.score += signed_weight(piece, square);
        self.phase += phase_of(kind);
        self.guards[side.index()] += guards::of_own(kind);
        self.guards[side.opponent().index()] += guards::of_enemy(kind);
    }
}

/// Weights by piece and point, seen by Red: Black's are turned around and negated.
static SIGNED: [[Tapered; Square::COUNT]; Piece::COUNT] = signed_weights();

#[inline(always)]
fn signed_weight(piece: Piece, square: Square) -> Tapered {
    SIGNED[piece.index()][square.index()]
}

const fn signed_weights() -> [[Tapered; Square::COUNT]; Piece::COUNT] {
    let mut table = [[Tapered(0); Square::COUNT]; Piece::COUNT];
    let mut index = 0;
    while index < Piece::COUNT {
        let (kind, is_red) = (index % PieceKind::COUNT, index < PieceKind::COUNT);
        let mut square = 0;
        while square < Square::COUNT {
            let (rank, file) = (square / 9, square % 9);
            let rank = if is_red { rank } else { 9 - rank };
            let file = if file < 5 { file } else { 8 - file };
            let weight = weights::WEIGHTS[kind * terms::HALF_BOARD + rank * 5 + file];
            table[index][square] = if is_red { weight } else { Tapered(-weight.0) };
            square += 1;
        }
        index += 1;
    }
    table
}

/// The sums of the weights behind each number of [`guards`].
static GUARDS: [Tapered; guards::COUNT] = guard_weights();

const fn guard_weights() -> [Tapered; guards::COUNT] {
    let mut table = [Tapered(0); guards::COUNT];
    let mut number = 0;
    while number < guards::COUNT {
        let terms = guards::terms(number);
        let mut index = 0;
        while index < terms.len() {
            table[number].0 += weights::WEIGHTS[terms[index]].0;
            index += 1;
        }
        number += 1;
    }
    table
}

/// Adds up Red's terms minus Black's.
struct Sum(Tapered);

impl Sink for Sum {
    #[inline(always)]
    fn add(&mut self, color: Color, term: usize) {
        match color {
            Color::Red => self.0 += weights::WEIGHTS[term],
            Color::Black => self.0 -= weights::WEIGHTS[term],
        }
    }
}

/// The value of a quiet position for the side to move.
#[inline(always)]
pub(crate) fn evaluate(position: &Position, sums: &Sums) -> Value {
    let [red, black] = sums.guards.map(|it| GUARDS[usize::from(it)]);
    let mut sum = Sum(sums.score + red - black);
    collect(position, &mut sum);
    let value = sum.0.blend(sums.phase.min(FULL_PHASE));
    finish(position, if position.side() == Color::Red { value } else { -value })
}

/// What no evaluation needs to learn: a side that cannot attack cannot win.
#[inline(always)]
fn finish(position: &Position, value: Value) -> Value {
    let side = position.side();
    let winner = if 0 < value { side } else { side.opponent() };
    clamp_eval(if position.can_attack(winner) { value } else { value / HARMLESS })
}

/// The advantage of a side that cannot attack is divided by this.
const HARMLESS: i32 = 16;

/// The evaluation of a position from scratch, for the side to move.
pub fn evaluate_position(position: &Position) -> i32 {
    evaluate(position, &Sums::of(position))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn halves_do_not_mix() {
        for (middle, end) in [(5, 7), (-5, 7), (5, -7), (-5, -7), (-1000, 1000)] {
            let sum = Tapered::new(middle, end) + Tapered::new(-3, -4);
            assert_eq!((sum.middle(), sum.end()), (middle - 3, end - 4));
        }
    }

    #[test]
    fn both_sides_and_both_wings_are_equal() {
        for fen in [
            "r1bakab1r/9/1cn2cn2/p1p1p1p1p/9/9/P1P1P1P1P/1C2C1N2/9/RNBAKAB1R w - - 0 1",
            "3ak4/4a4/4b4/4p4/1c7/2B1n4/9/3nB4/3K5/5A1r1 b - - 3 49",
        ] {
            let position = Position::from_fen(fen).unwrap();
            let value = evaluate_position(&position);
            let mut setup = position.setup();
            setup.side = setup.side.opponent();
            for square in Square::all() {
                let other = position.piece_at(square.flip_ranks());
                setup.board[square.index()] =
                    other.map(|it| Piece::new(it.color().opponent(), it.kind()));
            }
            assert_eq!(evaluate_position(&setup.position().unwrap()), value, "{fen}");

            let mut setup = position.setup();
            for square in Square::all() {
                setup.board[square.index()] = position.piece_at(square.mirror_files());
            }
            assert_eq!(evaluate_position(&setup.position().unwrap()), value, "{fen}");
        }
    }

    #[test]
    fn the_sums_stay_true() {
        let mut position = Position::start();
        let mut sums = Sums::of(&position);
        for step in 0..300_usize {
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            let played = position.play_unchecked(moves[step * 7919 % moves.len()]);
            sums.play(&played);
            assert_eq!(sums, Sums::of(&position));
        }
    }
}
