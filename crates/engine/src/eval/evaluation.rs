//! Who judges quiet positions: a network, or the classical terms.

use std::sync::{Arc, LazyLock};

use nnue::{Accumulators, Network, NetworkError};
use xiangqi::{Piece, Played, Position, Square};

use super::{Sums, evaluate_position, finish};
use crate::score::{Score, Value};

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

    /// What each piece is worth to its owner, in centipawns. No evaluation here is a sum over
    /// pieces: a piece is worth what would be missing without it. Those that cannot be taken away,
    /// as the generals, are worth nothing.
    pub fn by_piece(&self, position: &Position) -> Vec<(Square, Piece, i32)> {
        let score = self.evaluate(position).as_centipawns();
        let worth = |(square, piece): (Square, Piece)| {
            let mut setup = position.setup();
            setup.board[square.index()] = None;
            let without = setup.position().ok().map(|it| self.evaluate(&it).as_centipawns());
            let lost = score - without.unwrap_or(score);
            (square, piece, if piece.color() == position.side() { lost } else { -lost })
        };
        position.placement().map(worth).collect()
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

/// Follows the line being searched, so that each of its positions can be judged quickly.
#[derive(Clone, Debug)]
#[expect(clippy::large_enum_variant, reason = "one a thread, asked at every node")]
pub(crate) enum Judge {
    /// The sums of every ply, the present one last.
    Classical(Vec<Sums>),
    Network {
        network: Arc<Network>,
        accumulators: Accumulators,
    },
}

impl Judge {
    /// To be [reset](Judge::reset) to a position before it judges.
    pub(crate) fn new(evaluation: &Evaluation) -> Judge {
        match evaluation {
            Evaluation::Classical => Judge::Classical(Vec::new()),
            Evaluation::Network(network) => Judge::Network {
                accumulators: Accumulators::new(network, &Position::start()),
                network: Arc::clone(network),
            },
        }
    }

    /// Begins a new line of moves at a position. What the network made of the last one stays: the
    /// next root is seldom far away.
    pub(crate) fn reset(&mut self, position: &Position) {
        match self {
            Judge::Classical(plies) => {
                plies.clear();
                plies.push(Sums::of(position));
            }
            Judge::Network { accumulators, .. } => accumulators.reset(position),
        }
    }

    /// A move led to `position`.
    #[inline(always)]
    pub(crate) fn play(&mut self, position: &Position, played: &Played) {
        match self {
            Judge::Classical(plies) => {
                let mut sums = plies.last().copied().unwrap_or_default();
                sums.play(played);
                plies.push(sums);
            }
            Judge::Network { accumulators, .. } => accumulators.push(position, played),
        }
    }

    #[inline(always)]
    pub(crate) fn undo(&mut self) {
        match self {
            Judge::Classical(plies) => drop(plies.pop()),
            Judge::Network { accumulators, .. } => accumulators.pop(),
        }
    }

    /// The value of the present position, which is `position`, for its side to move.
    #[inline(always)]
    pub(crate) fn evaluate(&mut self, position: &Position) -> Value {
        match self {
            Judge::Classical(plies) => {
                super::evaluate(position, &plies.last().copied().unwrap_or_default())
            }
            Judge::Network { network, accumulators } => {
                finish(position, accumulators.evaluate(network, position))
            }
        }
    }
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
