//! `chuhe perft`: leaves of the move tree, in total and for each first move.

use std::{
    fmt::Write,
    num::NonZeroUsize,
    process::ExitCode,
    sync::atomic::{AtomicUsize, Ordering},
    thread,
};

use anyhow::Result;
use xiangqi::{Move, Position, perft};

use crate::common::{print, read_position};

#[derive(clap::Args)]
pub(crate) struct Args {
    /// How many plies deep to count
    // Deeper counts do not end, and would not fit into 64 bits.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(0..=11))]
    depth: u32,
    /// The position to start from; the start position if not given
    #[arg(long, value_name = "FEN")]
    fen: Option<String>,
    /// How many threads share the work
    #[arg(long, value_name = "T", default_value_t = NonZeroUsize::MIN)]
    threads: NonZeroUsize,
}

pub(crate) fn run(args: &Args) -> Result<ExitCode> {
    let position = read_position(args.fen.as_deref())?;
    let mut text = String::new();
    let mut total = u64::from(args.depth == 0);
    if 0 < args.depth {
        for (mv, count) in count_each(&position, args.depth, args.threads.get()) {
            writeln!(text, "{mv}: {count}")?;
            total += count;
        }
    }
    writeln!(text, "\nNodes searched: {total}")?;
    print(&text)?;
    Ok(ExitCode::SUCCESS)
}

/// Counts below each first move. Threads take the next move from a shared counter, since some
/// moves have far larger trees than others.
fn count_each(position: &Position, depth: u32, threads: usize) -> Vec<(Move, u64)> {
    let moves = position.legal_moves();
    let next = AtomicUsize::new(0);
    let work = || {
        let mut counts = Vec::new();
        while let Some(&mv) = moves.get(next.fetch_add(1, Ordering::Relaxed)) {
            let mut child = *position;
            child.play_unchecked(mv);
            counts.push((mv, perft(&child, depth - 1)));
        }
        counts
    };
    let mut counts: Vec<(Move, u64)> = thread::scope(|scope| {
        let workers: Vec<_> =
            (0..threads.min(moves.len().max(1))).map(|_| scope.spawn(work)).collect();
        workers.into_iter().flat_map(|it| it.join().expect("perft does not panic")).collect()
    });
    counts.sort_by_key(|(mv, _)| moves.iter().position(|it| it == mv));
    counts
}
