//! Any bytes are a file of games or a reason why not. The fuzzer may spend its time behind the
//! header and the checksums: the bytes are also read as a file with both put right.

#![no_main]

use libfuzzer_sys::fuzz_target;
use trainer::{
    data::read_unsealed,
    pile::{Filter, read_bytes},
};

fuzz_target!(|bytes: &[u8]| {
    let _ = read_bytes(bytes);
    for game in read_unsealed(bytes).unwrap_or_default() {
        Filter::default().samples(&game, &mut |sample| assert!(sample.position().is_some()));
    }
});
