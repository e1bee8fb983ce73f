//! What a position is worth: numbers inside the search, words outside.

/// The search's number, from the view of the side to move. A horse is 720.
///
/// Three bands, from the middle outwards: evaluations, wins and losses by rule (perpetual check
/// or chase), wins and losses by mate. Within the outer two, sooner lies further out.
pub(crate) type Value = i32;

/// No line is searched further from the root than this.
pub(crate) const MAX_PLY: usize = 128;

pub(crate) const DRAW: Value = 0;
pub(crate) const INFINITE: Value = 32_500;
const MATE: Value = 32_000;
const MATE_BOUND: Value = MATE - 512;
const RULE_WIN: Value = MATE_BOUND - 1;
const RULE_BOUND: Value = RULE_WIN - 512;
/// Evaluations stay inside, so that they can never be mistaken for a proven win.
pub(crate) const EVAL_LIMIT: Value = RULE_BOUND - 1;

/// The value at which a win is as likely as not: this is what the world calls 100 centipawns.
///
/// Fitted, as [`CHANCE_SPREAD`], to own games (`docs/network.md`).
const EVEN_CHANCE: i32 = 273;
/// How slowly chances change with the value.
const CHANCE_SPREAD: i32 = 111;

/// The side to move mates so many plies from the root.
#[inline(always)]
pub(crate) fn mate_in(ply: usize) -> Value {
    MATE - ply as Value
}

/// The side to move is mated, or has no move left, so many plies from the root.
#[inline(always)]
pub(crate) fn mated_in(ply: usize) -> Value {
    ply as Value - MATE
}

/// The opponent of the side to move broke the repetition rule at this ply.
#[inline(always)]
pub(crate) fn rule_win_at(ply: usize) -> Value {
    RULE_WIN - ply as Value
}

/// A win by mate or rule.
#[inline(always)]
pub(crate) fn is_win(value: Value) -> bool {
    EVAL_LIMIT < value
}

/// A loss by mate or rule.
#[inline(always)]
pub(crate) fn is_loss(value: Value) -> bool {
    value < -EVAL_LIMIT
}

#[inline(always)]
pub(crate) fn is_decisive(value: Value) -> bool {
    EVAL_LIMIT < value.abs()
}

/// A win or loss that depends on the path, because it rests on a repetition.
#[inline(always)]
pub(crate) fn is_by_rule(value: Value) -> bool {
    is_decisive(value) && !is_mate(value)
}

#[inline(always)]
pub(crate) fn is_mate(value: Value) -> bool {
    MATE_BOUND <= value.abs()
}

#[inline(always)]
pub(crate) fn clamp_eval(value: Value) -> Value {
    value.clamp(-EVAL_LIMIT, EVAL_LIMIT)
}

/// As stored in the table: mates count from the node, not from the root.
#[inline(always)]
pub(crate) fn to_table(value: Value, ply: usize) -> Value {
    match value {
        _ if MATE_BOUND <= value => value + ply as Value,
        _ if value <= -MATE_BOUND => value - ply as Value,
        _ => value,
    }
}

#[inline(always)]
pub(crate) fn from_table(value: Value, ply: usize) -> Value {
    match value {
        _ if MATE_BOUND <= value => value - ply as Value,
        _ if value <= -MATE_BOUND => value + ply as Value,
        _ => value,
    }
}

/// Is a value exact, or only a bound because a window was left?
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bound {
    Exact,
    /// The true value is at least this.
    Lower,
    /// The true value is at most this.
    Upper,
}

/// What a value says, for people and protocols. Plies count from the root.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Score {
    Centipawns(i32),
    /// The side to move mates or stalemates, making the last move after so many plies.
    MateIn {
        plies: i32,
    },
    /// The side to move is mated or stalemated.
    MatedIn {
        plies: i32,
    },
    /// The opponent will have broken the repetition rule. Not a mate, and never shown as one.
    RuleWin {
        plies: i32,
    },
    RuleLoss {
        plies: i32,
    },
}

