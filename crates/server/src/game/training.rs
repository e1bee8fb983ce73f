//! How a visitor trains: strength as Glicko-2 has it, of solvers and of puzzles, and when a puzzle
//! that went wrong comes back (FSRS).

use chrono::{DateTime, Utc};
use rs_fsrs::{Card, FSRS, Rating, State};
use skillratings::{
    Outcomes,
    glicko2::{Glicko2Config, Glicko2Rating, glicko2},
};

/// Where somebody new begins; the first few puzzles move it quickly.
const FIRST_RATING: f64 = 1000.0;
const FIRST_DEVIATION: f64 = 350.0;
const FIRST_VOLATILITY: f64 = 0.06;
/// A puzzle's difficulty was computed, so it is surer of itself; and no crowd makes it stone.
const PUZZLE_DEVIATION: f64 = 120.0;
const LEAST_DEVIATION: f64 = 45.0;

/// A rating and how far it may be from the truth.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Strength {
    pub(crate) rating: f64,
    pub(crate) deviation: f64,
    pub(crate) volatility: f64,
}

impl Strength {
    pub(crate) const NEW: Strength =
        Strength { rating: FIRST_RATING, deviation: FIRST_DEVIATION, volatility: FIRST_VOLATILITY };

    /// A puzzle nobody has tried.
    pub(crate) fn of_puzzle(difficulty: u16) -> Strength {
        let rating = f64::from(difficulty);
        Strength { rating, deviation: PUZZLE_DEVIATION, ..Strength::NEW }
    }

    fn glicko(self) -> Glicko2Rating {
        let Strength { rating, deviation, volatility } = self;
        Glicko2Rating { rating, deviation, volatility }
    }

    fn from_glicko(it: Glicko2Rating) -> Strength {
        let deviation = it.deviation.clamp(LEAST_DEVIATION, FIRST_DEVIATION);
        Strength { rating: it.rating, deviation, volatility: it.volatility }
    }
}

/// A solver and a puzzle after they have met.
pub(crate) fn after_meeting(
    solver: Strength,
    puzzle: Strength,
    is_solved: bool,
) -> (Strength, Strength) {
    let outcome = if is_solved { Outcomes::WIN } else { Outcomes::LOSS };
    let config = Glicko2Config::new();
    let (solver, puzzle) = glicko2(&solver.glicko(), &puzzle.glicko(), &outcome, &config);
    (Strength::from_glicko(solver), Strength::from_glicko(puzzle))
}

/// What is known of somebody who solves puzzles.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Puzzler {
    pub(crate) strength: Strength,
    /// Puzzles met, and those solved at the first try.
    pub(crate) tried: u32,
    pub(crate) solved: u32,
    /// Solved one after the other, now and at best.
    pub(crate) streak: u32,
    pub(crate) best_streak: u32,
    /// What the last puzzle changed.
    pub(crate) change: f64,
}

impl Puzzler {
    pub(crate) const NEW: Puzzler = Puzzler {
        strength: Strength::NEW,
        tried: 0,
        solved: 0,
        streak: 0,
        best_streak: 0,
        change: 0.0,
    };

    /// After the first meeting with a puzzle; what the puzzle is worth then comes along.
    pub(crate) fn met(self, puzzle: Strength, is_solved: bool) -> (Puzzler, Strength) {
        let (strength, puzzle) = after_meeting(self.strength, puzzle, is_solved);
        let counted = Puzzler {
            strength,
            tried: self.tried + 1,
            solved: self.solved + u32::from(is_solved),
            change: strength.rating - self.strength.rating,
            ..self
        };
        (counted.went_on(is_solved), puzzle)
    }

    /// After meeting a puzzle again: only the streak goes on.
    pub(crate) fn met_again(self, is_solved: bool) -> Puzzler {
        Puzzler { change: 0.0, ..self }.went_on(is_solved)
    }

    fn went_on(self, is_solved: bool) -> Puzzler {
        let streak = if is_solved { self.streak + 1 } else { 0 };
        Puzzler { streak, best_streak: self.best_streak.max(streak), ..self }
    }
}

