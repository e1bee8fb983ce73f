//! Game trees: four searches that find the same score with less and less work.
//!
//! Read them in this order: [`minimax`], [`alphabeta`], [`ordered`], [`deepening`]. Each is one
//! function on one screen. `board` plays the moves and counts, `watch` and `trace` look on.

mod alphabeta;
mod board;
mod compare;
mod deepening;
mod minimax;
mod ordered;
mod score;
mod trace;
mod watch;

use std::{str::FromStr, sync::atomic::AtomicBool};

use xiangqi::{Move, Position};

pub use board::Stopped;
pub use compare::{Comparison, Depth, Disagreement, Measure, branching, compare, csv, html};
pub use score::{Window, is_lost, is_won, plies_to_end, readable};
pub use trace::{Trace, TraceLimits, TracedNode, trace};
pub use watch::Ending;

pub(crate) use alphabeta::alphabeta;
pub(crate) use board::{Board, Value};
use deepening::with_table;
pub(crate) use deepening::{Entry, TranspositionTable};
use minimax::minimax;
pub(crate) use ordered::in_order;
use ordered::{ordered, ordered_moves};
pub(crate) use score::lost_at;
use watch::Watch;

use crate::evaluation::Evaluation;

/// The searches, from the plainest to the cleverest. All find the same score.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Algorithm {
    Minimax,
    AlphaBeta,
    Ordered,
    Deepening,
}

impl Algorithm {
    pub const ALL: [Algorithm; 4] =
        [Algorithm::Minimax, Algorithm::AlphaBeta, Algorithm::Ordered, Algorithm::Deepening];

    /// The name on the command line and in files.
    pub const fn name(self) -> &'static str {
        match self {
            Algorithm::Minimax => "minimax",
            Algorithm::AlphaBeta => "alphabeta",
            Algorithm::Ordered => "ordered",
            Algorithm::Deepening => "deepening",
        }
    }

    /// The name in a report.
    pub const fn title(self) -> &'static str {
        match self {
            Algorithm::Minimax => "极小极大 minimax",
            Algorithm::AlphaBeta => "α-β 剪枝 alpha-beta",
            Algorithm::Ordered => "＋着法排序 + ordering",
            Algorithm::Deepening => "＋迭代加深与置换表 + table",
        }
    }
}

impl FromStr for Algorithm {
    type Err = String;

    fn from_str(name: &str) -> Result<Algorithm, String> {
        let found = Algorithm::ALL.into_iter().find(|it| it.name() == name);
        found.ok_or_else(|| {
            format!("the searches are minimax, alphabeta, ordered and deepening, not {name}")
        })
    }
}

/// What a search found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Found {
    /// The best move, the first of equals; `None` if there is no legal move.
    pub best_move: Option<Move>,
    /// For the side to move at the root.
    pub score: i32,
    /// Positions entered, the root not among them.
    pub nodes: u64,
    /// False if the search was stopped: then the move is the best of those it had finished.
    pub is_complete: bool,
}

/// Looks `depth` plies ahead, at least one.
pub fn search(
    position: &Position,
    evaluation: Evaluation,
    algorithm: Algorithm,
    depth: u32,
) -> Found {
    let never = AtomicBool::new(false);
    run(&mut Board::new(*position, evaluation, &never, ()), algorithm, depth)
}

/// Searches on a board, whoever may watch it.
pub(crate) fn run<W: Watch>(board: &mut Board<'_, W>, algorithm: Algorithm, depth: u32) -> Found {
    let depth = depth.max(1);
    let moves = board.legal_moves();
    match algorithm {
        Algorithm::Minimax => search_root(board, &moves, |board, _| minimax(board, depth - 1)),
        Algorithm::AlphaBeta => {
            search_root(board, &moves, |board, window| alphabeta(board, depth - 1, window))
        }
        Algorithm::Ordered => {
            let moves = ordered_moves(board.position(), None);
            search_root(board, &moves, |board, window| ordered(board, depth - 1, window))
        }
        Algorithm::Deepening => deepen(board, depth),
    }
}

/// Depth 1, 2, 3, ... with one table for all.
fn deepen<W: Watch>(board: &mut Board<'_, W>, depth: u32) -> Found {
    let mut table = TranspositionTable::new(depth);
    let mut last: Option<Found> = None;
    for reached in 1..=depth {
        let moves = ordered_moves(board.position(), last.and_then(|it| it.best_move));
        let found = search_root(board, &moves, |board, window| {
            with_table(board, &mut table, reached - 1, window)
        });
        if !found.is_complete {
            // The last complete search knows more than half of a deeper one.
            return Found { nodes: found.nodes, is_complete: false, ..last.unwrap_or(found) };
        }
        last = Some(found);
    }
    last.unwrap_or_else(|| search_root(board, &[], |_, _| Err(Stopped)))
}

/// The root: like any other position, except that we want to know the move.
pub(crate) fn search_root<'a, W: Watch>(
    board: &mut Board<'a, W>,
    moves: &[Move],
    mut search_child: impl FnMut(&mut Board<'a, W>, Window) -> Value,
) -> Found {
    board.start();
    let mut window = Window::FULL;
    let mut found = Found {
        best_move: moves.first().copied(),
        score: board.lost(),
        nodes: 0,
        is_complete: true,
    };
    for &mv in moves {
        let entered = board.play(mv, window.flipped());
        let Ok(reply) = entered.and_then(|()| search_child(board, window.flipped())) else {
            found.is_complete = false;
            break;
        };
        board.undo(reply);
        if found.score < -reply {
            found = Found { best_move: Some(mv), score: -reply, ..found };
        }
        window = window.raised_to(found.score);
    }
    board.finish(found.score);
    Found { nodes: board.nodes(), ..found }
}
