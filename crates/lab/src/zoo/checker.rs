//! `checker`: alpha-beta to depth 4 that likes to give check and does not like to repeat itself.

use std::sync::atomic::AtomicBool;

use xiangqi::{Game, Move};

use super::own_moves;
use crate::{
    evaluation::Evaluation,
    tree::{Board, Found, Window, alphabeta, lost_at},
};

const DEPTH: u32 = 4;

pub(super) fn choose(game: &Game, stop: &AtomicBool) -> Found {
    let mut board = Board::new(*game.position(), Evaluation::Course, stop, ());
    let moves = board.legal_moves();
    let mut best: Option<(i32, Move, i32)> = None;
    let mut is_complete = true;
    for &mv in &moves {
        // Liking changes the order of the moves, so each needs its exact score.
        let entered = board.play(mv, Window::FULL);
        let Ok(reply) = entered.and_then(|()| alphabeta(&mut board, DEPTH - 1, Window::FULL))
        else {
            is_complete = false;
            break;
        };
        board.undo(reply);
        let liked = liking(game, mv) - reply;
        if best.is_none_or(|(most, ..)| most < liked) {
            best = Some((liked, mv, -reply));
        }
    }
    Found {
        best_move: best.map(|(_, mv, _)| mv).or(moves.first().copied()),
        score: best.map_or(lost_at(0), |(.., score)| score),
        nodes: board.nodes(),
        is_complete,
    }
}

/// What the player adds to the score of a move.
fn liking(game: &Game, mv: Move) -> i32 {
    let mut liking = 0;
    if game.position().gives_check(mv) {
        liking += 5000;
    }
    // One own move ago is the latest.
    let is_repeated = |ago: usize| own_moves(game).nth(ago - 1) == Some(mv);
    let (two_ago, four_ago) = (is_repeated(2), is_repeated(4));
    if two_ago {
        liking -= 200;
    }
    if four_ago {
        liking -= 1000;
    }
    if two_ago && four_ago {
        liking -= 80000;
    }
    liking
}

#[cfg(test)]
mod tests {
    use xiangqi::Position;

    use super::*;

    #[test]
    fn bonus_and_penalties_are_those_of_the_course() {
        let start = Position::from_fen("3k5/4a4/9/9/9/9/9/9/4A4/4K3R w").unwrap();
        let mut game = Game::new(start);
        for text in ["i0i1", "d9d8", "i1i0", "d8d9"] {
            game.play(text.parse().unwrap()).unwrap();
        }
        let of = |game: &Game, text: &str| liking(game, text.parse().unwrap());
        assert_eq!(of(&game, "i0i9"), 5000, "check");
        assert_eq!(of(&game, "i0h0"), 0);
        assert_eq!(of(&game, "i0i1"), -200, "the move of two own moves ago");

        for text in ["i0i1", "d9d8", "i1i0", "d8d9"] {
            game.play(text.parse().unwrap()).unwrap();
        }
        assert_eq!(of(&game, "i0i1"), -200 - 1000 - 80000, "of two and of four own moves ago");
        for text in ["i0h0", "d9d8", "h0i0", "d8d9"] {
            game.play(text.parse().unwrap()).unwrap();
        }
        assert_eq!(of(&game, "i0i1"), -1000, "of four own moves ago");
    }
}
