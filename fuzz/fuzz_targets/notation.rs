//! A position and a move in any notation: what is read is legal and reads back in every style.

#![no_main]

use libfuzzer_sys::fuzz_target;
use xiangqi::{Position, Style};

fuzz_target!(|text: &str| {
    let (fen, word) = text.split_once('\n').unwrap_or(("", text));
    let position = Position::from_fen(fen).unwrap_or_default();
    if let Ok(mv) = position.read_move(word) {
        assert!(position.is_legal(mv));
        for style in Style::ALL {
            assert_eq!(position.read_move(&position.write_move(mv, style)), Ok(mv));
        }
    }
});
