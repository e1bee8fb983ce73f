//! A library with a record made of anything.

#![no_main]

use libfuzzer_sys::fuzz_target;

mod records_common;

fuzz_target!(|data: &[u8]| {
    let mut library = vec![0; 66_624 + 276];
    library[..16].copy_from_slice(b"CCBridgeLibrary\0");
    library[60] = 1;
    library.extend(records_common::cbr(data));
    records_common::exercise(&library);
});
