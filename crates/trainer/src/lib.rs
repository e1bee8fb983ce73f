//! From games to networks.
//!
//! [`selfplay`] plays games and [`data`] keeps them, in a file that only grows; [`pile`] chooses
//! the positions worth learning from, and [`train`] makes a network of them. Nothing in here
//! prints: progress goes out through callbacks as plain data.

pub mod data;
pub mod pile;
pub mod selfplay;
pub mod train;
