//! What results mean: counts, Elo with its error, and the sequential test. Two games of one
//! opening with colors swapped are one observation, because they are not independent.

mod elo;
mod normal;
mod sprt;

pub(crate) use elo::DEVIATIONS;
pub use elo::{Estimate, elo_of_score, score_of_elo};
pub use sprt::{Decision, EloModel, Sprt};

/// Games of one player against another, and pairs of them.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Tally {
    pub wins: u64,
    pub draws: u64,
    pub losses: u64,
    /// Finished pairs by half points: 0 (lost both) to 4 (won both).
    pub pairs: [u64; 5],
}

impl Tally {
    pub fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// One game: 0, 1 or 2 half points.
    pub fn add_game(&mut self, half_points: usize) {
        match half_points {
            0 => self.losses += 1,
            1 => self.draws += 1,
            _ => self.wins += 1,
        }
    }

    /// Both games of a pair together.
    pub fn add_pair(&mut self, half_points: usize) {
        self.pairs[half_points.min(4)] += 1;
    }

    /// Games in the order they were played, each opening twice: half points of the first player.
    pub fn of_series(half_points: &[usize]) -> Tally {
        let mut tally = Tally::default();
        half_points.iter().for_each(|&it| tally.add_game(it));
        half_points.chunks_exact(2).for_each(|pair| tally.add_pair(pair.iter().sum()));
        tally
    }

    /// The course's points: a win 3, a draw 1.
    pub fn course_points(&self) -> u64 {
        3 * self.wins + self.draws
    }

    pub fn half_points(&self) -> u64 {
        2 * self.wins + self.draws
    }

    /// From 0 to 1; a half before the first game.
    pub fn score(&self) -> f64 {
        match self.games() {
            0 => 0.5,
            games => self.half_points() as f64 / (2 * games) as f64,
        }
    }

    pub fn draw_ratio(&self) -> f64 {
        match self.games() {
            0 => 0.0,
            games => self.draws as f64 / games as f64,
        }
    }

    /// The same games as the opponent sees them.
    #[must_use]
    pub fn reversed(&self) -> Tally {
        let mut pairs = self.pairs;
        pairs.reverse();
        Tally { wins: self.losses, draws: self.draws, losses: self.wins, pairs }
    }

    #[must_use]
    pub fn plus(&self, other: &Tally) -> Tally {
        let mut pairs = self.pairs;
        pairs.iter_mut().zip(other.pairs).for_each(|(sum, it)| *sum += it);
        Tally {
            wins: self.wins + other.wins,
            draws: self.draws + other.draws,
            losses: self.losses + other.losses,
            pairs,
        }
    }
}

/// A few values with their probabilities.
#[derive(Clone, Debug)]
pub(crate) struct Distribution {
    pub(crate) values: Vec<f64>,
    pub(crate) chances: Vec<f64>,
}

impl Distribution {
    /// Values evenly spread from 0 to 1, by how often each was seen.
    pub(crate) fn of_counts(counts: &[f64]) -> Distribution {
        let sum: f64 = counts.iter().sum();
        let last = (counts.len() - 1) as f64;
        Distribution {
            values: (0..counts.len()).map(|it| it as f64 / last).collect(),
            chances: counts.iter().map(|it| it / sum).collect(),
        }
    }

    pub(crate) fn mean(&self) -> f64 {
        self.values.iter().zip(&self.chances).map(|(value, chance)| value * chance).sum()
    }

    pub(crate) fn variance(&self) -> f64 {
        let mean = self.mean();
        let terms = self.values.iter().zip(&self.chances);
        terms.map(|(value, chance)| chance * (value - mean).powi(2)).sum()
    }
}
