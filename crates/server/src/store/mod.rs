//! Games on disk. One thread writes: it takes all writes that wait, commits them together, and
//! only then answers, so an answered move survives `kill -9` and a busy evening costs few syncs.
//!
//! Only this room knows SQL. It takes and gives types of `game/` and rows of its own; it must not
//! know the page (no serde, no JSON, no wire types), so that nothing the page does changes the
//! disk, and neither rooms nor searches.

mod backup;
pub(crate) mod error;
pub(crate) mod holding;
pub(crate) mod leagues;
pub mod library;
pub(crate) mod puzzles;
pub(crate) mod reads;
pub(crate) mod reviews;
mod schema;
pub(crate) mod shelf;
pub(crate) mod studies;
#[cfg(test)]
mod tests;
mod words;
pub(crate) mod writes;

pub use self::backup::backup;

use std::{
    path::Path,
    sync::{Arc, Mutex, mpsc},
    thread,
    time::Duration,
};

use records::{Document, book::BookMove};
use rusqlite::Connection;
use tokio::sync::oneshot;
use xiangqi::Position;

use self::{
    error::StoreError,
    leagues::{LeagueSummary, LeagueWrite, StoredLeague},
    library::{Collection, Library, Page, Query},
    puzzles::{Meeting, Met},
    reads::StoredGame,
    reviews::KeptReview,
    shelf::{ShelfPage, ShelfQuery},
    studies::{KeptStudy, StudyEntry},
    writes::Write,
};
use crate::game::{duel::Duel, secret::TokenHash, training::Strength};

/// Writes that may wait for the thread. More means the disk does not keep up.
const QUEUE: usize = 1024;
/// How often, and after what pause, a file is opened that others are just making.
const MOST_TRIES: u32 = 50;
const BETWEEN_TRIES: Duration = Duration::from_millis(100);

#[derive(Clone)]
pub(crate) struct Store {
    writes: mpsc::SyncSender<Job>,
    reader: Arc<Mutex<Connection>>,
    path: Arc<Path>,
}

struct Job {
    write: Write,
    answer: oneshot::Sender<Result<(), StoreError>>,
}

impl Store {
    pub(crate) fn open(path: &Path) -> Result<Store, StoreError> {
        let writer = open_file(path)?;
        let reader = connect(path)?;
        let (writes, jobs) = mpsc::sync_channel(QUEUE);
        let thread = thread::Builder::new().name("store".into());
        let file: Arc<Path> = path.into();
        let written = Arc::clone(&file);
        thread.spawn(move || run(writer, &written, &jobs)).map_err(StoreError::Thread)?;
        Ok(Store { writes, reader: Arc::new(Mutex::new(reader)), path: file })
    }

    /// Returns when the write is on disk.
    pub(crate) async fn write(&self, write: Write) -> Result<(), StoreError> {
        let (answer, done) = oneshot::channel();
        self.writes.try_send(Job { write, answer }).map_err(|_| StoreError::Busy)?;
        done.await.map_err(|_| StoreError::Gone)?
    }

    pub(crate) async fn load(&self, id: &str) -> Result<Option<StoredGame>, StoreError> {
        let id = id.to_owned();
        self.read(move |connection| reads::load(connection, &id)).await
    }

    pub(crate) async fn shelf(&self, query: ShelfQuery) -> Result<ShelfPage, StoreError> {
        self.read(move |connection| shelf::page(connection, &query)).await
    }

    /// The moves that a visitor's own games had in a position, the most frequent first.
    pub(crate) async fn own_moves(
        &self,
        visitor: TokenHash,
        position: Position,
    ) -> Result<Vec<BookMove>, StoreError> {
        self.read(move |connection| shelf::moves(connection, visitor, &position)).await
    }

    /// The library with a connection of its own, for whoever adds to it.
    pub(crate) fn open_library(&self) -> Result<Library, StoreError> {
        Library::open(&self.path)
    }

    pub(crate) async fn library_page(&self, query: Query) -> Result<Page, StoreError> {
        self.read(move |connection| library::search(connection, &query)).await
    }

    pub(crate) async fn library_collections(&self) -> Result<Vec<Collection>, StoreError> {
        self.read(library::collections).await
    }

