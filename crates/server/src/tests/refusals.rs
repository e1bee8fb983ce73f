//! Doors with a limit: what is too much, or comes from elsewhere, is refused with its code.

use std::sync::Arc;

use axum::{
    body::Body,
    http::{Request, StatusCode},
};
use serde_json::json;
use tokio_tungstenite::{
    connect_async,
    tungstenite::{Error, client::IntoClientRequest},
};

use super::{
    api::{call, get, post},
    fixture,
    rooms::Server,
};
use crate::{http::voice::page_voice, room::rooms::Rooms};

#[tokio::test]
async fn a_flood_of_messages_is_slowed_down_and_changes_nothing() {
    let server = Server::start(fixture()).await;
    let (id, tokens) = server.two_humans().await;
    let mut red = server.join(&id, &[&tokens["red"]]).await;
    let mut codes = Vec::new();
    for _ in 0..200 {
        let answer = red.ask(json!({"type": "move", "plies": 7, "move": "h2e2"})).await;
        codes.push(answer["code"].as_str().unwrap().to_owned());
    }
    assert_eq!(codes[0], "stale");
    assert!(codes.iter().any(|it| it == "too_many_requests"), "{codes:?}");
    let mut again = server.join(&id, &[&tokens["red"]]).await;
    assert_eq!(again.game().await["plies"], json!([]));
}

#[tokio::test]
async fn new_games_are_counted_by_address() {
    let mut fixture = fixture();
    let rate = crate::door::bucket::Rate { burst: 2.0, per_second: 0.0 };
    fixture.app.new_games = Arc::new(crate::http::limits::ByAddress::new(rate));
    let body = json!({"red": {"kind": "human"}, "black": {"kind": "human"}}).to_string();
    for expected in [StatusCode::CREATED, StatusCode::CREATED, StatusCode::TOO_MANY_REQUESTS] {
        assert_eq!(call(&fixture, post("/api/games", body.clone())).await.0, expected);
    }
}

#[tokio::test]
async fn a_full_house_opens_no_further_room() {
    let mut fixture = fixture();
    let (store, pool) = (fixture.app.store.clone(), Arc::clone(&fixture.app.pool));
    fixture.app.rooms = Arc::new(Rooms::new(store, pool, page_voice, 1));
    let server = Server::start(fixture).await;
    let (first, tokens) = server.two_humans().await;
    let (second, others) = server.two_humans().await;
    let mut inside = server.join(&first, &[&tokens["red"]]).await;
    let mut outside = server.connect(&second).await;
    let hello = json!({"type": "hello", "tokens": [others["red"]]});
    assert_eq!(outside.refusal(hello).await, "too_many_rooms");
    assert_eq!(inside.play(0, "h2e2").await["type"], "done", "whoever is in plays on");
}

#[tokio::test]
async fn sockets_of_other_sites_are_refused() {
    let server = Server::start(fixture()).await;
    let (id, _) = server.two_humans().await;
    for path in [format!("/api/games/{id}/socket"), "/api/analysis".to_owned()] {
        let url = format!("ws://{}{path}", server.address);
        let mut request = url.into_client_request().unwrap();
        request.headers_mut().insert("origin", "http://evil.example".parse().unwrap());
        match connect_async(request).await {
            Err(Error::Http(answer)) => assert_eq!(answer.status(), StatusCode::FORBIDDEN),
            other => panic!("not refused: {other:?}"),
        }
    }
}

#[tokio::test]
async fn a_duel_obeys_its_host_only() {
    let fixture = fixture();
    let level = json!({"kind": "zoo", "name": "random"});
    let new = json!({"first": level, "second": level, "games": 2}).to_string();
    let (status, made) = call(&fixture, post("/api/duels", new)).await;
    assert_eq!(status, StatusCode::CREATED, "{made}");
    let path = |end: &str| format!("/api/duels/{}{end}", made["id"].as_str().unwrap());
    let foreign = json!({"token": "0".repeat(32)}).to_string();
    for end in ["/next", "/stop"] {
        let (status, answer) = call(&fixture, post(&path(end), foreign.clone())).await;
        assert_eq!((status, &answer["code"]), (StatusCode::FORBIDDEN, &json!("not_your_seat")));
    }
    let own = json!({"token": made["token"]}).to_string();
    let (_, first) = call(&fixture, post(&path("/next"), own.clone())).await;
    let (_, again) = call(&fixture, post(&path("/next"), own.clone())).await;
    assert!(first["live"].is_string(), "{first}");
    assert_eq!(again["live"], first["live"], "one game at a time");
    let (_, stopped) = call(&fixture, post(&path("/stop"), own)).await;
    assert_eq!((&stopped["over"], &stopped["live"]), (&json!(true), &json!(null)));
    let (_, seen) = call(&fixture, get(&path(""))).await;
    assert!(!seen.to_string().contains(made["token"].as_str().unwrap()));
    assert_eq!(call(&fixture, get("/api/duels/nosuchduel00")).await.0, StatusCode::NOT_FOUND);
    let human = json!({"first": {"kind": "human"}, "second": level, "games": 2}).to_string();
    let (_, answer) = call(&fixture, post("/api/duels", human)).await;
    assert_eq!(answer["code"], "no_such_player");
}

#[tokio::test]
async fn whoever_refuses_the_answer_is_json() {
    let fixture = fixture();
    let with = |method: &str, path: &str, body: String| {
        let request = Request::builder().method(method).uri(path);
        request.header("host", "localhost").body(Body::from(body)).unwrap()
    };
    let large = || "x".repeat(crate::http::limits::BODY + 1);
    for (request, status, code) in [
        (with("GET", "/nothing.html", String::new()), 404, "no_such_route"),
        (with("GET", "/api/nothing", String::new()), 404, "no_such_route"),
        (with("POST", "/api/nothing", String::new()), 404, "no_such_route"),
        (with("DELETE", "/", String::new()), 405, "no_such_method"),
        (with("PUT", "/api/games", String::new()), 405, "no_such_method"),
        (with("GET", "/api/check", String::new()), 405, "no_such_method"),
        (post("/api/check", large()), 413, "too_large"),
        (with("GET", "/api/duels/%ff%fe", String::new()), 400, "malformed"),
        (with("GET", "/api/games?page=x", String::new()), 400, "malformed"),
    ] {
        let path = request.uri().to_string();
        let (found, answer) = call(&fixture, request).await;
        assert_eq!((found.as_u16(), &answer["code"]), (status, &json!(code)), "{path} {answer}");
        assert!(answer["zh"].is_string() && answer["message"].is_string(), "{path}");
    }
    let elsewhere = Request::get("/api/players").header("host", "evil.example:80");
    let (_, answer) = call(&fixture, elsewhere.body(Body::empty()).unwrap()).await;
    assert_eq!(answer["code"], "foreign_host");
    assert!(answer["message"].as_str().unwrap().contains("--host evil.example"), "{answer}");
}
