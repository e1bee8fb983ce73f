//! How wrong the model is, and in which direction to change it.
//!
//! Each thread works on some columns of the first layer for the whole batch, and all sums have a
//! fixed order: the result is the same however many threads there are.

use rayon::prelude::*;

use super::{
    columns::{COLUMNS, Columns},
    feed::Batch,
    model::Model,
};
use crate::pile::{Inputs, Sample};

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

/// Positions worked on at once: few enough for their sums to need little memory.
const BLOCK: usize = 8192;

fn sigmoid(x: f32) -> f32 {
    1.0 / (1.0 + (-x).exp())
}

/// Gradients of a batch, and all that is needed to compute them.
pub(super) struct Gradients {
    hidden: usize,
    columns: Vec<Columns>,
    /// In the model's layout.
    pub(super) total: Vec<f32>,
}

impl Gradients {
    pub(super) fn new(hidden: usize) -> Gradients {
        Gradients { hidden, columns: Columns::all(hidden), total: vec![0.0; Model::count(hidden)] }
    }

    /// Computes the batch's gradients and returns its mean loss.
    pub(super) fn compute(&mut self, model: &Model, batch: &Batch, target: Target) -> f64 {
        let (rows, biases) = self.total.split_at_mut(model.output_biases_at());
        biases.fill(0.0);
        self.columns.iter_mut().for_each(Columns::forget_gradients);
        let count = batch.samples.len();
        let mut loss = 0.0;
        for (samples, flips) in batch.samples.chunks(BLOCK).zip(batch.flips.chunks(BLOCK)) {
            let flipped = samples.par_iter().zip(flips);
            let inputs: Vec<Inputs> = flipped.map(|(it, &flip)| it.inputs(flip)).collect();
            let outputs = outputs(model, &mut self.columns, &inputs);
            let mut slopes = Vec::with_capacity(inputs.len());
            for ((output, inputs), sample) in outputs.iter().zip(&inputs).zip(samples) {
                let predicted = sigmoid(*output);
                let miss = predicted - target.of(sample);
                // The slope of the mean squared miss with respect to the output.
                let slope = 2.0 * miss * predicted * (1.0 - predicted) / count as f32;
                loss += f64::from(miss * miss);
                biases[inputs.bucket] += slope;
                slopes.push(slope);
            }
            self.columns.par_iter_mut().for_each(|it| it.backward(&inputs, &slopes));
        }
        rows.par_chunks_mut(self.hidden).enumerate().for_each(|(number, row)| {
            for (part, columns) in row.chunks_mut(COLUMNS).zip(&self.columns) {
                part.copy_from_slice(&columns.gradients[number]);
            }
        });
        loss / count.max(1) as f64
    }
}

/// What the model says, before the sigmoid.
fn outputs(model: &Model, columns: &mut [Columns], batch: &[Inputs]) -> Vec<f32> {
    columns.par_iter_mut().for_each(|it| it.forward(model, batch));
    let biases = &model.numbers[model.output_biases_at()..];
    let mut outputs: Vec<f32> = batch.iter().map(|it| biases[it.bucket]).collect();
    for columns in columns {
        for (output, share) in outputs.iter_mut().zip(&columns.shares) {
            *output += share;
        }
    }
    outputs
}

/// Mean squared misses: of the blend, of the search's score alone, of the result alone.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub struct Losses {
    pub blend: f64,
    pub score: f64,
    pub result: f64,
}

pub(super) fn losses(model: &Model, samples: &[Sample], target: Target) -> Losses {
    let score_target = Target { result_weight: 0.0, ..target };
    let result_target = Target { result_weight: 1.0, ..target };
    let mut sums = [0.0; 3];
    for (sample, output) in samples.iter().zip(predictions(model, samples)) {
        let targets = [target, score_target, result_target];
        for (sum, target) in sums.iter_mut().zip(targets) {
            *sum += f64::from(sigmoid(output) - target.of(sample)).powi(2);
        }
    }
    let [blend, score, result] = sums.map(|it| it / samples.len().max(1) as f64);
    Losses { blend, score, result }
}

/// What the model says about positions, before the sigmoid.
pub(super) fn predictions(model: &Model, samples: &[Sample]) -> Vec<f32> {
    let mut columns = Columns::all(model.hidden);
    let mut found = Vec::with_capacity(samples.len());
    for block in samples.chunks(BLOCK) {
        let inputs: Vec<Inputs> = block.par_iter().map(|it| it.inputs(false)).collect();
        found.extend(outputs(model, &mut columns, &inputs));
    }
    found
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
        let mut model = Model::random(64, 5);
        let mut gradients = Gradients::new(model.hidden);
        let loss = gradients.compute(&model, &batch, target);
        assert!((loss - losses(&model, &batch.samples, target).blend).abs() < 1e-7);

        let total = |index: usize| f64::from(gradients.total[index]);
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
