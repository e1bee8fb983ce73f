//! What holds for all games of a match: rules, patience, and when a referee ends a game early.

use std::time::Duration;

use adjudication::Agreements;
use protocol::TimeLimits;
use xiangqi::RuleSet;

use crate::time_control::TimeControl;

#[derive(Clone, Debug)]
pub struct Conditions {
    pub rules: RuleSet,
    /// For players without one of their own.
    pub control: TimeControl,
    /// A move may be this late.
    pub margin: Duration,
    /// How long a move may take when nothing else limits its time.
    pub patience: Duration,
    pub adjudication: Adjudication,
    pub limits: TimeLimits,
}

impl Conditions {
    /// Everything that decides games besides the rules and the clocks, in one line.
    pub(crate) fn referee(&self) -> String {
        let Adjudication { agreements: Agreements { win, draw }, most_plies } = self.adjudication;
        let (margin, patience) = (self.margin.as_millis(), self.patience.as_secs_f64());
        let win = win.map(|it| format!(", win {},{}", it.score, it.moves));
        let draw = draw.map(|it| format!(", draw {},{},{}", it.score, it.moves, it.from_move));
        let plies = most_plies.map(|it| format!(", {it} plies"));
        let early: String = [win, draw, plies].into_iter().flatten().collect();
        format!("margin {margin} ms, patience {patience} s{early}")
    }

    pub fn new(control: TimeControl) -> Conditions {
        Conditions {
            rules: RuleSet::default(),
            control,
            margin: Duration::from_millis(100),
            patience: Duration::from_secs(120),
            adjudication: Adjudication::default(),
            limits: TimeLimits::default(),
        }
    }
}

/// When to end a game that the rules would let go on. Nothing is set by default: the rules alone
/// end every game.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Adjudication {
    /// Scores are in centipawns.
    pub agreements: Agreements,
    /// A game of so many plies is a draw.
    pub most_plies: Option<usize>,
}
