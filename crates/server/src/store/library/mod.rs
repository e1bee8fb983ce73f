//! The library: games from files, found by player, event, year, result, opening and position.
//!
//! It lies in the same file as the games played here, has a connection of its own, and so works for
//! the command line too while the server runs. Games come in batches; a batch that was answered is
//! on disk. `import` reads files, `entry` makes a row of a document, `insert` stores
//! batches, `remove` takes collections away, `places` is the index of positions, `search` finds.

mod entry;
mod import;
mod insert;
mod places;
mod remove;
mod results;
mod search;
#[cfg(test)]
mod tests;

use std::path::Path;

use records::{Document, book::BookMove};
use rusqlite::{Connection, OptionalExtension};
use xiangqi::Position;

pub use self::{
    entry::Entry,
    import::{Complaint, Report},
    insert::Added,
    search::{Collection, Found, PAGE, Page, Query},
};
pub(super) use self::{
    places::moves,
    search::{collections, search},
};
pub use super::error::{Damage, StoreError};
use super::open_file;

pub struct Library {
    connection: Connection,
    names: insert::Names,
}

impl Library {
    /// Opens the file, or makes it.
    pub fn open(path: &Path) -> Result<Library, StoreError> {
        let connection = open_file(path)?;
        Ok(Library { connection, names: insert::Names::default() })
    }

    /// Adds games to a collection, all or none. A game that is there already is not added again; of
    /// two with the same moves, the one about which more is said stays.
    pub fn add(&mut self, collection: &str, games: &[Entry]) -> Result<Added, StoreError> {
        insert::add(&mut self.connection, &mut self.names, collection, games)
    }

    /// Takes a collection away with all its games, or nothing of it; answers how many they were, or
    /// nothing if there is no such collection.
    pub fn remove(&mut self, collection: &str) -> Result<Option<usize>, StoreError> {
        remove::remove(&mut self.connection, collection)
    }

    pub fn collections(&self) -> Result<Vec<Collection>, StoreError> {
        search::collections(&self.connection)
    }

    /// One page of the games that a query finds, the newest first.
    pub fn search(&self, query: &Query) -> Result<Page, StoreError> {
        search::search(&self.connection, query)
    }

    /// The moves played in a position, the most frequent first.
    pub fn moves(&self, position: &Position) -> Result<Vec<BookMove>, StoreError> {
        places::moves(&self.connection, position)
    }

    /// A game with everything that is said about it.
    pub fn document(&self, id: i64) -> Result<Option<Document>, StoreError> {
        document(&self.connection, id)
    }
}

pub(super) fn document(from: &Connection, id: i64) -> Result<Option<Document>, StoreError> {
    let query = "SELECT pgn FROM library_documents WHERE game = ?1";
    let pgn: Option<Vec<u8>> = from.query_row(query, [id], |row| row.get(0)).optional()?;
    pgn.map(|it| entry::unpack(&it)).transpose()
}
