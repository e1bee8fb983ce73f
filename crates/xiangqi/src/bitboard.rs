//! Sets of points, one bit each.

use std::{
    fmt,
    ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not},
};

use crate::{color::Color, square::Square};

/// A set of points. Bit `n` stands for the point with index `n`; the upper 38 bits are zero.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Bitboard(u128);

impl Bitboard {
    pub const EMPTY: Bitboard = Bitboard(0);
    pub const ALL: Bitboard = Bitboard((1 << Square::COUNT) - 1);

    #[inline(always)]
    pub const fn of(square: Square) -> Bitboard {
        // Shifting 128 bits by a variable takes several slow instructions, a look-up takes one.
        const EACH: [u128; Square::COUNT] = each();
        Bitboard(EACH[square.index()])
    }

    /// All nine points of a rank, 0 to 9.
    pub const fn rank(rank: i8) -> Bitboard {
        Bitboard(0x1ff << (9 * rank as u32))
    }

    /// All ten points of a file, 0 to 8.
    pub const fn file(file: i8) -> Bitboard {
        let mut bits = 0;
        let mut rank = 0;
        while rank < 10 {
            bits |= 1 << (9 * rank + file as u32);
            rank += 1;
        }
        Bitboard(bits)
    }

    /// From the low ninety bits; higher ones are dropped.
    #[inline(always)]
    pub const fn from_bits(bits: u128) -> Bitboard {
        Bitboard(bits & Bitboard::ALL.0)
    }

    #[inline(always)]
    pub const fn bits(self) -> u128 {
        self.0
    }

    #[inline(always)]
    pub const fn contains(self, square: Square) -> bool {
        self.0 & Bitboard::of(square).0 != 0
    }

    #[inline(always)]
    pub const fn insert(&mut self, square: Square) {
        self.0 |= Bitboard::of(square).0;
    }

    #[inline(always)]
    pub const fn remove(&mut self, square: Square) {
        self.0 &= !Bitboard::of(square).0;
    }

    #[inline(always)]
    pub const fn with(self, square: Square) -> Bitboard {
        Bitboard(self.0 | Bitboard::of(square).0)
    }

    #[inline(always)]
    pub const fn without(self, square: Square) -> Bitboard {
        Bitboard(self.0 & !Bitboard::of(square).0)
    }

    #[inline(always)]
    pub const fn union(self, other: Bitboard) -> Bitboard {
        Bitboard(self.0 | other.0)
    }

    #[inline(always)]
    pub const fn minus(self, other: Bitboard) -> Bitboard {
        Bitboard(self.0 & !other.0)
    }

    #[inline(always)]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    #[inline(always)]
    pub const fn intersects(self, other: Bitboard) -> bool {
        self.0 & other.0 != 0
    }

    #[inline(always)]
    pub const fn is_subset_of(self, other: Bitboard) -> bool {
        self.0 & !other.0 == 0
    }

    #[inline(always)]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// More than one point, cheaper than counting.
    #[inline(always)]
    pub const fn is_many(self) -> bool {
        self.0 & self.0.wrapping_sub(1) != 0
    }

    /// The point with the lowest index.
    #[inline(always)]
    pub const fn first(self) -> Option<Square> {
        if self.0 == 0 { None } else { Some(Square::from_known_index(self.0.trailing_zeros())) }
    }

    /// The point with the highest index.
    #[inline(always)]
    pub const fn last(self) -> Option<Square> {
        if self.0 == 0 {
            None
        } else {
            Some(Square::from_known_index(127 - self.0.leading_zeros()))
        }
    }

    /// Every point one rank up (towards Black).
    #[inline(always)]
    pub const fn shift_up(self) -> Bitboard {
        Bitboard::from_bits(self.0 << 9)
    }

    /// Every point one rank down (towards Red).
    #[inline(always)]
    pub const fn shift_down(self) -> Bitboard {
        Bitboard(self.0 >> 9)
    }

    /// Every point one file to the left; points of the left edge fall off.
    #[inline(always)]
    pub const fn shift_left(self) -> Bitboard {
        const LEFT_EDGE: u128 = Bitboard::file(0).0;
        Bitboard((self.0 & !LEFT_EDGE) >> 1)
    }

