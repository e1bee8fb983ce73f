//! Endgame tables by retrograde analysis: one side attacks, the other has only its general,
//! advisors and elephants. Every position has its exact value: a win in so many moves, or none.
//!
//! `docs/endgames.md` says why that is exact under our rules, and what the index is.

mod attackers;
mod build;
mod camp;
mod catalogue;
mod chase;
mod file;
mod layout;
mod material;
mod probe;
mod sample;
mod table;
mod tables;
mod upset;
mod verify;
mod work;

pub use build::{BuildError, MOST_POSITIONS, Stage, build, positions_of};
pub use catalogue::{Ending, Verdict, catalogue, catalogue_line};
pub use chase::{Chases, count_chases};
#[doc(hidden)]
pub use file::sealed;
pub use file::{FileError, HEADER_BYTES, Header, read, read_header, write};
pub use material::{Material, NotAKey};
pub use probe::Answer;
pub use sample::check_by_search;
pub use table::{Counts, Table, Value};
pub use tables::{Listed, SMALL, Tables, TablesError};
pub use verify::{Wrong, verify};
