//! Alpha-beta with move ordering: the sooner the best move comes, the more is cut.

use xiangqi::{Move, Position};

use super::{
    board::{Board, Value},
    score::Window,
    watch::{Ending, Watch},
};
use crate::evaluation::Evaluation;

/// Alpha-beta as before, but the moves come in the order of [`ordered_moves`].
pub(crate) fn ordered<W: Watch>(board: &mut Board<'_, W>, depth: u32, mut window: Window) -> Value {
    if depth == 0 {
        return Ok(board.evaluate());
    }
    let moves = ordered_moves(board.position(), None);
    let mut best = board.lost();
    for (tried, &mv) in (1..).zip(&moves) {
        board.play(mv, window.flipped())?;
        let reply = ordered(board, depth - 1, window.flipped())?;
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

/// Likely good moves first: `first` if there is one, then captures, the most valuable victim
/// first and the least valuable attacker first, then quiet moves by what they gain on the tables.
pub(crate) fn ordered_moves(position: &Position, first: Option<Move>) -> Vec<Move> {
    in_order(position, position.legal_moves().to_vec(), first)
}

/// The same order for some of the moves.
pub(crate) fn in_order(
    position: &Position,
    mut moves: Vec<Move>,
    first: Option<Move>,
) -> Vec<Move> {
    moves.sort_by_cached_key(|&mv| -promise(position, mv, first));
    moves
}

fn promise(position: &Position, mv: Move, first: Option<Move>) -> i32 {
    const FIRST: i32 = 10_000_000;
    const CAPTURE: i32 = 1_000_000;
    let course = Evaluation::Course;
    let value = |square| position.piece_at(square).map_or(0, |piece| course.value(piece, square));
    if first == Some(mv) {
        return FIRST;
    }
    match (position.piece_at(mv.from()), position.piece_at(mv.to())) {
        // A tenth of the attacker only decides between equal victims.
        (_, Some(_)) => CAPTURE + value(mv.to()) - value(mv.from()) / 10,
        (Some(piece), None) => course.value(piece, mv.to()) - value(mv.from()),
        (None, None) => 0,
    }
}
