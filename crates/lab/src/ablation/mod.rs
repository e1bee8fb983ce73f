//! Ablation: a searcher made of switches, and games between two of them. What is a part worth?
//! Take it out and let both play: the score says it, and the count of positions says why.
//!
//! Read `recipe` (which parts), then `search` (one function in which each switch is one line),
//! then `game` (two recipes at one board, the same games for the same seed).

mod game;
mod recipe;
mod search;

pub use game::{Contest, Turn};
pub use recipe::{BadRecipe, Recipe};
pub use search::{Thought, think};
