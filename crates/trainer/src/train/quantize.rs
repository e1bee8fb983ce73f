//! From floating point to the small integers the engine computes with, and what that costs.

use nnue::{
    ACTIVATION_ONE, FINEST_OUTPUT_ONE, LARGEST_OUTPUT, Network, NetworkError, OUTPUT_BUCKETS,
    OUTPUT_ONE, Parts, features,
};

use super::{gradient::predictions, model::Model};
use crate::pile::Sample;

/// How far the network's values lie from the model's, in the search's unit.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Rounding {
    pub positions: usize,
    pub mean: f64,
    pub largest: f64,
    /// The mean size of the values themselves.
    pub mean_value: f64,
}

/// Positions compared.
const COMPARED: usize = 20_000;

pub fn quantize(
    model: &Model,
    scale: i32,
    samples: &[Sample],
) -> Result<(Network, Rounding), NetworkError> {
    let network = Network::from_parts(&parts_of(model, scale))?;
    let rounding = rounding(model, &network, scale, samples);
    Ok((network, rounding))
}

fn parts_of(model: &Model, scale: i32) -> Parts {
    let rounded = |from: usize, count: usize, one: i32, most: i16| -> Vec<i16> {
        let numbers = &model.numbers[from..from + count];
        let most = f32::from(most);
        numbers.iter().map(|it| (it * one as f32).round().clamp(-most, most) as i16).collect()
    };
    let hidden = model.hidden;
    let output_biases = &model.numbers[model.output_biases_at()..];
    let output_units: [i32; OUTPUT_BUCKETS] = std::array::from_fn(|it| output_unit(model, it));
    let outputs = (0..OUTPUT_BUCKETS)
        .flat_map(|it| rounded(model.outputs_at(it), 2 * hidden, output_units[it], LARGEST_OUTPUT));
    Parts {
        hidden,
        scale,
        inputs: rounded(0, features::COUNT * hidden, ACTIVATION_ONE, 510),
        biases: rounded(model.biases_at(), hidden, ACTIVATION_ONE, 510),
        outputs: outputs.collect(),
        output_biases: std::array::from_fn(|it| {
            (output_biases[it] * (ACTIVATION_ONE * output_units[it]) as f32).round() as i32
        }),
        output_units,
    }
}

/// The finest unit in which a bucket's weights still fit. The wider a network, the smaller they
/// are, and in units of 1/64 a wide one would lose a tenth of a usual weight.
fn output_unit(model: &Model, bucket: usize) -> i32 {
    let start = model.outputs_at(bucket);
    let weights = &model.numbers[start..start + 2 * model.hidden];
    let largest = weights.iter().fold(0.0_f32, |most, it| most.max(it.abs()));
    let sum: f32 = weights.iter().map(|it| it.abs()).sum();
    let fits = f32::from(LARGEST_OUTPUT) / largest.max(1e-6);
    // Twice as far from the largest sum as rounding could ever need.
    let is_safe = i32::MAX as f32 / (2 * ACTIVATION_ONE * ACTIVATION_ONE) as f32 / sum.max(1e-6);
    (fits.min(is_safe) as i32).clamp(OUTPUT_ONE, FINEST_OUTPUT_ONE)
}

fn rounding(model: &Model, network: &Network, scale: i32, samples: &[Sample]) -> Rounding {
    let step = (samples.len() / COMPARED).max(1);
    let asked: Vec<Sample> = samples.iter().step_by(step).copied().collect();
    let compared: Vec<(f64, f64)> = asked
        .iter()
        .zip(predictions(model, &asked))
        .filter_map(|(sample, exact)| {
            let value = network.evaluate(&sample.position()?);
            Some((f64::from(exact) * f64::from(scale), f64::from(value)))
        })
        .collect();
    let count = compared.len().max(1) as f64;
    let miss = |it: &(f64, f64)| (it.0 - it.1).abs();
    Rounding {
        positions: compared.len(),
        mean: compared.iter().map(miss).sum::<f64>() / count,
        largest: compared.iter().map(miss).fold(0.0, f64::max),
        mean_value: compared.iter().map(|it| it.0.abs()).sum::<f64>() / count,
    }
}

#[cfg(test)]
mod tests {
    use xiangqi::Position;

    use super::*;

    #[test]
    fn the_network_says_nearly_what_the_model_says() {
        let mut random = random::Random::of(3, 4);
        let mut position = Position::start();
        let mut samples = Vec::new();
        for _ in 0..60 {
            let moves = position.legal_moves();
            position.play_unchecked(moves[random.scaled(moves.len())]);
            samples.push(Sample::new(&position, 0, None));
        }
        let model = Model::random(64, 5);
        let (_, rounding) = quantize(&model, 400, &samples).unwrap();
        assert_eq!(rounding.positions, samples.len());
        assert!(rounding.mean < 5.0 && rounding.largest < 20.0, "{rounding:?}");
    }
}