/// When something comes back, as FSRS keeps it. Times are milliseconds since 1970.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Memory {
    pub(crate) due: i64,
    pub(crate) last: i64,
    pub(crate) stability: f64,
    pub(crate) difficulty: f64,
    pub(crate) scheduled_days: i64,
    pub(crate) repetitions: i32,
    pub(crate) lapses: i32,
    /// 0 new, 1 learning, 2 known, 3 forgotten.
    pub(crate) state: u8,
}

impl Memory {
    fn card(self) -> Card {
        let state = match self.state {
            1 => State::Learning,
            2 => State::Review,
            3 => State::Relearning,
            _ => State::New,
        };
        Card {
            due: time(self.due),
            last_review: time(self.last),
            stability: self.stability,
            difficulty: self.difficulty,
            elapsed_days: 0,
            scheduled_days: self.scheduled_days,
            reps: self.repetitions,
            lapses: self.lapses,
            state,
        }
    }
}

/// When it comes back after another meeting.
pub(crate) fn remember(memory: Option<Memory>, now: i64, is_solved: bool) -> Memory {
    let fresh = Card { due: time(now), last_review: time(now), ..Card::default() };
    let card = memory.map_or(fresh, Memory::card);
    let rating = if is_solved { Rating::Good } else { Rating::Again };
    let card = FSRS::default().next(card, time(now), rating).card;
    Memory {
        due: card.due.timestamp_millis(),
        last: card.last_review.timestamp_millis(),
        stability: card.stability,
        difficulty: card.difficulty,
        scheduled_days: card.scheduled_days,
        repetitions: card.reps,
        lapses: card.lapses,
        state: card.state as u8,
    }
}

fn time(milliseconds: i64) -> DateTime<Utc> {
    DateTime::from_timestamp_millis(milliseconds).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW: i64 = 1_800_000_000_000;
    const DAY: i64 = 86_400_000;

    #[test]
    fn ratings_follow_results_and_settle() {
        let puzzle = Strength::of_puzzle(1000);
        let (better, eased) = Puzzler::NEW.met(puzzle, true);
        assert!(100.0 < better.change && eased.rating < 1000.0);
        assert!(better.strength.deviation < Strength::NEW.deviation);
        let (worse, hardened) = Puzzler::NEW.met(puzzle, false);
        assert!(worse.change < -100.0 && 1000.0 < hardened.rating);
        assert_eq!((better.streak, worse.streak, better.solved, worse.tried), (1, 0, 1, 1));
        let mut solver = Puzzler::NEW;
        for number in 0..400 {
            let difficulty = 600 + number % 10 * 180;
            solver = solver.met(Strength::of_puzzle(difficulty), difficulty < 1500).0;
        }
        assert!((1300.0..1700.0).contains(&solver.strength.rating), "{solver:?}");
        assert!(LEAST_DEVIATION <= solver.strength.deviation);
    }

    #[test]
    fn what_went_wrong_comes_back_soon_and_then_ever_later() {
        let mut memory = remember(None, NOW, false);
        assert!(memory.due <= NOW + 600_000, "{memory:?}");
        let mut waits = Vec::new();
        for _ in 0..6 {
            let now = memory.due;
            memory = remember(Some(memory), now, true);
            waits.push(memory.due - now);
        }
        assert!(waits.is_sorted() && 5 * DAY < waits[5], "{waits:?}");
        let again = remember(Some(memory), memory.due, false);
        assert!(again.due - memory.due < DAY && again.lapses == memory.lapses + 1);
    }

    #[test]
    fn nonsense_from_a_damaged_file_does_no_harm() {
        let memory = Memory {
            due: i64::MAX,
            last: i64::MIN,
            stability: f64::NAN,
            difficulty: -1.0,
            scheduled_days: -5,
            repetitions: -1,
            lapses: -1,
            state: 77,
        };
        let _ = remember(Some(memory), NOW, true);
    }
}
