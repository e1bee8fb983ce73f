//! Bytes in the place of a CBR record's moves.

#![no_main]

use libfuzzer_sys::fuzz_target;

mod records_common;

fuzz_target!(|data: &[u8]| {
    records_common::exercise(&records_common::cbr(data));
});
