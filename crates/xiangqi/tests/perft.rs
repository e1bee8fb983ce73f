//! Perft counts from a data file, and every count the slow way as well.

use serde_json::Value;
use xiangqi::{Position, perft};

/// Counts above this are left to `cargo test --release`.
const NODE_LIMIT: u64 = if cfg!(debug_assertions) { 4_000_000 } else { 200_000_000 };

#[test]
fn perft_matches_the_table() {
    let table: Value = serde_json::from_str(include_str!("cases/perft.json")).unwrap();
    let positions = table["positions"].as_array().unwrap();
    assert!(!positions.is_empty());
    for entry in positions {
        let position = Position::from_fen(entry["fen"].as_str().unwrap()).unwrap();
        for (depth, count) in (1..).zip(entry["perft"].as_array().unwrap()) {
            let expected = count.as_u64().unwrap();
            if NODE_LIMIT < expected {
                break;
            }
            assert_eq!(perft(&position, depth), expected, "{}, depth {depth}", entry["id"]);
        }
    }
}
