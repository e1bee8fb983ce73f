//! Packed puzzles and lines of them are read without a panic, and what was read is written and read
//! back as it was.

#![no_main]

use chuhe::puzzle_lines;
use coach::puzzles::{Puzzle, pack, read_body, unpack};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let _ = unpack(bytes);
    // The sum at the end would keep the fuzzer out.
    if let Ok(puzzles) = read_body(bytes) {
        check(&puzzles);
    }
    if let Ok(text) = std::str::from_utf8(bytes)
        && let Ok(puzzles) = puzzle_lines::read_all(text)
    {
        for puzzle in &puzzles {
            let line = puzzle_lines::write(puzzle);
            assert_eq!(puzzle_lines::read(&line).expect("what we write we read"), *puzzle);
        }
    }
});

fn check(puzzles: &[Puzzle]) {
    assert_eq!(unpack(&pack(puzzles)).as_deref(), Ok(puzzles));
}
