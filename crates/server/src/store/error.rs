//! What can go wrong with the disk.

use std::{io, path::PathBuf, sync::Arc};

use thiserror::Error;

#[derive(Debug, Error)]
pub enum StoreError {
    #[error("cannot open {}", path.display())]
    Open { path: PathBuf, source: Arc<rusqlite::Error> },
    #[error("the games were written by a newer version of this program")]
    Newer,
    #[error("cannot start the writing thread")]
    Thread(#[source] io::Error),
    #[error("more writes wait than the disk keeps up with")]
    Busy,
    #[error("the thread that was to answer is gone")]
    Gone,
    /// Shared, since one failed transaction fails every write in it.
    #[error("the database failed")]
    Database(#[source] Arc<rusqlite::Error>),
    #[error("the library is full")]
    Full,
    #[error("a stored game is damaged")]
    Damaged(#[from] Damage),
    #[error("the stored game {game} is damaged")]
    DamagedGame { game: String, source: Box<StoreError> },
}

impl StoreError {
    /// Says which game it was that could not be read.
    pub(super) fn of_game(self, game: &str) -> StoreError {
        StoreError::DamagedGame { game: game.to_owned(), source: Box::new(self) }
    }
}

/// What is wrong with a stored game.
#[derive(Debug, Error)]
pub enum Damage {
    /// A column holds what this program never wrote.
    #[error("{column} has {value:?}")]
    Column { column: &'static str, value: String },
    #[error("an event does not fit the game")]
    Event(#[source] Box<dyn std::error::Error + Send + Sync>),
}

impl From<rusqlite::Error> for StoreError {
    fn from(error: rusqlite::Error) -> StoreError {
        StoreError::Database(Arc::new(error))
    }
}
