//! Alpha-beta: minimax without the branches that cannot matter (Knuth and Moore, 1975).

use super::{
    board::{Board, Value},
    score::Window,
    watch::{Ending, Watch},
};

/// The same score as minimax whenever it lies inside the window. At or below `alpha` it is an
/// upper bound of the true score, at or above `beta` a lower one.
///
/// Once a move reaches beta, the opponent has a better choice earlier on the path and will not
/// come here, so the other moves need no look: that is the whole saving.
pub(crate) fn alphabeta<W: Watch>(
    board: &mut Board<'_, W>,
    depth: u32,
    mut window: Window,
) -> Value {
    if depth == 0 {
        return Ok(board.evaluate());
    }
    let moves = board.legal_moves();
    let mut best = board.lost();
    for (tried, &mv) in (1..).zip(&moves) {
        board.play(mv, window.flipped())?;
        let reply = alphabeta(board, depth - 1, window.flipped())?;
        board.undo(reply);

        best = best.max(-reply);
        if window.beta <= best {
            board.note(Ending::Cut { by: mv, skipped: moves.len() - tried });
            break;
        }
        window = window.raised_to(best);
    }
    Ok(best)
}
