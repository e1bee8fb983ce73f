//! What a move was worth: its label, by what it lost of the mover's chances, or of his pieces.

use engine::Score;
use xiangqi::Move;

use super::{Question, Review};
use crate::chances::{chance, gives_away};

/// Loss of the mover's chances in percent from which on a move is an inaccuracy. A win counts
/// whole and a draw half, so 50 is the whole way from an even game to a lost one.
pub const INACCURACY: f64 = 8.0;
/// ... a mistake.
pub const MISTAKE: f64 = 15.0;
/// ... a blunder.
pub const BLUNDER: f64 = 30.0;
/// Plies by which a mate may become longer and still count as the same.
const DETOUR: i32 = 12;
/// By so much every other move would have been worse than the only one.
pub const ONLY_MOVE: f64 = 20.0;

/// What stands beside a move.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Label {
    /// Played, and every other move was worse by far.
    OnlyMove,
    /// A mate was there and is there no more.
    MissedMate,
    Inaccuracy,
    Mistake,
    Blunder,
}

impl Label {
    pub const ALL: [Label; 5] =
        [Label::OnlyMove, Label::MissedMate, Label::Inaccuracy, Label::Mistake, Label::Blunder];

    /// The word of the command line contract.
    pub const fn name(self) -> &'static str {
        match self {
            Label::OnlyMove => "only_move",
            Label::MissedMate => "missed_mate",
            Label::Inaccuracy => "inaccuracy",
            Label::Mistake => "mistake",
            Label::Blunder => "blunder",
        }
    }

    /// The sign behind the move.
    pub const fn glyph(self) -> &'static str {
        match self {
            Label::OnlyMove => "□",
            Label::Inaccuracy => "?!",
            Label::MissedMate | Label::Mistake => "?",
            Label::Blunder => "??",
        }
    }

    /// Something better was there.
    pub const fn is_error(self) -> bool {
        !matches!(self, Label::OnlyMove)
    }
}

/// A move weighed against the best one.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Judgment {
    /// With the best move, and with the one that was played; both as the mover sees it.
    pub(super) before: Score,
    pub(super) after: Score,
    /// The best line, which begins with the played move if nothing better is known.
    pub(super) best: Vec<Move>,
    pub(super) label: Option<Label>,
}

impl Review {
    /// `None` as long as a position beside the move is not known.
    pub(super) fn judge(&self, ply: usize) -> Option<Judgment> {
        let played = self.game.moves().nth(ply)?;
        let (before, after) = self.around(ply)?;
        let other = [Question::OtherDeep, Question::Other]
            .into_iter()
            .find_map(|it| self.answer(ply, it))
            .filter(|it| !it.line.is_empty());
        let mut own_line = vec![played];
        own_line.extend(self.opinion(ply + 1)?.line);
        let mut judgment = Judgment { before: after, after, best: own_line, label: None };
        let mut offer = |score: Score, line: &[Move]| {
            if judgment.before.as_centipawns() < score.as_centipawns() {
                judgment.before = score;
                judgment.best = line.to_vec();
            }
        };
        if !self.is_first_choice(ply) {
            offer(before, &self.opinion(ply)?.line);
        }
        if let Some(other) = other {
            offer(other.score, &other.line);
        }
        let is_alone = other.is_some_and(|it| ONLY_MOVE <= chance(after) - chance(it.score));
        judgment.label = error(judgment.before, judgment.after)
            .or((is_alone && judgment.best[0] == played)
                .then_some(Label::OnlyMove)
                .filter(|_| self.is_a_choice(ply)));
        Some(judgment)
    }
}

/// What is wrong with a move, by what the best one and it itself promise the mover.
fn error(best: Score, played: Score) -> Option<Label> {
    if misses_mate(best, played) {
        return Some(Label::MissedMate);
    }
    match chance(best) - chance(played) {
        loss if BLUNDER <= loss => Some(Label::Blunder),
        loss if MISTAKE <= loss => Some(Label::Mistake),
        _ if gives_away(best, played) => Some(Label::Mistake),
        loss if INACCURACY <= loss => Some(Label::Inaccuracy),
        _ => None,
    }
}

/// A mate was there, and is gone or far away.
fn misses_mate(best: Score, played: Score) -> bool {
    let Score::MateIn { plies: best } = best else { return false };
    !matches!(played, Score::MateIn { plies } if plies <= best + DETOUR)
}

/// The chances are as good as with the best move, nearly, and so are the pieces.
pub fn is_good(best: Score, played: Score) -> bool {
    chance(best) - chance(played) < INACCURACY && !gives_away(best, played)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chances::PIECE;

    #[test]
    fn a_piece_given_away_is_a_mistake_however_the_game_stands() {
        let cp = Score::Centipawns;
        for (best, played, expected) in [
            (cp(0), cp(-20), None),
            (cp(-700), cp(-700 - PIECE), Some(Label::Mistake)),
            (cp(1000), cp(800), Some(Label::Mistake)),
            (cp(1500), cp(1200), None),
            (cp(-900), Score::MatedIn { plies: 6 }, Some(Label::Mistake)),
            (Score::MatedIn { plies: 8 }, Score::MatedIn { plies: 2 }, None),
            (Score::RuleWin { plies: 6 }, cp(1500), None),
            (Score::MateIn { plies: 3 }, cp(1500), Some(Label::MissedMate)),
            (cp(50), cp(-900), Some(Label::Blunder)),
        ] {
            assert_eq!(error(best, played), expected, "{best:?} {played:?}");
        }
    }
}
