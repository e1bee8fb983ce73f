//! The ninety points of the board.

use std::{error, fmt, str::FromStr};

use crate::color::Color;

/// A point, numbered row by row from Red's left corner: `a0` is 0, `i9` is 89.
///
/// The number is private because it is always below 90.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(u8);

impl Square {
    pub const COUNT: usize = 90;
    pub const A0: Square = Square(0);

    /// `None` off the board, so a step over the edge cannot become a square.
    pub const fn new(file: i8, rank: i8) -> Option<Square> {
        let on_board = 0 <= file && file < 9 && 0 <= rank && rank < 10;
        if !on_board {
            return None;
        }
        Some(Square((rank * 9 + file) as u8))
    }

    pub const fn from_index(index: usize) -> Option<Square> {
        if index < Square::COUNT { Some(Square(index as u8)) } else { None }
    }

    /// For numbers that come out of our own tables and sets, which hold no others.
    #[inline(always)]
    pub(crate) const fn from_known_index(index: u32) -> Square {
        debug_assert!(index < Square::COUNT as u32);
        Square(index as u8)
    }

    /// 0 to 8 from Red's left, written a to i.
    #[inline(always)]
    pub const fn file(self) -> i8 {
        (self.0 % 9) as i8
    }

    /// 0 to 9 from Red's back rank.
    #[inline(always)]
    pub const fn rank(self) -> i8 {
        (self.0 / 9) as i8
    }

    /// For indexing tables of `Square::COUNT` entries.
    #[inline(always)]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    pub const fn step(self, files: i8, ranks: i8) -> Option<Square> {
        Square::new(self.file() + files, self.rank() + ranks)
    }

    /// The point seen from the other side of the table: ranks swapped, files kept.
    pub const fn flip_ranks(self) -> Square {
        Square(((9 - self.rank()) * 9 + self.file()) as u8)
    }

    /// The point in a mirror: files swapped, ranks kept.
    pub const fn mirror_files(self) -> Square {
        Square((self.rank() * 9 + 8 - self.file()) as u8)
    }

    /// Does the point lie on the half of the board where `color` starts?
    pub const fn is_home_of(self, color: Color) -> bool {
        match color {
            Color::Red => self.rank() <= 4,
            Color::Black => 5 <= self.rank(),
        }
    }

    pub const fn is_in_palace(self) -> bool {
        3 <= self.file() && self.file() <= 5 && (self.rank() <= 2 || 7 <= self.rank())
    }

    pub fn all() -> impl DoubleEndedIterator<Item = Square> {
        (0..Square::COUNT as u8).map(Square)
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let file = char::from(b'a' + self.file() as u8);
        write!(f, "{file}{}", self.rank())
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The text names no point of the board.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NotASquare;

impl fmt::Display for NotASquare {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a point is a file a to i and a rank 0 to 9, such as e2")
    }
}

impl error::Error for NotASquare {}

impl FromStr for Square {
    type Err = NotASquare;

    fn from_str(text: &str) -> Result<Square, NotASquare> {
        let &[file, rank] = text.as_bytes() else { return Err(NotASquare) };
        let file = file.to_ascii_lowercase().wrapping_sub(b'a');
        let rank = rank.wrapping_sub(b'0');
        if file < 9 && rank < 10 { Ok(Square(rank * 9 + file)) } else { Err(NotASquare) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_point_reads_back() {
        for square in Square::all() {
            assert_eq!(square.to_string().parse(), Ok(square));
            assert_eq!(Square::new(square.file(), square.rank()), Some(square));
            assert_eq!(square.flip_ranks().flip_ranks(), square);
            assert_eq!(square.mirror_files().mirror_files(), square);
        }
        for text in ["", "e", "e10", "j0", "é2", "00"] {
            assert_eq!(text.parse::<Square>(), Err(NotASquare), "{text}");
        }
    }
}
