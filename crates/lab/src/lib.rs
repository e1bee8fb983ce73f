//! The laboratory: search algorithms small enough to read on one screen, and the tools to run,
//! compare and watch them.
//!
//! `tree` holds the game-tree searches, `evaluation` what they compare at the end of a line.
//! `ablation` makes a searcher of switches and lets two of them meet. `chart` draws what they cost. `zoo` makes opponents of them, `solve` answers boards from files.
//! `route` finds ways through mazes with supplies by A* and uniform-cost search. Nothing here
//! borrows from the engine: the worth of these searchers is that they can be read.

pub mod ablation;
mod board_file;
pub mod chart;
mod drawn_board;
pub mod evaluation;
mod input;
mod report;
pub mod route;
pub mod solve;
pub mod tree;
pub mod zoo;

pub use board_file::{ignored_lines, read_board};
pub use drawn_board::{BoardError, parse_nested_list, parse_text_board};
pub use input::InputError;
