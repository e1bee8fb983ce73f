//! Random numbers that turn a position into a 64-bit key, from a fixed seed so that keys are
//! the same in every build and may be stored in files.

use crate::{piece::Piece, square::Square};

struct Keys {
    pieces: [[u64; Square::COUNT]; Piece::COUNT],
    black_to_move: u64,
}

const SEED: u64 = 0x5eed_0fc8;

static KEYS: Keys = make_keys();

/// The part of the key that a piece on a point contributes.
#[inline(always)]
pub fn piece_key(piece: Piece, square: Square) -> u64 {
    KEYS.pieces[piece.index()][square.index()]
}

/// The part of the key that tells Black's turn from Red's.
#[inline(always)]
pub fn turn_key() -> u64 {
    KEYS.black_to_move
}

const fn make_keys() -> Keys {
    let mut state = SEED;
    let mut keys = Keys { pieces: [[0; Square::COUNT]; Piece::COUNT], black_to_move: 0 };
    let mut piece = 0;
    while piece < Piece::COUNT {
        let mut square = 0;
        while square < Square::COUNT {
            state = state.wrapping_add(GOLDEN_GAMMA);
            keys.pieces[piece][square] = split_mix(state);
            square += 1;
        }
        piece += 1;
    }
    keys.black_to_move = split_mix(state.wrapping_add(GOLDEN_GAMMA));
    keys
}

/// Written out although `random` has it: the rules depend on nothing, and a test checks that both
/// are the same.
const GOLDEN_GAMMA: u64 = 0x9e37_79b9_7f4a_7c15;

/// The finalizer of SplitMix64 (Steele, Lea and Flood, 2014).
const fn split_mix(state: u64) -> u64 {
    let mut z = state;
    z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ z >> 31
}

#[test]
fn keys_are_the_numbers_of_the_seed() {
    let mut random = random::Random::new(SEED);
    for row in &KEYS.pieces {
        assert!(row.iter().all(|key| *key == random.number()));
    }
    assert_eq!(turn_key(), random.number());
}
