//! The library and the shelf through their doors.

use axum::{
    body::Body,
    http::{Request, StatusCode},
};
use http_body_util::BodyExt;
use serde_json::{Value, json};
use tower::ServiceExt;

use super::{
    Fixture,
    api::{call, get, post},
    fixture,
};
use crate::http::router::router;

const LIBRARY: &[u8] = include_bytes!("../../../records/tests/cases/cbl-001.cbl");

/// The lines of the answer to an import.
async fn import(fixture: &Fixture, name: &str, bytes: &'static [u8]) -> Vec<Value> {
    let request = Request::post(format!("/api/library?name={name}"))
        .header("accept-encoding", "gzip")
        .body(Body::from(bytes));
    let response = router(fixture.app.clone()).oneshot(request.unwrap()).await.unwrap();
    let bytes = response.into_body().collect().await.unwrap().to_bytes();
    let text = String::from_utf8(bytes.to_vec()).unwrap();
    text.lines().map(|it| serde_json::from_str(it).unwrap()).collect()
}

#[tokio::test]
async fn a_dropped_library_is_found_game_by_game() {
    let fixture = fixture();
    let lines = import(&fixture, "old.cbl", LIBRARY).await;
    let last = lines.last().unwrap();
    assert_eq!((&last["added"], &last["done"]), (&json!(13), &json!(true)), "{lines:?}");
    let again = import(&fixture, "old.cbl", LIBRARY).await;
    assert_eq!(again.last().unwrap()["duplicates"], 13);
    let (_, collections) = call(&fixture, get("/api/collections")).await;
    assert_eq!((&collections[0]["name"], &collections[0]["games"]), (&json!("old"), &json!(13)));

    let (_, page) = call(&fixture, get("/api/library?opening=%E4%B8%AD%E7%82%AE")).await;
    assert!(page["games"][0]["opening"]["zh"].as_str().unwrap().contains("中炮"), "{page}");
    let after = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/4C2C1/9/RNBAKABNR%20b";
    let (_, page) = call(&fixture, get(&format!("/api/library?fen={after}"))).await;
    assert!(0 < page["total"].as_u64().unwrap(), "the mirror image of 炮二平五: {page}");
    let id = &page["games"][0]["id"];
    let (_, study) = call(&fixture, get(&format!("/api/library/{id}"))).await;
    assert!(study["plies"].is_array() && study["headers"].is_array());
    let (_, pgn) = call(&fixture, get(&format!("/api/library/{id}/pgn?notation=iccs"))).await;
    assert!(pgn.as_str().unwrap().contains("[Format \"ICCS\"]"));
    assert_eq!(call(&fixture, get("/api/library/99999")).await.0, StatusCode::NOT_FOUND);

    let explore = json!({"source": "library"}).to_string();
    let (_, explored) = call(&fixture, post("/api/openings", explore)).await;
    assert!(explored["moves"][0]["games"].as_u64().is_some(), "{explored}");
}

#[tokio::test]
async fn noise_is_refused_and_one_import_runs_at_a_time() {
    let fixture = fixture();
    let lines = import(&fixture, "x", b"\0\x01\x02\x03").await;
    assert!(lines[0]["problem"]["zh"].as_str().unwrap().contains("不是棋谱"), "{lines:?}");
    let turn = fixture.app.imports.clone().try_acquire_owned().unwrap();
    let busy = Request::post("/api/library?name=x").body(Body::from("h2e2")).unwrap();
    tokio::time::pause();
    assert_eq!(call(&fixture, busy).await.0, StatusCode::SERVICE_UNAVAILABLE);
    tokio::time::resume();
    drop(turn);
    assert_eq!(import(&fixture, "x", b"h2e2").await[0]["added"], 1);
    let bad = get("/api/library?fen=x");
    assert_eq!(call(&fixture, bad).await.1["code"], "bad_position");
}

#[tokio::test]
async fn the_shelf_is_filtered_and_paged() {
    let fixture = fixture();
    let human = json!({"kind": "human"});
    for level in [json!({"kind": "level", "level": 1}), json!({"kind": "human", "name": "Ann"})] {
        for _ in 0..15 {
            let body = json!({"red": human, "black": level}).to_string();
            assert_eq!(call(&fixture, post("/api/games", body)).await.0, StatusCode::CREATED);
        }
    }
    let counted = async |query: &str| {
        let (_, shelf) = call(&fixture, get(&format!("/api/games?{query}"))).await;
        (shelf["games"].as_array().unwrap().len(), shelf["total"].as_u64().unwrap())
    };
    assert_eq!(counted("").await, (24, 30));
    assert_eq!(counted("page=1").await, (6, 30));
    assert_eq!(counted("opponent=machine").await, (15, 15));
    assert_eq!(counted("opponent=person&page=9").await, (0, 15));
    assert_eq!(counted("opponent=ann").await, (15, 15));
    assert_eq!(counted("outcome=won").await, (0, 0));
    assert_eq!(counted("outcome=lost").await, (0, 0));
    assert_eq!(counted("outcome=ongoing&opponent=machine").await, (15, 15));
    assert_eq!(counted("until=1000").await, (0, 0));
    let (_, shelf) = call(&fixture, get("/api/games?opponent=machine")).await;
    assert_eq!(shelf["games"][0]["side"], "red");
    let explore = json!({"source": "mine"}).to_string();
    let (_, explored) = call(&fixture, post("/api/openings", explore)).await;
    assert_eq!(explored["moves"], json!([]), "nothing was played yet");
}
