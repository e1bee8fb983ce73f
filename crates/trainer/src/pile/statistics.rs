//! What is in a file of games.

use super::{Filter, Source, Verdict};
use crate::data::{DataError, End, Outcome};

/// Counts over files of games.
#[derive(Clone, Default, Debug)]
pub struct Statistics {
    pub games: u64,
    pub red_wins: u64,
    pub black_wins: u64,
    pub draws: u64,
    pub unknown: u64,
    /// Games ended by the rules and not by agreement.
    pub ended_by_rules: u64,
    pub bytes: u64,
    pub positions: u64,
    /// By [`Verdict`].
    pub verdicts: [u64; Verdict::COUNT],
    /// Score and result of kept positions, thinned out, for fitting.
    pub pairs: Vec<(i16, f32)>,
}

/// Enough for fitting one number.
const MOST_PAIRS: usize = 2_000_000;

impl Statistics {
    pub fn of(sources: &[Source], filter: &Filter) -> Result<Statistics, DataError> {
        let mut all = Statistics::default();
        for source in sources {
            all.bytes += source.bytes;
            source.each_game(&mut |game, _| {
                all.games += 1;
                match game.outcome {
                    Outcome::Won(xiangqi::Color::Red) => all.red_wins += 1,
                    Outcome::Won(xiangqi::Color::Black) => all.black_wins += 1,
                    Outcome::Draw => all.draws += 1,
                    Outcome::Unknown => all.unknown += 1,
                }
                all.ended_by_rules += u64::from(game.end == End::Rules);
                filter.judge(game, &mut |position, scored, verdict| {
                    all.positions += 1;
                    all.verdicts[verdict as usize] += 1;
                    let result = super::filter::result_for(game.outcome, position.side());
                    if let Some(result) = result
                        && verdict == Verdict::Kept
                        && all.pairs.len() < MOST_PAIRS
                    {
                        all.pairs.push((scored.score, result));
                    }
                });
            })?;
        }
        Ok(all)
    }
}

/// The scale with which scores predict results best: `1 / (1 + exp(-score / scale))` comes
/// nearest to the share of the point.
pub fn best_scale(pairs: &[(i16, f32)]) -> f64 {
    let error = |scale: f64| -> f64 {
        let miss = |&(score, result): &(i16, f32)| {
            let expected = 1.0 / (1.0 + (-f64::from(score) / scale).exp());
            (expected - f64::from(result)).powi(2)
        };
        pairs.iter().map(miss).sum()
    };
    // Golden section: the error has one valley.
    const GOLDEN: f64 = 0.618_033_988_749_895;
    let (mut low, mut high) = (50.0, 3000.0);
    while 1.0 < high - low {
        let (left, right) = (high - GOLDEN * (high - low), low + GOLDEN * (high - low));
        if error(left) < error(right) {
            high = right;
        } else {
            low = left;
        }
    }
    (low + high) / 2.0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    #[test]
    fn the_scale_is_found_again() {
        let mut random = Random::of(1, 2);
        let pairs: Vec<(i16, f32)> = (0..50_000)
            .map(|_| {
                let score = random.below(2000) as i16 - 1000;
                let chance = 1.0 / (1.0 + (-f64::from(score) / 400.0).exp());
                let has_won = random.fraction() < chance;
                (score, if has_won { 1.0 } else { 0.0 })
            })
            .collect();
        assert!((best_scale(&pairs) - 400.0).abs() < 15.0);
    }
}
