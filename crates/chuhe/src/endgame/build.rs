//! `chuhe endgame build`: makes tables and those they need.

use std::time::Instant;

use anyhow::{Result, ensure};
use endgame::{Material, positions_of};

use super::{Data, Threads, grouped, shown_progress};
use crate::{common::print, progress::Progress};

#[derive(clap::Args)]
pub(super) struct Args {
    /// The tables, such as R-aabb NP-aab RAB-aabb
    #[arg(required = true, value_name = "KEY")]
    keys: Vec<Material>,
    /// Build what is there already once more
    #[arg(long)]
    again: bool,
    #[command(flatten)]
    threads: Threads,
    #[command(flatten)]
    data: Data,
}

pub(super) fn run(args: &Args) -> Result<()> {
    // What cannot be built is said before hours of work, not after.
    for key in &args.keys {
        let positions = positions_of(key);
        ensure!(
            positions <= endgame::MOST_POSITIONS,
            "{key} would have {} positions, the most is {}",
            grouped(positions as u64),
            grouped(endgame::MOST_POSITIONS as u64)
        );
    }
    for key in &args.keys {
        // A new store for each: what one family holds in memory, the next need not carry.
        let tables = args.data.open()?;
        if args.again {
            tables.remove(key)?;
        }
        let start = Instant::now();
        let family = key.family();
        let mut progress = Progress::new();
        let table = tables.build(key, args.threads.count(), &mut |now, stage| {
            shown_progress(&mut progress, &family, now, stage);
        })?;
        drop(progress);
        let counts = table.counts();
        print(&format!(
            "{key}: {} positions, {} of {} won with the strong side to move, longest win {} moves, {:.1} s\n",
            grouped(counts.positions()),
            grouped(counts.strong_wins),
            grouped(counts.strong_to_move),
            counts.longest,
            start.elapsed().as_secs_f64()
        ))?;
    }
    Ok(())
}
