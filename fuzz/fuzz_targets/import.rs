//! Whatever is pasted into the import box or dropped on it is read or refused.

#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    server::is_importable(bytes);
});
