//! Any bytes are a network or a reason why not; a network evaluates without overflow.

#![no_main]

use libfuzzer_sys::fuzz_target;
use nnue::Network;
use xiangqi::Position;

fuzz_target!(|bytes: &[u8]| match Network::from_bytes(bytes) {
    Ok(network) => {
        network.evaluate(&Position::start());
        assert_eq!(network.to_bytes(), bytes);
    }
    Err(error) => assert!(!error.to_string().is_empty()),
});
