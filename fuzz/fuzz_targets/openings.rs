//! Any text is a table of names, or a line of games, or a reason why not.

#![no_main]

use libfuzzer_sys::fuzz_target;
use records::{book::parse_game, openings::Openings};

fuzz_target!(|text: &str| {
    let _ = Openings::parse(text);
    for line in text.lines() {
        let _ = parse_game(line);
    }
});
