//! A visitor's shelf: the games played here, a page at a time, and what was played in them.

use std::collections::BTreeMap;

use records::{
    book::{BookMove, Outcome, Place, Tally},
    openings::{Name, Openings},
};
use rusqlite::{Connection, Row, params, params_from_iter, types::Value};
use xiangqi::{Color, Move, Position, RuleSet, Status};

use super::{
    chain,
    error::StoreError,
    reads::read_player,
    words::{color_named, position_named, rules_named, status_named},
};
use crate::game::{player::Player, secret::TokenHash};

/// Games on a page.
pub(crate) const PAGE: usize = 24;
/// Own games looked through for the moves of a position, the newest.
const MOST_LOOKED_THROUGH: usize = 500;

/// Which games of a visitor; whatever is left open does not matter.
pub(crate) struct ShelfQuery {
    pub(crate) visitor: TokenHash,
    pub(crate) opponent: Opponent,
    pub(crate) outcome: Option<Ending>,
    /// Milliseconds since 1970, of the last move.
    pub(crate) since: Option<i64>,
    pub(crate) until: Option<i64>,
    /// Counted from 0.
    pub(crate) page: usize,
}

#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(crate) enum Opponent {
    #[default]
    Anybody,
    Machine,
    Person,
    /// Part of a name.
    Named(String),
}

/// How a game ended for the visitor.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Ending {
    Won,
    Lost,
    Drawn,
    Ongoing,
}

/// One page, and how many games there are on all of them.
pub(crate) struct ShelfPage {
    pub(crate) games: Vec<ShelfEntry>,
    pub(crate) total: usize,
}

/// A game on a visitor's shelf.
pub(crate) struct ShelfEntry {
    pub(crate) id: String,
    /// Red's and Black's, after any swap.
    pub(crate) players: [Player; 2],
    /// The visitor's own; `None` for both or none.
    pub(crate) side: Option<Color>,
    pub(crate) rules: RuleSet,
    /// Milliseconds since 1970.
    pub(crate) created: i64,
    pub(crate) updated: i64,
    pub(crate) plies: usize,
    pub(crate) fen: String,
    pub(crate) status: Status,
    /// In the words of the rules.
    pub(crate) reason: Option<String>,
    pub(crate) opening: Option<&'static Name>,
}

/// The games with the side of the visitor (`?1`): that of the invitation, or that of the only human.
const SHELVED: &str = "
    SELECT games.*, CASE
        WHEN guest = ?1 THEN invited
        WHEN inviter = ?1 AND guest IS NOT NULL THEN iif(invited = 'Red', 'Black', 'Red')
        WHEN red_kind = 'human' AND black_kind <> 'human' THEN iif(swapped, 'Black', 'Red')
        WHEN red_kind <> 'human' AND black_kind = 'human' THEN iif(swapped, 'Red', 'Black')
        END AS side
    FROM games JOIN shelf ON shelf.game = games.id WHERE shelf.visitor = ?1";

pub(super) fn page(from: &Connection, query: &ShelfQuery) -> Result<ShelfPage, StoreError> {
    let (condition, mut values) = condition(query);
    values.insert(0, Value::from(query.visitor.0.to_vec()));
    let count = format!("SELECT count(*) FROM ({SHELVED}) WHERE {condition}");
    let total = from.query_row(&count, params_from_iter(&values), |row| row.get(0))?;
    let offset = query.page.saturating_mul(PAGE);
    let mut statement = from.prepare(&format!(
        "SELECT red_kind, red_detail, black_kind, black_detail, id, rules, created, updated, plies,
            fen, status, reason, swapped, side, start
         FROM ({SHELVED}) WHERE {condition} ORDER BY updated DESC, id LIMIT {PAGE} OFFSET {offset}"
    ))?;
    let mut rows = statement.query(params_from_iter(&values))?;
    let mut games = Vec::new();
    while let Some(row) = rows.next()? {
        // One bad row does not empty the list.
        match read_entry(from, row) {
            Ok(entry) => games.push(entry),
            Err(error) => {
                let id: String = row.get(4).unwrap_or_default();
                tracing::error!("left out of a list: {}", chain(&error.of_game(&id)));
            }
        }
    }
    Ok(ShelfPage { games, total })
}