    /// Every point one file to the right; points of the right edge fall off.
    #[inline(always)]
    pub const fn shift_right(self) -> Bitboard {
        const RIGHT_EDGE: u128 = Bitboard::file(8).0;
        Bitboard((self.0 & !RIGHT_EDGE) << 1)
    }

    /// The left and right neighbors of every point.
    #[inline(always)]
    pub const fn beside(self) -> Bitboard {
        self.shift_left().union(self.shift_right())
    }

    /// The half of the board where `color` starts.
    #[inline(always)]
    pub const fn home_of(color: Color) -> Bitboard {
        const RED: u128 = (1 << 45) - 1;
        match color {
            Color::Red => Bitboard(RED),
            Color::Black => Bitboard(Bitboard::ALL.0 & !RED),
        }
    }
}

const fn each() -> [u128; Square::COUNT] {
    let mut table = [0; Square::COUNT];
    let mut index = 0;
    while index < Square::COUNT {
        table[index] = 1 << index;
        index += 1;
    }
    table
}

impl Iterator for Bitboard {
    type Item = Square;

    #[inline(always)]
    fn next(&mut self) -> Option<Square> {
        let first = self.first()?;
        self.0 &= self.0 - 1;
        Some(first)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.len() as usize, Some(self.len() as usize))
    }
}

impl FromIterator<Square> for Bitboard {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Bitboard {
        squares.into_iter().fold(Bitboard::EMPTY, Bitboard::with)
    }
}

impl BitAnd for Bitboard {
    type Output = Bitboard;

    #[inline(always)]
    fn bitand(self, other: Bitboard) -> Bitboard {
        Bitboard(self.0 & other.0)
    }
}

impl BitOr for Bitboard {
    type Output = Bitboard;

    #[inline(always)]
    fn bitor(self, other: Bitboard) -> Bitboard {
        Bitboard(self.0 | other.0)
    }
}

impl BitXor for Bitboard {
    type Output = Bitboard;

    #[inline(always)]
    fn bitxor(self, other: Bitboard) -> Bitboard {
        Bitboard(self.0 ^ other.0)
    }
}

impl Not for Bitboard {
    type Output = Bitboard;

    #[inline(always)]
    fn not(self) -> Bitboard {
        Bitboard(self.0 ^ Bitboard::ALL.0)
    }
}

impl BitAndAssign for Bitboard {
    #[inline(always)]
    fn bitand_assign(&mut self, other: Bitboard) {
        self.0 &= other.0;
    }
}

impl BitOrAssign for Bitboard {
    #[inline(always)]
    fn bitor_assign(&mut self, other: Bitboard) {
        self.0 |= other.0;
    }
}

impl BitXorAssign for Bitboard {
    #[inline(always)]
    fn bitxor_assign(&mut self, other: Bitboard) {
        self.0 ^= other.0;
    }
}

/// A drawing, Black on top, so that a failed test can be read.
impl fmt::Debug for Bitboard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for rank in (0..10).rev() {
            f.write_str("\n")?;
            for file in 0..9 {
                let is_set = Square::new(file, rank).is_some_and(|it| self.contains(it));
                f.write_str(if is_set { "x" } else { "." })?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbours_do_not_wrap_around_the_edge() {
        let corner = Bitboard::of(Square::A0);
        assert_eq!(corner.shift_right().collect::<Vec<_>>(), [Square::new(1, 0).unwrap()]);
        assert!(corner.shift_left().is_empty());
        assert!(Bitboard::file(8).shift_right().is_empty());
        assert!(corner.shift_down().is_empty());
        assert!(Bitboard::rank(9).shift_up().is_empty());
        for color in Color::BOTH {
            let home: Bitboard = Square::all().filter(|it| it.is_home_of(color)).collect();
            assert_eq!(Bitboard::home_of(color), home);
        }
        assert_eq!(Bitboard::ALL.len(), 90);
        assert_eq!((!Bitboard::EMPTY), Bitboard::ALL);
    }
}
