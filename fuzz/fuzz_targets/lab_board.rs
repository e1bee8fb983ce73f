//! Any text is a board that can be solved, or a reason why not, with a place in the text.

#![no_main]

use lab::{
    read_board,
    solve::{move_changes, solve},
    tree::Algorithm,
};
use libfuzzer_sys::fuzz_target;
use xiangqi::Color;

fuzz_target!(|text: &str| match read_board(text) {
    Ok(position) => {
        let [score, others @ ..] = Algorithm::ALL.map(|it| solve(&position, it, 2).found.score);
        assert_eq!(others, [score; 3]);
        solve(&position, Algorithm::AlphaBeta, 1).answer();
        Color::BOTH.iter().for_each(|&color| _ = move_changes(&position, color));
    }
    Err(error) => assert!(1 <= error.line && 1 <= error.column),
});
