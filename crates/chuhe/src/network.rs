//! Which evaluation a name means: the built-in one, the classical one, or a network file.

use std::{fs::File, io::Read, path::Path};

use anyhow::{Context, Result, ensure};
use engine::Evaluation;

/// The evaluation the program comes with.
pub const DEFAULT: &str = "<default>";
/// The evaluation without a network.
pub const CLASSICAL: &str = "classical";

/// No network is larger; a device or a film is not read into memory.
const MOST_BYTES: u64 = 64 << 20;

/// Reads a name or a network file.
pub fn load(name: &str) -> Result<Evaluation> {
    match name.trim() {
        "" | DEFAULT => Ok(Evaluation::default()),
        CLASSICAL | "<classical>" | "<none>" => Ok(Evaluation::Classical),
        file => read_file(Path::new(file)).with_context(|| format!("cannot use {file}")),
    }
}

fn read_file(path: &Path) -> Result<Evaluation> {
    let mut bytes = Vec::new();
    File::open(path)?.take(MOST_BYTES + 1).read_to_end(&mut bytes)?;
    ensure!(bytes.len() as u64 <= MOST_BYTES, "the file is too large for a network");
    Ok(Evaluation::from_bytes(&bytes)?)
}
