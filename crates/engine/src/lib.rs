//! The search of Chuhe. Prints nothing and reads no files: limits come in and reports go out as
//! plain data.
//!
//! ```
//! use engine::{Control, Engine, Limits, Line};
//! use xiangqi::Position;
//!
//! let mut engine = Engine::new(16, 1);
//! let line = Line::new(Position::start());
//! let result = engine.search(&line, &Limits::depth(4), &Control::new(), &mut |_| {});
//! assert!(result.best.is_some());
//! ```

pub mod bench;
mod board;
mod clock;
mod control;
mod engine;
pub mod eval;
mod history;
mod level;
mod limits;
mod params;
mod picker;
mod report;
mod score;
mod search;
mod see;
mod table;

pub use control::Control;
pub use engine::{Engine, Known, Line};
pub use eval::Evaluation;
pub use level::Level;
pub use limits::{Clock, Limits};
pub use params::{Param, Params};
pub use report::{Bound, RankedLine, Report, SearchResult};
pub use score::Score;
