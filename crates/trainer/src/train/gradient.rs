//! How wrong the model is, and in which direction to change it.
//!
//! A batch is cut into a fixed number of slices, each with gradients of its own, which are added
//! up in a fixed order: the sum is the same however many threads there are.

use rayon::prelude::*;

use super::{
    feed::Batch,
    model::{Model, TILE},
};
use crate::pile::Sample;

/// Slices of a batch. More threads than this find no work.
const SLICES: usize = 16;

/// What the model should say.
#[derive(Clone, Copy, Debug)]
pub(super) struct Target {
    pub(super) scale: f32,
    pub(super) result_weight: f32,
}

impl Target {
    fn of(&self, sample: &Sample) -> f32 {
        let expected = sigmoid(f32::from(sample.score) / self.scale);
        match sample.result() {
            None => expected,
            Some(result) => expected + self.result_weight * (result - expected),
        }
    }
}

fn sigmoid(x: f32) -> f32 {
    1.0 / (1.0 + (-x).exp())
}

/// Gradients of each slice, in the model's layout.
pub(super) struct Gradients {
    pub(super) slices: Vec<Vec<f32>>,
}

impl Gradients {
    pub(super) fn new(count: usize) -> Gradients {
        Gradients { slices: vec![vec![0.0; count]; SLICES] }
    }

    /// Adds the batch's gradients, which must be zero before, and returns its mean loss.
    pub(super) fn compute(&mut self, model: &Model, batch: &Batch, target: Target) -> f64 {
        let count = batch.samples.len();
        let slice_len = count.div_ceil(SLICES).max(1);
        let slices: Vec<(&[Sample], &[bool])> =
            batch.samples.chunks(slice_len).zip(batch.flips.chunks(slice_len)).collect();
        let sums: Vec<f64> = self
            .slices
            .par_iter_mut()
            .zip(slices)
            .map(|(gradients, (samples, flips))| {
                let mut learner = Learner::new(model, gradients, 1.0 / count as f32);
                let losses = samples
                    .iter()
                    .zip(flips)
                    .map(|(sample, &flip)| learner.learn(sample, flip, target.of(sample)));
                losses.sum()
            })
            .collect();
        sums.iter().sum::<f64>() / count.max(1) as f64
    }
}

/// Works through the positions of one slice.
struct Learner<'a> {
    model: &'a Model,
    gradients: &'a mut [f32],
    /// One over the size of the batch.
    share: f32,
    sums: Vec<f32>,
    slopes: Vec<f32>,
}

impl<'a> Learner<'a> {
    fn new(model: &'a Model, gradients: &'a mut [f32], share: f32) -> Learner<'a> {
        let scratch = vec![0.0; 2 * model.hidden];
        Learner { model, gradients, share, sums: scratch.clone(), slopes: scratch }
    }

    fn learn(&mut self, sample: &Sample, is_flipped: bool, target: f32) -> f64 {
        let model = self.model;
        let inputs = sample.inputs(is_flipped);
        for (features, sums) in inputs.features.iter().zip(self.sums.chunks_mut(model.hidden)) {
            model.accumulate(&features[..inputs.len], sums);
        }
        let predicted = sigmoid(model.output(&self.sums, inputs.bucket));
        let miss = predicted - target;
        // The slope of the squared miss with respect to the output.
        let slope = 2.0 * miss * predicted * (1.0 - predicted) * self.share;
        self.through_output(inputs.bucket, slope);
        for (features, slopes) in inputs.features.iter().zip(self.slopes.chunks(model.hidden)) {
            spread(self.gradients, model, &features[..inputs.len], slopes);
        }
        f64::from(miss * miss)
    }

    /// Gradients of the output layer, and the slopes of the sums below it.
    fn through_output(&mut self, bucket: usize, slope: f32) {
        let start = self.model.outputs_at(bucket);
        let end = start + self.sums.len();
        let weights = &self.model.numbers[start..end];
        let gradients = &mut self.gradients[start..end];
        for index in 0..self.sums.len() {
            let active = self.sums[index].clamp(0.0, 1.0);
            let is_between = active == self.sums[index];
            gradients[index] += slope * active * active;
            let through = slope * weights[index] * 2.0 * active;
            self.slopes[index] = if is_between { through } else { 0.0 };
        }
        self.gradients[self.model.output_biases_at() + bucket] += slope;
    }
}

