//! Puzzles: positions with exactly one winning move, or one that saves, found in games, solved to
//! the end, named by what happens in them, and checked again.
//!
//! A [`Miner`] looks through games for moments where chances swing and builds solutions there;
//! [`check`] proves a puzzle once more. Everything that is told about a puzzle but its difficulty
//! follows from the board and the line alone: see [`Theme`].

mod built_in;
mod check;
mod difficulty;
mod line;
mod mine;
mod pack;
mod proof;
mod same;
mod themes;
mod weigh;

use xiangqi::{Move, Position};

pub use built_in::built_in;
pub use check::{CHECK_NODES, Fault, accepts, check};
pub use line::{is_mated, net_gain};
pub use mine::{Judged, Miner};
pub use pack::{BadPack, pack, read_body, unpack};
pub use same::{normal, position_key};
pub use themes::{Theme, themes};

/// Solutions are no longer than this: more is work, not a puzzle.
pub const MOST_OWN_MOVES: usize = 8;
/// What a solver can be expected to find, in the scale of players' ratings.
pub const EASIEST: u16 = 600;
pub const HARDEST: u16 = 2400;

/// A position, what to play in it, and how hard that is to find.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Puzzle {
    pub position: Position,
    /// The solver's moves and the answers to them in turn; the first and the last are the solver's.
    pub solution: Vec<Move>,
    /// In the order of [`Theme::all`].
    pub themes: Vec<Theme>,
    /// A rating, from [`EASIEST`] to [`HARDEST`].
    pub difficulty: u16,
    /// That of the position; asked for often and costly to make.
    key: u64,
}

/// Why something is no puzzle, before any search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NoPuzzle {
    /// A solution begins and ends with a move of the solver and is not longer than allowed.
    Length(usize),
    /// This move of the solution, counted from 1, is not legal.
    Illegal(usize),
    /// Not a rating we give.
    Difficulty(u16),
}

impl std::fmt::Display for NoPuzzle {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            NoPuzzle::Length(plies) => {
                let most = 2 * MOST_OWN_MOVES - 1;
                write!(f, "a solution has an odd number of moves up to {most}, not {plies}")
            }
            NoPuzzle::Illegal(number) => write!(f, "move {number} of the solution is not legal"),
            NoPuzzle::Difficulty(number) => {
                write!(f, "a difficulty lies between {EASIEST} and {HARDEST}, {number} does not")
            }
        }
    }
}

impl std::error::Error for NoPuzzle {}

impl Puzzle {
    /// A puzzle with the themes that its solution has.
    pub fn new(
        position: Position,
        solution: Vec<Move>,
        difficulty: u16,
    ) -> Result<Puzzle, NoPuzzle> {
        let plies = solution.len();
        if plies.is_multiple_of(2) || 2 * MOST_OWN_MOVES <= plies {
            return Err(NoPuzzle::Length(plies));
        }
        let mut walk = position;
        for (number, &mv) in (1..).zip(&solution) {
            walk.play(mv).map_err(|_| NoPuzzle::Illegal(number))?;
        }
        if !(EASIEST..=HARDEST).contains(&difficulty) {
            return Err(NoPuzzle::Difficulty(difficulty));
        }
        let themes = themes(&position, &solution);
        let key = position_key(&position);
        Ok(Puzzle { position, solution, themes, difficulty, key })
    }

    /// Moves of the solver.
    pub fn own_moves(&self) -> usize {
        self.solution.len().div_ceil(2)
    }

    /// The same number for the same position, mirrored or with colors exchanged.
    pub fn key(&self) -> u64 {
        self.key
    }

    /// The position before a move of the solution, counted from 0; after all of it, the last one.
    pub fn position_at(&self, ply: usize) -> Position {
        let mut position = self.position;
        for &mv in self.solution.iter().take(ply) {
            position.play_unchecked(mv);
        }
        position
    }
}
