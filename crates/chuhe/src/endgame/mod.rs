//! `chuhe endgame`: tables that know every position of an ending.

mod build;
mod list;
mod probe;
mod verify;

use std::{num::NonZeroUsize, path::PathBuf, process::ExitCode, thread};

use anyhow::Result;
use endgame::{Material, Stage, Tables};
use server::endgame_folder;

use crate::progress::Progress;

#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(clap::Subcommand)]
enum Command {
    /// Build tables and the smaller ones they need: the strong side, a dash, the weak side's guards,
    /// such as R-aabb (a chariot against two advisors and two elephants)
    Build(build::Args),
    /// Say what a position is worth, in how many moves, and which moves are best
    Probe(probe::Args),
    /// List the tables there are: positions, wins, the longest win and an example of it
    List(list::Args),
    /// Check every position of tables against the rules' own moves
    Verify(verify::Args),
}

/// Where tables lie.
#[derive(clap::Args)]
struct Data {
    /// Where tables are kept [default: endgames in the user's data directory, as with serve]
    #[arg(long, value_name = "DIR")]
    tables: Option<PathBuf>,
}

impl Data {
    /// As much memory as the largest table that can be built: who asks here wants that table.
    fn open(&self) -> Result<Tables> {
        let folder = match &self.tables {
            Some(folder) => folder.clone(),
            None => endgame_folder(None)?,
        };
        Ok(Tables::new(&folder, endgame::MOST_POSITIONS))
    }
}

/// How many threads work.
#[derive(clap::Args)]
struct Threads {
    /// How many threads share the work [default: as many as there are processors]
    #[arg(long, value_name = "T")]
    threads: Option<NonZeroUsize>,
}

impl Threads {
    fn count(&self) -> usize {
        self.threads.or_else(|| thread::available_parallelism().ok()).map_or(1, usize::from)
    }
}

pub(crate) fn run(args: &Args) -> Result<ExitCode> {
    match &args.command {
        Command::Build(args) => build::run(args).map(|()| ExitCode::SUCCESS),
        Command::Probe(args) => probe::run(args).map(|()| ExitCode::SUCCESS),
        Command::List(args) => list::run(args).map(|()| ExitCode::SUCCESS),
        Command::Verify(args) => verify::run(args),
    }
}

/// Shows how far the build of a family of tables is.
fn shown_progress(progress: &mut Progress, family: &[Material], now: &Material, stage: Stage) {
    let done = family.iter().position(|it| it == now).unwrap_or(0) as u64;
    let text = match stage {
        Stage::Placing => format!("{now}: placing pieces"),
        Stage::Linking => format!("{now}: counting moves"),
        Stage::Pass(moves) => format!("{now}: wins in {moves}"),
    };
    progress.tell(done, family.len() as u64, &text, None);
}

/// 1234567 as 1,234,567.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if 0 < at && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}
