//! Games on disk.
//!
//! A file is a header and then blocks, each with its own checksum, so that a torn or damaged
//! block costs only itself. A block holds whole games ([`GameRecord`]); a position takes two to
//! three bytes. `docs/network.md` describes the bytes.

mod block;
mod bytes;
mod game;
mod header;
mod reader;
mod writer;

pub use game::{End, GameRecord, Outcome, ScoredMove};
pub use header::Header;
pub use reader::{Damage, Reader};
pub use writer::{Found, Writer};

/// What can be wrong with a file of games.
#[derive(Debug)]
pub enum DataError {
    Io(std::io::Error),
    /// Not a file of games, or one of a later version.
    Foreign(String),
    /// Another process is writing to it.
    Locked,
    /// It holds games of another kind than those to be added.
    Different {
        field: String,
        file: String,
        asked: String,
    },
}

impl std::fmt::Display for DataError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            DataError::Io(error) => error.fmt(f),
            DataError::Foreign(reason) => f.write_str(reason),
            DataError::Locked => f.write_str("another process is writing to it"),
            DataError::Different { field, file, asked } => {
                write!(f, "its games were played with {field} {file}, not {asked}")
            }
        }
    }
}

impl std::error::Error for DataError {}

impl From<std::io::Error> for DataError {
    fn from(error: std::io::Error) -> DataError {
        DataError::Io(error)
    }
}
