//! Two people and a link: who sits down, who only watches, and how they play again.

use axum::http::{HeaderMap, StatusCode};
use serde_json::{Value, json};

use super::{
    api::{call, get, post},
    fixture,
    rooms::{Server, Viewer, server},
};

const HOST: &str = "0123456789abcdef0123456789abcdef";
const FRIEND: &str = "11111111111111111111111111111111";
const STRANGER: &str = "22222222222222222222222222222222";

/// A game whose black seat is given away, with its tokens.
async fn invitation(server: &Server) -> (String, Value) {
    let mut headers = HeaderMap::new();
    headers.insert("authorization", format!("Bearer {HOST}").parse().unwrap());
    let body = json!({
        "red": {"kind": "human", "name": "Ann"}, "black": {"kind": "human"}, "invite": "black",
    });
    server.new_game_of(headers, body).await
}

async fn hello(server: &Server, id: &str, token: &Value, visitor: &str) -> (Viewer, Value) {
    let mut viewer = server.connect(id).await;
    let hello = json!({"type": "hello", "tokens": [token], "visitor": visitor, "name": " Bob "});
    let answer = viewer.ask(hello).await;
    (viewer, answer)
}

#[tokio::test]
async fn an_invitation_seats_one_visitor_and_not_its_maker() {
    let server = server().await;
    let (id, tokens) = invitation(&server).await;
    let (mut host, answer) = hello(&server, &id, &tokens["red"], HOST).await;
    assert_eq!(answer["type"], "done");
    assert_eq!(host.game().await["present"]["invited"], "black");
    let (_, answer) = hello(&server, &id, &tokens["black"], HOST).await;
    assert_eq!(answer["code"], "seat_taken", "who looks at the own link keeps the own seat");

    let (mut friend, answer) = hello(&server, &id, &tokens["black"], FRIEND).await;
    assert_eq!(answer["type"], "done");
    assert_eq!(friend.game().await["you"], json!(["black"]));
    let game = host.game().await;
    assert_eq!(game["present"]["invited"], Value::Null);
    assert_eq!(game["players"]["black"]["name"], "Bob");
    assert_eq!(game["players"]["red"]["name"], "Ann");

    let (_, answer) = hello(&server, &id, &tokens["black"], STRANGER).await;
    assert_eq!(answer["code"], "seat_taken");
    let mut nameless = server.connect(&id).await;
    let hello_without = json!({"type": "hello", "tokens": [tokens["black"]]});
    assert_eq!(nameless.refusal(hello_without).await, "seat_taken");
    // It is so after a restart too, and the friend comes back.
    server.fixture.app.rooms.close().await;
    assert_eq!(hello(&server, &id, &tokens["black"], STRANGER).await.1["code"], "seat_taken");
    let (mut friend, _) = hello(&server, &id, &tokens["black"], FRIEND).await;
    let game = friend.game().await;
    assert_eq!(
        (&game["you"], &game["players"]["black"]["name"]),
        (&json!(["black"]), &json!("Bob"))
    );
}

#[tokio::test]
async fn only_the_seat_of_a_human_is_given_away() {
    let fixture = fixture();
    let body = json!({
        "red": {"kind": "human"}, "black": {"kind": "level", "level": 1}, "invite": "black",
    });
    let (status, answer) = call(&fixture, post("/api/games", body.to_string())).await;
    assert_eq!(
        (status, &answer["code"]),
        (StatusCode::UNPROCESSABLE_ENTITY, &json!("bad_invitation"))
    );
}

#[tokio::test]
async fn a_refusal_is_told_and_friends_get_no_hints() {
    let server = server().await;
    let (id, tokens) = invitation(&server).await;
    let (mut host, _) = hello(&server, &id, &tokens["red"], HOST).await;
    let (mut friend, _) = hello(&server, &id, &tokens["black"], FRIEND).await;
    assert_eq!(host.refusal(json!({"type": "hint"})).await, "no_hints");
    host.play(0, "h2e2").await;
    host.ask(json!({"type": "draw"})).await;
    assert_eq!(friend.game().await["draw_offer"], "red");
    friend.ask(json!({"type": "decline"})).await;
    let told = host.wait_for("declined").await;
    assert_eq!((&told["offer"], &told["by"]), (&json!("draw"), &json!("black")));
    assert_eq!(host.game().await["draw_offer"], Value::Null);
}

#[tokio::test]
async fn a_rematch_needs_both_and_changes_colors() {
    let server = server().await;
    let (id, tokens) = invitation(&server).await;
    let (mut host, _) = hello(&server, &id, &tokens["red"], HOST).await;
    let (mut friend, _) = hello(&server, &id, &tokens["black"], FRIEND).await;
    assert_eq!(host.refusal(json!({"type": "rematch"})).await, "not_over");
    host.play(0, "h2e2").await;
    friend.ask(json!({"type": "resign"})).await;

    friend.ask(json!({"type": "rematch"})).await;
    assert_eq!(host.game().await["rematch_offer"], "black");
    host.ask(json!({"type": "decline"})).await;
    assert_eq!(friend.wait_for("declined").await["offer"], "rematch");
    friend.ask(json!({"type": "rematch"})).await;
    host.ask(json!({"type": "rematch"})).await;
    let next = host.game().await["next"].as_str().unwrap().to_owned();
    assert_eq!(friend.game().await["next"], next);
    assert_eq!(host.refusal(json!({"type": "rematch"})).await, "stale", "one game follows");

    let (mut host, _) = hello(&server, &next, &tokens["red"], HOST).await;
    let (mut friend, _) = hello(&server, &next, &tokens["black"], FRIEND).await;
    let game = friend.game().await;
    assert_eq!((&game["you"], &game["players"]["red"]["name"]), (&json!(["red"]), &json!("Bob")));
    assert_eq!(host.game().await["you"], json!(["black"]));
    assert_eq!(friend.play(0, "h2e2").await["type"], "done");
    assert_eq!(hello(&server, &next, &tokens["black"], STRANGER).await.1["code"], "seat_taken");
    server.fixture.app.rooms.close().await;
    let mut again = server.join(&id, &[&tokens["red"]]).await;
    assert_eq!(again.game().await["next"], next, "the way is kept on disk");
}

#[tokio::test]
async fn alone_against_a_machine_a_rematch_begins_at_once() {
    let server = server().await;
    let body = json!({"red": {"kind": "human"}, "black": {"kind": "level", "level": 1}});
    let (id, tokens) = server.new_game(body).await;
    let mut red = server.join(&id, &[&tokens["red"]]).await;
    red.ask(json!({"type": "resign"})).await;
    assert_eq!(red.ask(json!({"type": "rematch"})).await["type"], "done");
    let next = red.game().await["next"].as_str().unwrap().to_owned();
    let mut again = server.join(&next, &[&tokens["red"]]).await;
    assert_eq!(again.game().await["you"], json!(["black"]));
}

#[tokio::test]
async fn links_are_drawn_and_addresses_told() {
    let fixture = fixture();
    let (status, picture) =
        call(&fixture, post("/api/qr", r#"{"text":"http://10.0.0.3/#/x"}"#)).await;
    assert_eq!(status, StatusCode::OK);
    assert!(picture.as_str().is_some_and(|it| it.contains("<svg") && it.contains("<path")));
    let long = json!({"text": "x".repeat(501)}).to_string();
    assert_eq!(call(&fixture, post("/api/qr", long)).await.1["code"], "too_large");
    let (_, told) = call(&fixture, get("/api/addresses")).await;
    assert_eq!(told, json!({"urls": [], "port": 8090}), "on loopback nobody else comes");
}
