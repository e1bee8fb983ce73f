//! Example 2: alpha-beta, the same value for less work.
//!
//! Run it: `cargo run --release -p lab --example 2_alpha_beta`
//!
//! Alpha is what we can have elsewhere, beta what the opponent can keep us down to elsewhere.
//! Once a move gives us beta or more, the opponent will not let us come here: stop looking.

use lab::evaluation::Evaluation;
use xiangqi::Position;

const LOST: i32 = -1_000_000;

fn main() {
    let fen = "r1bakab1r/9/1cn2cn2/p1p1p1p1p/9/9/P1P1P1P1P/1C2C1N2/9/RNBAKAB1R w";
    let position = Position::from_fen(fen).expect("a legal position");
    println!("depth   value      minimax   alpha-beta   saved");
    for depth in 1..=4 {
        let (mut all, mut few) = (0, 0);
        let value = minimax(&position, depth, &mut all);
        let same = alphabeta(&position, depth, LOST - 1, -LOST + 1, &mut few);
        assert_eq!(value, same, "alpha-beta never changes the value");
        let saved = 100.0 - 100.0 * few as f64 / all as f64;
        println!("{depth:>5} {value:>7} {all:>12} {few:>12} {saved:>6.1}%");
    }
}

fn minimax(position: &Position, depth: u32, nodes: &mut u64) -> i32 {
    if depth == 0 {
        return Evaluation::Course.score(position);
    }
    let mut best = LOST;
    for &mv in &position.legal_moves() {
        let mut child = *position;
        child.play_unchecked(mv);
        *nodes += 1;
        best = best.max(-minimax(&child, depth - 1, nodes));
    }
    best
}

fn alphabeta(position: &Position, depth: u32, mut alpha: i32, beta: i32, nodes: &mut u64) -> i32 {
    if depth == 0 {
        return Evaluation::Course.score(position);
    }
    let mut best = LOST;
    for &mv in &position.legal_moves() {
        let mut child = *position;
        child.play_unchecked(mv);
        *nodes += 1;
        // The opponent's alpha is our beta, with the other sign, and the other way round.
        best = best.max(-alphabeta(&child, depth - 1, -beta, -alpha, nodes));
        alpha = alpha.max(best);
        if beta <= alpha {
            break;
        }
    }
    best
}
