//! `chuhe puzzles verify`: every puzzle on trial again.

use std::{
    fs,
    num::NonZeroUsize,
    path::PathBuf,
    process::ExitCode,
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicUsize, Ordering},
    },
    thread,
};

use anyhow::{Context, Result};
use chuhe::{
    files::{ensure_ours, write_whole},
    puzzle_lines,
};
use coach::puzzles::{CHECK_NODES, Fault, Puzzle, built_in, check};
use engine::Engine;
use random::Random;
use xiangqi::RuleSet;

use super::{read_named, threads};
use crate::{common::print, progress::Progress};

const HASH_MEGABYTES: usize = 8;

#[derive(clap::Args)]
pub(super) struct Args {
    /// A file of puzzles: lines of JSON, or packed
    #[arg(value_name = "FILE", required_unless_present = "built_in")]
    file: Option<PathBuf>,
    /// The puzzles that the program comes with
    #[arg(long, conflicts_with = "file")]
    built_in: bool,
    /// Only so many, drawn by the seed
    #[arg(long, value_name = "N")]
    sample: Option<NonZeroUsize>,
    /// Which ones are drawn
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// Nodes for every side of the scales; what fails is weighed again with ten times as many
    #[arg(long, value_name = "N", default_value_t = CHECK_NODES,
          value_parser = clap::value_parser!(u64).range(1_000..=1_000_000_000))]
    nodes: u64,
    /// What passes goes to this file, as lines of JSON
    #[arg(long, value_name = "FILE")]
    keep: Option<PathBuf>,
    /// Puzzles at a time [default: the processor's cores]
    #[arg(long, value_name = "T", value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: Option<u16>,
    /// Whose word on repetitions counts: asian, chinese, course
    #[arg(long, value_name = "RULES", default_value = "asian")]
    rules: RuleSet,
}

pub(super) fn run(args: &Args) -> Result<ExitCode> {
    if let Some(path) = &args.keep {
        ensure_ours(path, |it| it.starts_with(b"{\"fen\""))?;
    }
    let puzzles = match &args.file {
        Some(path) => read_named(path)?,
        None => built_in().to_vec(),
    };
    let mut chosen: Vec<(usize, &Puzzle)> = (1..).zip(&puzzles).collect();
    if let Some(count) = args.sample {
        draw(&mut chosen, count.get(), args.seed);
    }
    let failed = check_all(args, &chosen)?;
    let twins = twins(&puzzles);
    for (number, other) in &twins {
        print(&format!("puzzle {number} is the same as {other}\n"))?;
    }
    if let Some(path) = &args.keep {
        let is_bad = |it: &usize| failed.contains(it) || twins.iter().any(|twin| twin.0 == *it);
        let good = chosen.iter().filter(|it| !is_bad(&it.0));
        let lines: String = good.map(|it| puzzle_lines::write(it.1)).collect();
        write_whole(path, |it| Ok(fs::write(it, &lines)?))?;
    }
    let (bad, count) = (failed.len() + twins.len(), chosen.len());
    print(&format!("{count} puzzles checked, {bad} failed\n"))?;
    Ok(ExitCode::from(u8::from(bad != 0)))
}

/// As many as asked for, in the order of the file.
fn draw(chosen: &mut Vec<(usize, &Puzzle)>, count: usize, seed: u64) {
    let mut random = Random::new(seed);
    while count < chosen.len() {
        chosen.swap_remove(random.below(chosen.len()));
    }
    chosen.sort_by_key(|it| it.0);
}

/// Puzzles that stand in the file twice, mirrored or not, with the number of the first.
fn twins(puzzles: &[Puzzle]) -> Vec<(usize, usize)> {
    let mut first = std::collections::HashMap::new();
    let numbered = (1..).zip(puzzles);
    numbered
        .filter_map(|(number, it)| {
            let other = *first.entry(it.key()).or_insert(number);
            (other != number).then_some((number, other))
        })
        .collect()
}

/// The numbers of those that failed; what is wrong with them is printed at once.
fn check_all(args: &Args, chosen: &[(usize, &Puzzle)]) -> Result<Vec<usize>> {
    let next = AtomicUsize::new(0);
    let desk = Mutex::new((Vec::new(), Progress::new(), 0, None));
    let work = || {
        let mut engine = Engine::new(HASH_MEGABYTES, 1);
        engine.set_rules(args.rules);
        engine.set_in_place(true);
        while let Some((number, puzzle)) = chosen.get(next.fetch_add(1, Ordering::Relaxed)) {
            let faults = check(&mut engine, puzzle, args.nodes);
            let mut desk = desk.lock().unwrap_or_else(PoisonError::into_inner);
            let (failed, progress, done, problem) = &mut *desk;
            *done += 1;
            if !faults.is_empty() {
                failed.push(*number);
                let told = progress.suspend(|| print(&tell(*number, puzzle, &faults)));
                *problem = problem.take().or(told.err());
            }
            let text = format!("checked, {} failed", failed.len());
            progress.tell(*done, chosen.len() as u64, &text, None);
        }
    };
    thread::scope(|scope| -> Result<()> {
        for number in 0..threads(args.threads) {
            thread::Builder::new()
                .name(format!("checker-{number}"))
                .stack_size(Engine::STACK_SIZE)
                .spawn_scoped(scope, work)
                .context("no thread")?;
        }
        Ok(())
    })?;
    let (failed, _, _, problem) = desk.into_inner().unwrap_or_else(PoisonError::into_inner);
    match problem {
        Some(error) => Err(error.into()),
        None => Ok(failed),
    }
}

fn tell(number: usize, puzzle: &Puzzle, faults: &[Fault]) -> String {
    let faults: Vec<String> = faults.iter().map(Fault::to_string).collect();
    format!("puzzle {number}, {}: {}\n", puzzle.position.fen(), faults.join("; "))
}