    pub(crate) async fn library_document(&self, id: i64) -> Result<Option<Document>, StoreError> {
        self.read(move |connection| library::document(connection, id)).await
    }

    /// The moves that games of the library had in a position, the most frequent first.
    pub(crate) async fn library_moves(
        &self,
        position: Position,
    ) -> Result<Vec<BookMove>, StoreError> {
        self.read(move |connection| library::moves(connection, &position)).await
    }

    /// When the game was made, in milliseconds since 1970.
    pub(crate) async fn created(&self, id: &str) -> Result<Option<i64>, StoreError> {
        let id = id.to_owned();
        self.read(move |connection| reads::created(connection, &id)).await
    }

    /// Whether this visitor made the game; `None` if it is not on the visitor's shelf.
    pub(crate) async fn is_owner(
        &self,
        id: &str,
        visitor: TokenHash,
    ) -> Result<Option<bool>, StoreError> {
        let id = id.to_owned();
        self.read(move |connection| reads::is_owner(connection, &id, visitor)).await
    }

    pub(crate) async fn duel(&self, id: &str) -> Result<Option<Duel>, StoreError> {
        let id = id.to_owned();
        self.read(move |connection| reads::load_duel(connection, &id)).await
    }

    pub(crate) async fn league(&self, id: &str) -> Result<Option<StoredLeague>, StoreError> {
        let id = id.to_owned();
        self.read(move |connection| leagues::load(connection, &id)).await
    }

    /// The name of the league that this code opens.
    pub(crate) async fn league_of_code(&self, code: &str) -> Result<Option<String>, StoreError> {
        let code = code.to_owned();
        self.read(move |connection| leagues::of_code(connection, &code)).await
    }

    /// The leagues that a visitor made, newest first.
    pub(crate) async fn leagues_of(
        &self,
        visitor: TokenHash,
    ) -> Result<Vec<LeagueSummary>, StoreError> {
        self.read(move |connection| leagues::of_visitor(connection, visitor)).await
    }

    /// Those that a restart broke off.
    pub(crate) async fn leagues_under_way(&self) -> Result<Vec<String>, StoreError> {
        self.read(leagues::under_way).await
    }

    pub(crate) async fn write_league(&self, write: LeagueWrite) -> Result<(), StoreError> {
        self.write(Write::League(Box::new(write))).await
    }

    pub(crate) async fn review(&self, key: &str) -> Result<Option<KeptReview>, StoreError> {
        let key = key.to_owned();
        self.read(move |connection| reviews::load(connection, &key)).await
    }

    /// Reviews that were broken off, the newest first.
    pub(crate) async fn unfinished_reviews(&self) -> Result<Vec<KeptReview>, StoreError> {
        self.read(reviews::unfinished).await
    }

    pub(crate) async fn studies(&self, visitor: TokenHash) -> Result<Vec<StudyEntry>, StoreError> {
        self.read(move |connection| studies::list(connection, visitor)).await
    }

    pub(crate) async fn study(
        &self,
        id: &str,
        visitor: TokenHash,
    ) -> Result<Option<KeptStudy>, StoreError> {
        let id = id.to_owned();
        self.read(move |connection| studies::load(connection, &id, visitor)).await
    }

    /// Makes a study or writes it anew; its name on disk is `study.id`.
    pub(crate) async fn keep_study(
        &self,
        study: KeptStudy,
        visitor: TokenHash,
    ) -> Result<(), StoreError> {
        self.write(Write::KeepStudy { study: Box::new(study), visitor }).await
    }

    pub(crate) async fn delete_study(
        &self,
        id: &str,
        visitor: TokenHash,
    ) -> Result<(), StoreError> {
        self.write(Write::DeleteStudy { id: id.to_owned(), visitor }).await
    }

    /// What a visitor has met of the puzzles, and how strong that has made the visitor.
    pub(crate) async fn puzzles_met(&self, visitor: TokenHash) -> Result<Met, StoreError> {
        self.read(move |connection| puzzles::met(connection, visitor)).await
    }

    /// What a puzzle is worth by now; `None` if nobody has met it.
    pub(crate) async fn puzzle_strength(
        &self,
        puzzle: i64,
    ) -> Result<Option<Strength>, StoreError> {
        self.read(move |connection| Ok(puzzles::strength(connection, puzzle)?)).await
    }

