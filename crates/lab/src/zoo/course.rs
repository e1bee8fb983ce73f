//! `course`: alpha-beta with the course evaluation, deeper as the board empties, with the root
//! moves shared among all cores.

use std::sync::{
    Mutex,
    atomic::{AtomicBool, AtomicI32, AtomicU64, AtomicUsize, Ordering},
};

use xiangqi::{Color, Game, Move, Position, Square};

use super::own_moves;
use crate::{
    evaluation::Evaluation,
    tree::{Board, Found, Window, alphabeta, is_lost, lost_at},
};

pub(super) fn choose(game: &Game, threads: usize, stop: &AtomicBool) -> Found {
    let position = game.position();
    if let Some(opening) = central_cannon(game) {
        let score = Evaluation::Course.score(position);
        return Found { best_move: Some(opening), score, nodes: 0, is_complete: true };
    }
    let moves = moves_ahead(game);
    let found = search_in_parallel(position, &moves, depth(position), threads, stop);

    // Every move loses: a short-sighted choice at least does not give up at once.
    let is_hopeless = is_lost(found.score) && found.is_complete && found.best_move.is_some();
    if !is_hopeless {
        return found;
    }
    let short_sighted = search_in_parallel(position, &moves, 2, threads, stop);
    Found { nodes: found.nodes + short_sighted.nodes, ..short_sighted }
}

/// 炮八平五, the first move as Red.
fn central_cannon(game: &Game) -> Option<Move> {
    let is_first_move = game.is_empty() && *game.position() == Position::start();
    let opening = Move::new(Square::new(1, 2)?, Square::new(4, 2)?);
    opening.filter(|_| is_first_move)
}

/// Deeper once few pieces are left, and sooner as Black.
fn depth(position: &Position) -> u32 {
    let [four_plies, five_plies] = match position.side() {
        Color::Red => [18, 15],
        Color::Black => [24, 21],
    };
    match position.occupied().len() {
        pieces if pieces <= five_plies => 5,
        pieces if pieces <= four_plies => 4,
        _ => 3,
    }
}

/// All legal moves but those that take back one of the last three own moves; if there are no
/// others, all.
fn moves_ahead(game: &Game) -> Vec<Move> {
    let all = game.position().legal_moves().to_vec();
    let takes_back = |mv: &Move| {
        own_moves(game).take(3).any(|before| before.from() == mv.to() && before.to() == mv.from())
    };
    let ahead: Vec<Move> = all.iter().copied().filter(|mv| !takes_back(mv)).collect();
    if ahead.is_empty() { all } else { ahead }
}

/// Each thread takes the next move that nobody has taken yet.
///
/// All share the best score so far, and search with a window that begins just below it. So a
/// move as good as the best is seen to be as good, and the first of them is chosen: the same
/// move with any number of threads. A worse move never gets as high a score as the best.
fn search_in_parallel(
    position: &Position,
    moves: &[Move],
    depth: u32,
    threads: usize,
    stop: &AtomicBool,
) -> Found {
    let (next, nodes) = (AtomicUsize::new(0), AtomicU64::new(0));
    let best_score = AtomicI32::new(lost_at(0));
    let scores = Mutex::new(vec![None; moves.len()]);

    let work = || {
        let mut board = Board::new(*position, Evaluation::Course, stop, ());
        while let Some((index, &mv)) = take_next(&next, moves) {
            let alpha = best_score.load(Ordering::Relaxed) - 1;
            let window = Window { alpha, ..Window::FULL }.flipped();
            let entered = board.play(mv, window);
            let Ok(reply) = entered.and_then(|()| alphabeta(&mut board, depth - 1, window)) else {
                break;
            };
            board.undo(reply);
            best_score.fetch_max(-reply, Ordering::Relaxed);
            scores.lock().expect("no thread panics with the lock")[index] = Some(-reply);
        }
        nodes.fetch_add(board.nodes(), Ordering::Relaxed);
    };
    std::thread::scope(|scope| {
        for _ in 1..threads.min(moves.len()) {
            scope.spawn(work);
        }
        work();
    });

    let scores = scores.into_inner().expect("no thread panics with the lock");
    first_best(moves, &scores, nodes.into_inner())
}

fn take_next<'a>(next: &AtomicUsize, moves: &'a [Move]) -> Option<(usize, &'a Move)> {
    let index = next.fetch_add(1, Ordering::Relaxed);
    moves.get(index).map(|mv| (index, mv))
}

fn first_best(moves: &[Move], scores: &[Option<i32>], nodes: u64) -> Found {
    let is_complete = scores.iter().all(Option::is_some);
    let (best_move, score) = (moves.first().copied(), lost_at(0));
    let mut found = Found { best_move, score, nodes, is_complete };
    for (&mv, &score) in moves.iter().zip(scores) {
        if let Some(score) = score.filter(|&it| found.score < it) {
            found = Found { best_move: Some(mv), score, ..found };
        }
    }
    found
}