/// Adds the slopes to the rows of all active features and to the biases.
fn spread(gradients: &mut [f32], model: &Model, features: &[u16], slopes: &[f32]) {
    let (tiles, _) = slopes.as_chunks::<TILE>();
    let starts = features.iter().map(|&it| usize::from(it) * model.hidden);
    for start in starts.chain([model.biases_at()]) {
        let (rows, _) = gradients[start..start + model.hidden].as_chunks_mut::<TILE>();
        for (row, tile) in rows.iter_mut().zip(tiles) {
            for (gradient, slope) in row.iter_mut().zip(tile) {
                *gradient += slope;
            }
        }
    }
}

/// Mean squared misses: of the blend, of the search's score alone, of the result alone.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub struct Losses {
    pub blend: f64,
    pub score: f64,
    pub result: f64,
}

pub(super) fn losses(model: &Model, samples: &[Sample], target: Target) -> Losses {
    const SLICE: usize = 1024;
    let score_target = Target { result_weight: 0.0, ..target };
    let result_target = Target { result_weight: 1.0, ..target };
    let sums: Vec<[f64; 3]> = samples
        .par_chunks(SLICE)
        .map(|slice| {
            slice.iter().fold([0.0; 3], |mut sums, sample| {
                let predicted = sigmoid(model.predict(sample));
                let targets = [target, score_target, result_target];
                for (sum, target) in sums.iter_mut().zip(targets) {
                    *sum += f64::from(predicted - target.of(sample)).powi(2);
                }
                sums
            })
        })
        .collect();
    let count = samples.len().max(1) as f64;
    let mean = |index: usize| sums.iter().map(|it| it[index]).sum::<f64>() / count;
    Losses { blend: mean(0), score: mean(1), result: mean(2) }
}

#[cfg(test)]
mod tests {
    use xiangqi::Position;

    use super::*;

    /// Positions with scores, from a game of random moves.
    fn samples() -> Vec<Sample> {
        let mut random = random::Random::of(3, 4);
        let mut position = Position::start();
        let mut samples = Vec::new();
        for ply in 0..60 {
            let moves = position.legal_moves();
            position.play_unchecked(moves[random.scaled(moves.len())]);
            let result = [Some(0.0), Some(0.5), Some(1.0), None][ply % 4];
            samples.push(Sample::new(&position, random.scaled(1200) as i16 - 600, result));
        }
        samples
    }

    #[test]
    fn gradients_are_slopes() {
        let samples = samples();
        let batch = Batch { flips: vec![false; samples.len()], samples };
        let target = Target { scale: 400.0, result_weight: 0.3 };
        let mut model = Model::random(32, 5);
        let mut gradients = Gradients::new(model.numbers.len());
        let loss = gradients.compute(&model, &batch, target);
        assert!((loss - losses(&model, &batch.samples, target).blend).abs() < 1e-7);

        let total =
            |index: usize| -> f64 { gradients.slices.iter().map(|it| f64::from(it[index])).sum() };
        // Compared as vectors: single numbers may cross the edge of an activation.
        let (mut difference, mut size) = (0.0, 0.0);
        for index in (0..model.numbers.len()).step_by(131).chain([model.output_biases_at() + 7]) {
            const STEP: f32 = 2e-3;
            let kept = model.numbers[index];
            let mut loss_at = |number| {
                model.numbers[index] = number;
                losses(&model, &batch.samples, target).blend
            };
            let (up, down) = (loss_at(kept + STEP), loss_at(kept - STEP));
            model.numbers[index] = kept;
            let measured = (up - down) / (2.0 * f64::from(STEP));
            difference += (measured - total(index)).powi(2);
            size += total(index).powi(2);
        }
        assert!(1e-8 < size, "nothing mattered");
        assert!(difference < 1e-4 * size, "{difference} of {size}");
    }
}
