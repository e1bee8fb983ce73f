//! The network: what it sees, how its file looks, what it answers.
//!
//! One hidden layer, computed twice with the same weights, once as each side sees the board. The
//! sums before the activation ([`Accumulators`]) change little from move to move, so they are
//! kept up instead of computed anew; that is the NN*UE* in the name. The output is chosen by how
//! much material is left.
//!
//! ```
//! use nnue::{Accumulators, Network};
//! use xiangqi::Position;
//!
//! let network = Network::random(32, 1);
//! let mut position = Position::start();
//! let mut accumulators = Accumulators::new(&network, &position);
//! let played = position.play("h2e2".parse().unwrap()).unwrap();
//! accumulators.push(&position, &played);
//! assert_eq!(accumulators.evaluate(&network, &position), network.evaluate(&position));
//! ```

mod accumulators;
pub mod features;
mod format;
mod lane;
mod network;
mod simd;
mod units;

pub use accumulators::Accumulators;
pub use format::NetworkError;
pub use network::{Network, OUTPUT_BUCKETS, Parts, attack_weight, bucket_of, output_bucket};
pub use simd::InstructionSet;
pub use units::{ACTIVATION_ONE, FINEST_OUTPUT_ONE, LARGEST_OUTPUT, OUTPUT_ONE};
