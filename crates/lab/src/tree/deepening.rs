//! Iterative deepening with a transposition table: depth 1, 2, 3, ... where each search leaves
//! behind, for every position it met, the move to try first next time.

use xiangqi::{Move, Position};

use super::{
    board::{Board, Value},
    ordered::ordered_moves,
    score::{Window, is_lost, is_won},
    watch::{Ending, Watch},
};

/// Alpha-beta that asks the table before searching and tells it afterwards.
pub(crate) fn with_table<W: Watch>(
    board: &mut Board<'_, W>,
    table: &mut TranspositionTable,
    depth: u32,
    window: Window,
) -> Value {
    if depth == 0 {
        return Ok(board.evaluate());
    }
    let known = table.get(board.position());
    if let Some(score) = known.and_then(|it| it.answer(depth, board.ply(), window)) {
        board.note(Ending::Table);
        return Ok(score);
    }

    let moves = ordered_moves(board.position(), known.and_then(|it| it.best_move));
    let mut best = (board.lost(), None);
    let mut open = window;
    for (tried, &mv) in (1..).zip(&moves) {
        board.play(mv, open.flipped())?;
        let reply = with_table(board, table, depth - 1, open.flipped())?;
        board.undo(reply);

        if best.0 < -reply {
            best = (-reply, Some(mv));
        }
        if window.beta <= best.0 {
            board.note(Ending::Cut { by: mv, skipped: moves.len() - tried });
            break;
        }
        open = open.raised_to(best.0);
    }
    table.put(board.position(), Entry::new(best, depth, board.ply(), window));
    Ok(best.0)
}

/// What a search found out about one position.
#[derive(Clone, Copy)]
pub(crate) struct Entry {
    hash: u64,
    score: i32,
    depth: u32,
    bound: Bound,
    best_move: Option<Move>,
}

/// What the score says about the true one.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Bound {
    Exact,
    AtLeast,
    AtMost,
}

impl Entry {
    pub(crate) fn new(best: (i32, Option<Move>), depth: u32, ply: usize, window: Window) -> Entry {
        let (score, best_move) = best;
        let bound = if window.beta <= score {
            Bound::AtLeast
        } else if score <= window.alpha {
            Bound::AtMost
        } else {
            Bound::Exact
        };
        Entry { hash: 0, score: shifted(score, ply as i32), depth, bound, best_move }
    }

    pub(crate) fn best_move(&self) -> Option<Move> {
        self.best_move
    }

    /// The score, if it is known well enough. Only from a search of the same depth: a deeper
    /// one would be better play, but another number than minimax gives.
    pub(crate) fn answer(&self, depth: u32, ply: usize, window: Window) -> Option<i32> {
        let score = shifted(self.score, -(ply as i32));
        let is_enough = match self.bound {
            Bound::Exact => true,
            Bound::AtLeast => window.beta <= score,
            Bound::AtMost => score <= window.alpha,
        };
        (self.depth == depth && is_enough).then_some(score)
    }
}

/// Forced wins and losses are counted from the root in the search, but from the position itself
/// in the table, because a position can be met at different distances from the root.
fn shifted(score: i32, plies: i32) -> i32 {
    if is_won(score) {
        score + plies
    } else if is_lost(score) {
        score - plies
    } else {
        score
    }
}

/// One entry per slot; the newer one stays.
pub(crate) struct TranspositionTable {
    slots: Vec<Option<Entry>>,
}

impl TranspositionTable {
    /// Sixteen times as many slots for each ply, as the tree grows, up to 2^18 (8 MiB): enough
    /// for the depths a minimax can be compared with.
    pub(crate) fn new(depth: u32) -> TranspositionTable {
        TranspositionTable { slots: vec![None; 1 << (4 * depth).min(18)] }
    }

    pub(crate) fn get(&self, position: &Position) -> Option<Entry> {
        let hash = position.hash();
        self.slots[self.index(hash)].filter(|it| it.hash == hash)
    }

    pub(crate) fn put(&mut self, position: &Position, entry: Entry) {
        let hash = position.hash();
        let index = self.index(hash);
        self.slots[index] = Some(Entry { hash, ..entry });
    }

    fn index(&self, hash: u64) -> usize {
        hash as usize % self.slots.len()
    }
}
