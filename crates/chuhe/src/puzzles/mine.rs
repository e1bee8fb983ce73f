//! `chuhe puzzles mine`: every game is looked through by one thread, and what it finds is written
//! before the next is begun.

use std::{
    num::NonZeroUsize,
    path::PathBuf,
    process::ExitCode,
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
    thread,
    time::Instant,
};

use anyhow::{Context, Result};
use chuhe::shards::Shard;
use coach::puzzles::{Miner, Puzzle};
use engine::Engine;
use random::Random;
use xiangqi::RuleSet;

use super::{
    games::{self, Source},
    shards::{self, Book},
    threads,
};
use crate::{common::print, progress::Progress};

#[derive(clap::Args)]
pub(super) struct Args {
    /// Files of games in any format, lists of moves, files of selfplay, or folders of such files
    #[arg(long, required = true, num_args = 1.., value_name = "FILE")]
    games: Vec<PathBuf>,
    /// Where puzzles go, one line of JSON each. A run that was cut off goes on where it stood
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Look through only part I of N of the games, into a file for chuhe merge; any machine may do
    /// any part
    #[arg(long, value_name = "I/N", conflicts_with = "most")]
    shard: Option<Shard>,
    /// Nodes of the last look at a move and at all others; the first takes a tenth of it
    #[arg(long, value_name = "N", default_value_t = Miner::DEFAULT_NODES,
          value_parser = clap::value_parser!(u64).range(1_000..=1_000_000_000))]
    nodes: u64,
    /// Games at a time [default: the processor's cores]
    #[arg(long, value_name = "T", value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: Option<u16>,
    /// Stop when the file has so many puzzles
    #[arg(long, value_name = "N")]
    most: Option<NonZeroUsize>,
    /// Take the games in an order drawn by this seed, and not one after the other
    #[arg(long, value_name = "S")]
    seed: Option<u64>,
    /// Whose word on repetitions counts: asian, chinese, course
    #[arg(long, value_name = "RULES", default_value = "asian")]
    rules: RuleSet,
}

/// What the threads share.
struct Desk {
    book: Book,
    progress: Progress,
    /// Games, and how many of them this run has done.
    total: usize,
    done: usize,
    since: Instant,
    problem: Option<anyhow::Error>,
}

pub(super) fn run(args: &Args) -> Result<ExitCode> {
    let (mut sources, problems) = games::read(&args.games)?;
    problems.iter().for_each(|it| eprintln!("error: {it}"));
    if let Some(seed) = args.seed {
        shuffle(&mut sources, seed);
    }
    let (book, sources, total) = match args.shard {
        Some(shard) => shards::open(&args.out, shard, (args.nodes, args.rules), sources)?,
        None => Book::whole(&args.out, sources)?,
    };
    let desk = Desk {
        book,
        progress: Progress::new(),
        total,
        done: 0,
        since: Instant::now(),
        problem: None,
    };
    let (desk, is_whole) = mine(args, &sources, desk)?;
    let found = desk.book.found();
    drop(desk.progress);
    desk.book.close(is_whole)?;
    print(&format!("{}: {found} puzzles, {total} games\n", args.out.display()))?;
    Ok(if problems.is_empty() { ExitCode::SUCCESS } else { ExitCode::from(2) })
}

/// Looks through all games, or until there are enough puzzles.
fn mine(args: &Args, sources: &[(u64, Source)], desk: Desk) -> Result<(Desk, bool)> {
    let desk = Mutex::new(desk);
    let (next, is_over) = (AtomicUsize::new(0), AtomicBool::new(false));
    let work = || {
        let mut miner = Miner::new(args.nodes, args.rules);
        while !is_over.load(Ordering::Relaxed)
            && let Some((number, source)) = sources.get(next.fetch_add(1, Ordering::Relaxed))
        {
            let lock = || desk.lock().unwrap_or_else(PoisonError::into_inner);
            // What other games had must not matter, or the order of games would.
            let puzzles = miner.mine(&source.start, &source.moves, &|_| false);
            if lock().take(*number, source.key(), &puzzles, args) {
                is_over.store(true, Ordering::Relaxed);
            }
        }
    };
    thread::scope(|scope| -> Result<()> {
        for number in 0..threads(args.threads) {
            thread::Builder::new()
                .name(format!("miner-{number}"))
                .stack_size(Engine::STACK_SIZE)
                .spawn_scoped(scope, work)
                .context("no thread")?;
        }
        Ok(())
    })?;
    let mut desk = desk.into_inner().unwrap_or_else(PoisonError::into_inner);
    match desk.problem.take() {
        Some(problem) => Err(problem),
        None => Ok((desk, !is_over.load(Ordering::Relaxed))),
    }
}

impl Desk {
    /// Writes what a game had. True if the work should end.
    fn take(&mut self, number: u64, key: u64, puzzles: &[Puzzle], args: &Args) -> bool {
        if let Err(error) = self.book.note(number, key, puzzles) {
            self.problem = self.problem.take().or(Some(error));
            return true;
        }
        self.done += 1;
        let found = self.book.found();
        let done = self.book.done();
        let left = self.total.saturating_sub(done) as u32;
        let pace = self.since.elapsed() / self.done as u32;
        let text = format!("games, {found} puzzles");
        self.progress.tell(done as u64, self.total as u64, &text, Some(pace * left));
        args.most.is_some_and(|most| most.get() <= found)
    }
}

fn shuffle(sources: &mut [Source], seed: u64) {
    let mut random = Random::new(seed);
    for last in (1..sources.len()).rev() {
        sources.swap(last, random.below(last + 1));
    }
}
