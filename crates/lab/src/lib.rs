//! The laboratory: search algorithms small enough to read on one screen, and the tools to run,
//! compare and watch them.
//!
//! `route` finds ways through mazes with supplies by A* and uniform-cost search. Nothing here
//! borrows from the engine: the worth of these searchers is that they can be read.

mod chart;
mod input;
mod json;
mod random;
mod report;
pub mod route;

pub use input::InputError;
pub use random::Random;
