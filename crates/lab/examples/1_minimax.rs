//! Example 1: minimax, the whole algorithm in one function.
//!
//! Run it: `cargo run --release -p lab --example 1_minimax`
//!
//! Both sides want the best for themselves. So the value of a position is the best of the values
//! of its moves, and the value of a move is minus what the opponent then has.

use lab::evaluation::Evaluation;
use xiangqi::{Position, Style};

fn main() {
    // Red's chariot can take the soldier on e6, but a chariot stands behind it.
    let fen = "3k5/9/4r4/4p4/9/9/4R4/9/9/5K3 w";
    let position = Position::from_fen(fen).expect("a legal position");
    print!("{}", position.diagram());

    for depth in 1..=4 {
        println!("\nLooking {depth} plies ahead, Red finds:");
        let mut nodes = 0;
        let mut scores = Vec::new();
        for &mv in &position.legal_moves() {
            let mut child = position;
            child.play_unchecked(mv);
            let score = -minimax(&child, depth - 1, &mut nodes);
            scores.push((score, position.write_move(mv, Style::Chinese)));
        }
        scores.sort_by_key(|&(score, _)| -score);
        for (score, name) in scores.iter().take(3) {
            println!("  {name}  {score:>6}");
        }
        println!("  {nodes} positions");
    }
    println!("\nGreedy play (depth 1) loses the chariot for a soldier; depth 2 sees it coming.");
}

/// The value of a position for the side to move, `depth` plies ahead.
fn minimax(position: &Position, depth: u32, nodes: &mut u64) -> i32 {
    const LOST: i32 = -1_000_000;
    *nodes += 1;
    if depth == 0 {
        return Evaluation::Course.score(position);
    }
    let mut best = LOST;
    for &mv in &position.legal_moves() {
        let mut child = *position;
        child.play_unchecked(mv);
        best = best.max(-minimax(&child, depth - 1, nodes));
    }
    best
}
