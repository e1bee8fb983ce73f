//! Any bytes, taken for whatever they look like, are read or refused.

#![no_main]

use libfuzzer_sys::fuzz_target;

mod records_common;

fuzz_target!(|data: &[u8]| {
    records_common::exercise(data);
});
