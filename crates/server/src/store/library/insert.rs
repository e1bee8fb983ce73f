//! Batches of games on their way into the library.

use std::collections::HashMap;

use rusqlite::{Connection, OptionalExtension, Transaction, TransactionBehavior, params};

use super::{
    super::{error::StoreError, writes::now_ms},
    entry::Entry,
    places::Segment,
};

/// A library of this many games is no longer searched within moments.
const MOST_GAMES: i64 = 5_000_000;
/// Names remembered between batches.
const MOST_NAMES: usize = 100_000;

/// What became of a batch.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Added {
    pub added: usize,
    /// Games that were there already.
    pub duplicates: usize,
}

/// Numbers of texts, so that most games need no question.
#[derive(Default)]
pub(super) struct Names(HashMap<String, i64>);

pub(super) fn add(
    connection: &mut Connection,
    names: &mut Names,
    collection: &str,
    games: &[Entry],
) -> Result<Added, StoreError> {
    let outcome = attempt(connection, names, collection, games);
    if outcome.is_err() {
        // Some numbers may have been taken back with the batch.
        names.0.clear();
    }
    outcome
}

fn attempt(
    connection: &mut Connection,
    names: &mut Names,
    collection: &str,
    games: &[Entry],
) -> Result<Added, StoreError> {
    let to = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let collection = collection_number(&to, collection)?;
    let (mut added, mut segment) = (Added::default(), Segment::new());
    for game in games {
        match insert_head(&to, names, collection, game)? {
            None => {
                replace_lighter(&to, game)?;
                added.duplicates += 1;
            }
            Some(id) => {
                let number = u32::try_from(id).ok().filter(|_| id <= MOST_GAMES);
                segment.add(number.ok_or(StoreError::Full)?, &game.spots);
                to.prepare_cached("INSERT INTO library_documents VALUES (?1, ?2)")?
                    .execute(params![id, game.pgn])?;
                added.added += 1;
            }
        }
    }
    segment.store(&to)?;
    let count = "UPDATE library_collections SET games = games + ?2 WHERE id = ?1";
    to.execute(count, params![collection, added.added])?;
    to.commit()?;
    Ok(added)
}

fn collection_number(to: &Transaction<'_>, name: &str) -> rusqlite::Result<i64> {
    to.execute(
        "INSERT INTO library_collections (name, created) VALUES (?1, ?2) ON CONFLICT DO NOTHING",
        params![name, now_ms()],
    )?;
    to.query_row("SELECT id FROM library_collections WHERE name = ?1", [name], |row| row.get(0))
}

/// The number of the new game; `None` if it is there already.
fn insert_head(
    to: &Transaction<'_>,
    names: &mut Names,
    collection: i64,
    game: &Entry,
) -> rusqlite::Result<Option<i64>> {
    let mut is_known = to.prepare_cached("SELECT 1 FROM library_games WHERE fingerprint = ?1")?;
    if is_known.exists([game.fingerprint])? {
        return Ok(None);
    }
    let mut number = |text: &str| names.number(to, text);
    let (zh, en) = game.opening.map_or(("", ""), |it| (&it.zh, &it.en));
    let row = params![
        collection,
        game.fingerprint,
        game.weight,
        number(&game.red)?,
        number(&game.black)?,
        number(&game.event)?,
        number(&game.title)?,
        number(&game.date)?,
        game.year,
        number(zh)?,
        number(en)?,
        game.result,
        game.plies,
    ];
    to.prepare_cached(
        "INSERT INTO library_games (collection, fingerprint, weight, red, black, event, title,
            date, year, opening_zh, opening_en, result, plies)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13)",
    )?
    .execute(row)?;
    Ok(Some(to.last_insert_rowid()))
}

/// The same game with more remarks takes the place of one with fewer.
fn replace_lighter(to: &Transaction<'_>, game: &Entry) -> rusqlite::Result<()> {
    let query = "UPDATE library_games SET weight = ?2 WHERE fingerprint = ?1 AND weight < ?2
        RETURNING id";
    let row = params![game.fingerprint, game.weight];
    let lighter: Option<i64> = to.query_row(query, row, |row| row.get(0)).optional()?;
    if let Some(id) = lighter {
        let query = "UPDATE library_documents SET pgn = ?2 WHERE game = ?1";
        to.execute(query, params![id, game.pgn])?;
    }
    Ok(())
}

impl Names {
    /// The number of a text; an empty one has none.
    fn number(&mut self, to: &Transaction<'_>, text: &str) -> rusqlite::Result<Option<i64>> {
        if text.is_empty() {
            return Ok(None);
        }
        if let Some(&number) = self.0.get(text) {
            return Ok(Some(number));
        }
        to.prepare_cached("INSERT INTO library_names (name) VALUES (?1) ON CONFLICT DO NOTHING")?
            .execute([text])?;
        let number = to
            .prepare_cached("SELECT id FROM library_names WHERE name = ?1")?
            .query_row([text], |row| row.get(0))?;
        if MOST_NAMES <= self.0.len() {
            self.0.clear();
        }
        self.0.insert(text.to_owned(), number);
        Ok(Some(number))
    }
}