impl Score {
    pub fn of(value: Value) -> Score {
        let plies = |limit: Value| limit - value.abs();
        match value {
            _ if MATE_BOUND <= value => Score::MateIn { plies: plies(MATE) },
            _ if value <= -MATE_BOUND => Score::MatedIn { plies: plies(MATE) },
            _ if is_win(value) => Score::RuleWin { plies: plies(RULE_WIN) },
            _ if is_loss(value) => Score::RuleLoss { plies: plies(RULE_WIN) },
            _ => Score::Centipawns(value * 100 / EVEN_CHANCE),
        }
    }

    /// The number of moves of the winning side until mate; negative if the side to move loses.
    pub fn mate_moves(self) -> Option<i32> {
        match self {
            Score::MateIn { plies } => Some((plies + 1) / 2),
            Score::MatedIn { plies } => Some(-(plies + 1) / 2),
            _ => None,
        }
    }

    /// One number for charts and comparisons, in centipawns, with wins beyond any evaluation.
    pub fn as_centipawns(self) -> i32 {
        match self {
            Score::Centipawns(centipawns) => centipawns,
            Score::RuleWin { plies } => 20_000 - plies,
            Score::RuleLoss { plies } => plies - 20_000,
            Score::MateIn { plies } => 30_000 - plies,
            Score::MatedIn { plies } => plies - 30_000,
        }
    }

    /// Chances of winning, drawing and losing, in thousandths that add up to 1000.
    ///
    /// A logistic curve for the win, the same one mirrored for the loss; 100 centipawns are where
    /// a win is as likely as not.
    pub fn win_draw_loss(self) -> [u32; 3] {
        const SPREAD: f64 = 100.0 * CHANCE_SPREAD as f64 / EVEN_CHANCE as f64;
        let Score::Centipawns(centipawns) = self else {
            return if 0 < self.as_centipawns() { [1000, 0, 0] } else { [0, 0, 1000] };
        };
        let chance = |ahead: f64| (1000.0 / (1.0 + ((100.0 - ahead) / SPREAD).exp())) as u32;
        let ahead = f64::from(centipawns);
        let (win, loss) = (chance(ahead), chance(-ahead));
        [win, 1000 - win - loss, loss]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bands_do_not_touch() {
        assert!(EVAL_LIMIT < rule_win_at(MAX_PLY));
        assert!(rule_win_at(0) < mate_in(2 * MAX_PLY));
        assert!(mate_in(0) < INFINITE);
        assert!(mate_in(5) < mate_in(3) && mated_in(3) < mated_in(5));
        assert!(is_by_rule(rule_win_at(7)) && is_by_rule(-rule_win_at(7)));
        assert!(!is_by_rule(mate_in(7)) && !is_by_rule(clamp_eval(1_000_000)));
    }

    #[test]
    fn values_speak() {
        assert_eq!(Score::of(mate_in(3)), Score::MateIn { plies: 3 });
        assert_eq!(Score::of(mate_in(3)).mate_moves(), Some(2));
        assert_eq!(Score::of(mated_in(4)).mate_moves(), Some(-2));
        assert_eq!(Score::of(-rule_win_at(9)), Score::RuleLoss { plies: 9 });
        assert_eq!(Score::of(2 * EVEN_CHANCE), Score::Centipawns(200));
    }

    #[test]
    fn chances_add_up_and_a_hundred_is_an_even_chance() {
        for value in [-EVAL_LIMIT, -700, -EVEN_CHANCE, 0, 1, EVEN_CHANCE, 5000, EVAL_LIMIT] {
            let [win, draw, loss] = Score::of(value).win_draw_loss();
            assert_eq!(win + draw + loss, 1000);
            assert_eq!(Score::of(-value).win_draw_loss(), [loss, draw, win]);
        }
        assert_eq!(Score::Centipawns(100).win_draw_loss()[0], 500);
        assert_eq!(Score::of(rule_win_at(5)).win_draw_loss(), [1000, 0, 0]);
        assert_eq!(Score::of(mated_in(4)).win_draw_loss(), [0, 0, 1000]);
    }

    #[test]
    fn the_table_keeps_mates_relative_to_the_node() {
        for value in [0, 500, -500, mate_in(9), mated_in(9), rule_win_at(9)] {
            for ply in [0, 1, 9] {
                assert_eq!(from_table(to_table(value, ply), ply), value);
            }
        }
        assert_eq!(to_table(mate_in(9), 9), mate_in(0));
    }
}
