//! The shortest way through a maze for a traveller who can carry only so many supplies.
//!
//! Each step costs one unit; a supply point fills up to T again. The state of the search is
//! therefore not the cell alone but (row, column, supplies left): standing in the same place
//! with more in the bag is a different, better situation.

mod compare;
mod map;
mod refills;
mod search;
mod trace;

pub use compare::{Comparison, Disagreement, Run, compare, csv, html};
pub use map::{Cell, Map, Step};
pub use search::{Algorithm, Expansion, Outcome, search};
pub use trace::{Trace, trace};
