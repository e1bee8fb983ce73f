//! Counting the leaves of the move tree: the classic proof that a generator is right.

use crate::{moves::Move, position::Position};

/// The number of move sequences of `depth` plies. The last ply is counted, not played.
pub fn perft(position: &Position, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => position.count_legal(),
        _ => {
            let mut child = *position;
            let mut nodes = 0;
            for &mv in &position.legal_moves() {
                let played = child.play(mv);
                nodes += perft(&child, depth - 1);
                child.undo(played);
            }
            nodes
        }
    }
}

/// The same, told for each first move.
pub fn perft_divide(position: &Position, depth: u32) -> Vec<(Move, u64)> {
    let mut child = *position;
    let mut counts = Vec::new();
    for &mv in &position.legal_moves() {
        let played = child.play(mv);
        counts.push((mv, perft(&child, depth.saturating_sub(1))));
        child.undo(played);
    }
    counts
}
