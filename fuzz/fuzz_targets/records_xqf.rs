//! Bytes behind the magic of XQF: version, keys, board and tree.

#![no_main]

use libfuzzer_sys::fuzz_target;

mod records_common;

fuzz_target!(|data: &[u8]| {
    // The board of the start position, so that there is a game whose moves can be read; keys and
    // version come from the data.
    records_common::exercise(&records_common::xqf(data));
});
