//! Anything inside the XML of CBF.

#![no_main]

use libfuzzer_sys::fuzz_target;

mod records_common;

fuzz_target!(|data: &[u8]| {
    records_common::exercise(&[b"<ChineseChessRecord>", data].concat());
});
