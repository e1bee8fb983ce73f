//! `chuhe library export`: games found, written as files.

use std::path::Path;

use anyhow::{Result, bail};
use server::library::Query;

use super::{Data, find::Wanted};
use crate::{
    output::{Target, Writing},
    progress::Progress,
};

#[derive(clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    wanted: Wanted,
    /// pgn, xqf, cbr, dhtmlxq or txt
    #[arg(long, value_name = "FORMAT", default_value = "pgn")]
    to: Target,
    #[command(flatten)]
    writing: Writing,
    #[command(flatten)]
    data: Data,
}

pub(super) fn run(args: &Args) -> Result<()> {
    let Target::File(format) = args.to else {
        bail!("for JSON lines use chuhe library search --json, or export PGN and convert it");
    };
    let library = args.data.open()?;
    let mut query = args.wanted.query(&library)?;
    let mut output = args.writing.output(args.to)?;
    output.begin(Path::new("library"));
    let (mut progress, mut count) = (Progress::new(), 0);
    let (mut lost, options) = (0, args.writing.options());
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
