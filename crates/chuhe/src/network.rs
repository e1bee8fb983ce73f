//! Which evaluation a name means: the built-in one, the classical one, or a network file.

use std::path::Path;

use anyhow::{Context, Result};
use engine::Evaluation;

use crate::files::read_file;

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
        file => read_network(Path::new(file)).with_context(|| format!("cannot use {file}")),
    }
}

fn read_network(path: &Path) -> Result<Evaluation> {
    Ok(Evaluation::from_bytes(&read_file(path, MOST_BYTES)?)?)
}
