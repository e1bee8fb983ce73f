//! Reviews: each game once, whoever asks, with the answers found so far.

use rusqlite::{Connection, OptionalExtension, Row, params};

use super::error::StoreError;

/// Kept at most; the oldest finished ones make room.
const MOST_REVIEWS: usize = 20_000;
/// Taken up again at a start.
const MOST_UNFINISHED: usize = 64;

/// A review as it is kept.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct KeptReview {
    pub(crate) key: String,
    pub(crate) start: String,
    /// Moves with spaces between them.
    pub(crate) moves: String,
    pub(crate) rules: String,
    pub(crate) nodes: u64,
    /// The answers, as the coach writes them.
    pub(crate) notebook: String,
    pub(crate) is_done: bool,
}

const COLUMNS: &str = "key, start, moves, rules, nodes, notebook, done";

pub(super) fn load(from: &Connection, key: &str) -> Result<Option<KeptReview>, StoreError> {
    let query = format!("SELECT {COLUMNS} FROM reviews WHERE key = ?1");
    Ok(from.query_row(&query, [key], read).optional()?)
}

pub(super) fn unfinished(from: &Connection) -> Result<Vec<KeptReview>, StoreError> {
    let query =
        format!("SELECT {COLUMNS} FROM reviews WHERE done = 0 ORDER BY created DESC LIMIT ?1");
    let mut statement = from.prepare(&query)?;
    let rows = statement.query_map([MOST_UNFINISHED], read)?;
    Ok(rows.collect::<rusqlite::Result<_>>()?)
}

fn read(row: &Row<'_>) -> rusqlite::Result<KeptReview> {
    Ok(KeptReview {
        key: row.get(0)?,
        start: row.get(1)?,
        moves: row.get(2)?,
        rules: row.get(3)?,
        nodes: row.get(4)?,
        notebook: row.get(5)?,
        is_done: row.get(6)?,
    })
}

pub(super) fn begin(to: &Connection, review: &KeptReview, now: i64) -> rusqlite::Result<()> {
    to.execute(
        "DELETE FROM reviews WHERE key IN
         (SELECT key FROM reviews WHERE done = 1 ORDER BY created DESC LIMIT -1 OFFSET ?1)",
        [MOST_REVIEWS],
    )?;
    to.execute(
        "INSERT INTO reviews (key, created, start, moves, rules, nodes, notebook, done)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8) ON CONFLICT (key) DO NOTHING",
        params![
            review.key,
            now,
            review.start,
            review.moves,
            review.rules,
            review.nodes,
            review.notebook,
            review.is_done
        ],
    )?;
    Ok(())
}

/// Adds answers to the notebook.
pub(super) fn note(to: &Connection, key: &str, notes: &str, done: bool) -> rusqlite::Result<()> {
    let text = "UPDATE reviews SET notebook = notebook || ?2, done = ?3 WHERE key = ?1";
    to.execute(text, params![key, notes, done]).map(|_| ())
}
