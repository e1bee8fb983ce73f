//! A finished table: one byte for every position, and what it means.

use xiangqi::{Color, Position};

use crate::{
    layout::{Layout, Placement},
    material::Material,
};

/// What a position is worth to the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Value {
    /// The side to move mates with its move of this number at the latest, from 1.
    Win(u8),
    /// The opponent mates with his move of this number; 0 if there is no legal move any more.
    Loss(u8),
    Draw,
}

impl Value {
    /// The word of the command line contract.
    pub fn name(self) -> &'static str {
        match self {
            Value::Win(_) => "win",
            Value::Loss(_) => "loss",
            Value::Draw => "draw",
        }
    }

    pub fn moves(self) -> Option<u8> {
        match self {
            Value::Win(moves) | Value::Loss(moves) => Some(moves),
            Value::Draw => None,
        }
    }

    /// Plies until the side without a legal move is to move.
    pub fn plies(self) -> Option<u16> {
        match self {
            Value::Win(moves) => Some((2 * u16::from(moves)).saturating_sub(1)),
            Value::Loss(moves) => Some(2 * u16::from(moves)),
            Value::Draw => None,
        }
    }
}

/// The longest win that a byte can hold; above it are the codes.
pub(crate) const LONGEST: u8 = 250;
/// The weak side wins; `upsets` has the number.
pub(crate) const UPSET: u8 = 253;
/// No such position: two pieces on one point, generals facing, or the mover could take a general.
pub(crate) const NONE: u8 = 254;
/// Nobody wins.
pub(crate) const DRAW: u8 = 255;

/// A position that the weak side wins, because the strong side runs out of moves.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Upset {
    pub(crate) side: Color,
    pub(crate) index: u64,
    pub(crate) moves: u8,
}

/// The values of all positions with one material.
pub struct Table {
    pub(crate) layout: Layout,
    /// By index, Red (the strong side) to move: the number of its moves to the win, or a code.
    pub(crate) red: Vec<u8>,
    /// The same with the weak side to move: how many moves the strong side still needs.
    pub(crate) black: Vec<u8>,
    /// Sorted.
    pub(crate) upsets: Vec<Upset>,
}

/// What a table holds, counted.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Counts {
    /// Positions with the strong side to move, mirror images folded as the index folds them.
    pub strong_to_move: u64,
    /// Those of them that it wins.
    pub strong_wins: u64,
    /// Positions with the weak side to move.
    pub weak_to_move: u64,
    /// Those of them that it loses.
    pub weak_loses: u64,
    /// Positions that the weak side wins.
    pub upsets: u64,
    /// The most moves a win takes.
    pub longest: u8,
    /// Where the strong side to move needs them.
    pub longest_index: Option<usize>,
    /// Wins of more than sixty moves, which may be too long for the rule of 120 plies.
    pub beyond_sixty: u64,
}

impl Counts {
    pub fn positions(&self) -> u64 {
        self.strong_to_move + self.weak_to_move
    }
}

impl Table {
    pub fn material(&self) -> &Material {
        &self.layout.material
    }

    /// Bytes of memory its values take.
    pub fn bytes(&self) -> usize {
        self.red.len() + self.black.len()
    }

    /// The value of a position; `None` if it belongs to another table.
    #[inline]
    pub fn value(&self, position: &Position) -> Option<Value> {
        let (material, strong) = Material::of(position)?;
        if material != self.layout.material {
            return None;
        }
        let side = if position.side() == strong { Color::Red } else { Color::Black };
        self.value_of(&Placement::of(position, strong), side)
    }

    /// The value of a placement; Red is the strong side.
    #[inline]
    pub(crate) fn value_of(&self, placement: &Placement, side: Color) -> Option<Value> {
        self.value_at(self.layout.index(placement)?, side)
    }

    /// The value of a number; `None` if there is no such position.
    #[inline]
    pub(crate) fn value_at(&self, index: usize, side: Color) -> Option<Value> {
        let values = if side == Color::Red { &self.red } else { &self.black };
        Some(match (*values.get(index)?, side) {
            (NONE, _) => return None,
            (DRAW, _) => Value::Draw,
            (UPSET, _) => {
                let moves = self.upset(index, side)?;
                if side == Color::Red { Value::Loss(moves) } else { Value::Win(moves) }
            }
            (moves, Color::Red) => Value::Win(moves),
            (moves, Color::Black) => Value::Loss(moves),
        })
    }

    fn upset(&self, index: usize, side: Color) -> Option<u8> {
        let key = (side, index as u64);
        let at = self.upsets.binary_search_by_key(&key, |it| (it.side, it.index)).ok()?;
        Some(self.upsets[at].moves)
    }

    /// How many numbers the table has for each side to move.
    pub fn size(&self) -> usize {
        self.layout.size()
    }

    /// The position that has a number, with the strong side Red; `None` if there is none.
    pub fn position(&self, index: usize, side: Color) -> Option<Position> {
        if self.size() <= index {
            return None;
        }
        self.layout.position(index, side)
    }

    pub fn counts(&self) -> Counts {
        let mut counts = Counts { upsets: self.upsets.len() as u64, ..Counts::default() };
        for (index, &value) in self.red.iter().enumerate() {
            if value == NONE {
                continue;
            }
            counts.strong_to_move += 1;
            if value <= LONGEST {
                counts.strong_wins += 1;
                counts.beyond_sixty += u64::from(60 < value);
                if counts.longest < value {
                    (counts.longest, counts.longest_index) = (value, Some(index));
                }
            }
        }
        counts.weak_to_move = self.black.iter().filter(|&&it| it != NONE).count() as u64;
        counts.weak_loses = self.black.iter().filter(|&&it| it <= LONGEST).count() as u64;
        counts
    }

    /// A copy with a lie in it, for testing that lies are found.
    #[doc(hidden)]
    pub fn with_one_value_changed(table: &Table) -> Table {
        let mut red = table.red.clone();
        if let Some(value) = red.iter_mut().rev().find(|it| **it < LONGEST) {
            *value += 1;
        }
        let layout = Layout::new(table.material());
        Table { layout, red, black: table.black.clone(), upsets: table.upsets.clone() }
    }

    /// A position that takes the strong side, to move, the most moves.
    pub fn longest_win(&self) -> Option<Position> {
        self.layout.position(self.counts().longest_index?, Color::Red)
    }
}
