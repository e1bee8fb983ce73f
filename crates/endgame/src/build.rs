//! Building a table: the order of the work, and what can go wrong. The work itself is in `work`.

use std::{
    error, fmt,
    sync::{
        Arc,
        atomic::{AtomicU8, Ordering::Relaxed},
    },
};

use xiangqi::Color;

use crate::{
    layout::Layout,
    material::Material,
    table::{DRAW, LONGEST, Table, UPSET, Upset},
    upset,
    work::Work,
};

/// How far a build is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stage {
    /// Telling positions from what cannot arise.
    Placing,
    /// Counting moves and looking at captures.
    Linking,
    /// Wins in so many moves.
    Pass(u8),
}

/// Why a table was not built.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum BuildError {
    /// A table that captures lead to was not given.
    Missing { wanted: Material, by: Material },
    /// More positions than a build may have.
    TooLarge { material: Material, positions: usize },
    /// A win takes more moves than a byte can hold.
    TooLong(Material),
}

impl fmt::Display for BuildError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BuildError::Missing { wanted, by } => {
                write!(f, "{by} needs the table {wanted}, which is not there")
            }
            BuildError::TooLarge { material, positions } => write!(
                f,
                "{material} would have {} million positions, the most is {} million",
                positions / 1_000_000,
                MOST_POSITIONS / 1_000_000
            ),
            BuildError::TooLong(material) => {
                write!(f, "{material} has wins of more than {LONGEST} moves, which do not fit")
            }
        }
    }
}

impl error::Error for BuildError {}

/// Both sides to move together; three bytes for two positions stay far below 2 GiB.
pub const MOST_POSITIONS: usize = 1_000_000_000;

/// How many positions, both sides to move, the index of a material has.
pub fn positions_of(material: &Material) -> usize {
    Layout::size_of(material).saturating_mul(2)
}

/// Builds a table from the tables that captures lead to.
pub fn build(
    material: &Material,
    smaller: &[Arc<Table>],
    threads: usize,
    report: &mut dyn FnMut(Stage),
) -> Result<Table, BuildError> {
    let positions = positions_of(material);
    if MOST_POSITIONS < positions {
        return Err(BuildError::TooLarge { material: *material, positions });
    }
    for wanted in material.after_captures() {
        if !smaller.iter().any(|it| *it.material() == wanted) {
            return Err(BuildError::Missing { wanted, by: *material });
        }
    }
    let layout = Layout::new(material);
    let work = Work::new(&layout, smaller, threads.max(1));
    report(Stage::Placing);
    work.in_blocks(|block| work.place(block));
    report(Stage::Linking);
    work.in_blocks(|block| work.link(block));
    run_passes(&work, report)?;
    let upsets = upset::spread(&work, smaller);
    let (red, mut black) = (plain(work.red), plain(work.black));
    for (value, left) in black.iter_mut().zip(&work.left) {
        if *value <= LONGEST && left.load(Relaxed) != 0 {
            *value = DRAW;
        }
    }
    let mut table = Table { layout, red, black, upsets };
    for Upset { side, index, .. } in &table.upsets {
        let values = if *side == Color::Red { &mut table.red } else { &mut table.black };
        values[*index as usize] = UPSET;
    }
    Ok(table)
}

fn plain(values: Vec<AtomicU8>) -> Vec<u8> {
    values.into_iter().map(AtomicU8::into_inner).collect()
}

/// From the mates backward, until no longer win is found.
fn run_passes(work: &Work<'_>, report: &mut dyn FnMut(Stage)) -> Result<(), BuildError> {
    let mut moves = 0;
    while moves <= work.highest.load(Relaxed) {
        if LONGEST <= moves {
            return Err(BuildError::TooLong(work.layout.material));
        }
        report(Stage::Pass(moves + 1));
        work.in_blocks(|block| work.win_before(block, moves));
        work.in_blocks(|block| work.lose_before(block, moves + 1));
        moves += 1;
    }
    Ok(())
}
