//! Forced mates are found with their exact distance. Limits are nodes, not seconds, so that the
//! test says the same on every machine.

use engine::{Engine, Limits, Signals};
use serde_json::Value;
use xiangqi::{Game, Position};

/// Debug builds leave the long ones to `cargo test --release`.
const LONGEST: i32 = if cfg!(debug_assertions) { 5 } else { 99 };

struct Case {
    id: String,
    position: Position,
    moves: i32,
    /// Empty if not known.
    winners: Vec<String>,
}

fn cases() -> Vec<Case> {
    let cases: Value = serde_json::from_str(include_str!("cases/mates.json")).unwrap();
    let read = |case: &Value| Case {
        id: case["id"].as_str().unwrap().to_owned(),
        position: Position::from_fen(case["fen"].as_str().unwrap()).unwrap(),
        moves: case["mate_in"].as_i64().unwrap() as i32,
        winners: case["winning_first_moves"]
            .as_array()
            .map(|list| list.iter().map(|it| it.as_str().unwrap().to_owned()).collect())
            .unwrap_or_default(),
    };
    let cases = cases["positions"].as_array().unwrap().iter().map(read);
    cases.filter(|it| it.moves <= LONGEST).collect()
}

#[track_caller]
fn check(engine: &mut Engine, case: &Case, limits: &Limits) {
    engine.clear();
    let game = Game::new(case.position);
    let result = engine.search(&game, limits, &Signals::new(), &mut |_| {});
    assert_eq!(result.score.mate_moves(), Some(case.moves), "{}", case.id);
    let best = result.best.unwrap().to_string();
    assert!(case.winners.is_empty() || case.winners.contains(&best), "{best}: {}", case.id);
}

/// `go mate N`: ends as soon as the mate is proven.
#[test]
fn mates_that_are_asked_for_are_found_exactly() {
    let mut engine = Engine::new(64, 1);
    for case in cases() {
        let limits = Limits { nodes: Some(5_000_000), mate: Some(case.moves), ..Limits::default() };
        check(&mut engine, &case, &limits);
    }
}

/// Nobody says that there is a mate. More nodes than it takes, to see that no later iteration
/// forgets the shortest.
#[test]
fn mates_are_found_exactly_unasked() {
    let mut engine = Engine::new(64, 1);
    for case in cases() {
        let nodes = if case.moves <= 5 { 100_000 } else { 5_000_000 };
        check(&mut engine, &case, &Limits::nodes(nodes));
    }
}
