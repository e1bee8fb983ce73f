//! Moves, positions and headings without any sign of what they are.

#![no_main]

use libfuzzer_sys::fuzz_target;

mod records_common;

fuzz_target!(|data: &[u8]| {
    records_common::exercise(&["炮二平五 ".as_bytes(), data].concat());
    records_common::exercise(&[b"4k4/9/9/9/9/9/9/9/9/3K5 w ".as_slice(), data].concat());
});
