//! Whatever is pasted into the import box is read or refused.

#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    server::is_importable(text);
});
