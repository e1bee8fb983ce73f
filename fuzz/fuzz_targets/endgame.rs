//! Any bytes are an endgame table or a reason why not. The fuzzer may spend its time behind the
//! checksums: the bytes are also read as the values of a small table with both put right.

#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let _ = endgame::read_header(bytes);
    for bytes in [bytes.to_vec(), endgame::sealed(bytes)] {
        let Ok(table) = endgame::read(&bytes) else { continue };
        let again = endgame::write(&table, &table.counts());
        assert!(endgame::read(&again).is_ok());
    }
});
