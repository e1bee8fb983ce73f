//! `chuhe library export`: games found, written as files.

use std::path::{Path, PathBuf};

use anyhow::{Result, bail};
use records::Options;
use server::library::Query;
use xiangqi::Style;

use super::{Data, find::Wanted};
use crate::{
    output::{Output, Target},
    progress::Progress,
};

#[derive(clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    wanted: Wanted,
    /// pgn, xqf, cbr, dhtmlxq or txt
    #[arg(long, value_name = "FORMAT", default_value = "pgn")]
    to: Target,
    /// A file for all games, or a folder for a file each; the screen if not given
    #[arg(long, value_name = "FILE|DIR")]
    out: Option<PathBuf>,
    /// Moves in pgn and txt: chinese, traditional, wxf, wxf-letters, iccs, uci
    #[arg(long, value_name = "NOTATION", default_value = "chinese")]
    notation: Style,
    /// Overwrite files that exist
    #[arg(long)]
    force: bool,
    #[command(flatten)]
    data: Data,
}

pub(super) fn run(args: &Args) -> Result<()> {
    let Target::File(format) = args.to else {
        bail!("for JSON lines use chuhe library search --json, or export PGN and convert it");
    };
    let library = args.data.open()?;
    let mut query = args.wanted.query(&library)?;
    let mut output = Output::new(args.out.as_deref(), args.to, args.force)?;
    output.begin(Path::new("library"));
    let (mut progress, mut count) = (Progress::new(), 0);
    let (mut lost, options) = (0, Options { notation: args.notation });
    loop {
        let page = library.search(&query)?;
        for game in &page.games {
            let Some(document) = library.document(game.id)? else { continue };
            let Some(written) = format.write(&document, &options) else { continue };
            count += 1;
            lost += written.lost.len();
            output.take(&written.bytes, Some(count))?;
        }
        if page.games.is_empty() {
            break;
        }
        progress.tell(count as u64, page.total as u64, "games", None);
        query = Query { page: query.page + 1, ..query };
    }
    drop(progress);
    output.finish()?;
    eprintln!("{count} games; {lost} things the format has no place for");
    Ok(())
}
