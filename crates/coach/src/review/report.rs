//! What a review has to say: each move, how well both sides played, where the game turned.

use engine::Score;
use records::{
    book::Book,
    openings::{Name, Openings},
};
use xiangqi::{Color, Game, Move, PieceKind, Position};

use super::{Label, Review, judgment::Judgment};
use crate::{
    chances::chance,
    why::{self, Choice, Why},
};

/// A loss of this many percent makes a move's accuracy 1/e = 37 %.
const FORGIVENESS: f64 = 20.0;
/// Moves that are shown as the ones that decided the game.
const MOST_KEY_MOMENTS: usize = 8;
/// Plies that belong to the opening even if no book knows them.
const OPENING_PLIES: usize = 20;
/// Chariots count two, horses and cannons one, 16 at the start; from here on it is the endgame.
const ENDGAME_STRENGTH: u32 = 6;

/// A part of the game.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Phase {
    Opening,
    Middle,
    End,
}

impl Phase {
    pub const ALL: [Phase; 3] = [Phase::Opening, Phase::Middle, Phase::End];
}

/// How well a side played, in percent; `None` where it made no move.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub struct Accuracy {
    pub total: Option<f64>,
    /// In the order of [`Phase::ALL`].
    pub phases: [Option<f64>; 3],
}

/// A move and what it was worth.
#[derive(Clone, PartialEq, Debug)]
pub struct MoveReview {
    /// Counted from 1.
    pub ply: usize,
    pub mv: Move,
    pub mover: Color,
    pub phase: Phase,
    /// As the mover sees it, with the best move and with the one played.
    pub score_before: Score,
    pub score_after: Score,
    /// The mover's chances in percent, before and after.
    pub before: f64,
    pub after: f64,
    /// The best line; it begins with the played move if nothing better is known.
    pub best: Vec<Move>,
    /// What follows the played move if both play well.
    pub answer: Vec<Move>,
    pub label: Option<Label>,
    /// Moves to the mate that was there for the mover; below zero, to the one he now allows.
    pub mate: Option<i32>,
    /// For labelled moves that had something better.
    pub why: Option<Why>,
}

impl MoveReview {
    pub fn loss(&self) -> f64 {
        (self.before - self.after).max(0.0)
    }
}

/// Everything that can be said so far.
#[derive(Clone, PartialEq, Debug)]
pub struct Report {
    /// Red's chances in percent in every position from the first to the last; `None` if not yet
    /// known.
    pub chances: Vec<Option<f64>>,
    /// The moves that can be judged already, in order.
    pub moves: Vec<MoveReview>,
    /// Indexed by color.
    pub accuracy: [Accuracy; 2],
    /// The part of the game each move belongs to.
    pub phases: Vec<Phase>,
    pub opening: Option<Name>,
    /// The first move that no master's game has, counted from 1; `None` if the game never was in
    /// the book or never left it.
    pub left_book: Option<usize>,
    /// Plies of the moves that decided the game, in order.
    pub key_moments: Vec<usize>,
}

impl Review {
    pub fn report(&self) -> Report {
        let phases = phases(&self.game);
        let moves: Vec<MoveReview> =
            (0..self.game.len()).filter_map(|ply| self.review_move(ply, phases[ply])).collect();
        Report {
            chances: self.chances(),
            accuracy: Color::BOTH.map(|color| accuracy(&moves, color)),
            opening: Openings::built_in()
                .name_of_game(self.game.start(), self.game.moves())
                .cloned(),
            left_book: left_book(&self.game),
            key_moments: key_moments(&moves),
            phases,
            moves,
        }
    }

    fn chances(&self) -> Vec<Option<f64>> {
        let side = |ply: usize| {
            let is_first = ply.is_multiple_of(2);
            if is_first { self.game.start().side() } else { self.game.start().side().opponent() }
        };
        let of_red = |ply: usize, chance: f64| match side(ply) {
            Color::Red => chance,
            Color::Black => 100.0 - chance,
        };
        (0..=self.game.len())
            .map(|ply| Some(of_red(ply, chance(self.opinion(ply)?.score))))
            .collect()
    }