fn condition(query: &ShelfQuery) -> (String, Vec<Value>) {
    let (mut text, mut values) = ("1".to_owned(), Vec::new());
    match &query.opponent {
        Opponent::Anybody => (),
        Opponent::Machine => text += " AND (red_kind <> 'human' OR black_kind <> 'human')",
        Opponent::Person => text += " AND red_kind = 'human' AND black_kind = 'human'",
        Opponent::Named(name) => {
            text +=
                " AND (instr(lower(red_detail), lower(?)) OR instr(lower(black_detail), lower(?)))";
            values.extend([Value::from(name.clone()), Value::from(name.clone())]);
        }
    }
    text += match query.outcome {
        None => "",
        Some(Ending::Won) => " AND status = lower(side) || '_wins'",
        Some(Ending::Lost) => {
            " AND status = iif(side = 'Red', 'black_wins', 'red_wins') AND side IS NOT NULL"
        }
        Some(Ending::Drawn) => " AND status = 'draw'",
        Some(Ending::Ongoing) => " AND status = 'ongoing'",
    };
    for (sign, bound) in [(">=", query.since), ("<", query.until)] {
        if let Some(bound) = bound {
            text += &format!(" AND updated {sign} ?");
            values.push(Value::from(bound));
        }
    }
    (text, values)
}

fn read_entry(from: &Connection, row: &Row<'_>) -> Result<ShelfEntry, StoreError> {
    let mut players = [read_player(row, 0)?, read_player(row, 2)?];
    if row.get(12)? {
        players.reverse();
    }
    let id: String = row.get(4)?;
    let start = position_named(&row.get::<_, String>(14)?)?;
    let opening = Openings::built_in().name_of_game(&start, played(from, &id)?);
    Ok(ShelfEntry {
        players,
        side: row.get::<_, Option<String>>(13)?.as_deref().and_then(color_named),
        rules: rules_named(&row.get::<_, String>(5)?)?,
        created: row.get(6)?,
        updated: row.get(7)?,
        plies: row.get(8)?,
        fen: row.get(9)?,
        status: status_named(&row.get::<_, String>(10)?)?,
        reason: row.get(11)?,
        opening,
        id,
    })
}

/// The moves of a game, without those taken back. Cheaper than the game itself, and as much as a
/// list needs.
fn played(from: &Connection, id: &str) -> Result<Vec<Move>, StoreError> {
    let mut statement = from.prepare_cached(
        "SELECT kind, detail FROM events WHERE game = ?1 AND kind IN ('move', 'undo')
         ORDER BY number",
    )?;
    let mut rows = statement.query([id])?;
    let mut moves: Vec<Move> = Vec::new();
    while let Some(row) = rows.next()? {
        let detail: String = row.get(1)?;
        if row.get_ref(0)?.as_str().is_ok_and(|it| it == "undo") {
            let back = detail.parse().unwrap_or(0);
            moves.truncate(moves.len().saturating_sub(back));
        } else {
            moves.extend(detail.parse::<Move>().ok());
        }
    }
    Ok(moves)
}

pub(super) fn moves(
    from: &Connection,
    visitor: TokenHash,
    position: &Position,
) -> Result<Vec<BookMove>, StoreError> {
    let mut statement = from.prepare_cached(
        "SELECT id, start, status FROM games JOIN shelf ON shelf.game = games.id
         WHERE shelf.visitor = ?1 AND plies > 0 ORDER BY updated DESC LIMIT ?2",
    )?;
    let mut rows = statement.query(params![visitor.0, MOST_LOOKED_THROUGH])?;
    let place = Place::of(position);
    let mut tallies: BTreeMap<Move, Tally> = BTreeMap::new();
    while let Some(row) = rows.next()? {
        let start = position_named(&row.get::<_, String>(1)?)?;
        let outcome = Outcome::from(status_named(&row.get::<_, String>(2)?)?);
        let moves = played(from, &row.get::<_, String>(0)?)?;
        if let Some(mv) = move_at(start, &moves, &place) {
            tallies.entry(place.turn(mv)).or_default().count(outcome);
        }
    }
    let mut found: Vec<BookMove> =
        tallies.into_iter().map(|(mv, tally)| BookMove { mv, tally }).collect();
    found.sort_by_key(|it| (std::cmp::Reverse(it.tally.games()), it.mv));
    Ok(found)
}

/// What a game played in a position or its mirror image, as the index turns it.
fn move_at(start: Position, moves: &[Move], place: &Place) -> Option<Move> {
    let mut position = start;
    for &mv in moves {
        let here = Place::of(&position);
        if here.key() == place.key() {
            return Some(here.canonical(mv));
        }
        position.play(mv).ok()?;
    }
    None
}
