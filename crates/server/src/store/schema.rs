//! The shape of the database, step by step. A step that was released is never changed: whoever
//! comes with an older file takes the steps that are missing.

use std::cmp::Ordering;

use rusqlite::{Connection, TransactionBehavior};

use super::error::StoreError;

/// Steps from an empty file to the present shape; `user_version` counts those done.
pub(super) const MIGRATIONS: &[&str] =
    &[GAMES, DUELS, OWN_COLUMNS, FRIENDS, LIBRARY, RULE_WINS, STUDIES, REVIEWS, PUZZLES, LEAGUES];

pub(super) const GAMES: &str = "
    CREATE TABLE games (
        id TEXT PRIMARY KEY, created INTEGER NOT NULL, updated INTEGER NOT NULL,
        start TEXT NOT NULL, rules TEXT NOT NULL, red TEXT NOT NULL, black TEXT NOT NULL, clock TEXT,
        red_seat BLOB, black_seat BLOB, host_seat BLOB,
        -- Derived from the events in the same transaction, so that the shelf is one query.
        plies INTEGER NOT NULL, fen TEXT NOT NULL, status TEXT NOT NULL, reason TEXT,
        swapped INTEGER NOT NULL DEFAULT 0
    ) WITHOUT ROWID;
    CREATE TABLE events (
        game TEXT NOT NULL REFERENCES games(id) ON DELETE CASCADE, number INTEGER NOT NULL,
        at INTEGER NOT NULL, kind TEXT NOT NULL, detail TEXT,
        spent_ms INTEGER, left_ms INTEGER, centipawns INTEGER, mate INTEGER, depth INTEGER,
        PRIMARY KEY (game, number)
    ) WITHOUT ROWID;
    CREATE TABLE shelf (
        visitor BLOB NOT NULL, game TEXT NOT NULL REFERENCES games(id) ON DELETE CASCADE,
        owner INTEGER NOT NULL, PRIMARY KEY (visitor, game)
    ) WITHOUT ROWID;
    CREATE INDEX shelf_by_game ON shelf(game);
";

pub(super) const DUELS: &str = "
    CREATE TABLE duels (
        id TEXT PRIMARY KEY, created INTEGER NOT NULL, rules TEXT NOT NULL,
        first TEXT NOT NULL, second TEXT NOT NULL, games INTEGER NOT NULL,
        host_seat BLOB NOT NULL, stopped INTEGER NOT NULL DEFAULT 0
    ) WITHOUT ROWID;
    ALTER TABLE games ADD COLUMN duel TEXT REFERENCES duels(id) ON DELETE CASCADE;
    ALTER TABLE games ADD COLUMN duel_number INTEGER;
    CREATE UNIQUE INDEX games_by_duel ON games(duel, duel_number);
";

/// Players and clocks were JSON of the page; now they have columns of their own. A player is its
/// kind ('human', 'level', 'zoo') and a detail: the human's name, the level, the member's name. A
/// clock is its kind ('game', 'move'), its stock and its increment.
const OWN_COLUMNS: &str = "
    ALTER TABLE games ADD COLUMN red_kind TEXT NOT NULL DEFAULT 'human';
    ALTER TABLE games ADD COLUMN red_detail TEXT;
    ALTER TABLE games ADD COLUMN black_kind TEXT NOT NULL DEFAULT 'human';
    ALTER TABLE games ADD COLUMN black_detail TEXT;
    ALTER TABLE games ADD COLUMN clock_kind TEXT;
    ALTER TABLE games ADD COLUMN clock_s INTEGER;
    ALTER TABLE games ADD COLUMN clock_increment_s INTEGER;
    UPDATE games SET
        red_kind = json_extract(red, '$.kind'),
        red_detail = coalesce(json_extract(red, '$.level'), json_extract(red, '$.name')),
        black_kind = json_extract(black, '$.kind'),
        black_detail = coalesce(json_extract(black, '$.level'), json_extract(black, '$.name')),
        clock_kind = json_extract(clock, '$.kind'),
        clock_s = coalesce(json_extract(clock, '$.base_s'), json_extract(clock, '$.move_s')),
        clock_increment_s = json_extract(clock, '$.increment_s');
    ALTER TABLE games DROP COLUMN red;
    ALTER TABLE games DROP COLUMN black;
    ALTER TABLE games DROP COLUMN clock;
    ALTER TABLE duels ADD COLUMN first_kind TEXT NOT NULL DEFAULT 'level';
    ALTER TABLE duels ADD COLUMN first_detail TEXT;
    ALTER TABLE duels ADD COLUMN second_kind TEXT NOT NULL DEFAULT 'level';
    ALTER TABLE duels ADD COLUMN second_detail TEXT;
    UPDATE duels SET
        first_kind = json_extract(first, '$.kind'),
        first_detail = coalesce(json_extract(first, '$.level'), json_extract(first, '$.name')),
        second_kind = json_extract(second, '$.kind'),
        second_detail = coalesce(json_extract(second, '$.level'), json_extract(second, '$.name'));
    ALTER TABLE duels DROP COLUMN first;
    ALTER TABLE duels DROP COLUMN second;
