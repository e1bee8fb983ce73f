//! Puzzles: the day's own, the next one, right and wrong tries, what comes back, and that nothing
//! is lost by a restart.

use axum::http::StatusCode;
use coach::puzzles::{Puzzle, built_in};
use serde_json::{Value, json};
use xiangqi::Move;

use super::{
    Fixture,
    api::{call, get, post},
    fixture, fixture_at,
};

fn id(puzzle: &Puzzle) -> String {
    format!("{:016x}", puzzle.key())
}

async fn attempt(fixture: &Fixture, puzzle: &Puzzle, moves: &[Move], clean: bool) -> Value {
    let moves: Vec<String> = moves.iter().map(Move::to_string).collect();
    let body = json!({ "moves": moves, "clean": clean }).to_string();
    call(fixture, post(&format!("/api/puzzles/{}/try", id(puzzle)), body)).await.1
}

/// One with several moves to find.
fn longer() -> &'static Puzzle {
    built_in().iter().find(|it| it.solution.len() == 3).expect("there are such puzzles")
}

/// A move that loses: the engine's judgment is not asked for where the general is left to be taken.
async fn wrong_move(fixture: &Fixture, puzzle: &Puzzle) -> Move {
    for &mv in puzzle.position.legal_moves().iter().filter(|&&it| it != puzzle.solution[0]) {
        let said = attempt(fixture, puzzle, &[mv], false).await;
        if said["verdict"] == "wrong" {
            return mv;
        }
    }
    panic!("every move solves {}", puzzle.position.fen());
}

#[tokio::test]
async fn the_day_has_its_puzzle_and_it_is_the_same_for_all() {
    let fixture = fixture();
    let (status, desk) = call(&fixture, get("/api/puzzles?day=2026-11-18")).await;
    assert_eq!(status, StatusCode::OK, "{desk}");
    assert_eq!(desk["total"], built_in().len());
    assert_eq!(desk["record"], Value::Null);
    let (_, again) = call(&fixture, get("/api/puzzles?day=2026-11-18")).await;
    assert_eq!(desk["daily"], again["daily"]);
    let mut others = Vec::new();
    for day in 19..29 {
        let (_, desk) = call(&fixture, get(&format!("/api/puzzles?day=2026-11-{day}"))).await;
        others.push(desk["daily"]["id"].clone());
    }
    assert!(others.iter().any(|it| *it != desk["daily"]["id"]));
    let path = format!("/api/puzzles/{}", desk["daily"]["id"].as_str().unwrap());
    let (_, task) = call(&fixture, get(&path)).await;
    assert_eq!(task["position"]["fen"], desk["daily"]["fen"]);
    assert!(task.get("solution").is_none() && task.get("themes").is_none());
}

#[tokio::test]
async fn a_puzzle_is_solved_move_by_move_and_rated_once() {
    let fixture = fixture();
    let puzzle = longer();
    let on = attempt(&fixture, puzzle, &puzzle.solution[..1], true).await;
    assert_eq!(on["verdict"], "on", "{on}");
    assert_eq!(on["plies"].as_array().unwrap().len(), 2);
    assert_eq!(on["end"], Value::Null);
    let solved = attempt(&fixture, puzzle, &puzzle.solution, true).await;
    assert_eq!(solved["verdict"], "solved", "{solved}");
    let end = &solved["end"];
    assert!(0 < end["change"].as_i64().unwrap(), "{end}");
    assert_eq!((&end["record"]["streak"], &end["due"]), (&json!(1), &Value::Null));
    assert_eq!(end["line"].as_array().unwrap().len(), puzzle.solution.len());
    let again = attempt(&fixture, puzzle, &puzzle.solution, true).await;
    assert_eq!(again["end"]["change"], Value::Null, "it is rated once");
    assert_eq!(again["end"]["record"]["rating"], end["record"]["rating"]);
}

