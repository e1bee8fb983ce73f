//! The normal distribution.

/// The chance that a standard normal variable is at most `x`.
pub(super) fn cumulative(x: f64) -> f64 {
    let tail = upper_tail(x.abs());
    if x < 0.0 { tail } else { 1.0 - tail }
}

/// The chance beyond `x`, which is not negative. Abramowitz and Stegun, 26.2.17: the error is
/// below 7.5e-8.
fn upper_tail(x: f64) -> f64 {
    let t = 1.0 / (1.0 + 0.231_641_9 * x);
    let coefficients =
        [0.319_381_530, -0.356_563_782, 1.781_477_937, -1.821_255_978, 1.330_274_429];
    let polynomial = coefficients.iter().rev().fold(0.0, |sum, it| (sum + it) * t);
    let density = (-x * x / 2.0).exp() / std::f64::consts::TAU.sqrt();
    density * polynomial
}

#[test]
fn table_values_are_met() {
    let table = [(0.0, 0.5), (1.0, 0.841_344_746), (1.959_963_985, 0.975), (3.0, 0.998_650_102)];
    for (x, chance) in table {
        assert!((cumulative(x) - chance).abs() < 1e-7, "{x}");
        assert!((cumulative(-x) - (1.0 - chance)).abs() < 1e-7, "-{x}");
    }
    assert_eq!(cumulative(f64::INFINITY), 1.0);
    assert_eq!(cumulative(f64::NEG_INFINITY), 0.0);
}
