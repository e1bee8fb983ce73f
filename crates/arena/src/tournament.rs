//! A whole match: game threads on one side, on the other one thread that writes results, counts
//! them and decides when it is enough.

use std::{
    collections::HashSet,
    num::NonZeroUsize,
    ops::Range,
    path::PathBuf,
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicBool, Ordering::Relaxed},
        mpsc::{Receiver, SyncSender, sync_channel},
    },
    thread,
};

use serde_json::{Value, json};
use xiangqi::Move;

use crate::{
    conditions::Conditions,
    entrant::{Entrant, StartError},
    game::Pairing,
    openings::Opening,
    pgn_file::PgnFile,
    record::Record,
    results::{Results, ResultsError},
    schedule::{Fixture, Form, Schedule},
    seats::Seats,
    standings::{Standings, Summary},
    statistics::Sprt,
};

/// Everything a match is made of.
#[derive(Clone, Debug)]
pub struct Match {
    /// With different names.
    pub players: Vec<Entrant>,
    pub form: Form,
    pub games_per_pairing: usize,
    pub openings: Vec<Opening>,
    pub seed: u64,
    pub conditions: Conditions,
    /// Games at once.
    pub concurrency: NonZeroUsize,
    /// Only with two players.
    pub sprt: Option<Sprt>,
    /// If this is a part of a larger match.
    pub part: Option<Part>,
    /// Whose results these are; without a file of results nobody asks.
    pub origin: Origin,
    /// The program that plays `level:`, `zoo:` and `net:`.
    pub own_program: PathBuf,
    pub results: Option<PathBuf>,
    pub pgn: Option<PathBuf>,
}

/// A part of a match.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Part {
    /// As the file of results says it.
    pub name: String,
    /// Numbers of pairs of games: the two games of an opening are never apart.
    pub pairs: Range<usize>,
}

/// What a match cannot find out itself about who plays: results of others do not belong to it.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Origin {
    /// Name and version of the program that plays `level:`, `zoo:` and `net:`.
    pub program: String,
    /// The signature of its search.
    pub bench: u64,
    /// For each player the hash of its network or of its program.
    pub contents: Vec<String>,
}

#[derive(Debug, thiserror::Error)]
pub enum ArenaError {
    #[error("player {name}")]
    Player {
        name: String,
        #[source]
        error: StartError,
    },
    #[error(transparent)]
    Results(#[from] ResultsError),
}

/// What a spectator hears.
#[derive(Debug)]
pub enum Event<'a> {
    /// Games of an earlier run were found.
    Resumed(&'a Standings),
    Finished(&'a Record, &'a Standings),
}

impl Match {
    /// Plays what is still to be played.
    pub fn run(&self, on_event: &mut dyn FnMut(Event)) -> Result<Standings, ArenaError> {
        let schedule = match &self.part {
            Some(part) => self.schedule().part(part.pairs.clone()),
            None => self.schedule(),
        };
        let names = self.players.iter().map(|it| it.name.clone()).collect();
        let mut standings = Standings::new(names, &schedule, self.sprt);
        let mut done = HashSet::new();
        let mut books = self.open_books(&schedule, &mut standings, &mut done)?;
        if !done.is_empty() {
            on_event(Event::Resumed(&standings));
        }
        if standings.is_over() {
            return Ok(standings);
        }
        self.check_players()?;
        self.play(&schedule, &done, |fixture, record| {
            books.append(record)?;
            standings.add(record.number, fixture.players, Summary::from(record));
            on_event(Event::Finished(record, &standings));
            Ok(standings.is_over())
        })?;
        Ok(standings)
    }

    /// How many pairs of games there are to be divided into parts.
    pub fn pairs(&self) -> usize {
        self.schedule().pairs()
    }

    fn schedule(&self) -> Schedule {
        let openings = self.openings.len();
        Schedule::new(self.form, self.players.len(), self.games_per_pairing, openings, self.seed)
    }

    /// Every player must start once before anything is played: a misspelled name should not look
    /// like a lost match.
    fn check_players(&self) -> Result<(), ArenaError> {
        for player in &self.players {
            let started = player.start(&self.own_program, self.conditions.limits);
            let failed = |error| ArenaError::Player { name: player.name.clone(), error };
            started.map_err(failed)?.quit();
        }
        Ok(())
    }

