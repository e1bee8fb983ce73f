//! The weights, and the plain way from a position to a value.

use xiangqi::{Color, PieceKind, Position};

use crate::{
    features,
    lane::{LANE, Lane, lanes_of, numbers_of},
    simd::InstructionSet,
    units::{
        ACTIVATION_ONE, FINEST_OUTPUT_ONE, LARGEST_BIAS, LARGEST_INPUT, LARGEST_OUTPUT, OUTPUT_ONE,
    },
};

/// Output weights by how much material is left.
pub const OUTPUT_BUCKETS: usize = 8;
pub(crate) const MOST_HIDDEN: usize = 1024;
const LARGEST_SCALE: i32 = 4000;

/// The weights as plain numbers, from training or from a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Parts {
    /// Neurons for each side's view; a multiple of 32.
    pub hidden: usize,
    /// What an output of one is worth, in the search's unit.
    pub scale: i32,
    /// By feature, then neuron.
    pub inputs: Vec<i16>,
    pub biases: Vec<i16>,
    /// By bucket, then the mover's neurons, then the other side's.
    pub outputs: Vec<i16>,
    pub output_biases: [i32; OUTPUT_BUCKETS],
    /// By bucket: what a weight of one is.
    pub output_units: [i32; OUTPUT_BUCKETS],
}

impl Parts {
    /// What is wrong with the numbers, if anything is: shapes, or sums that could overflow.
    pub fn check(&self) -> Result<(), String> {
        let hidden = self.hidden;
        if hidden == 0 || MOST_HIDDEN < hidden || !hidden.is_multiple_of(LANE) {
            return Err(format!("{hidden} neurons are no multiple of 32 up to {MOST_HIDDEN}"));
        }
        if self.scale <= 0 || LARGEST_SCALE < self.scale {
            return Err(format!("the scale {} is not between 1 and {LARGEST_SCALE}", self.scale));
        }
        let lens = [self.inputs.len(), self.biases.len(), self.outputs.len()];
        if lens != [features::COUNT * hidden, hidden, OUTPUT_BUCKETS * 2 * hidden] {
            return Err(format!("{lens:?} weights do not fit {hidden} neurons"));
        }
        let units = OUTPUT_ONE..=FINEST_OUTPUT_ONE;
        if let Some(unit) = self.output_units.iter().find(|it| !units.contains(it)) {
            return Err(format!("an output weight of one is {unit}"));
        }
        let exceeds =
            |numbers: &[i16], most: i16| numbers.iter().any(|it| it.abs_diff(0) > most as u16);
        if exceeds(&self.inputs, LARGEST_INPUT) || exceeds(&self.biases, LARGEST_BIAS) {
            return Err("an input weight is too large".to_owned());
        }
        if exceeds(&self.outputs, LARGEST_OUTPUT) {
            return Err("an output weight is too large".to_owned());
        }
        let largest = self.outputs.chunks(2 * hidden).map(|bucket| {
            let sum: i64 = bucket.iter().map(|&it| i64::from(it).abs()).sum();
            sum * i64::from(ACTIVATION_ONE * ACTIVATION_ONE)
        });
        let largest_bias = self.output_biases.iter().map(|it| i64::from(*it).abs()).max();
        if i64::from(i32::MAX) < largest.max().unwrap_or(0)
            || i64::from(i32::MAX) / 2 < largest_bias.unwrap_or(0)
        {
            return Err("the output could overflow".to_owned());
        }
        Ok(())
    }
}

/// A network ready to use.
#[derive(Clone, Debug)]
pub struct Network {
    /// Lanes of each row: a feature's weights, the biases, half an output bucket.
    pub(crate) row: usize,
    inputs: Vec<Lane>,
    pub(crate) biases: Vec<Lane>,
    outputs: Vec<Lane>,
    output_biases: [i32; OUTPUT_BUCKETS],
    output_units: [i32; OUTPUT_BUCKETS],
    scale: i32,
    pub(crate) instructions: InstructionSet,
    /// Of its file; tells networks apart.
    pub(crate) hash: [u8; 32],
}

