//! Games as documents: the one place that knows how people keep their games in files, what was
//! played in which position, and what the openings are called. Knows no engine, no database and
//! no sockets.
//!
//! [`read`] takes the bytes of any file and finds out what they are; a [`Document`] is one game
//! with its headers, its start position and its tree of moves; [`Format::write`] turns it into a
//! file again. Reading is lenient and says what it had to drop; writing is strict and says what
//! the format could not hold. [`book`] counts what was played, [`openings`] names it.

pub mod book;
pub mod document;
pub mod dropped;
mod encoding;
pub mod formats;
pub mod openings;
mod reading;
mod words;

pub use document::{Document, Headers, NodeId, Notes};
pub use dropped::{Cause, Dropped, Refused, Why};
pub use formats::{Format, Options, Written};
pub use reading::{Games, Reading, read};
