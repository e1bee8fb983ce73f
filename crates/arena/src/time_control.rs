//! Time controls, and the clock of one side during a game.

use std::{fmt, str::FromStr, time::Duration};

use protocol::{Clock, Dialect, Go};

/// How long or how far a player may think.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TimeControl {
    /// `base` for the game, or for every `moves` moves; `increment` for each move.
    Clock {
        moves: Option<u32>,
        base: Duration,
        increment: Duration,
    },
    MoveTime(Duration),
    Nodes(u64),
    Depth(i32),
}

#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("a time control is 10+0.1, 40/60+0.5 or 5:00+2 (seconds), not {0:?}")]
pub struct BadTimeControl(pub String);

/// Reads `[moves/]time[+increment]`; a time is seconds or minutes:seconds.
impl FromStr for TimeControl {
    type Err = BadTimeControl;

    fn from_str(text: &str) -> Result<TimeControl, BadTimeControl> {
        let bad = || BadTimeControl(text.chars().take(40).collect());
        let (moves, rest) = match text.trim().split_once('/') {
            Some((moves, rest)) => (Some(moves.parse::<u32>().map_err(|_| bad())?), rest),
            None => (None, text.trim()),
        };
        let (base, increment) = rest.split_once('+').unwrap_or((rest, "0"));
        let base = time(base).ok_or_else(bad)?;
        let increment = time(increment).ok_or_else(bad)?;
        let is_playable = moves != Some(0) && !(base + increment).is_zero();
        is_playable.then_some(TimeControl::Clock { moves, base, increment }).ok_or_else(bad)
    }
}

/// Longer than any game; keeps sums of times far from overflow.
const LONGEST_SECONDS: f64 = 1e6;

fn time(text: &str) -> Option<Duration> {
    let (minutes, seconds) = match text.split_once(':') {
        Some((minutes, seconds)) => (minutes.parse().ok()?, seconds),
        None => (0_u32, text),
    };
    let seconds: f64 = seconds.parse().ok()?;
    let total = f64::from(minutes) * 60.0 + seconds;
    let is_time = 0.0 <= seconds && total <= LONGEST_SECONDS;
    is_time.then(|| Duration::from_secs_f64(total))
}

/// Reads seconds, as `--movetime` has them.
pub fn parse_seconds(text: &str) -> Result<Duration, BadTimeControl> {
    let bad = || BadTimeControl(text.chars().take(40).collect());
    time(text).filter(|it| !it.is_zero()).ok_or_else(bad)
}

impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TimeControl::Clock { moves, base, increment } => {
                if let Some(moves) = moves {
                    write!(f, "{moves}/")?;
                }
                write!(f, "{}+{}", base.as_secs_f64(), increment.as_secs_f64())
            }
            TimeControl::MoveTime(time) => write!(f, "{} s/move", time.as_secs_f64()),
            TimeControl::Nodes(nodes) => write!(f, "{nodes} nodes"),
            TimeControl::Depth(depth) => write!(f, "depth {depth}"),
        }
    }
}

/// What one side has left.
#[derive(Clone, Debug)]
pub(crate) struct Timer {
    control: TimeControl,
    left: Duration,
    moves_to_go: Option<u32>,
}

/// The flag fell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct OutOfTime;

impl Timer {
    pub(crate) fn new(control: TimeControl) -> Timer {
        let (left, moves_to_go) = match control {
            // The increment of the first move comes before it, as on digital clocks.
            TimeControl::Clock { moves, base, increment } => (base + increment, moves),
            TimeControl::MoveTime(time) => (time, None),
            TimeControl::Nodes(_) | TimeControl::Depth(_) => (Duration::ZERO, None),
        };
        Timer { control, left, moves_to_go }
    }

    /// How long the next move may take; `None` if only the referee's patience limits it.
    pub(crate) fn budget(&self) -> Option<Duration> {
        match self.control {
            TimeControl::Clock { .. } | TimeControl::MoveTime(_) => Some(self.left),
            TimeControl::Nodes(_) | TimeControl::Depth(_) => None,
        }
    }

