//! A value of a position as everyone sees it: for Red.

use records::document::Evaluation;
use xiangqi::Color;

/// A value for Red, whoever moves: what bar, graph and database show.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum RedScore {
    Centipawns(i32),
    /// Moves until mate; negative if Black mates.
    Mate(i32),
    /// Moves until the other side will have broken the rule of repetition; negative if Black wins so.
    Rule(i32),
}

impl From<Evaluation> for RedScore {
    fn from(evaluation: Evaluation) -> RedScore {
        match evaluation {
            Evaluation::Centipawns(value) => RedScore::Centipawns(value),
            Evaluation::Mate(moves) => RedScore::Mate(moves),
        }
    }
}

impl From<RedScore> for Evaluation {
    fn from(score: RedScore) -> Evaluation {
        match score {
            RedScore::Centipawns(value) => Evaluation::Centipawns(value),
            RedScore::Mate(moves) => Evaluation::Mate(moves),
            // A record has no word for it: a value beyond all others, as engines write it.
            RedScore::Rule(moves) => {
                Evaluation::Centipawns(WON_BY_RULE * moves.signum() - 2 * moves)
            }
        }
    }
}

/// A win by rule in centipawns, before the plies to it are taken off.
const WON_BY_RULE: i32 = 20_000;

impl RedScore {
    /// Turns a value for the side to move into one for Red.
    pub(crate) fn for_red(self, mover: Color) -> RedScore {
        match (mover, self) {
            (Color::Red, score) => score,
            (Color::Black, RedScore::Centipawns(value)) => RedScore::Centipawns(-value),
            (Color::Black, RedScore::Mate(moves)) => RedScore::Mate(-moves),
            (Color::Black, RedScore::Rule(moves)) => RedScore::Rule(-moves),
        }
    }

    /// Of Red's win, a draw and Black's win, in thousandths.
    pub(crate) fn chances(self) -> [u32; 3] {
        match self {
            RedScore::Centipawns(value) => engine::Score::Centipawns(value).win_draw_loss(),
            RedScore::Mate(moves) | RedScore::Rule(moves) if moves < 0 => [0, 0, 1000],
            RedScore::Mate(_) | RedScore::Rule(_) => [1000, 0, 0],
        }
    }

    /// The value for one side, mates far outside of evaluations.
    pub(crate) fn for_side(self, side: Color) -> i32 {
        let red = match self {
            RedScore::Centipawns(value) => value,
            RedScore::Mate(moves) | RedScore::Rule(moves) if moves < 0 => -100_000 - moves,
            RedScore::Mate(moves) | RedScore::Rule(moves) => 100_000 - moves,
        };
        if side == Color::Red { red } else { -red }
    }
}