";

/// An invitation: the color that is given away ('Red', 'Black'), who invites and who came. And the
/// game in which both went on.
const FRIENDS: &str = "
    ALTER TABLE games ADD COLUMN invited TEXT;
    ALTER TABLE games ADD COLUMN inviter BLOB;
    ALTER TABLE games ADD COLUMN guest BLOB;
    ALTER TABLE games ADD COLUMN next TEXT REFERENCES games(id) ON DELETE SET NULL;
    CREATE INDEX games_by_next ON games(next);
";

/// Games from files. The heads are narrow, since every list walks over them: texts are numbers of
/// `library_names`. A result is 0 (unknown), 1 (Red), 2 (Black) or 3 (a draw). The document is our
/// PGN, deflated. `library_places` finds games by position: a segment belongs to some games, each of
/// its rows to 1/256 of all positions; `store/library/places.rs` has the bytes.
const LIBRARY: &str = "
    CREATE TABLE library_collections (
        id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL UNIQUE, created INTEGER NOT NULL,
        games INTEGER NOT NULL DEFAULT 0
    );
    CREATE TABLE library_names (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE);
    CREATE TABLE library_games (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        collection INTEGER NOT NULL REFERENCES library_collections(id),
        fingerprint INTEGER NOT NULL UNIQUE, weight INTEGER NOT NULL,
        red INTEGER, black INTEGER, event INTEGER, title INTEGER, date INTEGER, year INTEGER,
        opening_zh INTEGER, opening_en INTEGER, result INTEGER NOT NULL, plies INTEGER NOT NULL
    );
    CREATE INDEX library_games_by_collection ON library_games(collection);
    CREATE TABLE library_documents (
        game INTEGER PRIMARY KEY REFERENCES library_games(id) ON DELETE CASCADE, pgn BLOB NOT NULL
    );
    CREATE TABLE library_segments (id INTEGER PRIMARY KEY AUTOINCREMENT, games INTEGER NOT NULL);
    CREATE TABLE library_places (
        segment INTEGER NOT NULL REFERENCES library_segments(id) ON DELETE CASCADE,
        bucket INTEGER NOT NULL, entries BLOB NOT NULL, PRIMARY KEY (segment, bucket)
    ) WITHOUT ROWID;
";

/// A win by rule was a number of centipawns beyond any evaluation, 20000 less the plies to it. Now it
/// has a column of its own: the moves to it, negative if Black wins.
const RULE_WINS: &str = "
    ALTER TABLE events ADD COLUMN rule INTEGER;
    UPDATE events SET
        rule = max(1, (20000 - abs(centipawns) + 1) / 2) * CASE WHEN centipawns < 0 THEN -1 ELSE 1 END,
        centipawns = NULL
    WHERE abs(centipawns) BETWEEN 19400 AND 20000;
";

/// Studies belong to one visitor. The document is text of the page, checked before it comes here;
/// the other columns are what a list shows.
const STUDIES: &str = "
    CREATE TABLE studies (
        id TEXT PRIMARY KEY, visitor BLOB NOT NULL, name TEXT NOT NULL,
        created INTEGER NOT NULL, updated INTEGER NOT NULL,
        moves INTEGER NOT NULL, fen TEXT NOT NULL, document TEXT NOT NULL
    ) WITHOUT ROWID;
    CREATE INDEX studies_by_visitor ON studies(visitor, updated);
";

/// What searches have found of a game that is reviewed. The key is made of the game itself, so that
/// it is reviewed once, whoever asks and wherever it was found.
const REVIEWS: &str = "
    CREATE TABLE reviews (
        key TEXT PRIMARY KEY, created INTEGER NOT NULL, start TEXT NOT NULL, moves TEXT NOT NULL,
        rules TEXT NOT NULL, nodes INTEGER NOT NULL, notebook TEXT NOT NULL, done INTEGER NOT NULL
    ) WITHOUT ROWID;
    CREATE INDEX reviews_by_state ON reviews(done, created);
";

