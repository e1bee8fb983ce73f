//! Openings, results, players and time controls are read without a panic, and what was read
//! reads back from what is written.

#![no_main]

use arena::{Entrant, Record, TimeControl, openings, to_pgn};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    if let Ok(record) = Record::from_json(text) {
        assert_eq!(Record::from_json(&record.to_json()).as_ref(), Ok(&record));
        let _ = to_pgn(&record);
    }
    if let Ok(control) = text.parse::<TimeControl>() {
        let _ = control.to_string().parse::<TimeControl>().expect("a control reads back");
    }
    let _ = Entrant::parse(text);
    let _ = openings::parse(text.as_bytes(), 12);
    let _ = openings::parse_beginnings(text.as_bytes(), 30);
});
