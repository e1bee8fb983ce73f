//! A position in 32 bytes: which points are occupied, by what, and what it turned out to be worth.

use nnue::features;
use xiangqi::{Color, Piece, PieceKind, Position, Setup, Square};

/// Occupied points as bits, then the pieces on them in the same order, four bits each.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sample {
    points: [u8; 12],
    pieces: [u8; 16],
    /// For the side to move, in the search's unit.
    pub score: i16,
    /// For the side to move: 0 lost, 1 drawn, 2 won, 3 unknown.
    result: u8,
    /// 0 Red, 1 Black.
    side: u8,
}

const _: () = assert!(size_of::<Sample>() == Sample::BYTES);

/// More pieces there are not.
pub(crate) const MOST_PIECES: usize = 32;

/// The features of both views, the mover's first, and which output they go to.
#[derive(Clone, Debug)]
pub(crate) struct Inputs {
    pub(crate) features: [[u16; MOST_PIECES]; 2],
    pub(crate) len: usize,
    pub(crate) bucket: usize,
}

impl Sample {
    pub const BYTES: usize = 32;

    /// `result` is the mover's share of the point, if the game has a result.
    pub fn new(position: &Position, score: i16, result: Option<f32>) -> Sample {
        let mut points = 0_u128;
        let mut pieces = [0; 16];
        for (index, (square, piece)) in position.placement().enumerate() {
            points |= 1 << square.index();
            pieces[index / 2] |= (piece.index() as u8) << (4 * (index % 2));
        }
        let bytes = points.to_le_bytes();
        Sample {
            points: std::array::from_fn(|it| bytes[it]),
            pieces,
            score,
            result: result.map_or(3, |it| (2.0 * it) as u8),
            side: position.side().index() as u8,
        }
    }

    /// The mover's share of the point.
    pub fn result(&self) -> Option<f32> {
        (self.result < 3).then(|| f32::from(self.result) / 2.0)
    }

    fn side(&self) -> Color {
        Color::BOTH[usize::from(self.side & 1)]
    }

    fn placement(&self) -> impl Iterator<Item = (Square, Piece)> + '_ {
        let mut bytes = [0; 16];
        bytes[..12].copy_from_slice(&self.points);
        let points = xiangqi::Bitboard::from_bits(u128::from_le_bytes(bytes));
        points.take(MOST_PIECES).enumerate().map(|(index, square)| {
            let code = self.pieces[index / 2] >> (4 * (index % 2)) & 15;
            (square, Piece::ALL[usize::from(code).min(Piece::COUNT - 1)])
        })
    }

    /// What the network sees, with left and right exchanged or not.
    pub(crate) fn inputs(&self, is_flipped: bool) -> Inputs {
        let mut inputs = Inputs { features: [[0; MOST_PIECES]; 2], len: 0, bucket: 0 };
        let mut found = [(Square::A0, Piece::RedSoldier); MOST_PIECES];
        let (mut len, mut attack) = (0, 0);
        let mut mirrors = [false; 2];
        for (square, piece) in self.placement() {
            let square = if is_flipped { square.mirror_files() } else { square };
            if piece.kind() == PieceKind::General {
                mirrors[piece.color().index()] = features::is_mirrored(square);
            }
            attack += nnue::attack_weight(piece.kind());
            found[len] = (square, piece);
            len += 1;
        }
        for (view, side) in [self.side(), self.side().opponent()].into_iter().enumerate() {
            let is_mirrored = mirrors[side.index()];
            for (feature, &(square, piece)) in inputs.features[view].iter_mut().zip(&found[..len]) {
                *feature = features::number(side, is_mirrored, piece, square) as u16;
            }
        }
        inputs.len = len;
        inputs.bucket = nnue::bucket_of(attack);
        inputs
    }

    /// The position, without its counters.
    pub fn position(&self) -> Option<Position> {
        let mut setup = Setup::empty();
        setup.side = self.side();
        for (square, piece) in self.placement() {
            setup.board[square.index()] = Some(piece);
        }
        setup.position().ok()
    }

    pub(super) fn to_bytes(self) -> [u8; Sample::BYTES] {
        let mut bytes = [0; Sample::BYTES];
        bytes[..12].copy_from_slice(&self.points);
        bytes[12..28].copy_from_slice(&self.pieces);
        bytes[28..30].copy_from_slice(&self.score.to_le_bytes());
        bytes[30] = self.result;
        bytes[31] = self.side;
        bytes
    }

    pub(super) fn from_bytes(bytes: &[u8; Sample::BYTES]) -> Sample {
        Sample {
            points: std::array::from_fn(|it| bytes[it]),
            pieces: std::array::from_fn(|it| bytes[12 + it]),
            score: i16::from_le_bytes([bytes[28], bytes[29]]),
            result: bytes[30],
            side: bytes[31],
        }
    }
}

#[cfg(test)]
mod tests {
    use random::Random;

    use super::*;

    #[test]
    fn samples_are_what_the_engine_sees() {
        let mut random = Random::of(1, 1);
        for _ in 0..20 {
            let mut position = Position::start();
            for _ in 0..100 {
                let moves = position.legal_moves();
                let Some(&mv) = moves.get(random.scaled(moves.len())) else { break };
                position.play_unchecked(mv);
                let sample = Sample::new(&position, -7, Some(0.5));
                assert_eq!(Sample::from_bytes(&sample.to_bytes()), sample);
                assert_eq!((sample.score, sample.result()), (-7, Some(0.5)));
                let inputs = sample.inputs(false);
                assert_eq!(inputs.bucket, nnue::output_bucket(&position));
                for (view, side) in
                    [position.side(), position.side().opponent()].into_iter().enumerate()
                {
                    let expected: Vec<u16> =
                        features::of(&position, side).map(|it| it as u16).collect();
                    assert_eq!(inputs.features[view][..inputs.len], expected);
                }
                assert_eq!(sample.position().unwrap().hash(), position.hash());
            }
        }
    }

    #[test]
    fn flipping_twice_changes_nothing_off_the_middle() {
        let position = Position::from_fen("3a5/3k5/9/9/4P4/9/9/9/9/5K1R1 b - - 3 60").unwrap();
        let sample = Sample::new(&position, 0, None);
        let sorted = |is_flipped| {
            let inputs = sample.inputs(is_flipped);
            inputs.features.map(|it| {
                let mut features = it[..inputs.len].to_vec();
                features.sort();
                features
            })
        };
        assert_eq!(sorted(false), sorted(true));
        assert_eq!(sample.result(), None);
    }
}
