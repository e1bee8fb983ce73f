//! What a game teaches: where it went wrong, what would have been better, and why. Knows the rules,
//! the engine and records; no sockets, no database, no serde.
//!
//! A [`Review`] says which searches it wants and takes their answers, in any order and over any
//! time; whoever holds it runs them. [`why`] compares two lines and says what decides between them:
//! facts that the rules confirm on the board, and sentences made of facts.
//!
//! ```
//! use coach::{Review, Settings, look};
//! use engine::{Engine, Signals};
//! use xiangqi::{Game, Position};
//!
//! let moves = ["h2e2", "h9g7", "e2e6"].map(|it| it.parse().unwrap());
//! let game = Game::with_moves(Position::start(), moves).unwrap();
//! let mut review = Review::new(game, Settings { nodes: 2_000, ..Settings::default() });
//! let mut engine = Engine::new(16, 1);
//! while let Some(&ask) = review.wanted().first() {
//!     let answer = look(&mut engine, &review.task(ask), &Signals::new());
//!     review.take(ask, answer);
//! }
//! assert_eq!(review.report().moves.len(), 3);
//! ```

mod chances;
mod mates;
pub mod puzzles;
pub mod review;
pub mod why;

pub use chances::{DECIDED, PIECE, chance, of_other_side};
pub use mates::MatePattern;
pub use review::{
    Ask, Label, MoveReview, Opinion, Phase, Progress, Question, Report, Review, Settings, Task,
    look,
};
pub use why::{Choice, Fact, Line, Why};
