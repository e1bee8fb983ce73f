//! Games on disk. One thread writes: it takes all writes that wait, commits them together, and
//! only then answers, so an answered move survives `kill -9` and a busy evening costs few syncs.

use std::{
    path::Path,
    sync::{Arc, Mutex, mpsc},
    thread,
    time::{Duration, SystemTime, UNIX_EPOCH},
};

use anyhow::Context;
use rusqlite::{Connection, OptionalExtension, params};
use tokio::sync::oneshot;
use xiangqi::{Color, Move, Position, RuleSet, Status};

use crate::{
    duels::{Duel, DuelGame, DuelSetup},
    error::Refusal,
    secret::TokenHash,
    table::{self, Ending, Event, Ply, Table},
    thinker::RedScore,
    wire,
};

/// Steps from an empty file to the present shape; `user_version` counts those done.
const MIGRATIONS: &[&str] = &["
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
", "
    CREATE TABLE duels (
        id TEXT PRIMARY KEY, created INTEGER NOT NULL, rules TEXT NOT NULL,
        first TEXT NOT NULL, second TEXT NOT NULL, games INTEGER NOT NULL,
        host_seat BLOB NOT NULL, stopped INTEGER NOT NULL DEFAULT 0
    ) WITHOUT ROWID;
    ALTER TABLE games ADD COLUMN duel TEXT REFERENCES duels(id) ON DELETE CASCADE;
    ALTER TABLE games ADD COLUMN duel_number INTEGER;
    CREATE UNIQUE INDEX games_by_duel ON games(duel, duel_number);
"];

/// Writes that may wait for the thread. More means the disk does not keep up.
const QUEUE: usize = 1024;
/// A shelf shows this many games, newest first.
const SHELF_LENGTH: usize = 500;

#[derive(Clone)]
pub(crate) struct Store {
    writes: mpsc::SyncSender<Job>,
    reader: Arc<Mutex<Connection>>,
}

struct Job {
    write: Write,
    answer: oneshot::Sender<Result<(), Refusal>>,
}

/// The seats of a game: hashes of the tokens of Red, Black and host.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Seats {
    pub(crate) colors: [Option<TokenHash>; 2],
    pub(crate) host: Option<TokenHash>,
}

pub(crate) enum Write {
    Create {
        id: String,
        setup: Box<table::Setup>,
        seats: Seats,
        owner: Option<TokenHash>,
        standing: Shown,
        duel: Option<DuelPlace>,
    },
    CreateDuel {
        id: String,
        setup: Box<DuelSetup>,
        host: TokenHash,
    },
    StopDuel {
        id: String,
    },
    Append {
        id: String,
        first: usize,
        events: Vec<Event>,
        shown: Shown,
    },
    Shelve {
        id: String,
        visitor: TokenHash,
    },
    Delete {
        id: String,
        visitor: TokenHash,
    },
}

/// Which game of which duel.
pub(crate) struct DuelPlace {
    pub(crate) duel: String,
    pub(crate) number: usize,
}

/// What the shelf shows of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Shown {
    plies: usize,
    fen: String,
    status: &'static str,
    reason: Option<&'static str>,
    swapped: bool,
}

impl From<&Table> for Shown {
    fn from(table: &Table) -> Shown {
        Shown {
            plies: table.plies().len(),
            fen: table.game().position().fen(),
            status: table.standing().status.name(),
            reason: table.standing().reason,
            swapped: table.swapped(),
        }
    }
}

/// A game read back: its table, its seats, and how many events made it.
pub(crate) struct Loaded {
    pub(crate) table: Table,
    pub(crate) seats: Seats,
    pub(crate) events: usize,
}

impl Store {
    pub(crate) fn open(path: &Path) -> anyhow::Result<Store> {
        let writer = connect(path)?;
        migrate(&writer).with_context(|| format!("cannot prepare {}", path.display()))?;
        let reader = connect(path)?;
        let (writes, jobs) = mpsc::sync_channel(QUEUE);
        thread::Builder::new().name("store".into()).spawn(move || run(writer, &jobs))?;
        Ok(Store { writes, reader: Arc::new(Mutex::new(reader)) })
    }

