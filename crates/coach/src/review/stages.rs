//! Which searches are wanted next: a function of the answers so far.

use engine::Score;

use super::{
    Ask, Progress, Question, Review,
    judgment::{INACCURACY, Label, ONLY_MOVE},
};
use crate::chances::{PIECE, chance, drop, gives_away, of_other_side};

/// A change of chances, in percent, that is worth a closer look.
const DOUBT: f64 = 3.0;
/// Centipawns at first sight that may turn out to be a piece.
const HALF_A_PIECE: i32 = PIECE / 2;
/// Two errors in a row, each of which hides the other at first sight, happen where chances are left.
const OPEN: std::ops::RangeInclusive<f64> = 2.0..=98.0;
/// Outside these chances the game is decided, and no move is the only one any more.
const UNDECIDED: std::ops::RangeInclusive<f64> = 15.0..=95.0;
/// From here on the mover is winning, and there may be a mate to be missed.
const WINNING: f64 = 97.0;
/// Mates up to this many moves are exact after a closer look.
const EXACT_MATE: i32 = 3;

/// What is asked after the quick look, one after the other.
const LATER: [Question; 6] = [
    Question::Deep,
    Question::Mate,
    Question::Other,
    Question::OtherDeep,
    Question::Sure,
    Question::Finish,
];

impl Review {
    /// The searches that can be run now, those that should come first in front. Empty when the
    /// review is done; after each answer there may be others.
    pub fn wanted(&self) -> Vec<Ask> {
        let quick = self.wanted_quick();
        if !quick.is_empty() {
            return quick;
        }
        for question in LATER {
            let asks = self.missing(question);
            if !asks.is_empty() {
                return asks;
            }
        }
        Vec::new()
    }

    pub fn progress(&self) -> Progress {
        let positions = self.game.len() + usize::from(self.end.is_none());
        let wanted = self.wanted();
        let is_quick = wanted.first().is_some_and(|it| it.question == Question::Quick);
        let deep = self.answers.keys().filter(|it| it.question != Question::Quick).count();
        let open = if is_quick { 0 } else { wanted.len() };
        Progress {
            quick: (positions - if is_quick { wanted.len() } else { 0 }, positions),
            deep: (deep, deep + open),
            is_done: wanted.is_empty(),
        }
    }

    fn wanted_quick(&self) -> Vec<Ask> {
        let last = self.game.len();
        (0..=last)
            .filter(|&ply| self.opinion(ply).is_none())
            .map(|ply| Ask { ply, question: Question::Quick })
            .collect()
    }

    fn missing(&self, question: Question) -> Vec<Ask> {
        let mut asks: Vec<Ask> = (0..self.game.len())
            .flat_map(|ply| self.wishes(ply, question))
            .filter(|it| !self.answers.contains_key(it))
            .collect();
        asks.sort_unstable();
        asks.dedup();
        asks
    }

    /// What should be known about a move.
    fn wishes(&self, ply: usize, question: Question) -> Vec<Ask> {
        let here = Ask { ply, question };
        let there = Ask { ply: ply + 1, question };
        let has_ended = self.end.is_some() && ply + 1 == self.game.len();
        match question {
            Question::Quick => Vec::new(),
            Question::Deep if !self.is_doubtful(ply) => Vec::new(),
            Question::Deep if has_ended => vec![here],
            Question::Deep => vec![here, there],
            Question::Mate if self.may_have_missed_mate(ply) => vec![here],
            Question::Other if self.asks_for_other(ply) => vec![here],
            Question::Sure if self.is_error(ply) => {
                [here, there].into_iter().filter(|it| self.can_be_surer(it.ply)).collect()
            }
            Question::Finish if self.is_error(ply) => {
                [here, there].into_iter().filter(|it| self.stops_before_mate(it.ply)).collect()
            }
            Question::OtherDeep if self.asks_for_other_deep(ply) => vec![here],
            _ => Vec::new(),
        }
    }