#[tokio::test]
async fn what_went_wrong_comes_back_and_survives_a_restart() {
    let fixture = fixture();
    let puzzle = longer();
    let wrong = wrong_move(&fixture, puzzle).await;
    let said = attempt(&fixture, puzzle, &[wrong], true).await;
    assert_eq!((&said["verdict"], &said["end"]), (&json!("wrong"), &Value::Null));
    let late = attempt(&fixture, puzzle, &puzzle.solution, false).await;
    assert_eq!(late["verdict"], "solved");
    assert!(late["end"]["due"].is_i64(), "{late}");
    let (_, desk) = call(&fixture, get("/api/puzzles")).await;
    assert_eq!((&desk["waiting"], &desk["record"]["streak"]), (&json!(1), &json!(0)));
    let rating = desk["record"]["rating"].as_i64().unwrap();
    assert!(rating < 1000);

    let restarted = Fixture { app: fixture_at(&fixture.data.path().join("games.db")), ..fixture };
    let (_, desk) = call(&restarted, get("/api/puzzles")).await;
    assert_eq!(desk["record"]["rating"].as_i64(), Some(rating));
    let (_, task) = call(&restarted, get("/api/puzzles/next?repeat=true")).await;
    assert_eq!((&task["id"], &task["met"]), (&json!(id(puzzle)), &json!(true)));
    let solved = attempt(&restarted, puzzle, &puzzle.solution, true).await;
    assert_eq!(solved["end"]["record"]["streak"], 1);
}

#[tokio::test]
async fn another_mate_is_accepted() {
    let fixture = fixture();
    let mates = |puzzle: &Puzzle| -> Option<Move> {
        let last = puzzle.solution.len() - 1;
        let position = puzzle.position_at(last);
        position.legal_moves().iter().copied().find(|&mv| {
            let mut after = position;
            after.play_unchecked(mv);
            mv != puzzle.solution[last] && !after.has_legal_move()
        })
    };
    let found = built_in().iter().find_map(|it| Some((it, mates(it)?)));
    let (puzzle, other) = found.expect("some mates have two last moves");
    let mut moves = puzzle.solution.clone();
    *moves.last_mut().unwrap() = other;
    let said = attempt(&fixture, puzzle, &moves, true).await;
    assert_eq!(said["verdict"], "also", "{said}");
    assert!(0 < said["end"]["change"].as_i64().unwrap());
}

#[tokio::test]
async fn giving_up_shows_the_line_and_nonsense_is_refused() {
    let fixture = fixture();
    let puzzle = longer();
    let body = json!({"moves": [], "clean": true}).to_string();
    let path = format!("/api/puzzles/{}/show", id(puzzle));
    let (_, shown) = call(&fixture, post(&path, body)).await;
    assert_eq!(shown["verdict"], "shown");
    assert!(shown["end"]["change"].as_i64().unwrap() < 0);
    assert_eq!(shown["plies"].as_array().unwrap().len(), puzzle.solution.len());

    let bad = |moves: Value| json!({"moves": moves, "clean": true}).to_string();
    let path = format!("/api/puzzles/{}/try", id(puzzle));
    for (body, code) in [
        (bad(json!([])), "not_that_line"),
        (bad(json!(["a0a1", "a9a8", "a1a2"])), "not_that_line"),
        (bad(json!(["e0e9"])), "illegal_move"),
        ("{".to_owned(), "malformed"),
    ] {
        let (status, said) = call(&fixture, post(&path, body)).await;
        assert!(status.is_client_error() && said["code"] == code, "{said}");
    }
    for path in ["/api/puzzles/zz", "/api/puzzles/0000000000000000", "/api/puzzles/next?theme=x"] {
        let (status, said) = call(&fixture, get(path)).await;
        assert_eq!(status, StatusCode::NOT_FOUND, "{path} {said}");
    }
}

#[tokio::test]
async fn themes_and_difficulties_are_obeyed() {
    let fixture = fixture();
    for _ in 0..5 {
        let (_, task) = call(&fixture, get("/api/puzzles/next?theme=mate_in_1")).await;
        let found = built_in().iter().find(|it| id(it) == task["id"]).unwrap();
        assert_eq!(found.solution.len(), 1);
        let (_, task) = call(&fixture, get("/api/puzzles/next?from=1500&to=1799")).await;
        let found = built_in().iter().find(|it| id(it) == task["id"]).unwrap();
        assert!((1500..=1799).contains(&found.difficulty));
    }
    assert_eq!(call(&fixture, get("/api/puzzles/next?repeat=true")).await.0, StatusCode::NOT_FOUND);
}
