//! Games as records: what was played in which position, and what the openings are called.
//! Knows no engine, no database and no sockets.

pub mod book;
pub mod openings;