    /// The game is open, chances swing, a piece is gone, a mate comes or goes, or one may be hidden in
    /// a won position.
    fn is_doubtful(&self, ply: usize) -> bool {
        let Some((before, after)) = self.around(ply) else { return false };
        let is_mate = |score: Score| matches!(score, Score::MateIn { .. });
        let is_open = OPEN.contains(&chance(before)) || OPEN.contains(&chance(after));
        let swings = DOUBT <= (chance(before) - chance(after)).abs();
        let may_give_away = gives_away(before, after) || HALF_A_PIECE <= drop(before, after);
        let may_hide_mate = WINNING <= chance(before) && !is_mate(after);
        is_open || swings || may_give_away || is_mate(before) != is_mate(after) || may_hide_mate
    }

    /// A won position was spoiled, or a long mate missed: was there a mate, and how far exactly?
    fn may_have_missed_mate(&self, ply: usize) -> bool {
        let Some((before, after)) = self.around(ply) else { return false };
        let is_long = before.mate_moves().is_some_and(|it| EXACT_MATE < it);
        let is_spoiled = WINNING <= chance(before) && INACCURACY <= chance(before) - chance(after);
        let is_exact = before.mate_moves().is_some() && !is_long;
        (is_long || is_spoiled) && !is_exact && !matches!(after, Score::MateIn { .. })
    }

    /// The engine would have played the same: then what else was there, and was it any good?
    fn asks_for_other(&self, ply: usize) -> bool {
        let Some((before, after)) = self.around(ply) else { return false };
        let is_first_choice = self.is_first_choice(ply);
        let is_disappointing = is_first_choice && disappoints(before, after);
        let may_be_only = is_first_choice && UNDECIDED.contains(&chance(after));
        (is_disappointing || may_be_only) && self.is_a_choice(ply)
    }

    fn asks_for_other_deep(&self, ply: usize) -> bool {
        let Some(other) = self.answer(ply, Question::Other) else { return false };
        let Some((before, after)) = self.around(ply) else { return false };
        let is_alone = ONLY_MOVE <= chance(after) - chance(other.score);
        disappoints(before, after) || is_alone
    }

    /// Nobody knows for certain, or has looked longer already.
    fn can_be_surer(&self, ply: usize) -> bool {
        let is_mate = |score: Score| matches!(score, Score::MateIn { .. } | Score::MatedIn { .. });
        let has_ended = self.end.is_some() && ply == self.game.len();
        let has_longer = self.answer(ply, Question::Mate).is_some();
        !has_ended && !has_longer && self.first_opinion(ply).is_some_and(|it| !is_mate(it.score))
    }

    fn is_error(&self, ply: usize) -> bool {
        self.judge(ply).and_then(|it| it.label).is_some_and(Label::is_error)
    }

    fn stops_before_mate(&self, ply: usize) -> bool {
        self.first_opinion(ply).is_some_and(|it| match it.score {
            Score::MateIn { plies } | Score::MatedIn { plies } => it.line.len() < plies as usize,
            _ => false,
        }) && self.unfinished(ply).is_some()
    }

    pub(super) fn is_first_choice(&self, ply: usize) -> bool {
        let first = self.opinion(ply).and_then(|it| it.line.first().copied());
        first.is_some() && first == self.game.moves().nth(ply)
    }

    /// More than one legal move, and not the plain answer to a capture.
    pub(super) fn is_a_choice(&self, ply: usize) -> bool {
        let plies = self.game.plies();
        let mv = plies[ply].played.mv;
        let takes_back = ply.checked_sub(1).is_some_and(|last| {
            let last = plies[last].played;
            last.captured.is_some() && last.mv.to() == mv.to()
        });
        let mut position = *self.game.position();
        plies[ply..].iter().rev().for_each(|it| position.undo(it.played));
        !takes_back && 1 < position.legal_moves().len()
    }

    /// The scores before and after a move as its mover sees them.
    pub(super) fn around(&self, ply: usize) -> Option<(Score, Score)> {
        Some((self.opinion(ply)?.score, of_other_side(self.opinion(ply + 1)?.score)))
    }
}

/// A move turns out worse than it looked before it was played.
fn disappoints(before: Score, after: Score) -> bool {
    DOUBT <= chance(before) - chance(after) || gives_away(before, after)
}
