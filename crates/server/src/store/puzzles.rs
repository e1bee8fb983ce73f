//! Puzzles solved and not: a visitor's strength, what was met, when it comes back, and what puzzles
//! are worth by now. A puzzle is known here by its number only.

use std::collections::HashMap;

use rusqlite::{Connection, OptionalExtension, Row, params};

use super::error::StoreError;
use crate::game::{
    secret::TokenHash,
    training::{Memory, Puzzler, Strength, remember},
};

/// A meeting of a visitor and a puzzle.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Meeting {
    pub(crate) visitor: TokenHash,
    pub(crate) puzzle: i64,
    /// What it is worth if nobody has met it; `None` if it is not rated.
    pub(crate) difficulty: Option<u16>,
    pub(crate) is_solved: bool,
}

/// What a visitor has met.
#[derive(Clone, PartialEq, Debug, Default)]
pub(crate) struct Met {
    /// `None` for somebody new.
    pub(crate) puzzler: Option<Puzzler>,
    /// Puzzles by number, and when they come back if they do.
    pub(crate) puzzles: HashMap<i64, Option<i64>>,
}

pub(super) fn met(from: &Connection, visitor: TokenHash) -> Result<Met, StoreError> {
    let mut statement =
        from.prepare_cached("SELECT puzzle, due FROM puzzle_meetings WHERE visitor = ?1")?;
    let rows = statement.query_map([visitor.0], |row| Ok((row.get(0)?, row.get(1)?)))?;
    let puzzles = rows.collect::<rusqlite::Result<_>>()?;
    Ok(Met { puzzler: puzzler(from, visitor)?, puzzles })
}

pub(super) fn puzzler(from: &Connection, visitor: TokenHash) -> rusqlite::Result<Option<Puzzler>> {
    let read = |row: &Row<'_>| {
        Ok(Puzzler {
            strength: read_strength(row)?,
            tried: row.get(3)?,
            solved: row.get(4)?,
            streak: row.get(5)?,
            best_streak: row.get(6)?,
            change: row.get(7)?,
        })
    };
    let query = "SELECT rating, deviation, volatility, tried, solved, streak, best_streak, change
         FROM puzzlers WHERE visitor = ?1";
    from.query_row(query, [visitor.0], read).optional()
}

/// What a puzzle is worth after all who have met it; `None` if nobody has.
pub(super) fn strength(from: &Connection, puzzle: i64) -> rusqlite::Result<Option<Strength>> {
    let query = "SELECT rating, deviation, volatility FROM puzzle_ratings WHERE puzzle = ?1";
    from.query_row(query, [puzzle], read_strength).optional()
}

fn read_strength(row: &Row<'_>) -> rusqlite::Result<Strength> {
    Ok(Strength { rating: row.get(0)?, deviation: row.get(1)?, volatility: row.get(2)? })
}

/// Counts a meeting. The first one is rated; what was solved at once does not come back, what went
/// wrong does, again and again, later each time it is solved.
pub(super) fn meet(to: &Connection, meeting: &Meeting, now: i64) -> rusqlite::Result<()> {
    let Meeting { visitor, puzzle, difficulty, is_solved } = *meeting;
    let known = memory(to, visitor, puzzle)?;
    let before = puzzler(to, visitor)?.unwrap_or(Puzzler::NEW);
    let after = match (known, difficulty) {
        (None, Some(difficulty)) => {
            let worth = strength(to, puzzle)?.unwrap_or(Strength::of_puzzle(difficulty));
            let (after, worth) = before.met(worth, is_solved);
            keep_strength(to, puzzle, worth)?;
            after
        }
        // Solved long ago and solved again: no feat.
        (Some(None), _) if is_solved => Puzzler { change: 0.0, ..before },
        _ => before.met_again(is_solved),
    };
    keep_puzzler(to, visitor, &after, now)?;
    let was_open = known.flatten();
    let comes_back = !is_solved || was_open.is_some();
    let next = comes_back.then(|| remember(was_open, now, is_solved));
    keep_memory(to, visitor, puzzle, next, now)
}

/// The outer `None`: never met. The inner one: met, and it does not come back.
fn memory(
    from: &Connection,
    visitor: TokenHash,
    puzzle: i64,
) -> rusqlite::Result<Option<Option<Memory>>> {
    let read = |row: &Row<'_>| {
        let Some(due) = row.get(0)? else { return Ok(None) };
        Ok(Some(Memory {
            due,
            last: row.get(1)?,
            stability: row.get(2)?,
            difficulty: row.get(3)?,
            scheduled_days: row.get(4)?,
            repetitions: row.get(5)?,
            lapses: row.get(6)?,
            state: row.get(7)?,
        }))
    };
    let query =
        "SELECT due, last, stability, difficulty, scheduled_days, repetitions, lapses, state
         FROM puzzle_meetings WHERE visitor = ?1 AND puzzle = ?2";
    from.query_row(query, params![visitor.0, puzzle], read).optional()
}

fn keep_strength(to: &Connection, puzzle: i64, worth: Strength) -> rusqlite::Result<()> {
    to.execute(
        "INSERT OR REPLACE INTO puzzle_ratings (puzzle, rating, deviation, volatility)
         VALUES (?1, ?2, ?3, ?4)",
        params![puzzle, worth.rating, worth.deviation, worth.volatility],
    )
    .map(|_| ())
}

fn keep_puzzler(
    to: &Connection,
    visitor: TokenHash,
    puzzler: &Puzzler,
    now: i64,
) -> rusqlite::Result<()> {
    let Puzzler { strength, tried, solved, streak, best_streak, change } = puzzler;
    to.execute(
        "INSERT OR REPLACE INTO puzzlers (visitor, rating, deviation, volatility, tried, solved,
            streak, best_streak, change, updated) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)",
        params![
            visitor.0,
            strength.rating,
            strength.deviation,
            strength.volatility,
            tried,
            solved,
            streak,
            best_streak,
            change,
            now
        ],
    )
    .map(|_| ())
}

fn keep_memory(
    to: &Connection,
    visitor: TokenHash,
    puzzle: i64,
    memory: Option<Memory>,
    now: i64,
) -> rusqlite::Result<()> {
    let field = |read: fn(&Memory) -> f64| memory.as_ref().map(read);
    to.execute(
        "INSERT OR REPLACE INTO puzzle_meetings (visitor, puzzle, due, last, stability, difficulty,
            scheduled_days, repetitions, lapses, state)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)",
        params![
            visitor.0,
            puzzle,
            memory.map(|it| it.due),
            memory.map_or(now, |it| it.last),
            field(|it| it.stability),
            field(|it| it.difficulty),
            memory.map(|it| it.scheduled_days),
            memory.map(|it| it.repetitions),
            memory.map(|it| it.lapses),
            memory.map(|it| it.state),
        ],
    )
    .map(|_| ())
}
