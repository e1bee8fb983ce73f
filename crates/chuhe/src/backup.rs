//! `chuhe backup`: everything the server keeps, in one file.

use std::{path::PathBuf, process::ExitCode};

use anyhow::Result;
use server::{backup, data_file};

use crate::common::print;

#[derive(clap::Args)]
pub(crate) struct Args {
    /// The new file; to restore it, end the server and put it as games.db into the data directory,
    /// after removing games.db, games.db-wal and games.db-shm
    file: PathBuf,
    /// Where games are kept [default: the user's data directory, as with serve]
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
}

pub(crate) fn run(args: &Args) -> Result<ExitCode> {
    let bytes = backup(&data_file(args.data.clone())?, &args.file)?;
    print(&format!("{} written, {bytes} bytes\n", args.file.display()))?;
    Ok(ExitCode::SUCCESS)
}
