//! The rules of Xiangqi (Chinese chess): board, moves, notation, and verdicts that explain
//! themselves. Knows no scores, clocks or files.

pub mod attacks;
mod bitboard;
mod check;
mod color;
mod diagram;
mod fen;
mod movegen;
mod moves;
mod perft;
mod piece;
mod position;
mod setup;
mod square;
pub mod zobrist;

pub use bitboard::Bitboard;
pub use check::Guard;
pub use color::Color;
pub use diagram::DiagramError;
pub use fen::{FenError, parse_fen};
pub use moves::{Move, MoveList, NotAMove};
pub use perft::{perft, perft_divide};
pub use piece::{Piece, PieceKind};
pub use position::{Played, Position};
pub use setup::{Setup, SetupError, can_stand_on};
pub use square::{NotASquare, Square};
