//! What is inside the compressed stream of an old library.

#![no_main]

use libfuzzer_sys::fuzz_target;

mod records_common;

fuzz_target!(|data: &[u8]| {
    records_common::exercise(&records_common::legacy(data));
});
