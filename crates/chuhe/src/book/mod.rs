//! `chuhe book`: opening books made, looked into and put together.

mod build;
mod files;
mod show;

use std::{path::PathBuf, process::ExitCode};

use anyhow::Result;
use chuhe::books;
use clap::Subcommand;
use records::book::{Book, merge};

use crate::common::print;

#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Make a book from files of games: one game a line, moves in any notation; a result (1-0, 0-1,
    /// 1/2-1/2) and a date before the moves are understood
    Build(build::Args),
    /// What was played in a position, how often, how it ended, and what the opening is called
    Show(show::Args),
    /// One book of several
    Merge(MergeArgs),
}

#[derive(clap::Args)]
struct MergeArgs {
    /// The books
    #[arg(value_name = "FILE", required = true)]
    books: Vec<PathBuf>,
    /// The book to write
    #[arg(long, value_name = "F")]
    out: PathBuf,
    /// Keep positions with at least so many games
    #[arg(long, value_name = "N", default_value_t = 1)]
    min_games: u32,
}

pub(crate) fn run(args: &Args) -> Result<ExitCode> {
    match &args.command {
        Command::Build(args) => build::run(args)?,
        Command::Show(args) => show::run(args)?,
        Command::Merge(args) => run_merge(args)?,
    }
    Ok(ExitCode::SUCCESS)
}

fn run_merge(args: &MergeArgs) -> Result<()> {
    files::check_out(&args.out)?;
    let books = args.books.iter().map(|it| books::read(it)).collect::<Result<Vec<Book>>>()?;
    let book = merge(&books, args.min_games)?;
    files::write(&args.out, &book)?;
    print(&files::summary(&args.out, &book))?;
    Ok(())
}
