//! Games of the engine against itself: the raw material of a network.
//!
//! A game depends on its number and the seed alone, not on threads or on interruptions, so a run
//! that was stopped goes on with the numbers its file does not have yet.

mod game;
mod opening;
mod openings;

use std::{
    collections::HashSet,
    ops::Range,
    path::Path,
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicBool, Ordering::Relaxed},
        mpsc::{RecvTimeoutError, SyncSender, sync_channel},
    },
    thread,
    time::{Duration, Instant},
};

use engine::{Engine, Evaluation};
use xiangqi::RuleSet;

use crate::data::{Damage, DataError, GameRecord, Header, Outcome, Writer};
pub use openings::Openings;

/// What to play.
#[derive(Clone, Debug)]
pub struct Options {
    /// The file holds the games with these numbers in the end.
    pub games: Range<u64>,
    /// No new iteration of a search after so many nodes.
    pub nodes: u64,
    pub threads: usize,
    pub seed: u64,
    /// Who judges positions.
    pub evaluation: Evaluation,
    /// Half of the games begin from positions of these; none if empty.
    pub openings: Openings,
    /// What `chuhe bench` counts.
    pub bench: Option<u64>,
    /// Which part of a larger run this is.
    pub shard: Option<String>,
}

/// How far the work is.
#[derive(Clone, Copy, Default, Debug)]
pub struct Progress {
    /// Games in the file, and how many there will be.
    pub games: u64,
    pub total_games: u64,
    /// Positions in the file.
    pub positions: u64,
    /// Of these, the ones played by this run.
    pub new_games: u64,
    pub new_positions: u64,
    /// Of this run's games.
    pub draws: u64,
    pub elapsed: Duration,
    /// What had to be skipped in the file; these games are played again.
    pub damage: Damage,
}

impl Progress {
    pub fn positions_per_second(&self) -> f64 {
        self.new_positions as f64 / self.elapsed.as_secs_f64().max(1e-9)
    }

    /// `None` before the first game.
    pub fn time_left(&self) -> Option<Duration> {
        let per_game = self.elapsed.as_secs_f64() / self.new_games as f64;
        let left = self.total_games.saturating_sub(self.games) as f64;
        Duration::try_from_secs_f64(per_game * left).ok()
    }
}

/// Megabytes of each thread's table: enough for a game of short searches, quickly cleared.
const HASH_MEGABYTES: usize = 2;
/// Finished games wait for the writer no longer than this.
const FLUSH_INTERVAL: Duration = Duration::from_secs(20);
const REPORT_INTERVAL: Duration = Duration::from_secs(1);

/// Plays what is missing in the file, until done or `stop` is set.
pub fn run(
    path: &Path,
    options: &Options,
    stop: &AtomicBool,
    report: &mut dyn FnMut(&Progress),
) -> Result<Progress, DataError> {
    let (mut writer, found) = Writer::open(path, &header(options))?;
    let mut progress = Progress {
        games: found.numbers.iter().filter(|it| options.games.contains(it)).count() as u64,
        total_games: options.games.end.saturating_sub(options.games.start),
        positions: found.positions,
        damage: found.damage,
        ..Progress::default()
    };
    let queue = Mutex::new(missing(options.games.clone(), &found.numbers));
    let is_over = AtomicBool::new(false);
    let must_stop = || stop.load(Relaxed) || is_over.load(Relaxed);
    thread::scope(|scope| {
        let (sender, receiver) = sync_channel(4 * options.threads.max(1));
        for id in 0..options.threads.max(1) {
            let (sender, queue) = (sender.clone(), &queue);
            thread::Builder::new()
                .name(format!("selfplay-{id}"))
                .stack_size(Engine::STACK_SIZE)
                .spawn_scoped(scope, move || work(options, queue, &must_stop, &sender))?;
        }
        drop(sender);
        let start = Instant::now();
        let (mut last_flush, mut last_report) = (start, start);
        let result = loop {
            match receiver.recv_timeout(REPORT_INTERVAL) {
                Ok(game) => {
                    if let Err(error) = writer.push(&game) {
                        break Err(error);
                    }
                    progress.count(&game);
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break writer.flush(),
            }
            progress.elapsed = start.elapsed();
            if REPORT_INTERVAL <= last_report.elapsed() {
                last_report = Instant::now();
                report(&progress);
            }
            if FLUSH_INTERVAL <= last_flush.elapsed() {
                last_flush = Instant::now();
                if let Err(error) = writer.flush() {
                    break Err(error);
                }
            }
        };
        // Without a file to write to, the players have nothing to play for.
        is_over.store(true, Relaxed);
        progress.elapsed = start.elapsed();
        report(&progress);
        result
    })?;
    Ok(progress)
}

impl Progress {
    fn count(&mut self, game: &GameRecord) {
        self.games += 1;
        self.new_games += 1;
        self.positions += game.moves.len() as u64;
        self.new_positions += game.moves.len() as u64;
        self.draws += u64::from(game.outcome == Outcome::Draw);
    }
}

fn header(options: &Options) -> Header {
    Header {
        program: format!("chuhe {}", env!("CARGO_PKG_VERSION")),
        bench: options.bench,
        evaluation: options.evaluation.name(),
        nodes: options.nodes,
        rules: RuleSet::Asian.name().to_owned(),
        seed: options.seed,
        openings: options.openings.name(),
        shard: options.shard.clone(),
    }
}

/// The numbers still to be played, one after the other.
fn missing(wanted: Range<u64>, found: &HashSet<u64>) -> impl Iterator<Item = u64> + Send + '_ {
    wanted.filter(|it| !found.contains(it))
}

/// One thread: takes numbers, plays games, hands them over.
fn work(
    options: &Options,
    queue: &Mutex<impl Iterator<Item = u64>>,
    must_stop: &dyn Fn() -> bool,
    sender: &SyncSender<GameRecord>,
) {
    let mut engine = Engine::new(HASH_MEGABYTES, 1);
    engine.set_in_place(true);
    engine.set_evaluation(options.evaluation.clone());
    while !must_stop() {
        let number = queue.lock().unwrap_or_else(PoisonError::into_inner).next();
        let Some(number) = number else { return };
        let Some(record) = game::play(&mut engine, options, number, must_stop) else { return };
        if sender.send(record).is_err() {
            return;
        }
    }
}
