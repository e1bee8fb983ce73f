//! `chuhe merge`: the shards of a run become what one run would have made.

mod games;
mod matches;
mod pieces;

use std::{fs, path::PathBuf, process::ExitCode};

use anyhow::{Result, ensure};

use crate::{
    common::{Lang, language, print},
    inputs, puzzles, review,
};
use pieces::{Kind, Pieces};

#[derive(clap::Args)]
pub(crate) struct Args {
    /// Files that selfplay, match, review or puzzles mine made with --shard, or folders of them
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// What one run would have made: games, results, puzzles, or a review (.html, .pgn, .jsonl)
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Join what there is although shards or games are missing
    #[arg(long)]
    partial: bool,
    /// The language of a review's sentences [default: that of the environment]
    #[arg(long, value_enum)]
    lang: Option<Lang>,
    /// Overwrite what --out names
    #[arg(long)]
    force: bool,
}

pub(crate) fn run(args: &Args) -> Result<ExitCode> {
    let is_free = args.force || fs::symlink_metadata(&args.out).is_err();
    ensure!(is_free, "{} exists already: give another --out, or --force", args.out.display());
    let (inputs, missing) = inputs::collect(&args.files);
    ensure!(missing.is_empty(), "{}", missing.join("; "));
    let pieces = Pieces::read(inputs, args.partial)?;
    let language = language(args.lang);
    let told = match pieces.kind {
        Kind::Selfplay => games::merge(&pieces, &args.out)?,
        Kind::Match => matches::merge(&pieces, &args.out)?,
        Kind::Review => review::merge(&pieces.contents()?, &args.out, language)?,
        Kind::Puzzles => puzzles::merge(&pieces.contents()?, &args.out)?,
    };
    print(&told)?;
    Ok(ExitCode::SUCCESS)
}
