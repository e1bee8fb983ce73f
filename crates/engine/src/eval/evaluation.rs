//! Who judges quiet positions: a network, or the classical terms.

use std::sync::{Arc, LazyLock};

use nnue::{Accumulators, Network, NetworkError};
use xiangqi::{Color, Played, Position};

use super::{HARMLESS, can_attack, evaluate_position};
use crate::score::{Score, Value, clamp_eval};

/// The network the program comes with; `nets/README.md` tells where it is from.
const DEFAULT_NETWORK: &[u8] = include_bytes!("../../../../nets/default.nnue");

/// The evaluation of an engine. The default is the best we have.
#[derive(Clone, Debug)]
pub enum Evaluation {
    Classical,
    Network(Arc<Network>),
}

impl Evaluation {
    /// Reads a network file.
    pub fn from_bytes(bytes: &[u8]) -> Result<Evaluation, NetworkError> {
        Ok(Evaluation::Network(Arc::new(Network::from_bytes(bytes)?)))
    }

    /// `classical`, or the first digits of the network's hash.
    pub fn name(&self) -> String {
        match self {
            Evaluation::Classical => "classical".to_owned(),
            Evaluation::Network(network) => network.name(),
        }
    }

    /// The value of a position at first sight, for its side to move.
    pub fn evaluate(&self, position: &Position) -> Score {
        Score::of(self.value(position))
    }

    pub(crate) fn value(&self, position: &Position) -> Value {
        match self {
            Evaluation::Classical => evaluate_position(position),
            Evaluation::Network(network) => finish(position, network.evaluate(position)),
        }
    }
}

impl Default for Evaluation {
    fn default() -> Evaluation {
        /// The classical terms stand in for a network that cannot be read; a test sees to it
        /// that this never happens to ours.
        static DEFAULT: LazyLock<Evaluation> = LazyLock::new(|| {
            Evaluation::from_bytes(DEFAULT_NETWORK).unwrap_or(Evaluation::Classical)
        });
        DEFAULT.clone()
    }
}

impl PartialEq for Evaluation {
    fn eq(&self, other: &Evaluation) -> bool {
        match (self, other) {
            (Evaluation::Classical, Evaluation::Classical) => true,
            (Evaluation::Network(one), Evaluation::Network(other)) => {
                Arc::ptr_eq(one, other) || one.name() == other.name()
            }
            _ => false,
        }
    }
}

/// A network with its sums for the line being searched.
#[derive(Clone, Debug)]
pub(crate) struct Watcher {
    network: Arc<Network>,
    accumulators: Accumulators,
}

impl Watcher {
    /// `None` with the classical evaluation, which keeps its own sums.
    pub(crate) fn new(evaluation: &Evaluation, position: &Position) -> Option<Watcher> {
        match evaluation {
            Evaluation::Classical => None,
            Evaluation::Network(network) => Some(Watcher {
                accumulators: Accumulators::new(network, position),
                network: Arc::clone(network),
            }),
        }
    }

    /// A move led to `position`.
    #[inline(always)]
    pub(crate) fn play(&mut self, position: &Position, played: &Played) {
        self.accumulators.push(position, played);
    }

    #[inline(always)]
    pub(crate) fn undo(&mut self) {
        self.accumulators.pop();
    }

    #[inline(always)]
    pub(crate) fn evaluate(&mut self, position: &Position) -> Value {
        finish(position, self.accumulators.evaluate(&self.network, position))
    }
}

/// What no network needs to learn: a side that cannot attack cannot win.
#[inline(always)]
fn finish(position: &Position, value: Value) -> Value {
    let is_red = (0 < value) == (position.side() == Color::Red);
    let winner = if is_red { Color::Red } else { Color::Black };
    clamp_eval(if can_attack(position, winner) { value } else { value / HARMLESS })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_built_in_network_can_be_read_and_knows_the_pieces() {
        let default = Evaluation::default();
        assert!(matches!(default, Evaluation::Network(_)));
        let value = |fen: &str| default.value(&Position::from_fen(fen).unwrap());
        // Black without a soldier, a horse, a chariot: better and better for Red.
        let start = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w";
        let values = [
            value(start),
            value(&start.replacen("p1p1p1p1p", "p1p3p1p", 1)),
            value(&start.replacen("rnbakabnr", "r1bakabnr", 1)),
            value(&start.replacen("rnbakabnr", "1nbakabnr", 1)),
        ];
        assert!(values.is_sorted(), "{values:?}");
    }
}