    fn review_move(&self, ply: usize, phase: Phase) -> Option<MoveReview> {
        let judgment = self.judge(ply)?;
        let played = self.game.plies()[ply].played;
        let answer = self.opinion(ply + 1)?.line;
        let mate = match (judgment.before.mate_moves(), judgment.after.mate_moves()) {
            (Some(mine), _) if 0 < mine => Some(mine),
            (before, Some(theirs)) if theirs < 0 && before.is_none() => Some(theirs),
            _ => None,
        };
        let asks_why = judgment.label.is_some_and(Label::is_error);
        Some(MoveReview {
            ply: ply + 1,
            mv: played.mv,
            mover: played.piece.color(),
            phase,
            before: chance(judgment.before),
            after: chance(judgment.after),
            score_before: judgment.before,
            score_after: judgment.after,
            why: asks_why.then(|| self.why(ply, &judgment, &answer)),
            best: judgment.best,
            answer,
            label: judgment.label,
            mate,
        })
    }

    fn why(&self, ply: usize, judgment: &Judgment, answer: &[Move]) -> Why {
        let mut game = self.game.clone();
        while ply < game.len() {
            game.undo();
        }
        let mut played = vec![self.game.plies()[ply].played.mv];
        played.extend(answer);
        why::compare(
            &game,
            self.settings.rules,
            &Choice { score: judgment.after, line: played },
            &Choice { score: judgment.before, line: judgment.best.clone() },
        )
    }
}

/// The opening lasts as long as a book knows it, or a few moves; the end begins when little is
/// left to attack with.
fn phases(game: &Game) -> Vec<Phase> {
    let book = left_book(game).unwrap_or(0);
    let mut position = *game.start();
    let mut phases = Vec::with_capacity(game.len());
    let mut is_end = false;
    let is_from_start = *game.start() == Position::start();
    for (ply, mv) in game.moves().enumerate() {
        is_end |= strength(&position) <= ENDGAME_STRENGTH;
        let is_opening = is_from_start && (ply < OPENING_PLIES || ply + 1 < book);
        phases.push(match (is_end, is_opening) {
            (true, _) => Phase::End,
            (false, true) => Phase::Opening,
            (false, false) => Phase::Middle,
        });
        position.play_unchecked(mv);
    }
    phases
}

fn strength(position: &Position) -> u32 {
    let count = |kind| position.of_kind(kind).len();
    2 * count(PieceKind::Chariot) + count(PieceKind::Horse) + count(PieceKind::Cannon)
}

fn left_book(game: &Game) -> Option<usize> {
    let book = Book::masters();
    let mut position = *game.start();
    if !book.knows(&position) {
        return None;
    }
    for (ply, mv) in (1..).zip(game.moves()) {
        position.play_unchecked(mv);
        if !book.knows(&position) {
            return Some(ply);
        }
    }
    None
}

fn accuracy(moves: &[MoveReview], color: Color) -> Accuracy {
    let mean = |phase: Option<Phase>| {
        let own = moves.iter().filter(|it| it.mover == color);
        let own = own.filter(|it| phase.is_none_or(|phase| phase == it.phase));
        let values: Vec<f64> = own.map(|it| 100.0 * (-it.loss() / FORGIVENESS).exp()).collect();
        (!values.is_empty()).then(|| values.iter().sum::<f64>() / values.len() as f64)
    };
    Accuracy { total: mean(None), phases: Phase::ALL.map(|it| mean(Some(it))) }
}

/// The errors that cost the most, and mates that were missed.
fn key_moments(moves: &[MoveReview]) -> Vec<usize> {
    let mut errors: Vec<&MoveReview> =
        moves.iter().filter(|it| it.label.is_some_and(Label::is_error)).collect();
    let weight = |it: &MoveReview| {
        let missed = if it.label == Some(Label::MissedMate) { 15.0 } else { 0.0 };
        it.loss() + missed
    };
    errors.sort_by(|one, other| weight(other).total_cmp(&weight(one)));
    let mut plies: Vec<usize> = errors.iter().take(MOST_KEY_MOMENTS).map(|it| it.ply).collect();
    plies.sort_unstable();
    plies
}
