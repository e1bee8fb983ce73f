//! Minimax: try everything, assume the best reply (Shannon, 1950).

use super::{
    board::{Board, Value},
    score::Window,
    watch::Watch,
};

/// The score of the position for the side to move, looking `depth` plies ahead.
///
/// What is good for the opponent is bad for us, hence the minus sign: with it the maximum of
/// one side and the minimum of the other are the same line of code ("negamax").
pub(crate) fn minimax<W: Watch>(board: &mut Board<'_, W>, depth: u32) -> Value {
    if depth == 0 {
        return Ok(board.evaluate());
    }
    let mut best = board.lost();
    for &mv in &board.legal_moves() {
        board.play(mv, Window::FULL)?;
        let reply = minimax(board, depth - 1)?;
        board.undo(reply);
        best = best.max(-reply);
    }
    Ok(best)
}
