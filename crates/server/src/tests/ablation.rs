//! Games of searchers made of switches, called without a socket.

use axum::http::StatusCode;
use serde_json::{Value, json};

use super::{
    Fixture,
    api::{call, post},
    fixture,
};

async fn finish(fixture: &Fixture, game: u32, results: &[u64]) -> (Vec<String>, Value) {
    let mut moves: Vec<String> = Vec::new();
    loop {
        let body = json!({
            "first": "alphabeta,ordering,positions,depth=2", "second": "alphabeta,depth=1",
            "seed": 5, "game": game, "moves": moves, "results": results,
        });
        let (status, answer) =
            call(fixture, post("/api/lab/ablation/play", body.to_string())).await;
        assert_eq!(status, StatusCode::OK, "{answer}");
        let new = answer["moves"].as_array().unwrap();
        moves.extend(new.iter().map(|it| it["move"].as_str().unwrap().to_owned()));
        if !answer["result"].is_null() {
            return (moves, answer);
        }
    }
}

#[tokio::test]
async fn a_series_is_played_and_counted_and_comes_out_the_same_again() {
    let fixture = fixture();
    let (moves, first) = finish(&fixture, 0, &[]).await;
    assert_eq!(first["red"], 0);
    let score = |it: &Value| {
        ["won", "drawn", "lost"].map(|part| it["score"][part].as_u64().unwrap()).iter().sum::<u64>()
    };
    assert_eq!(score(&first), 1);
    let (_, second) = finish(&fixture, 1, &[first["result"].as_u64().unwrap()]).await;
    assert_eq!((score(&second), &second["red"]), (2, &json!(1)));
    assert_eq!(first["fen"], second["fen"], "a pair has one opening");
    let (again, _) = finish(&fixture, 0, &[]).await;
    assert_eq!(moves, again);
}

#[tokio::test]
async fn both_are_counted_on_one_position() {
    let fixture = fixture();
    let body = json!({ "first": "depth=2", "second": "alphabeta,ordering,depth=3" });
    let (_, counts) = call(&fixture, post("/api/lab/ablation/count", body.to_string())).await;
    assert_eq!(counts[0][1]["nodes"], 44 + 1920, "{counts}");
    assert_eq!(counts[1].as_array().unwrap().len(), 3);
    assert!(counts[1][1]["nodes"].as_u64() < counts[0][1]["nodes"].as_u64());
    assert_eq!(counts[0][1]["score"], counts[1][1]["score"]);
}

#[tokio::test]
async fn nonsense_is_refused_in_words() {
    let fixture = fixture();
    for (name, value) in [
        ("first", json!("engine")),
        ("second", json!("depth=99")),
        ("moves", json!(["a0a9"])),
        ("moves", json!(["x"])),
        ("game", json!(1000)),
        ("results", json!([3])),
        ("seed", json!(-1)),
    ] {
        let mut body = json!({ "first": "", "second": "", "seed": 1, "game": 1 });
        body[name] = value;
        let (status, answer) =
            call(&fixture, post("/api/lab/ablation/play", body.to_string())).await;
        assert_eq!(status, StatusCode::BAD_REQUEST, "{name}: {answer}");
    }
}
