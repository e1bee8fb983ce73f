//! Whatever a bot sends is understood or refused.

#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    server::is_bot_message(bytes);
});
