//! What makes results belong together: who played, down to the last change of the search.

use std::{fs, path::Path};

use anyhow::Result;
use arena::{Entrant, Launch, Origin};
use chuhe::network;
use engine::{
    Evaluation,
    bench::{BENCH_DEPTH, bench},
};
use sha2::{Digest, Sha256};

/// Name and version.
pub(crate) fn program() -> String {
    format!("chuhe {}", env!("CARGO_PKG_VERSION"))
}

/// The number that `chuhe bench` prints, counted anew: a fifth of a second that cannot lie.
pub(crate) fn count_bench() -> u64 {
    bench(BENCH_DEPTH, 1, &Evaluation::default(), &mut |_, _| {}).nodes
}

/// Who plays a match.
pub(crate) fn origin(players: &[Entrant]) -> Result<Origin> {
    let contents = players.iter().map(content).collect::<Result<Vec<String>>>()?;
    Ok(Origin { program: program(), bench: count_bench(), contents })
}

/// Our players by their network; others by the files that their command names. A program that the
/// system finds by its name alone is the system's, and known by that name.
fn content(player: &Entrant) -> Result<String> {
    match &player.launch {
        Launch::Own(_) => {
            let file = player.options.iter().find(|it| it.0.eq_ignore_ascii_case("EvalFile"));
            let evaluation = network::load(file.map_or(network::DEFAULT, |it| &it.1))?;
            Ok(format!("network {}", evaluation.name()))
        }
        Launch::Program { program, args } => {
            let words = [program].into_iter().filter(|it| it.contains(['/', '\\'])).chain(args);
            let hashes = words.filter_map(|it| hash_of_file(Path::new(it)));
            Ok(format!("files {}", hashes.collect::<Vec<_>>().join(" ")).trim_end().to_owned())
        }
    }
}

/// The first digits; `None` if it is no file that could be a program.
fn hash_of_file(path: &Path) -> Option<String> {
    const MOST_BYTES: u64 = 1 << 30;
    let found = fs::metadata(path).ok()?;
    if !found.is_file() || MOST_BYTES < found.len() {
        return None;
    }
    let hash = Sha256::digest(fs::read(path).ok()?);
    Some(hash.iter().take(8).map(|it| format!("{it:02x}")).collect())
}
