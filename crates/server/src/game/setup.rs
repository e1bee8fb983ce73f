//! What is fixed when a game begins: position, rules, players, clock.

use std::time::Duration;

use xiangqi::{Position, RuleSet};

use super::player::Player;

#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct GameSetup {
    pub(crate) start: Position,
    pub(crate) rules: RuleSet,
    /// Red's and Black's, before any swap.
    pub(crate) players: [Player; 2],
    pub(crate) clock: Option<ClockRule>,
}

/// How time is counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ClockRule {
    /// A stock for the whole game, and a little more with every move.
    Game { base: Duration, increment: Duration },
    /// The same for every move.
    Move { each: Duration },
}

impl ClockRule {
    /// The least that a person is given.
    pub(crate) const LEAST: Duration = Duration::from_secs(1);

    /// 0.05 s to 24 h for the whole game and up to 10 min more with every move; `None` outside.
    pub(crate) fn game(base_s: f64, increment_s: f64) -> Option<ClockRule> {
        const MOST_INCREMENT_S: f64 = 600.0;
        let is_allowed = is_stock(base_s) && (0.0..=MOST_INCREMENT_S).contains(&increment_s);
        is_allowed
            .then(|| ClockRule::Game { base: seconds(base_s), increment: seconds(increment_s) })
    }

    /// 0.05 s to 24 h for every move; `None` outside.
    pub(crate) fn each_move(move_s: f64) -> Option<ClockRule> {
        is_stock(move_s).then(|| ClockRule::Move { each: seconds(move_s) })
    }

    pub(crate) fn stock(self) -> Duration {
        match self {
            ClockRule::Game { base, .. } => base,
            ClockRule::Move { each } => each,
        }
    }

    /// What is left for the next turn after `spent` of `left`.
    pub(crate) fn after_move(self, left: Duration, spent: Duration) -> Duration {
        match self {
            ClockRule::Game { increment, .. } => left.saturating_sub(spent) + increment,
            ClockRule::Move { each } => each,
        }
    }
}

fn is_stock(seconds: f64) -> bool {
    const DAY_S: f64 = 24.0 * 60.0 * 60.0;
    (0.05..=DAY_S).contains(&seconds)
}

/// Down to thousandths; whoever asks knows that the number is small and not negative.
fn seconds(count: f64) -> Duration {
    Duration::from_millis((count * 1000.0).round() as u64)
}
