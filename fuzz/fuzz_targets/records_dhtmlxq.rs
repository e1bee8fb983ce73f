//! Anything inside the tags of DhtmlXQ.

#![no_main]

use libfuzzer_sys::fuzz_target;

mod records_common;

fuzz_target!(|data: &[u8]| {
    records_common::exercise(&[b"[DhtmlXQ][DhtmlXQ_movelist]7747", data].concat());
});
