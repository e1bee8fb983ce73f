//! Moves, and the list that holds the moves of one position.

use std::{error, fmt, num::NonZeroU16, ops::Deref, str::FromStr};

use crate::square::Square;

/// Two points are enough: what moved and what was taken is read from the board.
///
/// Packed as `from + 128 * to`, which is never zero since a move goes somewhere else.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move(NonZeroU16);

const _: () = assert!(size_of::<Option<Move>>() == 2, "the table stores a move in 16 bits");

impl Move {
    /// `None` if both points are the same.
    pub const fn new(from: Square, to: Square) -> Option<Move> {
        if from.index() == to.index() {
            return None;
        }
        match NonZeroU16::new(from.index() as u16 | (to.index() as u16) << 7) {
            Some(packed) => Some(Move(packed)),
            None => None,
        }
    }

    /// For generators, whose targets never contain the origin.
    #[inline(always)]
    pub(crate) fn between(from: Square, to: Square) -> Move {
        debug_assert!(from != to);
        let packed = from.index() as u16 | (to.index() as u16) << 7;
        Move(NonZeroU16::new(packed).unwrap_or(NonZeroU16::MIN))
    }

    #[inline(always)]
    pub const fn from(self) -> Square {
        Square::from_known_index((self.0.get() & 0x7f) as u32)
    }

    #[inline(always)]
    pub const fn to(self) -> Square {
        Square::from_known_index((self.0.get() >> 7) as u32)
    }

    /// The sixteen bits that `from_bits` reads back, for tables and files.
    pub const fn bits(self) -> u16 {
        self.0.get()
    }

    /// `None` if the bits are no move: zero, a point off the board, or no distance.
    pub const fn from_bits(bits: u16) -> Option<Move> {
        let from = Square::from_index((bits & 0x7f) as usize);
        let to = Square::from_index((bits >> 7) as usize);
        match (from, to) {
            (Some(from), Some(to)) => Move::new(from, to),
            _ => None,
        }
    }

    /// The same move for the other side of the table.
    pub fn flip_ranks(self) -> Move {
        Move::between(self.from().flip_ranks(), self.to().flip_ranks())
    }

    /// The same move in a mirror.
    pub fn mirror_files(self) -> Move {
        Move::between(self.from().mirror_files(), self.to().mirror_files())
    }
}

/// `h2e2`: files a to i from Red's left, ranks 0 to 9 from Red's side.
impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.from(), self.to())
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The text is not two different points such as `h2e2`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NotAMove;

impl fmt::Display for NotAMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a move is two different points such as h2e2")
    }
}

impl error::Error for NotAMove {}

impl FromStr for Move {
    type Err = NotAMove;

    fn from_str(text: &str) -> Result<Move, NotAMove> {
        let (from, to) = text.split_at_checked(2).ok_or(NotAMove)?;
        let from = from.parse().map_err(|_| NotAMove)?;
        let to = to.parse().map_err(|_| NotAMove)?;
        Move::new(from, to).ok_or(NotAMove)
    }
}

/// The moves of one position, on the stack.
#[derive(Clone)]
pub struct MoveList {
    moves: [Move; MoveList::CAPACITY],
    /// Never above `CAPACITY`.
    len: usize,
}

impl MoveList {
    /// No side has more moves: two chariots and two cannons reach 17 points each, two
    /// horses 8, two elephants, two advisors and the general 4, five soldiers 3.
    pub const CAPACITY: usize = 4 * 17 + 2 * 8 + 5 * 4 + 5 * 3;

    #[inline(always)]
    pub const fn new() -> MoveList {
        const UNUSED: Move = Move(NonZeroU16::MIN);
        MoveList { moves: [UNUSED; MoveList::CAPACITY], len: 0 }
    }

    /// Panics beyond `CAPACITY`; positions with more material are refused when set up.
    #[inline(always)]
    pub fn push(&mut self, mv: Move) {
        self.moves[self.len] = mv;
        self.len += 1;
    }

    /// Keeps the moves for which `keep` holds.
    #[inline(always)]
    pub fn retain(&mut self, mut keep: impl FnMut(Move) -> bool) {
        let mut kept = 0;
        for index in 0..self.len {
            let mv = self.moves[index];
            self.moves[kept] = mv;
            kept += usize::from(keep(mv));
        }
        self.len = kept;
    }
}

impl Default for MoveList {
    fn default() -> MoveList {
        MoveList::new()
    }
}

/// Reading works like any slice: `list.iter()`, `list.len()`, `list.contains(&mv)`.
impl Deref for MoveList {
    type Target = [Move];

    #[inline(always)]
    fn deref(&self) -> &[Move] {
        &self.moves[..self.len]
    }
}

impl<'a> IntoIterator for &'a MoveList {
    type Item = &'a Move;
    type IntoIter = std::slice::Iter<'a, Move>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl fmt::Debug for MoveList {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_sixteen_bits_are_judged() {
        let mut found = 0;
        for bits in 0..=u16::MAX {
            if let Some(mv) = Move::from_bits(bits) {
                assert_eq!(mv.bits(), bits);
                assert_eq!(mv.to_string().parse(), Ok(mv));
                found += 1;
            }
        }
        assert_eq!(found, 90 * 89);
        for text in ["", "h2", "h2h2", "h2e10", "楚河", "h2e2 "] {
            assert_eq!(text.parse::<Move>(), Err(NotAMove), "{text}");
        }
    }
}