    /// Returns when the write is on disk.
    pub(crate) async fn write(&self, write: Write) -> Result<(), Refusal> {
        let (answer, done) = oneshot::channel();
        self.writes.try_send(Job { write, answer }).map_err(|_| Refusal::Busy)?;
        done.await.map_err(|_| Refusal::Storage)?
    }

    pub(crate) async fn load(&self, id: &str) -> Result<Option<Loaded>, Refusal> {
        let id = id.to_owned();
        self.read(move |connection| load(connection, &id)).await
    }

    pub(crate) async fn shelf(&self, visitor: TokenHash) -> Result<Vec<wire::Summary>, Refusal> {
        self.read(move |connection| shelf(connection, visitor)).await
    }

    /// Whether this visitor made the game; `None` if it is not on the visitor's shelf.
    pub(crate) async fn is_owner(
        &self,
        id: &str,
        visitor: TokenHash,
    ) -> Result<Option<bool>, Refusal> {
        let id = id.to_owned();
        self.read(move |connection| {
            let query = "SELECT owner FROM shelf WHERE visitor = ?1 AND game = ?2";
            Ok(connection.query_row(query, params![visitor.0, id], |row| row.get(0)).optional()?)
        })
        .await
    }

    pub(crate) async fn duel(&self, id: &str) -> Result<Option<Duel>, Refusal> {
        let id = id.to_owned();
        self.read(move |connection| load_duel(connection, &id)).await
    }

    async fn read<T: Send + 'static>(
        &self,
        read: impl FnOnce(&Connection) -> anyhow::Result<T> + Send + 'static,
    ) -> Result<T, Refusal> {
        let reader = Arc::clone(&self.reader);
        let work = move || {
            let connection = reader.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
            read(&connection)
        };
        let outcome = tokio::task::spawn_blocking(work).await;
        outcome.map_err(anyhow::Error::from).and_then(|it| it).map_err(|error| {
            tracing::error!("reading the games failed: {error:#}");
            Refusal::Storage
        })
    }
}

fn connect(path: &Path) -> anyhow::Result<Connection> {
    let connection =
        Connection::open(path).with_context(|| format!("cannot open {}", path.display()))?;
    connection.busy_timeout(Duration::from_secs(5))?;
    connection.pragma_update(None, "journal_mode", "wal")?;
    connection.pragma_update(None, "synchronous", "full")?;
    connection.pragma_update(None, "foreign_keys", "on")?;
    Ok(connection)
}

fn migrate(connection: &Connection) -> anyhow::Result<()> {
    let done: usize = connection.pragma_query_value(None, "user_version", |row| row.get(0))?;
    if MIGRATIONS.len() < done {
        anyhow::bail!("the games were written by a newer version of this program");
    }
    for (number, step) in MIGRATIONS.iter().enumerate().skip(done) {
        connection.execute_batch(&format!(
            "BEGIN; {step}; PRAGMA user_version = {}; COMMIT;",
            number + 1
        ))?;
    }
    Ok(())
}

/// The writing thread: ends when the last `Store` is gone.
fn run(mut connection: Connection, jobs: &mpsc::Receiver<Job>) {
    while let Ok(first) = jobs.recv() {
        let batch: Vec<Job> = [first].into_iter().chain(jobs.try_iter().take(QUEUE)).collect();
        let (writes, answers): (Vec<_>, Vec<_>) =
            batch.into_iter().map(|it| (it.write, it.answer)).unzip();
        let outcomes = commit(&mut connection, &writes);
        for (answer, outcome) in answers.into_iter().zip(outcomes) {
            // A room that went away does not want its answer; the write stands all the same.
            let _ = answer.send(outcome);
        }
    }
}

