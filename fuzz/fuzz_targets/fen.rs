//! Any text is a position that writes and reads back, or a reason why not.

#![no_main]

use libfuzzer_sys::fuzz_target;
use xiangqi::{Game, Position, RuleSet, perft};

fuzz_target!(|text: &str| {
    if let Ok(position) = Position::from_fen(text) {
        assert_eq!(Position::from_fen(&position.fen()), Ok(position));
        assert_eq!(position.hash(), position.hash_from_scratch());
        let leaves: u64 = position
            .legal_moves()
            .iter()
            .map(|&mv| {
                let mut child = position;
                child.play_unchecked(mv);
                child.legal_moves().len() as u64
            })
            .sum();
        assert_eq!(perft(&position, 2), leaves);
        for rules in RuleSet::ALL {
            Game::new(position).verdict(rules);
        }
    }
});
