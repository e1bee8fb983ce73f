//! Forced mates are found with their exact distance. Limits are nodes, not seconds, so that the
//! test says the same on every machine.

use engine::{Control, Engine, Limits, Line};
use serde_json::Value;
use xiangqi::Position;

/// Debug builds leave the long ones to `cargo test --release`.
const LONGEST: i64 = if cfg!(debug_assertions) { 3 } else { 99 };
const MOST_NODES: u64 = 5_000_000;

#[test]
fn forced_mates_are_found_exactly() {
    let cases: Value = serde_json::from_str(include_str!("cases/mates.json")).unwrap();
    let mut engine = Engine::new(64, 1);
    for case in cases["positions"].as_array().unwrap() {
        let moves = case["mate_in"].as_i64().unwrap();
        if LONGEST < moves {
            continue;
        }
        engine.clear();
        let position = Position::from_fen(case["fen"].as_str().unwrap()).unwrap();
        let limits =
            Limits { nodes: Some(MOST_NODES), mate: Some(moves as i32), ..Limits::default() };
        let result = engine.search(&Line::new(position), &limits, &Control::new(), &mut |_| {});
        assert_eq!(result.score.mate_moves(), Some(moves as i32), "{case}");
        let best = result.best.unwrap().to_string();
        if let Some(winning) = case["winning_first_moves"].as_array() {
            assert!(winning.iter().any(|it| it == best.as_str()), "{best}: {case}");
        }
    }
}