/// One transaction for all; a write that fails is undone alone.
fn commit(connection: &mut Connection, writes: &[Write]) -> Vec<Result<(), Refusal>> {
    let attempt = |connection: &mut Connection| -> rusqlite::Result<Vec<Result<(), Refusal>>> {
        let mut transaction = connection.transaction()?;
        let mut outcomes = Vec::with_capacity(writes.len());
        for write in writes {
            let savepoint = transaction.savepoint()?;
            let outcome = perform(&savepoint, write);
            match outcome {
                Ok(()) => savepoint.commit()?,
                Err(ref error) => tracing::error!("a write failed: {error}"),
            }
            outcomes.push(outcome.map_err(|_| Refusal::Storage));
        }
        transaction.commit()?;
        Ok(outcomes)
    };
    attempt(connection).unwrap_or_else(|error| {
        tracing::error!("a transaction failed: {error}");
        writes.iter().map(|_| Err(Refusal::Storage)).collect()
    })
}

fn perform(to: &Connection, write: &Write) -> rusqlite::Result<()> {
    match write {
        Write::Create { id, setup, seats, owner, standing, duel } => {
            create(to, id, setup, seats, standing, duel.as_ref())?;
            owner.map_or(Ok(()), |owner| shelve(to, id, owner, true))
        }
        Write::CreateDuel { id, setup, host } => create_duel(to, id, setup, *host),
        Write::StopDuel { id } => {
            to.execute("UPDATE duels SET stopped = 1 WHERE id = ?1", [id]).map(|_| ())
        }
        Write::Append { id, first, events, shown } => append(to, id, *first, events, shown),
        Write::Shelve { id, visitor } => shelve(to, id, *visitor, false),
        Write::Delete { id, visitor } => delete(to, id, *visitor),
    }
}

fn create(
    to: &Connection,
    id: &str,
    setup: &table::Setup,
    seats: &Seats,
    shown: &Shown,
    duel: Option<&DuelPlace>,
) -> rusqlite::Result<()> {
    let blob = |it: Option<TokenHash>| it.map(|hash| hash.0.to_vec());
    to.execute(
        "INSERT INTO games (id, created, updated, start, rules, red, black, clock, red_seat,
            black_seat, host_seat, plies, fen, status, reason, duel, duel_number)
         VALUES (?1, ?2, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16)",
        params![
            id,
            now_ms(),
            setup.start.fen(),
            setup.rules.name(),
            json(&wire::Player::from(&setup.players[0])),
            json(&wire::Player::from(&setup.players[1])),
            setup.clock.map(|it| json(&wire::Clock::from(it))),
            blob(seats.colors[0]),
            blob(seats.colors[1]),
            blob(seats.host),
            shown.plies,
            shown.fen,
            shown.status,
            shown.reason,
            duel.map(|it| &it.duel),
            duel.map(|it| it.number),
        ],
    )?;
    Ok(())
}

fn create_duel(
    to: &Connection,
    id: &str,
    setup: &DuelSetup,
    host: TokenHash,
) -> rusqlite::Result<()> {
    let [first, second] = setup.players.each_ref().map(|it| json(&wire::Player::from(it)));
    to.execute(
        "INSERT INTO duels (id, created, rules, first, second, games, host_seat)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
        params![id, now_ms(), setup.rules.name(), first, second, setup.games, host.0],
    )?;
    Ok(())
}

fn append(
    to: &Connection,
    id: &str,
    first: usize,
    events: &[Event],
    shown: &Shown,
) -> rusqlite::Result<()> {
    for (number, event) in (first..).zip(events) {
        insert_event(to, id, number, event)?;
    }
    to.execute(
        "UPDATE games SET updated = ?2, plies = ?3, fen = ?4, status = ?5, reason = ?6, swapped = ?7
         WHERE id = ?1",
        params![id, now_ms(), shown.plies, shown.fen, shown.status, shown.reason, shown.swapped],
    )?;
    Ok(())
}

fn insert_event(to: &Connection, id: &str, number: usize, event: &Event) -> rusqlite::Result<()> {
    let (kind, detail) = event_words(event);
    let ply = match event {
        Event::Played(ply) => Some(ply),
        _ => None,
    };
    let (centipawns, mate) = match ply.and_then(|it| it.score) {
        Some(RedScore::Centipawns(value)) => (Some(value), None),
        Some(RedScore::Mate(moves)) => (None, Some(moves)),
        None => (None, None),
    };
    let millis = |it: Duration| it.as_millis() as u64;
    to.prepare_cached("INSERT INTO events VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)")?
        .execute(params![
            id,
            number,
            now_ms(),
            kind,
            detail,
            ply.map(|it| millis(it.spent)),
            ply.and_then(|it| it.left).map(millis),
            centipawns,
            mate,
            ply.and_then(|it| it.depth),
        ])?;
    Ok(())
}

