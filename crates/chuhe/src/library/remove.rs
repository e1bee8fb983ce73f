//! `chuhe library remove`: a collection that is no longer wanted.

use anyhow::{Context, Result};

use super::Data;
use crate::common::print;

#[derive(clap::Args)]
pub(super) struct Args {
    /// The collection, as `chuhe library list` names it
    #[arg(value_name = "COLLECTION")]
    collection: String,
    #[command(flatten)]
    data: Data,
}

pub(super) fn run(args: &Args) -> Result<()> {
    let name = &args.collection;
    let removed = args.data.open()?.remove(name)?;
    let games = removed.with_context(|| format!("there is no collection {name:?}"))?;
    print(&format!("removed {games} games of {name}\n"))?;
    Ok(())
}
