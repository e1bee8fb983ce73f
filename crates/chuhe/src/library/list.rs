//! `chuhe library list`: the collections.

use anyhow::Result;
use serde_json::json;

use super::Data;
use crate::common::print;

#[derive(clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    data: Data,
    /// One JSON line a collection
    #[arg(long)]
    json: bool,
}

pub(super) fn run(args: &Args) -> Result<()> {
    for collection in args.data.open()?.collections()? {
        let (name, games) = (&collection.name, collection.games);
        print(&match args.json {
            true => format!("{}\n", json!({"collection": name, "games": games})),
            false => format!("{games:>8}  {name}\n"),
        })?;
    }
    Ok(())
}