fn event_words(event: &Event) -> (&'static str, Option<String>) {
    match event {
        Event::Played(ply) => ("move", Some(ply.mv.to_string())),
        Event::TookBack { plies } => ("undo", Some(plies.to_string())),
        Event::Ended(Ending::Resigned(color)) => ("resign", Some(color.to_string())),
        Event::Ended(Ending::OutOfTime(color)) => ("time", Some(color.to_string())),
        Event::Ended(Ending::Agreed) => ("agree", None),
        Event::Swapped => ("swap", None),
    }
}

fn shelve(to: &Connection, id: &str, visitor: TokenHash, owner: bool) -> rusqlite::Result<()> {
    let text = "INSERT INTO shelf VALUES (?1, ?2, ?3) ON CONFLICT DO NOTHING";
    to.execute(text, params![visitor.0, id, owner]).map(|_| ())
}

/// The maker of a game deletes it for all; anyone else only takes it off the own shelf.
fn delete(to: &Connection, id: &str, visitor: TokenHash) -> rusqlite::Result<()> {
    let made = "DELETE FROM games WHERE id = ?1 AND EXISTS
        (SELECT 1 FROM shelf WHERE visitor = ?2 AND game = ?1 AND owner)";
    to.execute(made, params![id, visitor.0])?;
    to.execute("DELETE FROM shelf WHERE game = ?1 AND visitor = ?2", params![id, visitor.0])?;
    Ok(())
}

fn load(from: &Connection, id: &str) -> anyhow::Result<Option<Loaded>> {
    let columns = "start, rules, red, black, clock, red_seat, black_seat, host_seat";
    let query = format!("SELECT {columns} FROM games WHERE id = ?1");
    let row = from.query_row(&query, [id], |row| {
        let text = |index| row.get::<_, String>(index);
        let seat = |index| row.get::<_, Option<[u8; 32]>>(index).map(|it| it.map(TokenHash));
        let seats = Seats { colors: [seat(5)?, seat(6)?], host: seat(7)? };
        let clock = row.get::<_, Option<String>>(4)?;
        Ok(([text(0)?, text(1)?, text(2)?, text(3)?], clock, seats))
    });
    let Some(([start, rules, red, black], clock, seats)) = row.optional()? else {
        return Ok(None);
    };
    let player = |text: &str| serde_json::from_str::<wire::Player>(text).map(wire::Player::player);
    let clock = clock.map(|text| serde_json::from_str::<wire::Clock>(&text)).transpose()?;
    let clock = clock.map(wire::Clock::rule).transpose().map_err(damaged)?;
    let rules: RuleSet = rules.parse()?;
    let players = [player(&red)?, player(&black)?];
    let mut table =
        Table::new(table::Setup { start: Position::from_fen(&start)?, rules, players, clock });
    let events = load_events(from, id)?;
    for event in &events {
        table.apply(event).map_err(damaged)?;
    }
    Ok(Some(Loaded { table, seats, events: events.len() }))
}

fn load_duel(from: &Connection, id: &str) -> anyhow::Result<Option<Duel>> {
    let query = "SELECT first, second, rules, games, host_seat, stopped FROM duels WHERE id = ?1";
    let row = from.query_row(query, [id], |row| {
        let text = |index| row.get::<_, String>(index);
        let host = row.get::<_, [u8; 32]>(4).map(TokenHash)?;
        Ok(([text(0)?, text(1)?, text(2)?], row.get::<_, usize>(3)?, host, row.get(5)?))
    });
    let Some(([first, second, rules], games, host, stopped)) = row.optional()? else {
        return Ok(None);
    };
    let player = |text: &str| serde_json::from_str::<wire::Player>(text).map(wire::Player::player);
    let players = [player(&first)?, player(&second)?];
    let setup = DuelSetup { players, rules: rules.parse()?, games };
    let mut statement = from.prepare(
        "SELECT id, status, reason, plies FROM games WHERE duel = ?1 ORDER BY duel_number",
    )?;
    let games = statement.query_map([id], |row| {
        let status = status_named(&row.get::<_, String>(1)?);
        Ok(DuelGame { id: row.get(0)?, status, reason: row.get(2)?, plies: row.get(3)? })
    })?;
    Ok(Some(Duel { setup, host, stopped, games: games.collect::<Result<_, _>>()? }))
}

