//! Collections on their way out of the library.

use std::collections::HashSet;

use rusqlite::{Connection, OptionalExtension, TransactionBehavior};

use super::{super::error::StoreError, places};

pub(super) fn remove(
    connection: &mut Connection,
    collection: &str,
) -> Result<Option<usize>, StoreError> {
    let from = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let number = "SELECT id FROM library_collections WHERE name = ?1";
    let number: Option<i64> = from.query_row(number, [collection], |row| row.get(0)).optional()?;
    let Some(number) = number else { return Ok(None) };
    let games: HashSet<u32> = from
        .prepare("SELECT id FROM library_games WHERE collection = ?1")?
        .query_map([number], |row| row.get(0))?
        .collect::<rusqlite::Result<_>>()?;
    places::forget(&from, &games)?;
    from.execute("DELETE FROM library_games WHERE collection = ?1", [number])?;
    from.execute("DELETE FROM library_collections WHERE id = ?1", [number])?;
    from.commit()?;
    Ok(Some(games.len()))
}
