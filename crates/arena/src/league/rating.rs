//! Strength of all players of a league together, by the Bradley-Terry model: who met the strong ones
//! is not punished for it, which an average over opponents would do in a Swiss league.
//!
//! A class plays few games, and whoever won all of them would be infinitely strong. One drawn game
//! against the average of the league, added for each, keeps every number finite and pulls those who
//! played little towards the middle.

use crate::statistics::DEVIATIONS;

/// Against the average of the league, with half the width of the 95 % interval.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Rating {
    pub elo: f64,
    pub error: f64,
}

/// Games that are added for each player, drawn against the average.
const ADDED: f64 = 1.0;
const ELO: f64 = 400.0 / std::f64::consts::LN_10;
/// Newton's steps are small long before; a league of 64 takes a few milliseconds.
const STEPS: usize = 50;

/// `games` are (player, opponent, half points of the player), each game from one side. `None` for
/// those who have played none.
pub(super) fn ratings(players: usize, games: &[(usize, usize, usize)]) -> Vec<Option<Rating>> {
    let mut strengths = vec![0.0; players];
    let mut information = vec![vec![0.0; players]; players];
    for _ in 0..STEPS {
        let mut slope: Vec<f64> = Vec::with_capacity(players);
        for row in &mut information {
            row.fill(0.0);
        }
        for (player, &own) in strengths.iter().enumerate() {
            let expected = expected_score(own);
            slope.push(ADDED * (0.5 - expected));
            information[player][player] = ADDED * expected * (1.0 - expected);
        }
        for &(one, other, half_points) in games {
            let expected = expected_score(strengths[one] - strengths[other]);
            let surprise = half_points as f64 / 2.0 - expected;
            slope[one] += surprise;
            slope[other] -= surprise;
            let weight = expected * (1.0 - expected);
            information[one][one] += weight;
            information[other][other] += weight;
            information[one][other] -= weight;
            information[other][one] -= weight;
        }
        let inverse = inverted(&information);
        let mut longest: f64 = 0.0;
        for (strength, row) in strengths.iter_mut().zip(&inverse) {
            let step: f64 = row.iter().zip(&slope).map(|(it, slope)| it * slope).sum();
            // From far away a whole step may lead too far.
            let step = step.clamp(-1.0, 1.0);
            *strength += step;
            longest = longest.max(step.abs());
        }
        if longest < 1e-9 {
            break;
        }
    }
    let spread = inverted(&information);
    let has_played = |player| games.iter().any(|it| it.0 == player || it.1 == player);
    let rating = |player: usize| Rating {
        elo: ELO * strengths[player],
        error: ELO * DEVIATIONS * spread[player][player].sqrt(),
    };
    (0..players).map(|player| has_played(player).then(|| rating(player))).collect()
}

fn expected_score(difference: f64) -> f64 {
    1.0 / (1.0 + (-difference).exp())
}

/// By Gauss and Jordan. What is inverted here has the larger numbers in its diagonal, so that no
/// rows have to be exchanged.
fn inverted(matrix: &[Vec<f64>]) -> Vec<Vec<f64>> {
    let size = matrix.len();
    let unit = |row| (0..size).map(move |column| f64::from(u8::from(row == column)));
    let mut rows: Vec<Vec<f64>> = matrix
        .iter()
        .enumerate()
        .map(|(row, it)| it.iter().copied().chain(unit(row)).collect())
        .collect();
    for pivot in 0..size {
        let scale = 1.0 / rows[pivot][pivot];
        rows[pivot].iter_mut().for_each(|it| *it *= scale);
        let line = rows[pivot].clone();
        for (_, row) in rows.iter_mut().enumerate().filter(|it| it.0 != pivot) {
            let factor = row[pivot];
            row.iter_mut().zip(&line).for_each(|(it, own)| *it -= factor * own);
        }
    }
    rows.into_iter().map(|mut row| row.split_off(size)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn repeated(games: &[(usize, usize, usize)], times: usize) -> Vec<(usize, usize, usize)> {
        games.iter().copied().cycle().take(times * games.len()).collect()
    }

    /// 75 % are 191 Elo; with many games the added ones hardly matter.
    #[test]
    fn two_players_get_the_well_known_difference() {
        let games = repeated(&[(0, 1, 2), (1, 0, 0), (0, 1, 2), (0, 1, 0)], 500);
        let [Some(one), Some(two)] = ratings(2, &games)[..] else { panic!("both have played") };
        assert!((one.elo - two.elo - 190.8).abs() < 1.0, "{one:?} {two:?}");
        assert!((one.elo + two.elo).abs() < 1e-6);
    }

    #[test]
    fn who_wins_everything_has_a_number_and_its_error_shrinks() {
        let once = ratings(2, &[(0, 1, 2)])[0].unwrap();
        let often = ratings(2, &repeated(&[(0, 1, 2)], 20))[0].unwrap();
        assert!(0.0 < once.elo && once.elo < often.elo && often.elo.is_finite());
        let even = |times| ratings(2, &repeated(&[(0, 1, 2), (0, 1, 0)], times))[0].unwrap();
        assert!(even(1).elo.abs() < 1e-9);
        assert!(even(20).error < even(1).error && even(1).error.is_finite());
    }

    /// 1 and 2 won as much, but 1 against the strong one.
    #[test]
    fn strong_opponents_count() {
        let games = [(0, 3, 2), (0, 4, 2), (0, 3, 2), (0, 1, 0), (0, 1, 2), (2, 3, 0), (2, 3, 2)];
        let found = ratings(6, &games);
        assert!(found[2].unwrap().elo < found[1].unwrap().elo);
        assert_eq!(found[5], None, "it has not played");
    }

    #[test]
    fn inverting_is_exact() {
        let matrix = vec![vec![4.0, -1.0, -2.0], vec![-1.0, 3.0, -1.0], vec![-2.0, -1.0, 5.0]];
        let inverse = inverted(&matrix);
        for (row, line) in matrix.iter().enumerate() {
            for column in 0..3 {
                let product: f64 =
                    line.iter().zip(&inverse).map(|(it, other)| it * other[column]).sum();
                assert!((product - f64::from(u8::from(row == column))).abs() < 1e-12);
            }
        }
    }

    /// The largest league: everybody twice against everybody.
    #[test]
    fn a_large_league_comes_to_rest() {
        let games: Vec<_> = (0..64)
            .flat_map(|one| {
                (0..one).map(move |other| (one, other, 2 * usize::from(other % 7 != 0)))
            })
            .collect();
        let found = ratings(64, &games);
        assert!(
            found.iter().all(|it| it.is_some_and(|it| it.elo.is_finite() && it.error.is_finite()))
        );
    }
}
