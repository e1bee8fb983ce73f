//! The network in floating point, one long list of numbers.

use nnue::{ACTIVATION_ONE, Network, OUTPUT_BUCKETS, features};
use random::Random;

/// Largest size of a weight: what fits into the numbers of the finished network.
pub(super) const LARGEST: f32 = 1.98;

/// Weights by feature and neuron, biases, output weights by bucket, output biases.
#[derive(Clone, PartialEq, Debug)]
pub struct Model {
    /// A multiple of 32.
    pub hidden: usize,
    pub numbers: Vec<f32>,
}

impl Model {
    pub(super) fn count(hidden: usize) -> usize {
        (features::COUNT + 1 + 2 * OUTPUT_BUCKETS) * hidden + OUTPUT_BUCKETS
    }

    /// Small random weights. Some thirty features are active at once, so the inputs' size follows
    /// from that and not from how many features there are.
    pub fn random(hidden: usize, seed: u64) -> Model {
        let mut random = Random::of(seed, 0x0001_0de1);
        let mut number = |most: f64| (most * (2.0 * random.unit() - 1.0)) as f32;
        let (input, output) = (1.0 / 32_f64.sqrt(), 1.0 / (2.0 * hidden as f64).sqrt());
        let mut numbers: Vec<f32> = (0..features::COUNT * hidden).map(|_| number(input)).collect();
        numbers.extend((0..hidden).map(|_| 0.03));
        numbers.extend((0..2 * OUTPUT_BUCKETS * hidden).map(|_| number(output)));
        numbers.extend([0.0; OUTPUT_BUCKETS]);
        Model { hidden, numbers }
    }

    /// A network as a model again, for outputs in another scale. A wider model has every neuron
    /// several times, each with its share of the output. `None` if the width is no multiple of the
    /// network's.
    ///
    /// Every weight moves by up to half a step of its rounding. Without that all of them would sit
    /// in the middle of their step, and what they learn together but each by less than half of it
    /// would be rounded away again. It also lets the copies of a neuron grow apart.
    pub fn of_network(network: &Network, hidden: usize, scale: i32, seed: u64) -> Option<Model> {
        let parts = network.to_parts();
        let copies = hidden.is_multiple_of(parts.hidden).then_some(hidden / parts.hidden)?;
        let mut random = Random::of(seed, 0x0001_1de2);
        let mut within_step = |it: i16| f32::from(it) + random.unit() as f32 - 0.5;
        let mut numbers = Vec::with_capacity(Model::count(hidden));
        for row in parts.inputs.chunks(parts.hidden).chain([&parts.biases[..]]) {
            for _ in 0..copies {
                numbers.extend(row.iter().map(|&it| within_step(it) / ACTIVATION_ONE as f32));
            }
        }
        let scaled = parts.scale as f32 / scale as f32;
        for (number, row) in parts.outputs.chunks(parts.hidden).enumerate() {
            let unit = parts.output_units[number / 2] as f32;
            let share = scaled / (unit * copies as f32);
            for _ in 0..copies {
                numbers.extend(row.iter().map(|&it| within_step(it) * share));
            }
        }
        let units = parts.output_units.map(|it| (ACTIVATION_ONE * it) as f32);
        numbers.extend(
            parts.output_biases.iter().zip(units).map(|(&it, unit)| it as f32 * scaled / unit),
        );
        Some(Model { hidden, numbers })
    }

    pub(super) fn biases_at(&self) -> usize {
        features::COUNT * self.hidden
    }

    pub(super) fn outputs_at(&self, bucket: usize) -> usize {
        (features::COUNT + 1 + 2 * bucket) * self.hidden
    }

    pub(super) fn output_biases_at(&self) -> usize {
        self.outputs_at(OUTPUT_BUCKETS)
    }
}

#[cfg(test)]
mod tests {
    use xiangqi::Position;

    use super::*;
    use crate::{pile::Sample, train::gradient::predictions};

    #[test]
    fn a_model_made_of_a_network_says_the_same_in_its_own_scale() {
        let network = Network::random(32, 5);
        let position = Position::start();
        let sample = Sample::new(&position, 0, None);
        let value = network.evaluate(&position) as f32;
        for hidden in [32, 96] {
            let model = Model::of_network(&network, hidden, 300, 1).unwrap();
            assert_eq!(model.numbers.len(), Model::count(hidden));
            let said = 300.0 * predictions(&model, &[sample])[0];
            assert!((said - value).abs() < 40.0, "{hidden}: {said} for {value}");
        }
        assert!(Model::of_network(&network, 48, 300, 1).is_none());
    }
}
