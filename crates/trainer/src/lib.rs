//! From games to networks.
//!
//! [`selfplay`] plays games and [`data`] keeps them, in a file that only grows. Nothing in here
//! prints: progress goes out through callbacks as plain data.

pub mod data;
mod random;
pub mod selfplay;
