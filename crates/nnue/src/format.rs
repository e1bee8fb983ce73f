//! A network as bytes.
//!
//! Mark, version, four numbers of the architecture, scale, SHA-256 of the weights, weights; all
//! little-endian. `docs/network.md` has the table.

use std::{error, fmt};

use sha2::{Digest, Sha256};

use crate::{
    features,
    network::{MOST_HIDDEN, Network, OUTPUT_BUCKETS, Parts},
    units::OUTPUT_ONE,
};

const MARK: &[u8; 8] = b"CHUHENET";
/// The first version had no units of the output weights.
const VERSION: u32 = 2;
const FIRST_VERSION: u32 = 1;
const INPUT_BUCKETS: u32 = 1;
const HEAD_BYTES: usize = 8 + 6 * 4 + 32;

/// Why bytes are no network for this program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NetworkError {
    NotANetwork,
    Version(u32),
    Architecture(String),
    Length { expected: usize, found: usize },
    Damaged,
    Weights(String),
}

impl fmt::Display for NetworkError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NetworkError::NotANetwork => f.write_str("this is no network of Chuhe"),
            NetworkError::Version(version) => {
                write!(
                    f,
                    "the network has version {version}; this program reads {FIRST_VERSION} and {VERSION}"
                )
            }
            NetworkError::Architecture(reason) => {
                write!(f, "the network has another architecture: {reason}")
            }
            NetworkError::Length { expected, found } => {
                write!(f, "the network should have {expected} bytes, not {found}")
            }
            NetworkError::Damaged => {
                f.write_str("the network is damaged: its weights do not match its hash")
            }
            NetworkError::Weights(reason) => write!(f, "the network makes no sense: {reason}"),
        }
    }
}

impl error::Error for NetworkError {}

impl Network {
    pub fn from_parts(parts: &Parts) -> Result<Network, NetworkError> {
        parts.check().map_err(NetworkError::Weights)?;
        Ok(Network::from_checked(parts, hash_of(parts.scale, &weight_bytes(parts))))
    }

    pub fn to_bytes(&self) -> Vec<u8> {
        let parts = self.to_parts();
        let weights = weight_bytes(&parts);
        let mut bytes = MARK.to_vec();
        let numbers = [
            VERSION,
            features::COUNT as u32,
            INPUT_BUCKETS,
            parts.hidden as u32,
            OUTPUT_BUCKETS as u32,
            parts.scale as u32,
        ];
        numbers.iter().for_each(|it| bytes.extend(it.to_le_bytes()));
        bytes.extend(hash_of(parts.scale, &weights));
        bytes.extend(weights);
        bytes
    }

    pub fn from_bytes(bytes: &[u8]) -> Result<Network, NetworkError> {
        if !bytes.starts_with(MARK) {
            return Err(NetworkError::NotANetwork);
        }
        let Some((head, weights)) = bytes.split_at_checked(HEAD_BYTES) else {
            return Err(NetworkError::Length { expected: HEAD_BYTES, found: bytes.len() });
        };
        let number = |index: usize| u32_at(head, 8 + 4 * index);
        let version = number(0);
        if version != VERSION && version != FIRST_VERSION {
            return Err(NetworkError::Version(version));
        }
        let hidden = check_architecture([number(1), number(2), number(3), number(4)])?;
        let scale = number(5) as i32;
        let lists = if version == FIRST_VERSION { 1 } else { 2 };
        let expected = HEAD_BYTES + 2 * weight_count(hidden) + lists * 4 * OUTPUT_BUCKETS;
        if bytes.len() != expected {
            return Err(NetworkError::Length { expected, found: bytes.len() });
        }
        let hash = hash_of(scale, weights);
        if head[HEAD_BYTES - 32..] != hash {
            return Err(NetworkError::Damaged);
        }
        let parts = read_weights(hidden, scale, weights);
        parts.check().map_err(NetworkError::Weights)?;
        Ok(Network::from_checked(&parts, hash))
    }
}

/// How many neurons, if all else is as this program has it.
fn check_architecture(found: [u32; 4]) -> Result<usize, NetworkError> {
    let [inputs, input_buckets, hidden, output_buckets] = found;
    let expected = [features::COUNT as u32, INPUT_BUCKETS, OUTPUT_BUCKETS as u32];
    if [inputs, input_buckets, output_buckets] != expected {
        return Err(NetworkError::Architecture(format!(
            "{inputs} inputs in {input_buckets} buckets and {output_buckets} output buckets \
             instead of {}, {} and {}",
            expected[0], expected[1], expected[2]
        )));
    }
    match hidden as usize {
        0 => Err(NetworkError::Architecture("it has no neurons".to_owned())),
        it if it <= MOST_HIDDEN => Ok(it),
        it => Err(NetworkError::Architecture(format!("{it} neurons are more than {MOST_HIDDEN}"))),
    }
}

fn weight_count(hidden: usize) -> usize {
    (features::COUNT + 1 + 2 * OUTPUT_BUCKETS) * hidden
}

