//! How games ended, counted.

use xiangqi::{Color, Status};

/// How one game ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outcome {
    Won(Color),
    Draw,
    /// Broken off, or nobody wrote it down.
    Unknown,
}

impl Outcome {
    /// As files have it: `1-0`, `0-1`, `1/2-1/2`, `*`.
    pub fn from_token(token: &str) -> Option<Outcome> {
        Some(match token {
            "1-0" => Outcome::Won(Color::Red),
            "0-1" => Outcome::Won(Color::Black),
            "1/2-1/2" => Outcome::Draw,
            "*" => Outcome::Unknown,
            _ => return None,
        })
    }
}

impl From<Status> for Outcome {
    fn from(status: Status) -> Outcome {
        match status {
            Status::Won(color) => Outcome::Won(color),
            Status::Draw => Outcome::Draw,
            Status::Ongoing => Outcome::Unknown,
        }
    }
}

/// How many games ended how. Counts stop at their largest number instead of beginning anew.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Tally {
    pub red: u32,
    pub draw: u32,
    pub black: u32,
    pub unknown: u32,
}

impl Tally {
    pub fn games(&self) -> u32 {
        let counts = [self.red, self.draw, self.black, self.unknown];
        counts.into_iter().fold(0, u32::saturating_add)
    }

    pub fn count(&mut self, outcome: Outcome) {
        let count = match outcome {
            Outcome::Won(Color::Red) => &mut self.red,
            Outcome::Won(Color::Black) => &mut self.black,
            Outcome::Draw => &mut self.draw,
            Outcome::Unknown => &mut self.unknown,
        };
        *count = count.saturating_add(1);
    }

    pub fn add(&mut self, other: Tally) {
        self.red = self.red.saturating_add(other.red);
        self.draw = self.draw.saturating_add(other.draw);
        self.black = self.black.saturating_add(other.black);
        self.unknown = self.unknown.saturating_add(other.unknown);
    }
}
