//! Many changes measured in the same games.
//!
//! In every pair of games each change falls to one side or the other by chance. A game then says
//! something about all of them at once, and least squares tell them apart: each is known as well
//! as if all games had been played for it alone. What is measured is a change amid the
//! others, half of them on its own side; changes that do each other's work look better than alone.

use crate::elo;

/// Who had which changes, and how it ended.
pub(crate) struct Trial {
    /// A bit for each change: set if side A had it, otherwise B did.
    pub(crate) sides: u64,
    /// Half points of A in two games.
    pub(crate) points: usize,
}

/// Sides for the changes of a pair, well mixed from its seed.
pub(crate) fn sides(seed: u64) -> u64 {
    random::mix(seed)
}

/// Prints what each change is worth, with its 95 % interval.
pub(crate) fn print(changes: &[String], trials: &[Trial]) {
    println!("{} games", 2 * trials.len());
    let Some(effects) = effects(changes.len(), trials) else {
        println!("too few to tell the changes apart");
        return;
    };
    for (change, (effect, error)) in changes.iter().zip(effects) {
        println!(
            "{change:<40} {:5.1} % elo {:+6.1} [{:+.1}, {:+.1}]",
            100.0 * (0.5 + effect),
            elo(0.5 + effect),
            elo(0.5 + effect - error),
            elo(0.5 + effect + error),
        );
    }
}

/// What each change adds to the score, and the half width of its interval.
fn effects(changes: usize, trials: &[Trial]) -> Option<Vec<(f64, f64)>> {
    let sign =
        |trial: &Trial, change: usize| if trial.sides >> change & 1 == 1 { 1.0 } else { -1.0 };
    let surplus = |trial: &Trial| trial.points as f64 / 4.0 - 0.5;
    let mut products = vec![vec![0.0; changes]; changes];
    let mut gains = vec![0.0; changes];
    for trial in trials {
        for (row, products) in products.iter_mut().enumerate() {
            gains[row] += sign(trial, row) * surplus(trial);
            for (column, product) in products.iter_mut().enumerate() {
                *product += sign(trial, row) * sign(trial, column);
            }
        }
    }
    let inverse = invert(products)?;
    let effects: Vec<f64> = inverse
        .iter()
        .map(|row| row.iter().zip(&gains).map(|(factor, gain)| factor * gain).sum())
        .collect();
    let squares: f64 = trials
        .iter()
        .map(|trial| {
            let expected: f64 = (0..changes).map(|it| sign(trial, it) * effects[it]).sum();
            (surplus(trial) - expected).powi(2)
        })
        .sum();
    let variance = squares / trials.len().checked_sub(changes).filter(|it| 0 < *it)? as f64;
    let errors = (0..changes).map(|it| 1.96 * (variance * inverse[it][it]).sqrt());
    Some(effects.iter().copied().zip(errors).collect())
}

/// Gauss and Jordan; none if a row depends on the others.
fn invert(mut matrix: Vec<Vec<f64>>) -> Option<Vec<Vec<f64>>> {
    let size = matrix.len();
    for (index, row) in matrix.iter_mut().enumerate() {
        row.extend((0..size).map(|it| f64::from(u8::from(it == index))));
    }
    for column in 0..size {
        let largest = (column..size)
            .max_by(|a, b| matrix[*a][column].abs().total_cmp(&matrix[*b][column].abs()))?;
        matrix.swap(column, largest);
        let pivot = matrix[column].clone();
        if pivot[column].abs() < 1e-9 {
            return None;
        }
        for (index, row) in matrix.iter_mut().enumerate() {
            let factor = if index == column {
                1.0 - 1.0 / pivot[column]
            } else {
                row[column] / pivot[column]
            };
            row.iter_mut().zip(&pivot).for_each(|(number, of_pivot)| *number -= factor * of_pivot);
        }
    }
    Some(matrix.into_iter().map(|row| row[size..].to_vec()).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn effects_are_told_apart() {
        // The second change wins a game of every pair, the others do nothing.
        let trials: Vec<Trial> = (0..400)
            .map(|it| {
                let sides = sides(it);
                Trial { sides, points: if sides >> 1 & 1 == 1 { 3 } else { 1 } }
            })
            .collect();
        let effects = effects(3, &trials).unwrap();
        for (effect, expected) in effects.iter().zip([0.0, 0.25, 0.0]) {
            assert!((effect.0 - expected).abs() < 1e-9, "{effects:?}");
        }
    }

    #[test]
    fn too_few_games_tell_nothing() {
        assert!(effects(2, &[Trial { sides: 3, points: 2 }]).is_none());
    }
}
