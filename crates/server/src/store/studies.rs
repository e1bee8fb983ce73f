//! A visitor's studies: kept, listed, renamed, deleted. What a document says is decided elsewhere.

use rusqlite::{Connection, OptionalExtension, Row, params};

use super::error::StoreError;
use crate::game::secret::TokenHash;

/// Studies of one visitor; more are refused, so that a disk is not filled by one.
pub(crate) const MOST_STUDIES: usize = 500;

/// A study as it is kept.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct KeptStudy {
    pub(crate) id: String,
    pub(crate) name: String,
    /// Moves in the whole tree.
    pub(crate) moves: usize,
    /// The position at the end of the main line, for a picture.
    pub(crate) fen: String,
    pub(crate) document: String,
}

/// A study in a list: everything but the document.
pub(crate) struct StudyEntry {
    pub(crate) id: String,
    pub(crate) name: String,
    /// Milliseconds since 1970.
    pub(crate) created: i64,
    pub(crate) updated: i64,
    pub(crate) moves: usize,
    pub(crate) fen: String,
}

pub(super) fn list(from: &Connection, visitor: TokenHash) -> Result<Vec<StudyEntry>, StoreError> {
    let mut statement = from.prepare(
        "SELECT id, name, created, updated, moves, fen FROM studies WHERE visitor = ?1
         ORDER BY updated DESC LIMIT ?2",
    )?;
    let rows = statement.query_map(params![visitor.0, MOST_STUDIES], read_entry)?;
    Ok(rows.collect::<rusqlite::Result<_>>()?)
}

fn read_entry(row: &Row<'_>) -> rusqlite::Result<StudyEntry> {
    Ok(StudyEntry {
        id: row.get(0)?,
        name: row.get(1)?,
        created: row.get(2)?,
        updated: row.get(3)?,
        moves: row.get(4)?,
        fen: row.get(5)?,
    })
}

pub(super) fn load(
    from: &Connection,
    id: &str,
    visitor: TokenHash,
) -> Result<Option<KeptStudy>, StoreError> {
    let query = "SELECT name, moves, fen, document FROM studies WHERE id = ?1 AND visitor = ?2";
    let read = |row: &Row<'_>| {
        let (name, moves) = (row.get(0)?, row.get(1)?);
        Ok(KeptStudy { id: id.to_owned(), name, moves, fen: row.get(2)?, document: row.get(3)? })
    };
    Ok(from.query_row(query, params![id, visitor.0], read).optional()?)
}

/// Somebody else's study with the same name on disk stays as it is.
pub(super) fn keep(
    to: &Connection,
    study: &KeptStudy,
    visitor: TokenHash,
    now: i64,
) -> rusqlite::Result<()> {
    to.execute(
        "INSERT INTO studies (id, visitor, name, created, updated, moves, fen, document)
         VALUES (?1, ?2, ?3, ?4, ?4, ?5, ?6, ?7)
         ON CONFLICT (id) DO UPDATE SET name = ?3, updated = ?4, moves = ?5, fen = ?6, document = ?7
         WHERE visitor = ?2",
        params![study.id, visitor.0, study.name, now, study.moves, study.fen, study.document],
    )?;
    Ok(())
}

pub(super) fn delete(to: &Connection, id: &str, visitor: TokenHash) -> rusqlite::Result<()> {
    let text = "DELETE FROM studies WHERE id = ?1 AND visitor = ?2";
    to.execute(text, params![id, visitor.0]).map(|_| ())
}
