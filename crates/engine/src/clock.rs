//! How long to think: the clock's numbers turned into two deadlines.

use std::time::{Duration, Instant};

use crate::{
    limits::{Clock, Limits},
    params::Params,
};

/// When to end a search. Without deadlines: never by time.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Deadlines {
    start: Instant,
    /// After this no new iteration is worth starting, depending on how things go.
    soft: Option<Duration>,
    /// After this the search ends in the middle of whatever it does.
    hard: Option<Duration>,
    /// Nodes that pass for a second.
    pace: Option<u64>,
}

/// Never plan to use more than this share of the clock for one move, in percent.
const MOST_OF_CLOCK: u32 = 45;

impl Deadlines {
    pub(crate) fn new(limits: &Limits, params: &Params, start: Instant) -> Deadlines {
        let mut deadlines =
            Deadlines { start, soft: None, hard: limits.move_time, pace: limits.pace };
        if let Some(clock) = &limits.clock {
            let (soft, hard) = plan(clock, params);
            deadlines.soft = Some(soft);
            deadlines.hard = Some(limits.move_time.map_or(hard, |it| it.min(hard)));
        }
        deadlines
    }

    pub(crate) fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    /// What the clock shows after so many nodes.
    fn passed(&self, nodes: u64) -> Duration {
        match self.pace {
            None => self.elapsed(),
            Some(pace) => Duration::from_secs_f64(nodes as f64 / pace.max(1) as f64),
        }
    }

    pub(crate) fn is_hard_over(&self, nodes: u64) -> bool {
        self.hard.is_some_and(|hard| hard <= self.passed(nodes))
    }

    /// Is it time to stop between iterations? `scale` is above 1 when the move is difficult.
    pub(crate) fn is_soft_over(&self, scale: f64, nodes: u64) -> bool {
        self.soft.is_some_and(|soft| soft.mul_f64(scale) <= self.passed(nodes))
    }

    /// Is the time for this move decided by a clock, and not by depth or nodes?
    pub(crate) fn has_clock(&self) -> bool {
        self.soft.is_some()
    }
}

/// The usual time and the most time for one move.
fn plan(clock: &Clock, params: &Params) -> (Duration, Duration) {
    let horizon = params.time_horizon as u32;
    let moves = clock.moves_to_go.unwrap_or(horizon).clamp(1, horizon);
    let usable = clock.left.saturating_sub(clock.overhead);
    let share = usable / moves + clock.increment * params.time_increment as u32 / 100;
    // The last move before the clock is refilled may use nearly all of it.
    let most = if moves == 1 { usable * 9 / 10 } else { usable * MOST_OF_CLOCK / 100 };
    (share.min(most), (share * params.time_most as u32 / 100).min(most))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_plan_exceeds_the_clock() {
        for left in [0, 1, 10, 50, 1000, 600_000] {
            for increment in [0, 10, 1000, 60_000] {
                for moves_to_go in [None, Some(1), Some(2), Some(40), Some(1000)] {
                    let clock = Clock {
                        left: Duration::from_millis(left),
                        increment: Duration::from_millis(increment),
                        moves_to_go,
                        overhead: Duration::from_millis(30),
                    };
                    let (soft, hard) = plan(&clock, &Params::default());
                    assert!(soft <= hard && hard <= clock.left, "{clock:?}");
                }
            }
        }
    }
}
