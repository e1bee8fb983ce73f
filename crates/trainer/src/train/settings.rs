//! What a run was asked to do.

pub use crate::pile::Source;

/// All that a network depends on.
#[derive(Clone, PartialEq, Debug)]
pub struct Settings {
    pub sources: Vec<Source>,
    /// The name of the network that training begins with; `None` for random weights.
    pub start: Option<String>,
    /// Neurons for each side's view.
    pub hidden: usize,
    /// How often every position is seen.
    pub epochs: u64,
    /// Positions per step.
    pub batch: usize,
    /// The highest learning rate.
    pub rate: f64,
    /// The score at which a side takes 73 % of the points, in the search's unit; also what an
    /// output of one is worth.
    pub scale: i32,
    /// The share of the game's result in the target at the beginning and at the end; the rest is
    /// the search's score.
    pub result_weight: [f64; 2],
    pub seed: u64,
}

/// Steps until the learning rate is reached.
const WARM_UP: f64 = 200.0;
/// The last learning rate is this share of the highest.
const LAST_RATE: f64 = 0.3 * 0.3 * 0.3 * 0.3 * 0.3;

impl Settings {
    /// A short rise, then a quarter of a wave down.
    pub(super) fn rate_at(&self, step: u64, total_steps: u64) -> f32 {
        let rise = ((step + 1) as f64 / WARM_UP).min(1.0);
        let progress = step as f64 / total_steps.max(1) as f64;
        let wave = 0.5 * (1.0 + (std::f64::consts::PI * progress).cos());
        (self.rate * rise * (LAST_RATE + (1.0 - LAST_RATE) * wave)) as f32
    }

    pub(super) fn result_weight_at(&self, step: u64, total_steps: u64) -> f32 {
        let progress = step as f64 / total_steps.max(1) as f64;
        let [first, last] = self.result_weight;
        (first + (last - first) * progress) as f32
    }

    /// Steps between two points of the loss curve: at least four times an epoch.
    pub(super) fn measure_every(&self, steps_per_epoch: u64) -> u64 {
        (steps_per_epoch / 2).clamp(1, 500)
    }

    /// The settings as lines of text: what a checkpoint compares and a ledger quotes.
    pub fn text(&self) -> String {
        let [first, last] = self.result_weight;
        let start = self.start.as_deref().unwrap_or("random weights");
        format!(
            "from {start}\nhidden {}\nepochs {}\nbatch {}\nlr {}\nscale {}\nresult-weight {first},{last}\nseed {}\n",
            self.hidden, self.epochs, self.batch, self.rate, self.scale, self.seed
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rate_rises_and_falls() {
        let settings = Settings {
            sources: Vec::new(),
            start: None,
            hidden: 32,
            epochs: 1,
            batch: 1,
            rate: 0.001,
            scale: 400,
            result_weight: [0.0, 0.2],
            seed: 1,
        };
        let rate = |step| settings.rate_at(step, 10_000);
        assert!(rate(0) < rate(100) && rate(100) < rate(199));
        assert!(rate(300) > rate(5000) && rate(5000) > rate(9999));
        assert!((rate(9999) - 0.001 * LAST_RATE as f32).abs() < 1e-7);
        assert_eq!(settings.result_weight_at(0, 10), 0.0);
        assert_eq!(settings.result_weight_at(10, 10), 0.2);
    }
}
