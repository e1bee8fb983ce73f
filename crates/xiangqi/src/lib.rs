//! The rules of Xiangqi (Chinese chess): board, moves, notation, and verdicts that explain
//! themselves. Knows no scores, clocks or files.

pub mod attacks;
mod bitboard;
mod check;
mod color;
mod diagram;
mod door;
mod explain;
mod fen;
mod game;
mod movegen;
mod moves;
pub mod notation;
mod obstacle;
mod perft;
mod piece;
mod position;
mod repetition;
mod rules;
mod see;
mod sentences;
mod setup;
mod square;
mod threats;
mod verdict;
pub mod zobrist;

pub use bitboard::Bitboard;
pub use check::Guard;
pub use color::Color;
pub use explain::{Attack, AttackReason, Clause, Explanation, Fact, Language, Step};
pub use fen::{FenError, parse_fen};
pub use game::{Game, Ply};
pub use moves::{Move, MoveList, NotAMove};
pub use notation::{LineError, NotationError, Style, parse_line};
pub use obstacle::Obstacle;
pub use perft::{perft, perft_divide};
pub use piece::{Piece, PieceKind};
pub use position::{IllegalMove, InCheck, Played, Position};
pub use repetition::{Blame, judge_loop};
pub use rules::{MoveFacts, NoCapture, Reason, RuleSet, Status, UnknownRuleSet};
pub use see::PieceValues;
pub use setup::{Setup, SetupError, can_stand_on};
pub use square::{NotASquare, Square};
pub use verdict::Verdict;
