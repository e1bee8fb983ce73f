//! What learners ask, called without a socket.

use axum::http::StatusCode;
use serde_json::json;

use super::{
    api::{call, post},
    fixture,
};

#[tokio::test]
async fn a_wrong_try_is_answered_by_its_rule() {
    let fixture = fixture();
    let ask = |mv: &str| post("/api/obstacle", json!({ "move": mv }).to_string());
    let (_, answer) = call(&fixture, ask("b0d1")).await;
    assert_eq!(answer["forbidden"]["points"], json!(["c0"]), "the leg: {answer}");
    assert!(answer["forbidden"]["zh"].as_str().is_some_and(|it| it.contains("马腿")));
    assert_eq!(call(&fixture, ask("b0c2")).await.1, json!({ "forbidden": null }));
    for nonsense in ["", "b0", "b0z9", "b0b0"] {
        assert_eq!(call(&fixture, ask(nonsense)).await.0, StatusCode::BAD_REQUEST, "{nonsense}");
    }
}

#[tokio::test]
async fn the_masters_moves_are_told_with_the_openings_name() {
    let fixture = fixture();
    let body = json!({ "moves": ["h2e2", "h9g7"] }).to_string();
    let (_, found) = call(&fixture, post("/api/openings", body)).await;
    let first = &found["moves"][0];
    assert_eq!((&first["move"], &first["zh"]), (&json!("h0g2"), &json!("马二进三")), "{found}");
    let sum = ["red", "draw", "black"].map(|it| first[it].as_u64().unwrap()).iter().sum::<u64>();
    assert!(100 < sum && sum <= first["games"].as_u64().unwrap());
    assert!(found["name"]["zh"].as_str().is_some_and(|it| it.contains("炮")), "{found}");
}
