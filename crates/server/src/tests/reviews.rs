//! Reviews through the door: begun once, seen to grow, kept; a hanging piece is named.

use std::time::Duration;

use axum::http::StatusCode;
use serde_json::{Value, json};

use super::{
    Fixture,
    api::{call, post},
    fixture,
};

/// Red leaves a cannon hanging at once.
fn short_game() -> Value {
    json!({ "moves": ["h2e2", "h9g7", "e2e6", "g7e6"] })
}

async fn asked(fixture: &Fixture, line: &Value) -> Value {
    let (status, review) = call(fixture, post("/api/review", line.to_string())).await;
    assert_eq!(status, StatusCode::OK, "{review}");
    review
}

async fn finished(fixture: &Fixture, line: &Value) -> Value {
    loop {
        let review = asked(fixture, line).await;
        if review["done"] == true {
            return review;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

#[tokio::test]
async fn a_game_is_reviewed_once_and_kept() {
    let fixture = fixture();
    let first = asked(&fixture, &short_game()).await;
    assert_eq!(first["quick"][1], 5);
    let review = finished(&fixture, &short_game()).await;
    assert_eq!(review["moves"].as_array().unwrap().len(), 4);
    let bad = &review["moves"][2];
    assert!(["mistake", "blunder"].contains(&bad["label"].as_str().unwrap()), "{bad}");
    let english = bad["why"]["sentences"][0]["en"].as_str().unwrap();
    assert!(english.contains("loses a cannon"), "{english}");
    assert_eq!(review["moments"], json!([3]));
    // The last answer is on the page a moment before it is on disk.
    while !fixture.app.store.unfinished_reviews().await.unwrap().is_empty() {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    let again = asked(&fixture, &short_game()).await;
    assert_eq!(again["moves"], review["moves"]);
}

#[tokio::test]
async fn what_was_broken_off_goes_on_after_a_restart() {
    let fixture = fixture();
    asked(&fixture, &short_game()).await;
    fixture.app.pool.close();
    let path = fixture.data.path().join("games.db");
    let waits = || async { fixture.app.store.unfinished_reviews().await.unwrap().len() };
    assert_eq!(waits().await, 1);
    let next = super::fixture_at(&path);
    next.reviews.go_on().await;
    while 0 < waits().await {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

#[tokio::test]
async fn a_running_game_is_not_reviewed_and_a_hanging_move_is_explained() {
    let fixture = fixture();
    let game = json!({"red": {"kind": "human"}, "black": {"kind": "human"}}).to_string();
    let (_, made) = call(&fixture, post("/api/games", game)).await;
    let body = json!({ "game": made["id"] }).to_string();
    let (status, refused) = call(&fixture, post("/api/review", body)).await;
    assert_eq!((status, &refused["code"]), (StatusCode::CONFLICT, &json!("game_goes_on")));

    let body = json!({ "moves": ["h2e2", "h9g7"], "move": "e2e6" }).to_string();
    let (status, answer) = call(&fixture, post("/api/why", body)).await;
    assert_eq!(status, StatusCode::OK, "{answer}");
    assert_eq!(answer["good"], false);
    let told = &answer["why"]["sentences"][0];
    assert!(told["zh"].as_str().unwrap().contains("丢炮"), "{told}");
    assert_eq!(answer["why"]["line"][0]["move"], "e2e6");
}