fn weight_bytes(parts: &Parts) -> Vec<u8> {
    let small = parts.inputs.iter().chain(&parts.biases).chain(&parts.outputs);
    let mut bytes: Vec<u8> = small.flat_map(|it| it.to_le_bytes()).collect();
    let large = parts.output_biases.iter().chain(&parts.output_units);
    bytes.extend(large.flat_map(|it| it.to_le_bytes()));
    bytes
}

/// The caller has checked the length.
fn read_weights(hidden: usize, scale: i32, bytes: &[u8]) -> Parts {
    let (small, large) = bytes.split_at(2 * weight_count(hidden));
    let mut numbers = small.chunks_exact(2).map(|it| i16::from_le_bytes([it[0], it[1]]));
    let mut take = |count: usize| numbers.by_ref().take(count).collect::<Vec<i16>>();
    Parts {
        hidden,
        scale,
        inputs: take(features::COUNT * hidden),
        biases: take(hidden),
        outputs: take(2 * OUTPUT_BUCKETS * hidden),
        output_biases: std::array::from_fn(|it| u32_at(large, 4 * it) as i32),
        output_units: std::array::from_fn(|it| {
            let at = 4 * (OUTPUT_BUCKETS + it);
            if at < large.len() { u32_at(large, at) as i32 } else { OUTPUT_ONE }
        }),
    }
}

fn u32_at(bytes: &[u8], index: usize) -> u32 {
    let mut four = [0; 4];
    four.copy_from_slice(&bytes[index..index + 4]);
    u32::from_le_bytes(four)
}

fn hash_of(scale: i32, weights: &[u8]) -> [u8; 32] {
    Sha256::new().chain_update(scale.to_le_bytes()).chain_update(weights).finalize().into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn networks_read_back() {
        let network = Network::random(64, 3);
        let bytes = network.to_bytes();
        let read = Network::from_bytes(&bytes).unwrap();
        assert_eq!(read.to_parts(), network.to_parts());
        assert_eq!(read.name(), network.name());
        assert_eq!(read.to_bytes(), bytes);
        assert_ne!(Network::random(64, 4).name(), network.name());
    }

    #[test]
    fn files_of_the_first_version_are_read() {
        let parts = Parts {
            output_units: [OUTPUT_ONE; OUTPUT_BUCKETS],
            ..Network::random(32, 3).to_parts()
        };
        let network = Network::from_parts(&parts).unwrap();
        let mut bytes = network.to_bytes();
        bytes.truncate(bytes.len() - 4 * OUTPUT_BUCKETS);
        bytes[8..12].copy_from_slice(&FIRST_VERSION.to_le_bytes());
        let hash = hash_of(parts.scale, &bytes[HEAD_BYTES..]);
        bytes[HEAD_BYTES - 32..HEAD_BYTES].copy_from_slice(&hash);
        assert_eq!(Network::from_bytes(&bytes).unwrap().to_parts(), parts);
    }

    #[test]
    fn every_refusal_has_its_reason() {
        let good = Network::random(32, 3).to_bytes();
        let refusal = |change: &dyn Fn(&mut Vec<u8>)| {
            let mut bytes = good.clone();
            change(&mut bytes);
            Network::from_bytes(&bytes).unwrap_err().to_string()
        };
        assert!(refusal(&|it| it[0] = b'X').contains("no network"));
        assert!(refusal(&|it| it.truncate(20)).contains("should have"));
        assert!(refusal(&|it| it[8] = 9).contains("version 9"));
        assert!(refusal(&|it| it[12] = 1).contains("another architecture"));
        assert!(refusal(&|it| it[20] = 64).contains("should have"));
        assert!(refusal(&|it| it[20] = 0).contains("no neurons"));
        assert!(refusal(&|it| it[23] = 64).contains("more than"));
        assert!(refusal(&|it| it.push(0)).contains("should have"));
        assert!(refusal(&|it| it[5000] ^= 1).contains("damaged"));
        assert!(refusal(&|it| it[28] ^= 1).contains("damaged"));
    }

    #[test]
    fn weights_that_could_overflow_are_refused() {
        let parts = Network::random(32, 3).to_parts();
        let refuse = |change: &dyn Fn(&mut Parts)| {
            let mut parts = parts.clone();
            change(&mut parts);
            assert!(matches!(Network::from_parts(&parts), Err(NetworkError::Weights(_))));
        };
        refuse(&|it| it.inputs[7] = 1001);
        refuse(&|it| it.inputs[7] = i16::MIN);
        refuse(&|it| it.outputs[7] = -129);
        refuse(&|it| it.biases[0] = 800);
        refuse(&|it| it.output_biases[3] = i32::MAX);
        refuse(&|it| it.output_units[2] = 63);
        refuse(&|it| it.output_units[2] = -64);
        refuse(&|it| it.scale = 0);
        refuse(&|it| it.hidden = 31);
        let wide = Network::random(1024, 1).to_parts();
        let large = Parts { outputs: vec![128; wide.outputs.len()], ..wide };
        assert!(matches!(Network::from_parts(&large), Err(NetworkError::Weights(_))));
    }
}
