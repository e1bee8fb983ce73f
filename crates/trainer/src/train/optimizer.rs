//! AdamW: every number gets a step of its own, by the mean and the spread of its past gradients
//! (Kingma and Ba 2015; decay as in Loshchilov and Hutter 2019).

use rayon::prelude::*;

use super::model::{LARGEST, Model};

const MEAN_DECAY: f32 = 0.9;
const SPREAD_DECAY: f32 = 0.999;
const TINY: f32 = 1e-8;
const WEIGHT_DECAY: f32 = 0.01;
/// Numbers changed by one task.
const RANGE: usize = 4096;

/// The memory of the optimizer, in the model's layout.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct AdamW {
    pub(super) means: Vec<f32>,
    pub(super) spreads: Vec<f32>,
    pub(super) steps: u64,
}

impl AdamW {
    pub(super) fn new(count: usize) -> AdamW {
        AdamW { means: vec![0.0; count], spreads: vec![0.0; count], steps: 0 }
    }

    /// Moves the model against the gradients.
    pub(super) fn step(&mut self, model: &mut Model, gradients: &[f32], rate: f32) {
        self.steps += 1;
        let steps = self.steps.min(1 << 20) as i32;
        let mean_share = 1.0 - MEAN_DECAY.powi(steps);
        let spread_share = 1.0 - SPREAD_DECAY.powi(steps);
        // Only the output biases may grow beyond what sixteen bits hold.
        let free = model.output_biases_at();
        let memory = self.means.par_chunks_mut(RANGE).zip(self.spreads.par_chunks_mut(RANGE));
        let numbers = model.numbers.par_chunks_mut(RANGE).zip(gradients.par_chunks(RANGE));
        numbers.zip(memory).enumerate().for_each(
            |(range, ((numbers, gradients), (means, spreads)))| {
                for index in 0..numbers.len() {
                    let gradient = gradients[index];
                    means[index] += (1.0 - MEAN_DECAY) * (gradient - means[index]);
                    spreads[index] += (1.0 - SPREAD_DECAY) * (gradient * gradient - spreads[index]);
                    let mean = means[index] / mean_share;
                    let spread = (spreads[index] / spread_share).sqrt();
                    let number = numbers[index] * (1.0 - rate * WEIGHT_DECAY);
                    let moved = number - rate * mean / (spread + TINY);
                    let is_free = free <= range * RANGE + index;
                    numbers[index] = if is_free { moved } else { moved.clamp(-LARGEST, LARGEST) };
                }
            },
        );
    }
}
