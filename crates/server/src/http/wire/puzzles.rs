//! Puzzles as the page shows them. What solves one is told only when it is solved or given up.

use coach::puzzles::{Puzzle, Theme};
use serde::{Deserialize, Serialize};
use xiangqi::Move;

use super::{
    players::Side,
    position::{Naming, Ply, Position},
};
use crate::game::training::Puzzler;

/// `GET /api/puzzles`: what there is, and how far the visitor has come.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct PuzzleDesk {
    pub(crate) total: usize,
    /// None for somebody new.
    pub(crate) record: Option<PuzzleRecord>,
    /// Puzzles that went wrong and come back now, and those that do so at any time.
    pub(crate) due: usize,
    pub(crate) waiting: usize,
    pub(crate) daily: DailyPuzzle,
    pub(crate) themes: Vec<ThemeCount>,
    pub(crate) levels: Vec<LevelCount>,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct PuzzleRecord {
    pub(crate) rating: i32,
    /// The rating is this sure of itself: the truth lies within twice as much.
    pub(crate) deviation: i32,
    pub(crate) tried: u32,
    pub(crate) solved: u32,
    pub(crate) streak: u32,
    pub(crate) best: u32,
}

impl From<&Puzzler> for PuzzleRecord {
    fn from(puzzler: &Puzzler) -> PuzzleRecord {
        PuzzleRecord {
            rating: puzzler.strength.rating.round() as i32,
            deviation: puzzler.strength.deviation.round() as i32,
            tried: puzzler.tried,
            solved: puzzler.solved,
            streak: puzzler.streak,
            best: puzzler.best_streak,
        }
    }
}

#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct DailyPuzzle {
    pub(crate) id: String,
    pub(crate) fen: String,
    /// The visitor has met it.
    pub(crate) met: bool,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct ThemeCount {
    pub(crate) theme: String,
    pub(crate) count: usize,
}

/// Puzzles between two difficulties.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct LevelCount {
    pub(crate) from: u16,
    pub(crate) to: u16,
    pub(crate) count: usize,
}

/// Where a puzzle comes from that is a mistake of the visitor's own.
#[derive(Clone, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct OwnSource {
    pub(crate) game: String,
    pub(crate) ply: usize,
    pub(crate) side: Side,
    /// What was played there, and should not have been.
    pub(crate) played: Naming,
}

/// What is asked behind `GET /api/puzzles`.
#[derive(Deserialize, Debug)]
pub(crate) struct DeskAsked {
    /// Whose day it is: `2026-11-18`.
    pub(crate) day: Option<String>,
}

/// What is asked behind `GET /api/puzzles/next`.
#[derive(Deserialize, Debug)]
pub(crate) struct NextAsked {
    pub(crate) theme: Option<String>,
    /// Difficulties, both included.
    pub(crate) from: Option<u16>,
    pub(crate) to: Option<u16>,
    /// Only what went wrong before.
    #[serde(default)]
    pub(crate) repeat: bool,
    /// Not this one again.
    pub(crate) after: Option<String>,
}

/// A puzzle to be solved.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct PuzzleTask {
    pub(crate) id: String,
    pub(crate) position: Position,
    /// The visitor has met it before: it is not rated again.
    pub(crate) met: bool,
    /// A mistake of the visitor's own; it is never rated.
    pub(crate) own: Option<OwnSource>,
}

/// `POST /api/puzzles/{id}/try`: all moves from the beginning, the answers included; the last is the
/// try.
#[derive(Deserialize, Debug)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct PuzzleTry {
    pub(crate) moves: Vec<String>,
    /// Nothing went wrong so far.
    pub(crate) clean: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Serialize, Debug)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) enum PuzzleVerdict {
    /// Right, and there is more to find.
    On,
    Solved,
    /// Another move that is as good: solved.
    Also,
    Wrong,
    /// Given up.
    Shown,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct PuzzleAnswer {
    pub(crate) verdict: PuzzleVerdict,
    /// The try, if it is good, and the answer to it.
    pub(crate) plies: Vec<Ply>,
    /// Where it goes on, or where it ended.
    pub(crate) position: Position,
    pub(crate) end: Option<PuzzleEnd>,
}

/// What is told when all is over.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct PuzzleEnd {
    pub(crate) themes: Vec<String>,
    /// What the puzzle is worth by now; own mistakes are worth nothing.
    pub(crate) rating: Option<i32>,
    pub(crate) line: Vec<Ply>,
    pub(crate) record: Option<PuzzleRecord>,
    /// What it changed of the visitor's rating; none if it was not rated.
    pub(crate) change: Option<i32>,
    /// When it comes back, in milliseconds since 1970; none if it does not.
    #[cfg_attr(test, ts(type = "number | null"))]
    pub(crate) due: Option<i64>,
}

/// The names of themes.
pub(crate) fn theme_names(puzzle: &Puzzle) -> Vec<String> {
    puzzle.themes.iter().map(Theme::name).collect()
}

/// A line on the board.
pub(crate) fn line_of(position: &xiangqi::Position, moves: &[Move]) -> Vec<Ply> {
    let mut position = *position;
    moves.iter().map(|&mv| Ply::of(&mut position, mv, None)).collect()
}
