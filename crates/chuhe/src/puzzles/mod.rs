//! `chuhe puzzles`: finding puzzles in games, checking them, and packing them for the program.

mod games;
mod journal;
mod mine;
mod pack;
mod shards;
mod verify;

use std::{path::Path, process::ExitCode};

use anyhow::{Context, Result};
use chuhe::{files::read_file, puzzle_lines};
use clap::Subcommand;
use coach::puzzles::{Puzzle, unpack};
pub(crate) use shards::merge;

/// No file of puzzles is larger.
const MOST_BYTES: u64 = 256 << 20;

#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Find puzzles in games: positions with exactly one move that wins, or one that saves
    Mine(mine::Args),
    /// Check puzzles again: one solution, mates proved, themes right
    Verify(verify::Args),
    /// Pack puzzles into the small file that the program is built with
    Pack(pack::Args),
}

pub(crate) fn run(args: &Args) -> Result<ExitCode> {
    match &args.command {
        Command::Mine(args) => mine::run(args),
        Command::Verify(args) => verify::run(args),
        Command::Pack(args) => pack::run(args),
    }
}

/// Puzzles from a file of lines, or from a packed one.
fn read(path: &Path) -> Result<Vec<Puzzle>> {
    let bytes = read_file(path, MOST_BYTES)?;
    if bytes.starts_with(b"CHUHEPZ") {
        return Ok(unpack(&bytes)?);
    }
    puzzle_lines::read_all(std::str::from_utf8(&bytes).context("is no text")?)
}

fn read_named(path: &Path) -> Result<Vec<Puzzle>> {
    read(path).with_context(|| path.display().to_string())
}

/// As many as were asked for, or as there are cores.
fn threads(asked: Option<u16>) -> usize {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    asked.map_or(cores, usize::from)
}