impl Network {
    /// Takes checked numbers.
    pub(crate) fn from_checked(parts: &Parts, hash: [u8; 32]) -> Network {
        Network {
            row: parts.hidden / LANE,
            inputs: lanes_of(&parts.inputs),
            biases: lanes_of(&parts.biases),
            outputs: lanes_of(&parts.outputs),
            output_biases: parts.output_biases,
            output_units: parts.output_units,
            scale: parts.scale,
            instructions: InstructionSet::best(),
            hash,
        }
    }

    /// Weights that mean nothing, for tests; the same for the same seed.
    pub fn random(hidden: usize, seed: u64) -> Network {
        let mut random = random::Random::new(seed);
        let mut number = |most: i16| random.below(2 * most as usize + 1) as i16 - most;
        let hidden = (hidden / LANE).clamp(1, MOST_HIDDEN / LANE) * LANE;
        let parts = Parts {
            hidden,
            scale: 400,
            inputs: (0..features::COUNT * hidden).map(|_| number(60)).collect(),
            biases: (0..hidden).map(|_| number(60)).collect(),
            outputs: (0..OUTPUT_BUCKETS * 2 * hidden).map(|_| number(20)).collect(),
            output_biases: std::array::from_fn(|_| i32::from(number(900))),
            output_units: std::array::from_fn(|it| OUTPUT_ONE + 9 * it as i32),
        };
        Network::from_parts(&parts).unwrap_or_else(|_| Network::from_checked(&parts, [0; 32]))
    }

    /// Neurons for each side's view.
    pub fn hidden(&self) -> usize {
        self.row * LANE
    }

    /// The first digits of the hash: what a network is called.
    pub fn name(&self) -> String {
        self.hash[..6].iter().map(|it| format!("{it:02x}")).collect()
    }

    /// The same network with other instructions, for comparing them.
    pub fn with_instructions(mut self, instructions: InstructionSet) -> Network {
        self.instructions = instructions;
        self
    }

    pub fn to_parts(&self) -> Parts {
        Parts {
            hidden: self.hidden(),
            scale: self.scale,
            inputs: numbers_of(&self.inputs).collect(),
            biases: numbers_of(&self.biases).collect(),
            outputs: numbers_of(&self.outputs).collect(),
            output_biases: self.output_biases,
            output_units: self.output_units,
        }
    }

    #[inline(always)]
    pub(crate) fn input_row(&self, feature: usize) -> &[Lane] {
        &self.inputs[feature * self.row..(feature + 1) * self.row]
    }

    /// From the accumulators of the mover and of the other side to the value.
    #[inline(always)]
    pub(crate) fn output(&self, mover: &[Lane], other: &[Lane], position: &Position) -> i32 {
        let bucket = output_bucket(position);
        let weights = &self.outputs[2 * bucket * self.row..2 * (bucket + 1) * self.row];
        let (of_mover, of_other) = weights.split_at(self.row);
        let sum = self.instructions.dot(mover, of_mover) + self.instructions.dot(other, of_other);
        let output = i64::from(sum / ACTIVATION_ONE + self.output_biases[bucket]);
        let one = i64::from(ACTIVATION_ONE * self.output_units[bucket]);
        (output * i64::from(self.scale) / one) as i32
    }
}

/// Which output weights: the more attackers, the higher.
#[inline(always)]
pub fn output_bucket(position: &Position) -> usize {
    let weigh = |kind| attack_weight(kind) * position.of_kind(kind).len() as usize;
    bucket_of(weigh(PieceKind::Chariot) + weigh(PieceKind::Horse) + weigh(PieceKind::Cannon))
}

/// How much a piece, of either side, adds to the sum that chooses the output bucket.
#[inline(always)]
pub const fn attack_weight(kind: PieceKind) -> usize {
    match kind {
        PieceKind::Chariot => 2,
        PieceKind::Horse | PieceKind::Cannon => 1,
        _ => 0,
    }
}

/// The output bucket of a position whose pieces have this sum of [`attack_weight`].
#[inline(always)]
pub const fn bucket_of(attack: usize) -> usize {
    let bucket = attack / 2;
    if bucket < OUTPUT_BUCKETS { bucket } else { OUTPUT_BUCKETS - 1 }
}

/// The mover first.
#[inline(always)]
pub(crate) fn in_order(position: &Position) -> [Color; 2] {
    [position.side(), position.side().opponent()]
}
