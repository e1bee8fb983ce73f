//! The rules of Xiangqi (Chinese chess).

mod bitboard;
mod color;
mod moves;
mod piece;
mod square;

pub use bitboard::Bitboard;
pub use color::Color;
pub use moves::{Move, MoveList, NotAMove};
pub use piece::{Piece, PieceKind};
pub use square::{NotASquare, Square};