    /// Takes the time of a move off. The margin forgives, but is no gift: what it forgave is
    /// gone from the clock.
    pub(crate) fn spend(&mut self, time: Duration, margin: Duration) -> Result<(), OutOfTime> {
        let Some(budget) = self.budget() else { return Ok(()) };
        if budget + margin < time {
            return Err(OutOfTime);
        }
        let TimeControl::Clock { moves, base, increment } = self.control else { return Ok(()) };
        self.left = budget.saturating_sub(time) + increment;
        if let Some(to_go) = &mut self.moves_to_go {
            *to_go -= 1;
            if *to_go == 0 {
                self.moves_to_go = moves;
                self.left += base;
            }
        }
        Ok(())
    }

    fn clock(&self) -> Option<Clock> {
        match self.control {
            TimeControl::Clock { increment, .. } => Some(Clock { left: self.left, increment }),
            _ => None,
        }
    }
}

/// What to tell the engine to move: `timers` are its own and its opponent's, `is_red` says which
/// side it has.
pub(crate) fn go(timers: [&Timer; 2], dialect: Dialect, is_red: bool) -> Go {
    let [own, other] = timers;
    let mut go = Go::default();
    match own.control {
        TimeControl::Clock { .. } => {
            let mover_first = dialect == Dialect::Ucci || is_red;
            let clocks = [own.clock(), other.clock()];
            go.clocks = if mover_first { clocks } else { [clocks[1], clocks[0]] };
            go.moves_to_go = own.moves_to_go;
        }
        // UCCI has no time per move, but one move until the next refill is the same.
        TimeControl::MoveTime(time) if dialect == Dialect::Ucci => {
            go.clocks[0] = Some(Clock { left: time, increment: Duration::ZERO });
            go.moves_to_go = Some(1);
        }
        TimeControl::MoveTime(time) => go.move_time = Some(time),
        TimeControl::Nodes(nodes) => go.nodes = Some(nodes),
        TimeControl::Depth(depth) => go.depth = Some(depth),
    }
    go
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    fn control(text: &str) -> TimeControl {
        text.parse().unwrap()
    }

    #[test]
    fn controls_read_back() {
        for text in ["10+0.1", "40/60+0.5", "300+2", "0.5+0"] {
            assert_eq!(control(text).to_string(), text);
        }
        assert_eq!(control("5:00+2"), control("300+2"));
        assert_eq!(control("40/60"), control("40/60+0"));
        for text in ["", "x", "0+0", "0/5+1", "-1+0", "nan", "inf", "1e99", "10+-1", "楚/河"] {
            assert!(text.parse::<TimeControl>().is_err(), "{text}");
        }
    }

    #[test]
    fn clocks_refill_after_their_moves() {
        let mut timer = Timer::new(control("2/10+1"));
        assert_eq!(timer.budget(), Some(11 * SECOND));
        timer.spend(4 * SECOND, Duration::ZERO).unwrap();
        assert_eq!(timer.budget(), Some(8 * SECOND));
        timer.spend(8 * SECOND, Duration::ZERO).unwrap();
        assert_eq!(timer.budget(), Some(11 * SECOND));
        assert_eq!(timer.spend(12 * SECOND, SECOND / 2), Err(OutOfTime));
    }

    #[test]
    fn the_margin_forgives_but_gives_nothing() {
        let mut timer = Timer::new(control("1+0"));
        timer.spend(SECOND + SECOND / 10, SECOND / 5).unwrap();
        assert_eq!(timer.budget(), Some(Duration::ZERO));
    }

    #[test]
    fn both_dialects_are_told_their_clocks() {
        let (own, other) = (Timer::new(control("9+0")), Timer::new(control("5+0")));
        let line = |dialect, is_red| go([&own, &other], dialect, is_red).line(dialect);
        assert_eq!(line(Dialect::Uci, false), "go wtime 5000 winc 0 btime 9000 binc 0");
        assert_eq!(
            line(Dialect::Ucci, false),
            "go time 9000 increment 0 opptime 5000 oppincrement 0"
        );
        let fixed = Timer::new(TimeControl::MoveTime(SECOND));
        let go = go([&fixed, &other], Dialect::Ucci, true);
        assert_eq!(go.line(Dialect::Ucci), "go time 1000 increment 0 movestogo 1");
    }
}
