//! Example 3: the order of the moves decides how much alpha-beta saves.
//!
//! Run it: `cargo run --release -p lab --example 3_move_order`
//!
//! With the best move always first about 2 * b^(d/2) positions are enough; with the worst first
//! hardly anything is cut. Real searches guess: captures first, then what improves the tables.

use lab::evaluation::Evaluation;
use xiangqi::{Move, Position};

const LOST: i32 = -1_000_000;

fn main() {
    let fen = "r1bakab1r/9/1cn2cn2/p1p1p1p1p/9/9/P1P1P1P1P/1C2C1N2/9/RNBAKAB1R w";
    let position = Position::from_fen(fen).expect("a legal position");
    let b = position.legal_moves().len() as f64;
    println!("{b} legal moves\n");
    println!("depth        b^d   worst first   as generated   best guess first   2*b^(d/2)");
    for depth in 1..=4 {
        let count = |order: fn(&Position, Move) -> i32| {
            let mut nodes = 0;
            alphabeta(&position, depth, LOST - 1, -LOST + 1, order, &mut nodes);
            nodes
        };
        let worst = count(|position, mv| -promise(position, mv));
        let generated = count(|_, _| 0);
        let best = count(promise);
        let (full, perfect) = (b.powi(depth as i32), 2.0 * b.powf(f64::from(depth) / 2.0));
        println!("{depth:>5} {full:>10.0} {worst:>13} {generated:>14} {best:>18} {perfect:>11.0}");
    }
}

/// A guess at how good a move is: what it takes, and what it gains on the tables.
fn promise(position: &Position, mv: Move) -> i32 {
    let value = |square| {
        position.piece_at(square).map_or(0, |piece| Evaluation::Course.value(piece, square))
    };
    let gain = position.piece_at(mv.from()).map_or(0, |piece| {
        Evaluation::Course.value(piece, mv.to()) - Evaluation::Course.value(piece, mv.from())
    });
    10 * value(mv.to()) + gain
}

/// As in example 2, but with the moves sorted by `order`, the highest first.
fn alphabeta(
    position: &Position,
    depth: u32,
    mut alpha: i32,
    beta: i32,
    order: fn(&Position, Move) -> i32,
    nodes: &mut u64,
) -> i32 {
    if depth == 0 {
        return Evaluation::Course.score(position);
    }
    let mut moves = position.legal_moves().to_vec();
    moves.sort_by_key(|&mv| -order(position, mv));
    let mut best = LOST;
    for mv in moves {
        let mut child = *position;
        child.play_unchecked(mv);
        *nodes += 1;
        best = best.max(-alphabeta(&child, depth - 1, -beta, -alpha, order, nodes));
        alpha = alpha.max(best);
        if beta <= alpha {
            break;
        }
    }
    best
}