    pub(crate) async fn meet_puzzle(&self, meeting: Meeting) -> Result<(), StoreError> {
        self.write(Write::MeetPuzzle(meeting)).await
    }

    async fn read<T: Send + 'static>(
        &self,
        read: impl FnOnce(&Connection) -> Result<T, StoreError> + Send + 'static,
    ) -> Result<T, StoreError> {
        let reader = Arc::clone(&self.reader);
        let work = move || {
            let connection = reader.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
            read(&connection)
        };
        let outcome = tokio::task::spawn_blocking(work).await.unwrap_or(Err(StoreError::Gone));
        let file = self.path.display();
        outcome.inspect_err(|error| tracing::error!("reading {file} failed: {}", chain(error)))
    }
}

/// Connects and brings the file into its present shape.
fn open_file(path: &Path) -> Result<Connection, StoreError> {
    let mut connection = connect(path)?;
    schema::migrate(&mut connection).map_err(|error| match error {
        StoreError::Database(source) => StoreError::Open { path: path.to_owned(), source },
        other => other,
    })?;
    Ok(connection)
}

fn connect(path: &Path) -> Result<Connection, StoreError> {
    let attempt = || -> rusqlite::Result<Connection> {
        let connection = Connection::open(path)?;
        connection.busy_timeout(Duration::from_secs(5))?;
        connection.pragma_update(None, "journal_mode", "wal")?;
        connection.pragma_update(None, "synchronous", "full")?;
        connection.pragma_update(None, "foreign_keys", "on")?;
        Ok(connection)
    };
    // Of several that make the file at once, one changes its mode and the others are not kept
    // waiting by SQLite but refused.
    let is_busy = |error: &rusqlite::Error| {
        error.sqlite_error_code() == Some(rusqlite::ErrorCode::DatabaseBusy)
    };
    let mut tries = 0;
    loop {
        match attempt() {
            Err(error) if is_busy(&error) && tries < MOST_TRIES => tries += 1,
            outcome => {
                let named = |source| StoreError::Open { path: path.to_owned(), source };
                return outcome.map_err(|error| named(Arc::new(error)));
            }
        }
        thread::sleep(BETWEEN_TRIES);
    }
}

/// The writing thread: ends when the last `Store` is gone.
fn run(mut connection: Connection, path: &Path, jobs: &mpsc::Receiver<Job>) {
    while let Ok(first) = jobs.recv() {
        let batch: Vec<Job> = [first].into_iter().chain(jobs.try_iter().take(QUEUE)).collect();
        let (writes, answers): (Vec<_>, Vec<_>) =
            batch.into_iter().map(|it| (it.write, it.answer)).unzip();
        let outcomes = commit(&mut connection, &writes);
        for (answer, outcome) in answers.into_iter().zip(outcomes) {
            if let Err(error) = &outcome {
                tracing::error!("a write to {} failed: {}", path.display(), chain(error));
            }
            // A room that went away does not want its answer; the write stands all the same.
            let _ = answer.send(outcome);
        }
    }
}

/// One transaction for all; a write that fails is undone alone.
fn commit(connection: &mut Connection, writes: &[Write]) -> Vec<Result<(), StoreError>> {
    let attempt = |connection: &mut Connection| -> rusqlite::Result<Vec<Result<(), StoreError>>> {
        let mut transaction = connection.transaction()?;
        let mut outcomes = Vec::with_capacity(writes.len());
        for write in writes {
            let savepoint = transaction.savepoint()?;
            let outcome = writes::perform(&savepoint, write);
            if outcome.is_ok() {
                savepoint.commit()?;
            }
            outcomes.push(outcome.map_err(StoreError::from));
        }
        transaction.commit()?;
        Ok(outcomes)
    };
    attempt(connection).unwrap_or_else(|error| {
        let error = Arc::new(error);
        writes.iter().map(|_| Err(StoreError::Database(Arc::clone(&error)))).collect()
    })
}

/// An error with everything behind it, for the log.
fn chain(error: &StoreError) -> String {
    let sources = std::iter::successors(Some(error as &dyn std::error::Error), |it| it.source());
    sources.map(ToString::to_string).collect::<Vec<_>>().join(": ")
}
