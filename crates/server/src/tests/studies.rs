//! A visitor's studies: kept as they were sent, shown to their owner only.

use axum::{
    body::Body,
    http::{Request, StatusCode},
};
use serde_json::{Value, json};

use super::{
    Fixture,
    api::{call, get, post},
    fixture,
};

async fn ask(fixture: &Fixture, method: &str, path: &str, body: Value) -> (StatusCode, Value) {
    let mut request = post(path, body.to_string());
    *request.method_mut() = method.parse().unwrap();
    call(fixture, request).await
}

#[tokio::test]
async fn a_study_is_kept_listed_changed_and_deleted() {
    let fixture = fixture();
    let line = json!([
        {"move": "h2e2", "remark": "中炮"},
        {"move": "h9g7"},
        {"move": "b9c7", "parent": 1},
        {"move": "h0g2"},
    ]);
    let body = json!({"name": " First\n", "tree": {"line": line, "remark": "hello"}});
    let (status, made) = call(&fixture, post("/api/studies", body.to_string())).await;
    assert_eq!(status, StatusCode::CREATED, "{made}");
    let path = format!("/api/studies/{}", made["id"].as_str().unwrap());

    let (_, list) = call(&fixture, get("/api/studies")).await;
    let first = &list["studies"][0];
    assert_eq!((&first["name"], &first["moves"]), (&json!("First"), &json!(4)));
    let (_, opened) = call(&fixture, get(&path)).await;
    assert_eq!(opened["study"]["remark"], "hello");
    assert_eq!(opened["study"]["plies"][0]["remark"], "中炮");
    let (beside, after) = (&opened["study"]["plies"][2], &opened["study"]["plies"][3]);
    assert_eq!((&beside["move"], &beside["parent"]), (&json!("b9c7"), &json!(1)), "{opened}");
    assert_eq!(after["move"], "h0g2");

    let renamed = ask(&fixture, "PUT", &path, json!({"name": "Second"})).await;
    assert_eq!(renamed.0, StatusCode::NO_CONTENT);
    let tree = json!({"tree": {"line": [{"move": "炮二平五"}]}});
    assert_eq!(ask(&fixture, "PUT", &path, tree).await.0, StatusCode::NO_CONTENT);
    let (_, list) = call(&fixture, get("/api/studies")).await;
    let first = &list["studies"][0];
    assert_eq!((&first["name"], &first["moves"]), (&json!("Second"), &json!(1)));

    assert_eq!(ask(&fixture, "DELETE", &path, json!({})).await.0, StatusCode::NO_CONTENT);
    assert_eq!(call(&fixture, get("/api/studies")).await.1["studies"], json!([]));
    assert_eq!(call(&fixture, get(&path)).await.1["code"], "no_such_study");
}

#[tokio::test]
async fn others_neither_see_nor_change_it_and_nonsense_is_refused() {
    let fixture = fixture();
    let bad = json!({"name": "x", "tree": {"line": [{"move": "h2h2"}]}}).to_string();
    assert_eq!(call(&fixture, post("/api/studies", bad)).await.1["code"], "illegal_move");
    let (_, made) = call(&fixture, post("/api/studies", r#"{"name":"mine"}"#)).await;
    let path = format!("/api/studies/{}", made["id"].as_str().unwrap());
    for method in ["GET", "PUT", "DELETE"] {
        let stranger = Request::builder()
            .method(method)
            .uri(&path)
            .header("content-type", "application/json")
            .header("authorization", "Bearer ffffffffffffffffffffffffffffffff")
            .body(Body::from(r#"{"name":"taken"}"#))
            .unwrap();
        assert_eq!(call(&fixture, stranger).await.1["code"], "no_such_study", "{method}");
    }
    assert_eq!(call(&fixture, get("/api/studies")).await.1["studies"][0]["name"], "mine");
}
