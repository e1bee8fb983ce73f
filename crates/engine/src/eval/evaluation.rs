//! Who judges quiet positions: a network, or the classical terms.

use std::sync::{Arc, LazyLock};

use nnue::{Accumulators, Network, NetworkError};
use xiangqi::{Color, Played, Position};

use super::{HARMLESS, can_attack, evaluate_position};
use crate::score::{Score, Value, clamp_eval};

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
        static DEFAULT: LazyLock<Evaluation> = LazyLock::new(|| Evaluation::Classical);
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
