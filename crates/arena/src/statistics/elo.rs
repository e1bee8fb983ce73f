//! Elo difference, its error, and the likelihood of superiority.

use super::{Distribution, Tally, normal};

/// What a tally says about the difference in strength.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Estimate {
    /// Infinite if one side scored everything.
    pub elo: f64,
    /// Half the width of the 95 % interval; not a number if it cannot be known.
    pub error: f64,
    /// The likelihood that the first player is the stronger one.
    pub superiority: f64,
}

/// 95 % of a normal distribution lie within so many deviations.
pub(crate) const DEVIATIONS: f64 = 1.959_963_985;

pub fn elo_of_score(score: f64) -> f64 {
    if score <= 0.0 {
        return f64::NEG_INFINITY;
    }
    if 1.0 <= score {
        return f64::INFINITY;
    }
    -400.0 * (1.0 / score - 1.0).log10()
}

pub fn score_of_elo(elo: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-elo / 400.0))
}

impl Tally {
    /// From finished pairs; from single games only while there is no pair.
    pub fn estimate(&self) -> Estimate {
        let pairs = self.pairs.map(|it| it as f64);
        let games = [self.losses as f64, self.draws as f64, self.wins as f64];
        let counts = if 0.0 < pairs.iter().sum() { &pairs[..] } else { &games[..] };
        let number: f64 = counts.iter().sum();
        if number == 0.0 {
            return Estimate { elo: 0.0, error: f64::NAN, superiority: 0.5 };
        }
        let seen = Distribution::of_counts(counts);
        let score = seen.mean();
        let deviation = (seen.variance() / number).sqrt();
        let low = elo_of_score(score - DEVIATIONS * deviation);
        let high = elo_of_score(score + DEVIATIONS * deviation);
        let is_known = 0.0 < deviation && low.is_finite() && high.is_finite();
        Estimate {
            elo: elo_of_score(score),
            error: if is_known { (high - low) / 2.0 } else { f64::NAN },
            superiority: superiority(score, deviation),
        }
    }
}

fn superiority(score: f64, deviation: f64) -> f64 {
    let distance = score - 0.5;
    if distance == 0.0 { 0.5 } else { normal::cumulative(distance / deviation) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(left: f64, right: f64, tolerance: f64) {
        assert!((left - right).abs() < tolerance, "{left} is not {right}");
    }

    #[test]
    fn elo_and_score_are_inverse() {
        near(elo_of_score(0.75), 190.848_501_9, 1e-6);
        near(elo_of_score(0.5), 0.0, 1e-12);
        near(elo_of_score(10.0 / 11.0), 400.0, 1e-9);
        near(score_of_elo(elo_of_score(0.37)), 0.37, 1e-12);
        assert_eq!(elo_of_score(1.0), f64::INFINITY);
        assert_eq!(elo_of_score(0.0), f64::NEG_INFINITY);
    }

    /// Without pairs this is the formula everyone uses: 100 games, 40 won, 30 drawn, 30 lost.
    #[test]
    fn single_games_give_the_well_known_numbers() {
        let tally = Tally { wins: 40, draws: 30, losses: 30, pairs: [0; 5] };
        let estimate = tally.estimate();
        near(estimate.elo, 34.86007, 1e-5);
        near(estimate.error, 57.6762, 1e-3);
        near(estimate.superiority, 0.88568, 1e-5);
    }

    /// Pairs that always end 1-1 say more than the same games alone.
    #[test]
    fn pairs_narrow_the_error() {
        let games = Tally { wins: 40, draws: 30, losses: 30, pairs: [0; 5] };
        let pairs = Tally { pairs: [0, 10, 25, 10, 5], ..games };
        let estimate = pairs.estimate();
        near(estimate.elo, games.estimate().elo, 1e-9);
        assert!(estimate.error < games.estimate().error);
        let mirrored = pairs.reversed().estimate();
        near(mirrored.elo, -estimate.elo, 1e-9);
        near(mirrored.superiority, 1.0 - estimate.superiority, 1e-9);
    }

    /// Published by users of fastchess, which counts pairs too.
    #[test]
    fn published_matches_are_met() {
        for (pairs, elo, error) in [
            ([352, 579, 1264, 743, 464], 19.83, 6.77),
            ([1, 10, 78, 48, 13], 72.85, 22.33),
            ([0, 0, 1, 8, 1], 190.85, 65.54),
        ] {
            let estimate = Tally { pairs, ..Tally::default() }.estimate();
            near(estimate.elo, elo, 0.006);
            near(estimate.error, error, 0.006);
        }
    }

    #[test]
    fn extremes_are_infinite_not_wrong() {
        let all = Tally { wins: 10, draws: 0, losses: 0, pairs: [0, 0, 0, 0, 5] };
        assert_eq!(all.estimate().elo, f64::INFINITY);
        assert!(all.estimate().error.is_nan());
        near(all.estimate().superiority, 1.0, 1e-9);
        let none = Tally::default().estimate();
        assert_eq!((none.elo, none.superiority), (0.0, 0.5));
        let even = Tally { wins: 0, draws: 2, losses: 0, pairs: [0, 0, 1, 0, 0] };
        near(even.estimate().superiority, 0.5, 1e-12);
    }
}
