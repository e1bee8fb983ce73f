//! A position as a book sees it: the same in the mirror.

use std::cmp::Ordering;

use xiangqi::{Move, Position, zobrist};

/// A key of 48 bits finds a position; among a million entries, one in three hundred million
/// unknown positions would be taken for a known one.
pub const KEY_BITS: u32 = 48;

/// A number that a position and its mirror image share, and other positions do not.
pub fn place_key(position: &Position) -> u64 {
    position.hash().min(mirrored_hash(position))
}

/// Where a position stands in a book, and in any other index that knows no left and right.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Place {
    /// Has [`KEY_BITS`] bits.
    pub(super) key: u64,
    /// The book has the mirror image.
    is_mirrored: bool,
    /// The position is its own mirror image.
    is_symmetric: bool,
}

impl Place {
    pub fn of(position: &Position) -> Place {
        let (here, there) = (position.hash(), mirrored_hash(position));
        Place {
            key: here.min(there) >> (u64::BITS - KEY_BITS),
            is_mirrored: there < here,
            is_symmetric: there == here,
        }
    }

    /// The moves in the order of their points, as the book numbers them: an order that no change
    /// to the move generator can disturb.
    pub(super) fn order(&self, position: &Position) -> Vec<Move> {
        let mut moves: Vec<Move> = position.legal_moves().iter().map(|&mv| self.turn(mv)).collect();
        moves.sort_unstable_by_key(|it| (it.from(), it.to()));
        moves
    }

    /// The move's number in [`Place::order`]; `None` if it is not legal.
    pub(super) fn number_of(&self, position: &Position, mv: Move) -> Option<u8> {
        let mv = self.canonical(mv);
        let number = self.order(position).iter().position(|it| *it == mv)?;
        u8::try_from(number).ok()
    }

    /// A number of [`KEY_BITS`] bits that the position shares with its mirror image.
    pub fn key(&self) -> u64 {
        self.key
    }

    /// A move as the book has it: of two that mirror each other in a position that is its own
    /// image, the one on Red's right stands for both.
    pub fn canonical(&self, mv: Move) -> Move {
        self.turn(if self.is_symmetric { on_the_right(mv) } else { mv })
    }

    /// From the position's own orientation to the book's, or back.
    pub fn turn(&self, mv: Move) -> Move {
        if self.is_mirrored { mv.mirror_files() } else { mv }
    }
}

/// Of a move and its image, the one that is on Red's right.
fn on_the_right(mv: Move) -> Move {
    let image = mv.mirror_files();
    let files = |it: Move| (it.from().file(), it.to().file());
    match files(mv).cmp(&files(image)) {
        Ordering::Less => image,
        Ordering::Equal | Ordering::Greater => mv,
    }
}

/// The hash that the mirror image has.
fn mirrored_hash(position: &Position) -> u64 {
    let turn = position.hash() ^ pieces_hash(position, |square| square);
    turn ^ pieces_hash(position, xiangqi::Square::mirror_files)
}

fn pieces_hash(position: &Position, seen_at: impl Fn(xiangqi::Square) -> xiangqi::Square) -> u64 {
    position.placement().fold(0, |hash, (at, piece)| hash ^ zobrist::piece_key(piece, seen_at(at)))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Books are full of these numbers; they may never change.
    #[test]
    fn keys_keep_their_promise() {
        assert_eq!(place_key(&Position::start()), 2_982_403_701_096_574_713);
        assert!(Place::of(&Position::start()).is_symmetric);
    }
}
