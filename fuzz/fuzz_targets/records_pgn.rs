//! Text below a tag, read as PGN.

#![no_main]

use libfuzzer_sys::fuzz_target;

mod records_common;

fuzz_target!(|data: &[u8]| {
    records_common::exercise(&[b"[Event \"x\"]\n", data].concat());
});
