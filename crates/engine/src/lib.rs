//! The search of Chuhe. Prints nothing and reads no files: limits come in and reports go out as
//! plain data.
//!
//! ```
//! use engine::{Engine, Limits, Signals};
//! use xiangqi::Game;
//!
//! let mut engine = Engine::new(16, 1);
//! let result = engine.search(&Game::default(), &Limits::depth(4), &Signals::new(), &mut |_| {});
//! assert!(result.best.is_some());
//! ```

pub mod bench;
mod blindness;
mod board;
mod clock;
mod ending;
mod engine;
pub mod eval;
mod history;
mod keys;
mod level;
mod limits;
mod pages;
mod params;
mod picker;
mod report;
mod score;
mod search;
mod see;
mod signals;
mod table;

pub use engine::{Engine, Known};
pub use eval::Evaluation;
pub use level::Level;
pub use limits::{Clock, Limits};
pub use params::{Param, Params};
pub use report::{RankedLine, Report, SearchResult};
pub use score::{Bound, Score};
pub use signals::Signals;
