//! `chuhe puzzles pack`: puzzles of several files in one small one, sorted by difficulty.

use std::{
    collections::HashSet,
    fs::{self, File},
    io::Write,
    path::{Path, PathBuf},
    process::ExitCode,
};

use anyhow::{Context, Result, ensure};
use chuhe::files::ensure_ours;
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
    write(&args.out, &bytes).with_context(|| args.out.display().to_string())?;
    let (name, count) = (args.out.display(), puzzles.len());
    print(&format!("{name}: {count} puzzles, {} bytes\n", bytes.len()))?;
    Ok(ExitCode::SUCCESS)
}

/// A file appears under its name only when it is whole.
fn write(path: &Path, bytes: &[u8]) -> Result<()> {
    let mut part = path.as_os_str().to_owned();
    part.push(".part");
    let mut file = File::create(&part)?;
    file.write_all(bytes)?;
    file.sync_all()?;
    Ok(fs::rename(&part, path)?)
}
