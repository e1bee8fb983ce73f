//! Notebooks of reviews are read without a panic, whatever they say a report can be made of them,
//! and what was read reads back from what is written.

#![no_main]

use coach::{Review, Settings};
use libfuzzer_sys::fuzz_target;
use xiangqi::{Game, Position};

fuzz_target!(|text: &str| {
    let moves = ["h2e2", "h9g7", "e2e6", "g7e6"].map(|it| it.parse().expect("a move"));
    let game = Game::with_moves(Position::start(), moves).expect("legal moves");
    let mut review = Review::new(game.clone(), Settings::default());
    if review.read_notebook(text).is_err() {
        return;
    }
    let _ = (review.report(), review.wanted(), review.progress());
    let mut again = Review::new(game, Settings::default());
    again.read_notebook(&review.notebook()).expect("a notebook reads back");
    assert_eq!(again.notebook(), review.notebook());
});
