//! `chuhe puzzles pack`: puzzles of several files in one small one, sorted by difficulty.

use std::{collections::HashSet, fs, path::PathBuf, process::ExitCode};

use anyhow::{Result, ensure};
use chuhe::files::{ensure_ours, write_whole};
use coach::puzzles::{Puzzle, pack};

use super::read_named;
use crate::common::print;

#[derive(clap::Args)]
pub(super) struct Args {
    /// Files of puzzles
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Where to
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
}

pub(super) fn run(args: &Args) -> Result<ExitCode> {
    ensure_ours(&args.out, |it| it.starts_with(b"CHUHEPZ"))?;
    let mut puzzles: Vec<Puzzle> = Vec::new();
    for path in &args.files {
        puzzles.extend(read_named(path)?);
    }
    let mut known = HashSet::new();
    puzzles.retain(|it| known.insert(it.key()));
    ensure!(!puzzles.is_empty(), "there is no puzzle to pack");
    puzzles.sort_by_key(|it| (it.difficulty, it.key()));
    let bytes = pack(&puzzles);
    write_whole(&args.out, |it| Ok(fs::write(it, &bytes)?))?;
    let (name, count) = (args.out.display(), puzzles.len());
    print(&format!("{name}: {count} puzzles, {} bytes\n", bytes.len()))?;
    Ok(ExitCode::SUCCESS)
}