/// Who solves puzzles, which ones were met and when they come back (`due` is NULL if they do not), and
/// what puzzles are worth. Puzzles themselves are part of the program; a number stands for each.
const PUZZLES: &str = "
    CREATE TABLE puzzlers (
        visitor BLOB PRIMARY KEY, rating REAL NOT NULL, deviation REAL NOT NULL,
        volatility REAL NOT NULL, tried INTEGER NOT NULL, solved INTEGER NOT NULL,
        streak INTEGER NOT NULL, best_streak INTEGER NOT NULL, change REAL NOT NULL,
        updated INTEGER NOT NULL
    ) WITHOUT ROWID;
    CREATE TABLE puzzle_meetings (
        visitor BLOB NOT NULL, puzzle INTEGER NOT NULL, due INTEGER, last INTEGER NOT NULL,
        stability REAL, difficulty REAL, scheduled_days INTEGER, repetitions INTEGER,
        lapses INTEGER, state INTEGER, PRIMARY KEY (visitor, puzzle)
    ) WITHOUT ROWID;
    CREATE TABLE puzzle_ratings (
        puzzle INTEGER PRIMARY KEY, rating REAL NOT NULL, deviation REAL NOT NULL,
        volatility REAL NOT NULL
    );
";

/// Leagues: who plays (by `number`, which is the order of joining), who meets whom (places among the
/// players, from 0; no Black is a bye), and faults that lost no game. Their games are games; one
/// without a number is a person's against a bot. A clock is as in games, in seconds with fractions.
const LEAGUES: &str = "
    CREATE TABLE leagues (
        id TEXT PRIMARY KEY, created INTEGER NOT NULL, owner BLOB, name TEXT NOT NULL,
        rules TEXT NOT NULL, clock_kind TEXT NOT NULL, clock_s REAL NOT NULL, clock_increment_s REAL,
        games INTEGER NOT NULL, form TEXT NOT NULL, rounds INTEGER, openings TEXT NOT NULL,
        grace_ms INTEGER NOT NULL, at_once INTEGER NOT NULL, code TEXT NOT NULL UNIQUE,
        admin BLOB NOT NULL, state TEXT NOT NULL
    ) WITHOUT ROWID;
    CREATE INDEX leagues_by_owner ON leagues(owner, created);
    CREATE INDEX leagues_by_state ON leagues(state);
    CREATE TABLE league_players (
        league TEXT NOT NULL REFERENCES leagues(id) ON DELETE CASCADE, number INTEGER NOT NULL,
        kind TEXT NOT NULL, detail TEXT, key BLOB, removed INTEGER NOT NULL DEFAULT 0,
        PRIMARY KEY (league, number)
    ) WITHOUT ROWID;
    CREATE TABLE league_meetings (
        league TEXT NOT NULL REFERENCES leagues(id) ON DELETE CASCADE, number INTEGER NOT NULL,
        round INTEGER NOT NULL, red INTEGER NOT NULL, black INTEGER, pair INTEGER NOT NULL,
        PRIMARY KEY (league, number)
    ) WITHOUT ROWID;
    CREATE TABLE league_incidents (
        league TEXT NOT NULL REFERENCES leagues(id) ON DELETE CASCADE, number INTEGER NOT NULL,
        at INTEGER NOT NULL, player INTEGER NOT NULL, kind TEXT NOT NULL, detail TEXT NOT NULL,
        PRIMARY KEY (league, number)
    ) WITHOUT ROWID;
    ALTER TABLE games ADD COLUMN league TEXT REFERENCES leagues(id) ON DELETE CASCADE;
    ALTER TABLE games ADD COLUMN league_number INTEGER;
    CREATE UNIQUE INDEX games_by_league ON games(league, league_number);
";

/// Takes the steps that are missing, each whole or not at all.
pub(super) fn migrate(connection: &mut Connection) -> Result<(), StoreError> {
    loop {
        let done: usize = connection.pragma_query_value(None, "user_version", |row| row.get(0))?;
        match MIGRATIONS.len().cmp(&done) {
            Ordering::Less => return Err(StoreError::Newer),
            Ordering::Equal => return Ok(()),
            Ordering::Greater => take_step(connection)?,
        }
    }
}

/// The next step, if nobody else takes it at the same time: only one may write.
fn take_step(connection: &mut Connection) -> Result<(), StoreError> {
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let done: usize = transaction.pragma_query_value(None, "user_version", |row| row.get(0))?;
    if let Some(step) = MIGRATIONS.get(done) {
        transaction.execute_batch(step)?;
        transaction.pragma_update(None, "user_version", done + 1)?;
    }
    Ok(transaction.commit()?)
}
