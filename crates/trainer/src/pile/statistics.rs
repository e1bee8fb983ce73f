//! What is in a file of games.

use std::collections::BTreeMap;

use super::{Fate, Filter, Source};
use crate::data::{Damage, DataError, End, Outcome};

/// Counts over files of games.
#[derive(Clone, Default, Debug)]
pub struct Statistics {
    /// What had to be skipped.
    pub damage: Damage,
    pub games: u64,
    pub red_wins: u64,
    pub black_wins: u64,
    pub draws: u64,
    pub unknown: u64,
    /// Games ended by the rules and not by agreement.
    pub ended_by_rules: u64,
    pub bytes: u64,
    pub positions: u64,
    /// By [`Fate`].
    pub fates: [u64; Fate::COUNT],
    /// How games went on from kept positions.
    pub results: ResultsByScore,
}

impl Statistics {
    pub fn of(sources: &[Source], filter: &Filter) -> Result<Statistics, DataError> {
        let mut all = Statistics::default();
        for source in sources {
            all.bytes += source.bytes;
            let skipped = source.each_game(&mut |game, _| {
                all.games += 1;
                match game.outcome {
                    Outcome::Won(xiangqi::Color::Red) => all.red_wins += 1,
                    Outcome::Won(xiangqi::Color::Black) => all.black_wins += 1,
                    Outcome::Draw => all.draws += 1,
                    Outcome::Unknown => all.unknown += 1,
                }
                all.ended_by_rules += u64::from(game.end == End::Rules);
                filter.judge(game, &mut |position, scored, fate| {
                    all.positions += 1;
                    all.fates[fate as usize] += 1;
                    let result = super::filter::result_for(game.outcome, position.side());
                    if let Some(result) = result
                        && fate == Fate::Kept
                    {
                        all.results.add(scored.score, result);
                    }
                });
            })?;
            all.damage.add(skipped);
        }
        Ok(all)
    }
}

/// Losses, draws and wins of the side to move by what it thought of its position.
#[derive(Clone, Default, Debug)]
pub struct ResultsByScore {
    by_bin: BTreeMap<i32, [u64; 3]>,
}

/// Chances as a function of the score: a win has `1 / (1 + exp((even - score) / spread))`, a loss
/// the same of the negated score, and a draw what is left.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ChanceModel {
    /// The score at which a win is as likely as not.
    pub even: f64,
    pub spread: f64,
}

impl ResultsByScore {
    /// Scores this close to each other are counted together.
    const BIN: i32 = 10;

    pub fn add(&mut self, score: i16, result: f32) {
        let bin = i32::from(score).div_euclid(ResultsByScore::BIN);
        self.by_bin.entry(bin).or_default()[(2.0 * result) as usize] += 1;
    }

    /// The middle score of each bin with its counts.
    fn bins(&self) -> impl Iterator<Item = (f64, [f64; 3])> + '_ {
        self.by_bin.iter().map(|(&bin, counts)| {
            ((f64::from(bin) + 0.5) * f64::from(ResultsByScore::BIN), counts.map(|it| it as f64))
        })
    }

    /// The scale with which scores predict results best: `1 / (1 + exp(-score / scale))` comes
    /// nearest to the share of the point.
    pub fn best_scale(&self) -> f64 {
        lowest(50.0, 3000.0, |scale| {
            let miss = |(score, counts): (f64, [f64; 3])| {
                let expected = logistic(score / scale);
                let error = |result: f64| (expected - result).powi(2);
                counts[0] * error(0.0) + counts[1] * error(0.5) + counts[2] * error(1.0)
            };
            self.bins().map(miss).sum()
        })
    }

    /// The chances that make what happened most likely.
    pub fn best_chances(&self) -> ChanceModel {
        let best_even =
            |spread: f64| lowest(0.0, 3000.0, |even| self.surprise(&ChanceModel { even, spread }));
        let spread = lowest(20.0, 2000.0, |spread| {
            self.surprise(&ChanceModel { even: best_even(spread), spread })
        });
        ChanceModel { even: best_even(spread), spread }
    }

    /// Minus the logarithm of the likelihood.
    fn surprise(&self, model: &ChanceModel) -> f64 {
        let of_bin = |(score, counts): (f64, [f64; 3])| {
            let [loss, draw, win] = model.loss_draw_win(score);
            let bits = |chance: f64| -chance.max(1e-9).ln();
            counts[0] * bits(loss) + counts[1] * bits(draw) + counts[2] * bits(win)
        };
        self.bins().map(of_bin).sum()
    }
}

impl ChanceModel {
    pub fn loss_draw_win(&self, score: f64) -> [f64; 3] {
        let win = logistic((score - self.even) / self.spread);
        let loss = logistic((-score - self.even) / self.spread);
        [loss, 1.0 - win - loss, win]
    }
}

fn logistic(x: f64) -> f64 {
    1.0 / (1.0 + (-x).exp())
}

/// Where a function with one valley is lowest, to about one unit: golden section.
fn lowest(mut low: f64, mut high: f64, function: impl Fn(f64) -> f64) -> f64 {
    const GOLDEN: f64 = 0.618_033_988_749_895;
    while 1.0 < high - low {
        let (left, right) = (high - GOLDEN * (high - low), low + GOLDEN * (high - low));
        if function(left) < function(right) {
            high = right;
        } else {
            low = left;
        }
    }
    (low + high) / 2.0
}

#[cfg(test)]
mod tests {
    use random::Random;

    use super::*;

    /// Results drawn at random with the chances of a model.
    fn results(model: &ChanceModel) -> ResultsByScore {
        let mut random = Random::of(1, 2);
        let mut results = ResultsByScore::default();
        for _ in 0..50_000 {
            let score = random.scaled(2000) as i16 - 1000;
            let [loss, draw, _] = model.loss_draw_win(f64::from(score));
            let luck = random.unit();
            let result = if luck < loss {
                0.0
            } else if luck < loss + draw {
                0.5
            } else {
                1.0
            };
            results.add(score, result);
        }
        results
    }

    #[test]
    fn the_scale_is_found_again() {
        let results = results(&ChanceModel { even: 0.0, spread: 400.0 });
        assert!((results.best_scale() - 400.0).abs() < 15.0);
    }

    #[test]
    fn the_chances_are_found_again() {
        let found = results(&ChanceModel { even: 300.0, spread: 150.0 }).best_chances();
        assert!((found.even - 300.0).abs() < 10.0, "{found:?}");
        assert!((found.spread - 150.0).abs() < 10.0, "{found:?}");
    }
}
