//! Games as records: what was played in which position.
//! Knows no engine, no database and no sockets.

pub mod book;
