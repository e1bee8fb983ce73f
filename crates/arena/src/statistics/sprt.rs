//! The sequential probability ratio test: play until the results speak for one of two hypotheses
//! about the Elo difference, and not a game longer.
//!
//! The likelihood is that of the most likely distribution of pairs which obeys a hypothesis (a
//! generalized test, Van den Bergh, "The generalized maximum likelihood ratio for the expectation
//! value of a distribution").

use super::{Distribution, score_of_elo};

/// A test of `elo0` against `elo1`.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sprt {
    pub elo0: f64,
    pub elo1: f64,
    /// The chance to accept H1 although H0 holds.
    pub alpha: f64,
    /// The chance to accept H0 although H1 holds.
    pub beta: f64,
    pub model: EloModel,
}

/// In which Elo the bounds are given.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum EloModel {
    /// The usual one: a function of the expected score.
    #[default]
    Logistic,
    /// The distance from an even score in standard deviations of a game, scaled so that it equals
    /// the usual one near zero when no games are drawn. A bound then costs equally many games
    /// whatever the draw rate.
    Normalized,
}

impl EloModel {
    pub const fn name(self) -> &'static str {
        match self {
            EloModel::Logistic => "logistic",
            EloModel::Normalized => "normalized",
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Decision {
    AcceptH0,
    AcceptH1,
}

/// Normalized Elo for a score of one deviation above even.
const NORMALIZED_UNIT: f64 = 800.0 / std::f64::consts::LN_10;
/// Outcomes not seen yet are taken for very rare, not for impossible.
const UNSEEN: f64 = 1e-3;

impl Sprt {
    /// With 5 % for either mistake.
    pub fn new(elo0: f64, elo1: f64) -> Sprt {
        Sprt { elo0, elo1, alpha: 0.05, beta: 0.05, model: EloModel::default() }
    }

    /// The log-likelihood ratio at which H0 and H1 are accepted.
    pub fn bounds(&self) -> (f64, f64) {
        ((self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln())
    }

    pub fn decision(&self, llr: f64) -> Option<Decision> {
        let (low, high) = self.bounds();
        match llr {
            _ if llr <= low => Some(Decision::AcceptH0),
            _ if high <= llr => Some(Decision::AcceptH1),
            _ => None,
        }
    }

    /// The log-likelihood ratio of pairs, counted by half points.
    pub fn llr(&self, pairs: &[u64; 5]) -> f64 {
        if pairs.iter().all(|&it| it == 0) {
            return 0.0;
        }
        let counts = pairs.map(|it| if it == 0 { UNSEEN } else { it as f64 });
        let seen = Distribution::of_counts(&counts);
        let fit = |elo| match self.model {
            EloModel::Logistic => with_mean(&seen, score_of_elo(elo)),
            // A pair's score deviates less than a game's, by the root of two.
            EloModel::Normalized => with_ratio(&seen, elo / NORMALIZED_UNIT * 2_f64.sqrt()),
        };
        let (under_h0, under_h1) = (fit(self.elo0), fit(self.elo1));
        let logs = under_h1.iter().zip(&under_h0).map(|(h1, h0)| (h1 / h0).ln());
        let number: f64 = counts.iter().sum();
        number * seen.chances.iter().zip(logs).map(|(chance, log)| chance * log).sum::<f64>()
    }
}

/// The most likely chances for what was seen whose mean is `mean`.
fn with_mean(seen: &Distribution, mean: f64) -> Vec<f64> {
    let offsets: Vec<f64> = seen.values.iter().map(|it| it - mean).collect();
    most_likely(&seen.chances, &offsets)
}

/// The most likely chances for what was seen whose mean lies `ratio` deviations above a half.
/// The condition is not linear in the chances, so it is linearized around the last guess until
/// the guess stays.
fn with_ratio(seen: &Distribution, ratio: f64) -> Vec<f64> {
    const ROUNDS: usize = 20;
    let even = 1.0 / seen.chances.len() as f64;
    let mut guess = Distribution { chances: vec![even; seen.values.len()], ..seen.clone() };
    for _ in 0..ROUNDS {
        let (mean, deviation) = (guess.mean(), guess.variance().sqrt());
        let offset = |value: &f64| {
            let spread = 1.0 + ((value - mean) / deviation).powi(2);
            value - 0.5 - ratio * deviation * spread / 2.0
        };
        let offsets: Vec<f64> = guess.values.iter().map(offset).collect();
        let next = most_likely(&seen.chances, &offsets);
        let change = next.iter().zip(&guess.chances).map(|(new, old)| (new - old).abs());
        let is_settled = change.fold(0.0, f64::max) < 1e-12;
        guess.chances = next;
        if is_settled {
            break;
        }
    }
    guess.chances
}

/// The chances that maximize the likelihood of what was seen while the mean of `offsets` is
/// zero. They are `seen / (1 + x * offset)` for one `x` between two poles, where the mean falls.
fn most_likely(seen: &[f64], offsets: &[f64]) -> Vec<f64> {
    let highest = offsets.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let lowest = offsets.iter().copied().fold(f64::INFINITY, f64::min);
    if highest <= 0.0 || 0.0 <= lowest {
        return seen.to_vec();
    }
    let mean = |x: f64| -> f64 {
        let terms = seen.iter().zip(offsets);
        terms.map(|(chance, offset)| chance * offset / (1.0 + x * offset)).sum()
    };
    let (mut low, mut high) = (-1.0 / highest, -1.0 / lowest);
    for _ in 0..100 {
        let middle = (low + high) / 2.0;
        if 0.0 < mean(middle) { low = middle } else { high = middle }
    }
    let x = (low + high) / 2.0;
    seen.iter().zip(offsets).map(|(chance, offset)| chance / (1.0 + x * offset)).collect()
}

#[cfg(test)]
mod tests {
    use random::Random;

    use super::*;

    fn near(left: f64, right: f64, tolerance: f64) {
        assert!((left - right).abs() < tolerance, "{left} is not {right}");
    }

    #[test]
    fn bounds_are_the_usual_ones() {
        let (low, high) = Sprt::new(0.0, 10.0).bounds();
        near(low, -2.944_438_979, 1e-8);
        near(high, 2.944_438_979, 1e-8);
    }

    /// Where only two outcomes happen the most likely chances need no search.
    #[test]
    fn two_outcomes_agree_with_the_closed_form() {
        let sprt = Sprt::new(0.0, 100.0);
        let (s0, s1) = (score_of_elo(0.0), score_of_elo(100.0));
        let expected = 30.0 * (s1 / s0).ln() + 20.0 * ((1.0 - s1) / (1.0 - s0)).ln();
        near(sprt.llr(&[20, 0, 0, 0, 30]), expected, 0.01);
        assert_eq!(sprt.llr(&[0; 5]), 0.0);
    }

    /// Results of public test servers: fishtest issue 1737, fastchess pull request 426.
    #[test]
    fn published_tests_are_met() {
        let normalized = |elo0, elo1, pairs| {
            Sprt { model: EloModel::Normalized, ..Sprt::new(elo0, elo1) }.llr(&pairs)
        };
        near(normalized(-1.75, 0.25, [93, 18711, 58877, 18739, 100]), 2.942_1, 1e-3);
        near(normalized(0.0, 2.0, [365, 16618, 36229, 16974, 390]), 2.25, 6e-3);
    }

    /// How a test of two players ends whose true difference is `elo`, and after how many pairs.
    fn simulate(sprt: &Sprt, elo: f64, seed: u64) -> (Option<Decision>, u64) {
        let mut random = Random::new(seed);
        let (draws, score) = (0.5, score_of_elo(elo));
        let wins = score - draws / 2.0;
        let mut game = || match random.unit() {
            it if it < wins => 2,
            it if it < wins + draws => 1,
            _ => 0,
        };
        let mut pairs = [0; 5];
        for played in 1..=20_000 {
            pairs[game() + game()] += 1;
            if let Some(decision) = sprt.decision(sprt.llr(&pairs)) {
                return (Some(decision), played);
            }
        }
        (None, 20_000)
    }

    #[test]
    fn identical_players_do_not_pass() {
        let sprt = Sprt::new(0.0, 10.0);
        let decided = |seed| simulate(&sprt, 0.0, seed).0 == Some(Decision::AcceptH0);
        let refused = (0..20).filter(|&seed| decided(seed)).count();
        assert!(17 <= refused, "{refused} of 20");
    }

    #[test]
    fn clearly_stronger_players_pass_quickly() {
        let sprt = Sprt::new(0.0, 10.0);
        for seed in 0..20 {
            let (decision, pairs) = simulate(&sprt, 100.0, seed);
            assert_eq!(decision, Some(Decision::AcceptH1), "seed {seed}");
            assert!(pairs < 300, "seed {seed}: {pairs} pairs");
        }
    }
}
