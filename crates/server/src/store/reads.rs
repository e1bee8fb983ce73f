//! What is read back: a game from its events, a duel from its games.

use std::time::Duration;

use rusqlite::{Connection, OptionalExtension, Row, params};

use super::{
    error::{Damage, StoreError},
    words::{
        ClockColumns, color_named, event_named, player_named, position_named, rules_named,
        status_named,
    },
};
use crate::game::{
    duel::{Duel, DuelGame, DuelSetup},
    player::Player,
    score::RedScore,
    secret::{Invitation, Seats, TokenHash},
    setup::GameSetup,
    state::{Event, GameState, Ply},
};

/// A game read back: how it stands, its seats, and how many events made it.
pub(crate) struct StoredGame {
    pub(crate) state: GameState,
    pub(crate) seats: Seats,
    pub(crate) events: usize,
    /// The game in which its players went on.
    pub(crate) next: Option<String>,
    /// A league directs it.
    pub(crate) in_league: bool,
}

pub(super) fn load(from: &Connection, id: &str) -> Result<Option<StoredGame>, StoreError> {
    load_game(from, id).map_err(|error| error.of_game(id))
}

fn load_game(from: &Connection, id: &str) -> Result<Option<StoredGame>, StoreError> {
    let query = "SELECT start, rules, red_kind, red_detail, black_kind, black_detail, clock_kind,
        clock_s, clock_increment_s, red_seat, black_seat, host_seat, invited, inviter, guest, next,
        league IS NOT NULL FROM games WHERE id = ?1";
    let row = from.query_row(query, [id], |row| Ok(read_game(row)));
    let Some((setup, seats, next, in_league)) = row.optional()?.transpose()? else {
        return Ok(None);
    };
    let mut state = GameState::new(setup);
    let events = load_events(from, id)?;
    for event in &events {
        state.apply(event).map_err(|error| Damage::Event(Box::new(error)))?;
    }
    Ok(Some(StoredGame { state, seats, events: events.len(), next, in_league }))
}

fn read_game(row: &Row<'_>) -> Result<(GameSetup, Seats, Option<String>, bool), StoreError> {
    let seat = |index| row.get::<_, Option<[u8; 32]>>(index).map(|it| it.map(TokenHash));
    let clock = ClockColumns { kind: row.get(6)?, stock_s: row.get(7)?, increment_s: row.get(8)? };
    let setup = GameSetup {
        start: position_named(&row.get::<_, String>(0)?)?,
        rules: rules_named(&row.get::<_, String>(1)?)?,
        players: [read_player(row, 2)?, read_player(row, 4)?],
        clock: clock.rule()?,
    };
    let invited = row.get::<_, Option<String>>(12)?.as_deref().and_then(color_named);
    let (host, guest) = (seat(13)?, seat(14)?);
    let invitation = invited.map(|color| Invitation { color, host, guest });
    let seats = Seats { colors: [seat(9)?, seat(10)?], host: seat(11)?, invitation };
    Ok((setup, seats, row.get(15)?, row.get(16)?))
}

/// A player's kind and detail stand in two columns side by side.
pub(super) fn read_player(row: &Row<'_>, kind: usize) -> Result<Player, StoreError> {
    Ok(player_named(&row.get::<_, String>(kind)?, row.get(kind + 1)?)?)
}

fn load_events(from: &Connection, id: &str) -> Result<Vec<Event>, StoreError> {
    let columns = "kind, detail, spent_ms, left_ms, centipawns, mate, depth, rule";
    let mut statement =
        from.prepare(&format!("SELECT {columns} FROM events WHERE game = ?1 ORDER BY number"))?;
    let mut rows = statement.query([id])?;
    let mut events = Vec::new();
    while let Some(row) = rows.next()? {
        events.push(read_event(row)?);
    }
    Ok(events)
}

fn read_event(row: &Row<'_>) -> Result<Event, StoreError> {
    let millis = |index| row.get::<_, Option<u64>>(index).map(|it| it.map(Duration::from_millis));
    let score = |index, named: fn(i32) -> RedScore| {
        row.get::<_, Option<i32>>(index).map(|it| it.map(named))
    };
    let won = score(5, RedScore::Mate)?.or(score(7, RedScore::Rule)?);
    let score = score(4, RedScore::Centipawns)?.or(won);
    let (spent, left, depth) = (millis(2)?.unwrap_or_default(), millis(3)?, row.get(6)?);
    let detail = row.get::<_, Option<String>>(1)?.unwrap_or_default();
    let ply = |mv| Ply { mv, spent, left, score, depth };
    Ok(event_named(&row.get::<_, String>(0)?, &detail, ply)?)
}

pub(super) fn load_duel(from: &Connection, id: &str) -> Result<Option<Duel>, StoreError> {
    let query = "SELECT first_kind, first_detail, second_kind, second_detail, rules, games,
        host_seat, stopped FROM duels WHERE id = ?1";
    let row = from.query_row(query, [id], |row| Ok(read_duel(row)));
    let Some(mut duel) = row.optional()?.transpose()? else { return Ok(None) };
    let mut statement = from.prepare(
        "SELECT id, status, reason, plies FROM games WHERE duel = ?1 ORDER BY duel_number",
    )?;
    let mut rows = statement.query([id])?;
    while let Some(row) = rows.next()? {
        let status = status_named(&row.get::<_, String>(1)?)?;
        let (id, reason, plies) = (row.get(0)?, row.get(2)?, row.get(3)?);
        duel.games.push(DuelGame { id, status, reason, plies });
    }
    Ok(Some(duel))
}

/// The duel without its games.
fn read_duel(row: &Row<'_>) -> Result<Duel, StoreError> {
    let setup = DuelSetup {
        players: [read_player(row, 0)?, read_player(row, 2)?],
        rules: rules_named(&row.get::<_, String>(4)?)?,
        games: row.get(5)?,
    };
    let (host, stopped) = (TokenHash(row.get(6)?), row.get(7)?);
    Ok(Duel { setup, host, stopped, games: Vec::new() })
}

pub(super) fn created(from: &Connection, id: &str) -> Result<Option<i64>, StoreError> {
    let query = "SELECT created FROM games WHERE id = ?1";
    Ok(from.query_row(query, [id], |row| row.get(0)).optional()?)
}

/// Whether this visitor made the game; `None` if it is not on the visitor's shelf.
pub(super) fn is_owner(
    from: &Connection,
    id: &str,
    visitor: TokenHash,
) -> Result<Option<bool>, StoreError> {
    let query = "SELECT owner FROM shelf WHERE visitor = ?1 AND game = ?2";
    Ok(from.query_row(query, params![visitor.0, id], |row| row.get(0)).optional()?)
}
