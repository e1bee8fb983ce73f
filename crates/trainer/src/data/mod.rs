//! Games on disk.
//!
//! A file is a header and then blocks, each with its own checksum, so that a torn or damaged
//! block costs only itself. A block holds whole games ([`GameRecord`]); a position takes two to
//! three bytes. `docs/network.md` describes the bytes.

mod block;
mod game;
mod header;
mod reader;
mod writer;

pub use block::read_unsealed;
pub use game::{End, GameRecord, Outcome, ScoredMove};
pub use header::Header;
pub use reader::{Damage, Reader};
pub use writer::{Found, Writer};

/// What can be wrong with a file of games.
#[derive(Debug, thiserror::Error)]
pub enum DataError {
    #[error(transparent)]
    Io(#[from] std::io::Error),
    /// Not a file of games, or one of a later version.
    #[error("{0}")]
    Foreign(String),
    #[error("another process is writing to it")]
    Locked,
    /// It holds games of another kind than those to be added.
    #[error("its games were played with {field} {file}, not {asked}")]
    Different { field: String, file: String, asked: String },
}
