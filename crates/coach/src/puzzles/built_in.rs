//! The puzzles that the program comes with.

use std::sync::LazyLock;

use super::{Puzzle, pack::unpack};

static PUZZLES: LazyLock<Vec<Puzzle>> = LazyLock::new(|| {
    let bytes: &'static [u8] = include_bytes!("../../../../books/puzzles.pack");
    // A test reads them, so that there are always some.
    unpack(bytes).unwrap_or_default()
});

/// In the order of their difficulty.
pub fn built_in() -> &'static [Puzzle] {
    &PUZZLES
}
