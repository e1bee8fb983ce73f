//! `chuhe bench`: the signature of the search and its speed.

use std::{num::NonZeroUsize, process::ExitCode};

use anyhow::Result;
use chuhe::network;
use engine::bench::{BENCH_DEPTH, bench};

use crate::{common::print, progress::Progress};

#[derive(clap::Args)]
pub(crate) struct Args {
    /// How deep to search; other depths have other signatures
    #[arg(long, value_name = "D", default_value_t = BENCH_DEPTH,
        value_parser = clap::value_parser!(i32).range(1..=60))]
    depth: i32,
    /// How many threads search; only with one the signature repeats itself
    #[arg(long, value_name = "T", default_value_t = NonZeroUsize::MIN)]
    threads: NonZeroUsize,
    /// Who judges positions: a network file, or classical; each has its own signature
    #[arg(long, value_name = "FILE", default_value = network::DEFAULT)]
    net: String,
}

pub(crate) fn run(args: &Args) -> Result<ExitCode> {
    let evaluation = network::load(&args.net)?;
    let progress = Progress::new();
    let mut report = |done: usize, total: usize| {
        progress.show(done as u64, total as u64, "positions");
    };
    let result = bench(args.depth, args.threads.get(), &evaluation, &mut report);
    drop(progress);
    print(&format!(
        "Nodes searched: {}\nNodes/second: {}\n",
        result.nodes,
        result.nodes_per_second()
    ))?;
    Ok(ExitCode::SUCCESS)
}