    fn open_books(
        &self,
        schedule: &Schedule,
        standings: &mut Standings,
        done: &mut HashSet<usize>,
    ) -> Result<Books, ArenaError> {
        let mut pgn = self.pgn.as_deref().map(PgnFile::new).transpose()?;
        let results = match &self.results {
            None => None,
            Some(path) => Some(Results::open(path, &self.header(), &mut |record| {
                // Games beyond the end of a match that was made shorter are not counted.
                if let Some(fixture) = schedule.fixture(record.number) {
                    standings.add(record.number, fixture.players, Summary::from(&record));
                    done.insert(record.number);
                }
                pgn.as_mut().map_or(Ok(()), |it| it.append(&record))
            })?),
        };
        if let Some(pgn) = &mut pgn {
            pgn.begin()?;
        }
        Ok(Books { results, pgn })
    }

    /// What must be the same for results to belong to this match. Its length may change, and the
    /// number of games at once.
    fn header(&self) -> Value {
        let conditions = &self.conditions;
        let player = |it: &Entrant| {
            let control = it.control.unwrap_or(conditions.control);
            json!({"name": it.name, "program": it.description(), "control": control.to_string()})
        };
        let mut header = json!({
            "chuhe_match": 1,
            "program": self.origin.program,
            "bench": self.origin.bench,
            "contents": self.origin.contents,
            "players": self.players.iter().map(player).collect::<Vec<_>>(),
            "form": self.form.name(),
            "rules": conditions.rules.name(),
            "referee": conditions.referee(),
            "openings": fingerprint(&self.openings),
            "seed": self.seed,
        });
        if let Some(part) = &self.part {
            header["shard"] = part.name.as_str().into();
        }
        header
    }

    /// Plays all games that are not done, several at once, until `on_game` has had enough.
    fn play(
        &self,
        schedule: &Schedule,
        done: &HashSet<usize>,
        mut on_game: impl FnMut(&Fixture, &Record) -> Result<bool, ArenaError>,
    ) -> Result<(), ArenaError> {
        let queue = Mutex::new(schedule.fixtures().filter(|it| !done.contains(&it.number)));
        let stop = AtomicBool::new(false);
        let next = || {
            if stop.load(Relaxed) {
                return None;
            }
            queue.lock().unwrap_or_else(PoisonError::into_inner).next()
        };
        let (sender, finished) = sync_channel(self.concurrency.get());
        thread::scope(|scope| {
            for _ in 0..self.concurrency.get() {
                let sender = sender.clone();
                scope.spawn(|| self.work(&next, sender));
            }
            drop(sender);
            collect(&finished, &stop, &mut on_game)
        })
    }

    /// One game thread.
    fn work(&self, next: &dyn Fn() -> Option<Fixture>, sender: SyncSender<(Fixture, Record)>) {
        let limits = self.conditions.limits;
        let mut seats = Seats::new(&self.players, &self.own_program, limits);
        while let Some(fixture) = next() {
            let opening = &self.openings[fixture.opening];
            let control = |it: usize| self.players[it].control.unwrap_or(self.conditions.control);
            let pairing = Pairing {
                number: fixture.number,
                names: fixture.players.map(|it| self.players[it].name.as_str()),
                controls: fixture.players.map(control),
                start: opening.start,
                moves: &opening.moves,
            };
            let record = seats.play(fixture.players, &pairing, &self.conditions);
            if sender.send((fixture, record)).is_err() {
                return;
            }
        }
    }
}

/// Hands over finished games. Games that still run when it is enough are finished and kept too,
/// unless they cannot be.
fn collect(
    finished: &Receiver<(Fixture, Record)>,
    stop: &AtomicBool,
    on_game: &mut impl FnMut(&Fixture, &Record) -> Result<bool, ArenaError>,
) -> Result<(), ArenaError> {
    let mut result = Ok(());
    for (fixture, record) in finished {
        if result.is_err() {
            continue;
        }
        match on_game(&fixture, &record) {
            Ok(false) => {}
            Ok(true) => stop.store(true, Relaxed),
            Err(error) => {
                stop.store(true, Relaxed);
                result = Err(error);
            }
        }
    }
    result
}

/// How many openings there are and a hash of all, in hexadecimal.
fn fingerprint(openings: &[Opening]) -> String {
    let lines = openings.iter().map(|opening| {
        let moves: Vec<String> = opening.moves.iter().map(Move::to_string).collect();
        format!("{} {}\n", opening.start.fen(), moves.join(" "))
    });
    let hash = random::seed_of(lines.flat_map(String::into_bytes));
    format!("{} {hash:016x}", openings.len())
}

/// Where finished games go.
struct Books {
    results: Option<Results>,
    pgn: Option<PgnFile>,
}

impl Books {
    fn append(&mut self, record: &Record) -> Result<(), ArenaError> {
        if let Some(results) = &mut self.results {
            results.append(record)?;
        }
        if let Some(pgn) = &mut self.pgn {
            pgn.append(record)?;
        }
        Ok(())
    }
}
