//! Endgame tables through the door: the catalogue, and positions whose small tables are built.

use std::time::Duration;

use axum::http::StatusCode;
use serde_json::{Value, json};

use super::{
    Fixture,
    api::{call, get, post},
    fixture,
};

async fn ask(fixture: &Fixture, body: Value) -> (StatusCode, Value) {
    call(fixture, post("/api/endgame", body.to_string())).await
}

/// Asks until the table is built.
async fn ask_patiently(fixture: &Fixture, body: Value) -> Value {
    for _ in 0..600 {
        let (status, answer) = ask(fixture, body.clone()).await;
        assert_eq!(status, StatusCode::OK, "{answer}");
        if answer["state"] != "building" {
            return answer;
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    panic!("the table was never built");
}

#[tokio::test]
async fn the_catalogue_has_names_and_numbers() {
    let fixture = fixture();
    let (status, list) = call(&fixture, get("/api/endgames")).await;
    assert_eq!(status, StatusCode::OK);
    let list = list.as_array().unwrap();
    assert!(40 <= list.len());
    let full = list.iter().find(|it| it["key"] == "R-aabb").unwrap();
    assert_eq!((&full["zh"], &full["longest"]), (&json!("单车对士象全"), &json!(32)));
    assert_eq!((&full["verdict"], &full["won"]), (&json!("depends"), &json!(820)));
}

#[tokio::test]
async fn a_position_is_worth_what_the_table_says() {
    let fixture = fixture();
    let fen = "4k4/9/9/9/4P4/9/9/9/9/3K5 w";
    let answer = ask_patiently(&fixture, json!({ "fen": fen, "point": "e5" })).await;
    assert_eq!((&answer["state"], &answer["table"]), (&json!("ready"), &json!("P-")));
    assert_eq!(answer["value"]["winner"], "red");
    let moves = answer["moves"].as_array().unwrap();
    assert!(moves[0]["best"] == json!(true) && moves[0]["value"]["winner"] == "red", "{answer}");
    let points = answer["points"].as_array().unwrap();
    let at = |point: &str| points.iter().find(|it| it["point"] == point).unwrap()["value"].clone();
    assert_eq!(at("e5"), answer["value"]);
    assert_eq!(at("a9")["winner"], Value::Null, "a soldier on the last rank draws");
}

#[tokio::test]
async fn what_no_table_has_is_said() {
    let fixture = fixture();
    let state = async |fen: &str| ask(&fixture, json!({ "fen": fen })).await.1["state"].clone();
    assert_eq!(state("r3k4/9/9/9/9/9/9/9/9/R2K5 w").await, "none");
    assert_eq!(state("2bakab2/9/9/9/9/9/9/9/9/3KNR3 w").await, "missing");
    let (status, _) = ask(&fixture, json!({ "fen": "nonsense" })).await;
    assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY);
    let fen = "4k4/9/9/9/4P4/9/9/9/9/3K5 w";
    let (status, _) = ask(&fixture, json!({ "fen": fen, "point": "z9" })).await;
    assert_eq!(status, StatusCode::BAD_REQUEST);
}
