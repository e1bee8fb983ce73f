//! `chuhe library`: games of all files in one place, the same that the page shows, also while the
//! server runs.

mod add;
mod export;
mod find;
mod list;
mod remove;

use std::{path::PathBuf, process::ExitCode};

use anyhow::Result;
use server::{data_file, library::Library};

#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(clap::Subcommand)]
enum Command {
    /// Add the games of files and folders, whatever their format; games already there are not added
    /// again
    Add(add::Args),
    /// List the collections, with how many games they have
    List(list::Args),
    /// Find games by player, event, year, result, opening or position, a page at a time
    Search(find::Args),
    /// Write the games found as files of another format
    Export(export::Args),
    /// Take a collection out of the library with all its games; the files they came from stay
    Remove(remove::Args),
}

/// Where the library lies.
#[derive(clap::Args)]
struct Data {
    /// Where games are kept [default: the user's data directory, as with serve]
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
}

impl Data {
    fn open(&self) -> Result<Library> {
        Ok(Library::open(&data_file(self.data.clone())?)?)
    }
}

pub(crate) fn run(args: &Args) -> Result<ExitCode> {
    match &args.command {
        Command::Add(args) => add::run(args),
        Command::List(args) => list::run(args).map(|()| ExitCode::SUCCESS),
        Command::Search(args) => find::run(args).map(|()| ExitCode::SUCCESS),
        Command::Export(args) => export::run(args).map(|()| ExitCode::SUCCESS),
        Command::Remove(args) => remove::run(args).map(|()| ExitCode::SUCCESS),
    }
}