fn status_named(name: &str) -> Status {
    let ended = [Status::Won(Color::Red), Status::Won(Color::Black), Status::Draw];
    ended.into_iter().find(|it| it.name() == name).unwrap_or(Status::Ongoing)
}

fn damaged(refusal: Refusal) -> anyhow::Error {
    anyhow::anyhow!("a stored game is damaged: {}", refusal.message())
}

fn load_events(from: &Connection, id: &str) -> anyhow::Result<Vec<Event>> {
    let columns = "kind, detail, spent_ms, left_ms, centipawns, mate, depth";
    let mut statement =
        from.prepare(&format!("SELECT {columns} FROM events WHERE game = ?1 ORDER BY number"))?;
    let mut rows = statement.query([id])?;
    let mut events = Vec::new();
    while let Some(row) = rows.next()? {
        let detail = row.get::<_, Option<String>>(1)?.unwrap_or_default();
        let color = || -> anyhow::Result<xiangqi::Color> {
            let known = xiangqi::Color::BOTH.into_iter().find(|it| it.to_string() == detail);
            known.context("a stored game names no color")
        };
        events.push(match row.get::<_, String>(0)?.as_str() {
            "move" => Event::Played(load_ply(row, detail.parse()?)?),
            "undo" => Event::TookBack { plies: detail.parse()? },
            "resign" => Event::Ended(Ending::Resigned(color()?)),
            "time" => Event::Ended(Ending::OutOfTime(color()?)),
            "agree" => Event::Ended(Ending::Agreed),
            "swap" => Event::Swapped,
            other => anyhow::bail!("a stored game has an unknown event {other:?}"),
        });
    }
    Ok(events)
}

fn load_ply(row: &rusqlite::Row<'_>, mv: Move) -> rusqlite::Result<Ply> {
    let millis = |index| row.get::<_, Option<u64>>(index).map(|it| it.map(Duration::from_millis));
    let mate = row.get::<_, Option<i32>>(5)?.map(RedScore::Mate);
    let score = row.get::<_, Option<i32>>(4)?.map(RedScore::Centipawns).or(mate);
    let (spent, left) = (millis(2)?.unwrap_or_default(), millis(3)?);
    Ok(Ply { mv, spent, left, score, depth: row.get(6)? })
}

fn shelf(from: &Connection, visitor: TokenHash) -> anyhow::Result<Vec<wire::Summary>> {
    let mut statement = from.prepare(
        "SELECT id, red, black, rules, created, updated, plies, fen, status, reason, swapped
         FROM games JOIN shelf ON shelf.game = games.id WHERE shelf.visitor = ?1
         ORDER BY updated DESC LIMIT ?2",
    )?;
    let mut rows = statement.query(params![visitor.0, SHELF_LENGTH])?;
    let mut games = Vec::new();
    while let Some(row) = rows.next()? {
        let player = |index| -> anyhow::Result<wire::Player> {
            Ok(serde_json::from_str(&row.get::<_, String>(index)?)?)
        };
        let (red, black) =
            if row.get(10)? { (player(2)?, player(1)?) } else { (player(1)?, player(2)?) };
        games.push(wire::Summary {
            id: row.get(0)?,
            players: wire::Players { red, black },
            rules: row.get(3)?,
            created: row.get(4)?,
            updated: row.get(5)?,
            plies: row.get(6)?,
            fen: row.get(7)?,
            status: wire::SummaryStatus {
                status: row.get(8)?,
                reason: row.get(9)?,
                explanation: [],
            },
        });
    }
    Ok(games)
}

fn json<T: serde::Serialize>(value: &T) -> String {
    serde_json::to_string(value).expect("wire types are plain data")
}

fn now_ms() -> i64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |it| it.as_millis() as i64)
}
