//! Some columns of the first layer, with all their weights: few enough to stay close to a core.
//!
//! The first layer is nearly all the work, and its weights and their gradients together are too
//! large for the caches that are fast. No column needs another one to be summed or to learn, so
//! they are worked on a few at a time, each time for many positions. The order of additions is
//! always the same, whoever does them.

use nnue::{OUTPUT_BUCKETS, features};

use super::model::Model;
use crate::pile::Inputs;

/// So many at once: their sums stay in registers.
pub(super) const COLUMNS: usize = 32;

type Row = [f32; COLUMNS];

/// Rows as the model has them: features, biases, output weights by bucket and view.
const BIASES: usize = features::COUNT;
const OUTPUTS: usize = BIASES + 1;
const ROWS: usize = OUTPUTS + 2 * OUTPUT_BUCKETS;

#[derive(Clone)]
pub(super) struct Columns {
    first: usize,
    weights: Vec<Row>,
    pub(super) gradients: Vec<Row>,
    /// By position, then view: the sums before the activation.
    sums: Vec<[Row; 2]>,
    /// By position: their part of the output.
    pub(super) shares: Vec<f32>,
}

impl Columns {
    pub(super) fn all(hidden: usize) -> Vec<Columns> {
        (0..hidden).step_by(COLUMNS).map(Columns::new).collect()
    }

    fn new(first: usize) -> Columns {
        Columns {
            first,
            weights: vec![[0.0; COLUMNS]; ROWS],
            gradients: vec![[0.0; COLUMNS]; ROWS],
            sums: Vec::new(),
            shares: Vec::new(),
        }
    }

    /// Computes the sums and shares of some positions.
    pub(super) fn forward(&mut self, model: &Model, batch: &[Inputs]) {
        for (row, numbers) in self.weights.iter_mut().zip(model.numbers.chunks(model.hidden)) {
            row.copy_from_slice(&numbers[self.first..self.first + COLUMNS]);
        }
        self.sums.resize(batch.len(), [[0.0; COLUMNS]; 2]);
        self.shares.resize(batch.len(), 0.0);
        let results = self.sums.iter_mut().zip(&mut self.shares);
        for (inputs, (sums, share)) in batch.iter().zip(results) {
            let mut active = [0.0; COLUMNS];
            for (view, sums) in sums.iter_mut().enumerate() {
                let mut sum = self.weights[BIASES];
                for &feature in &inputs.features[view][..inputs.len] {
                    add(&mut sum, &self.weights[usize::from(feature)]);
                }
                let outputs = &self.weights[OUTPUTS + 2 * inputs.bucket + view];
                for column in 0..COLUMNS {
                    let clamped = sum[column].clamp(0.0, 1.0);
                    active[column] += clamped * clamped * outputs[column];
                }
                *sums = sum;
            }
            *share = active.iter().sum();
        }
    }

    pub(super) fn forget_gradients(&mut self) {
        self.gradients.fill([0.0; COLUMNS]);
    }

    /// Adds the gradients of the positions that [`Columns::forward`] was given, from the slopes of
    /// the outputs.
    pub(super) fn backward(&mut self, batch: &[Inputs], slopes: &[f32]) {
        for (index, inputs) in batch.iter().enumerate() {
            let slope = slopes[index];
            for (view, sums) in self.sums[index].iter().enumerate() {
                let outputs = OUTPUTS + 2 * inputs.bucket + view;
                let (weights, gradients) = (&self.weights[outputs], &mut self.gradients[outputs]);
                let mut passed = [0.0; COLUMNS];
                for column in 0..COLUMNS {
                    let active = sums[column].clamp(0.0, 1.0);
                    let is_between = active == sums[column];
                    gradients[column] += slope * active * active;
                    let through = slope * weights[column] * 2.0 * active;
                    passed[column] = if is_between { through } else { 0.0 };
                }
                for &feature in &inputs.features[view][..inputs.len] {
                    add(&mut self.gradients[usize::from(feature)], &passed);
                }
                add(&mut self.gradients[BIASES], &passed);
            }
        }
    }
}

#[inline(always)]
fn add(to: &mut Row, row: &Row) {
    for column in 0..COLUMNS {
        to[column] += row[column];
    }
}
