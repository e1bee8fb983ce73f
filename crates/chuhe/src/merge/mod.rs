//! `chuhe merge`: the shards of a run become what one run would have made.

mod games;
mod matches;

use std::{fs, path::PathBuf, process::ExitCode};

use anyhow::{Context, Result, ensure};
use chuhe::shards::pieces::{Kind, Piece, Pieces};

use crate::{
    common::{Lang, language, print},
    inputs::{self, Input},
    puzzles, review,
};

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
    let pieces = Pieces::of_one_run(pieces(inputs)?, args.partial)?;
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

fn pieces(inputs: Vec<Input>) -> Result<Vec<Piece>> {
    let mut pieces = Vec::new();
    for Input { path, is_named } in inputs {
        match Piece::open(&path).with_context(|| path.display().to_string()) {
            Ok(piece) => pieces.push(piece),
            // In a folder other things may lie, too.
            Err(error) if is_named => return Err(error),
            Err(_) => (),
        }
    }
    Ok(pieces)
}
