//! What a score promises, in percent, and what two scores say about a piece.

use engine::Score;

/// What the side to move can expect, in percent: a win counts whole, a draw half. The engine's
/// fitted model decides, so a new fit changes every label by itself.
pub fn chance(score: Score) -> f64 {
    let [win, draw, _] = score.win_draw_loss();
    f64::from(2 * win + draw) / 20.0
}

/// What a score of the position after a move says to the one who made the move. The move itself is
/// one ply more on the way to a mate.
pub fn of_other_side(score: Score) -> Score {
    match score {
        Score::Centipawns(centipawns) => Score::Centipawns(-centipawns),
        Score::MateIn { plies } => Score::MatedIn { plies: plies + 1 },
        Score::MatedIn { plies } => Score::MateIn { plies: plies + 1 },
        Score::RuleWin { plies } => Score::RuleLoss { plies: plies + 1 },
        Score::RuleLoss { plies } => Score::RuleWin { plies: plies + 1 },
    }
}

/// Centipawns from which on a whole piece is gone: two thirds of a horse, since something is nearly
/// always left in return. Giving that away is a mistake even where the game is decided and no
/// chances are left to lose.
pub const PIECE: i32 = 180;
/// Beyond four horses ahead or behind, more or less of it says nothing about a move.
pub const DECIDED: i32 = 1000;

/// A whole piece is gone that could be kept, or a mate allowed that was none.
pub(crate) fn gives_away(best: Score, played: Score) -> bool {
    match (best, played) {
        (Score::Centipawns(_), Score::MatedIn { .. }) => true,
        _ => PIECE <= drop(best, played),
    }
}

/// Centipawns that a move costs, as long as nobody sees a win.
pub(crate) fn drop(best: Score, played: Score) -> i32 {
    match (best, played) {
        (Score::Centipawns(best), Score::Centipawns(played)) => {
            best.clamp(-DECIDED, DECIDED) - played.clamp(-DECIDED, DECIDED)
        }
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_one_side_hopes_the_other_fears() {
        for score in [
            Score::Centipawns(0),
            Score::Centipawns(73),
            Score::MateIn { plies: 3 },
            Score::RuleLoss { plies: 8 },
        ] {
            let sum = chance(score) + chance(of_other_side(score));
            assert!((sum - 100.0).abs() < 1e-9, "{score:?}");
        }
        assert_eq!(chance(Score::Centipawns(0)), 50.0);
        assert_eq!(of_other_side(Score::MatedIn { plies: 4 }).mate_moves(), Some(3));
    }
}
