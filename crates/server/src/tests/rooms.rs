//! Rooms over a real socket: seats, turns, refusals, offers, reconnection.

use std::{
    net::SocketAddr,
    time::{Duration, Instant},
};

use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async, tungstenite::Message};

use super::{Fixture, fixture};
use crate::{
    door::serving::{Door, DoorLimits, listen},
    http::{limits, router::router},
};

/// A server on a free port, alive as long as the fixture.
pub(super) struct Server {
    pub(super) address: SocketAddr,
    pub(super) fixture: Fixture,
}

pub(super) async fn server() -> Server {
    Server::start(fixture()).await
}

pub(super) struct Viewer {
    socket: WebSocketStream<MaybeTlsStream<TcpStream>>,
    asked: u64,
    /// What came while an answer was awaited.
    heard: Vec<Value>,
}

impl Server {
    pub(super) async fn start(fixture: Fixture) -> Server {
        Server::start_with(fixture, DoorLimits::new(limits::CONNECTIONS, Vec::new())).await
    }

    pub(super) async fn start_with(fixture: Fixture, door: DoorLimits) -> Server {
        let listener = listen(([127, 0, 0, 1], 0).into()).unwrap();
        let address = listener.local_addr().unwrap();
        let (routes, closing) = (router(fixture.app.clone()), fixture.app.closing.clone());
        let door = Door::new(door);
        tokio::spawn(async move { door.serve(listener, routes, closing).await });
        Server { address, fixture }
    }

    pub(super) async fn new_game(&self, body: Value) -> (String, Value) {
        self.new_game_of(axum::http::HeaderMap::new(), body).await
    }

    /// A game of whoever sends these headers.
    pub(super) async fn new_game_of(
        &self,
        headers: axum::http::HeaderMap,
        body: Value,
    ) -> (String, Value) {
        let setup = serde_json::from_value(body).unwrap();
        let made = crate::http::games::create(
            axum::extract::State(self.fixture.app.clone()),
            crate::http::extract::Client(self.address.ip()),
            headers,
            crate::http::extract::JsonBody(Ok(setup)),
        );
        let (_, made) = made.await.unwrap();
        let made = serde_json::to_value(made.0).unwrap();
        (made["id"].as_str().unwrap().to_owned(), made["tokens"].clone())
    }

    pub(super) async fn two_humans(&self) -> (String, Value) {
        self.new_game(json!({"red": {"kind": "human"}, "black": {"kind": "human"}})).await
    }

    pub(super) async fn connect(&self, id: &str) -> Viewer {
        let url = format!("ws://{}/api/games/{id}/socket", self.address);
        let (socket, _) = connect_async(url).await.unwrap();
        Viewer { socket, asked: 0, heard: Vec::new() }
    }

    async fn analyst(&self) -> Viewer {
        let (socket, _) =
            connect_async(format!("ws://{}/api/analysis", self.address)).await.unwrap();
        Viewer { socket, asked: 0, heard: Vec::new() }
    }

    pub(super) async fn join(&self, id: &str, tokens: &[&Value]) -> Viewer {
        let mut viewer = self.connect(id).await;
        let answer = viewer.ask(json!({"type": "hello", "tokens": tokens})).await;
        assert_eq!(answer["type"], "done", "{answer}");
        viewer
    }
}

impl Viewer {
    async fn send(&mut self, text: String) {
        self.socket.send(Message::Text(text.into())).await.unwrap();
    }

    pub(super) async fn next(&mut self) -> Option<Value> {
        loop {
            match self.socket.next().await? {
                Ok(Message::Text(text)) => return Some(serde_json::from_str(&text).unwrap()),
                Ok(Message::Close(_)) | Err(_) => return None,
                Ok(_) => (),
            }
        }
    }

    /// The answer to a request; what else comes is kept.
    pub(super) async fn ask(&mut self, mut request: Value) -> Value {
        self.asked += 1;
        request["re"] = json!(self.asked);
        self.send(request.to_string()).await;
        loop {
            let message = self.next().await.expect("the socket stays open");
            let is_answer = message["re"] == json!(self.asked);
            if is_answer {
                return message;
            }
            self.heard.push(message);
        }
    }

    pub(super) async fn refusal(&mut self, request: Value) -> String {
        let answer = self.ask(request).await;
        answer["code"].as_str().unwrap_or_else(|| panic!("not refused: {answer}")).to_owned()
    }

    pub(super) async fn wait_for(&mut self, kind: &str) -> Value {
        if let Some(index) = self.heard.iter().position(|it| it["type"] == kind) {
            return self.heard.remove(index);
        }
        loop {
            let message = self.next().await.expect("the socket stays open");
            if message["type"] == kind {
                return message;
            }
            self.heard.push(message);
        }
    }

    /// Everything about the game, asked for now.
    pub(super) async fn game(&mut self) -> Value {
        self.ask(json!({"type": "sync"})).await;
        // Others may have made it change just before: the last one answers.
        let games = self.heard.extract_if(.., |it| it["type"] == "game");
        games.last().expect("the game comes before the answer")
    }

    pub(super) async fn play(&mut self, plies: usize, mv: &str) -> Value {
        self.ask(json!({"type": "move", "plies": plies, "move": mv})).await
    }
}

#[tokio::test]
async fn two_players_move_in_turn_and_spectators_watch() {
    let server = server().await;
    let (id, tokens) = server.two_humans().await;
    let mut red = server.join(&id, &[&tokens["red"]]).await;
    let mut black = server.join(&id, &[&tokens["black"]]).await;
    let mut guest = server.join(&id, &[]).await;

    assert_eq!(black.play(0, "h9g7").await["code"], "not_your_turn");
    assert_eq!(guest.play(0, "h2e2").await["code"], "not_your_seat");
    assert_eq!(red.play(0, "h2h9x").await["code"], "illegal_move");
    assert_eq!(red.play(0, "e0e5").await["code"], "illegal_move");
    assert_eq!(red.play(1, "h2e2").await["code"], "stale");
    assert_eq!(red.game().await["plies"], json!([]), "refusals change nothing");

    assert_eq!(red.play(0, "炮二平五").await["type"], "done");
    assert_eq!(black.play(1, "H8+7").await["type"], "done");
    for _ in 0..2 {
        guest.wait_for("moved").await;
    }
    let seen = guest.game().await;
    assert_eq!(seen["you"], json!([]));
    assert_eq!(seen["plies"][1]["zh"], "马８进７");
    let secrets = [tokens["red"].as_str().unwrap(), tokens["black"].as_str().unwrap()];
    assert!(secrets.iter().all(|it| !seen.to_string().contains(it)));
}

#[tokio::test]
async fn a_foreign_token_gives_no_seat() {
    let server = server().await;
    let (id, _) = server.two_humans().await;
    let (_, others) = server.two_humans().await;
    let nonsense = json!("not a token");
    let mut viewer = server.join(&id, &[&others["red"], &nonsense]).await;
    assert_eq!(viewer.play(0, "h2e2").await["code"], "not_your_seat");
    for request in ["undo", "redo", "draw", "resign", "swap", "hint", "step"] {
        let code = viewer.refusal(json!({"type": request})).await;
        assert!(["not_your_seat", "not_watching"].contains(&code.as_str()), "{request}: {code}");
    }
}

#[tokio::test]
async fn malformed_and_oversized_messages_change_nothing() {
    let server = server().await;
    let (id, tokens) = server.two_humans().await;
    let mut red = server.join(&id, &[&tokens["red"]]).await;
    for text in ["", "{", "[]", r#"{"re":1}"#, r#"{"re":1,"type":"fly"}"#, r#"{"type":"undo"}"#] {
        red.send(text.to_owned()).await;
        assert_eq!(red.wait_for("refused").await["code"], "malformed", "{text}");
    }
    assert_eq!(red.play(0, "h2e2").await["type"], "done");
    red.send(format!(r#"{{"re":9,"type":"move","plies":1,"move":"{}"}}"#, "x".repeat(20_000)))
        .await;
    while red.next().await.is_some() {}
    let mut again = server.join(&id, &[&tokens["red"]]).await;
    assert_eq!(again.game().await["plies"].as_array().unwrap().len(), 1);
}

#[tokio::test]
async fn a_socket_must_say_hello_to_an_existing_game() {
    let server = server().await;
    let (id, _) = server.two_humans().await;
    let mut silent = server.connect(&id).await;
    assert_eq!(silent.ask(json!({"type": "sync"})).await["code"], "say_hello");
    for id in ["nosuchgame00", "..%2F..%2Fx"] {
        let mut lost = server.connect(id).await;
        assert_eq!(lost.ask(json!({"type": "hello"})).await["code"], "no_such_game");
    }
}

#[tokio::test]
async fn the_machine_answers_and_a_take_back_returns_to_my_move() {
    let server = server().await;
    let body = json!({"red": {"kind": "human"}, "black": {"kind": "level", "level": 1}});
    let (id, tokens) = server.new_game(body).await;
    let mut red = server.join(&id, &[&tokens["red"]]).await;
    red.play(0, "h2e2").await;
    red.wait_for("moved").await;
    let played = Instant::now();
    let answer = red.wait_for("moved").await;
    assert_eq!(answer["plies"], 2, "{answer}");
    let waited = played.elapsed();
    assert!(Duration::from_millis(350) < waited, "one sees the own move first: {waited:?}");

    assert_eq!(red.ask(json!({"type": "undo"})).await["type"], "done");
    let game = red.game().await;
    assert_eq!((game["plies"].as_array().unwrap().len(), &game["undone"]), (0, &json!(2)));
    assert_eq!(red.ask(json!({"type": "redo"})).await["type"], "done");
    assert_eq!(red.game().await["plies"].as_array().unwrap().len(), 2);
    assert_eq!(red.refusal(json!({"type": "redo"})).await, "nothing_to_redo");

    assert_eq!(red.ask(json!({"type": "hint"})).await["type"], "done");
    assert!(red.wait_for("hint").await["best"]["move"].is_string());
    assert_eq!(red.refusal(json!({"type": "draw"})).await, "draw_declined");

    assert_eq!(red.ask(json!({"type": "swap"})).await["type"], "done");
    let game = red.game().await;
    assert_eq!(game["you"], json!(["black"]));
    assert_eq!(game["players"]["red"]["kind"], "level");
    assert_eq!(red.ask(json!({"type": "resign"})).await["type"], "done");
    let game = red.game().await;
    assert_eq!(game["status"]["status"], "red_wins");
    assert_eq!(game["status"]["reason"], "resignation");
    assert_eq!(red.refusal(json!({"type": "resign"})).await, "game_over");
}

#[tokio::test]
async fn draws_and_take_backs_between_people_need_both() {
    let server = server().await;
    let (id, tokens) = server.two_humans().await;
    let mut red = server.join(&id, &[&tokens["red"]]).await;
    let mut black = server.join(&id, &[&tokens["black"]]).await;
    assert_eq!(red.refusal(json!({"type": "undo"})).await, "nothing_to_undo");
    red.play(0, "h2e2").await;
    red.ask(json!({"type": "undo"})).await;
    assert_eq!(black.game().await["undo_request"], "red");
    black.ask(json!({"type": "decline"})).await;
    assert_eq!(red.game().await["undo_request"], Value::Null);
    assert_eq!(black.refusal(json!({"type": "decline"})).await, "nothing_to_answer");

    red.ask(json!({"type": "undo"})).await;
    // The answer waits for nothing else, but the request has to be there first.
    black.ask(json!({"type": "undo"})).await;
    assert_eq!(red.game().await["plies"], json!([]));

    red.play(0, "h2e2").await;
    black.ask(json!({"type": "draw"})).await;
    assert_eq!(red.game().await["draw_offer"], "black");
    red.ask(json!({"type": "draw"})).await;
    let game = red.game().await;
    assert_eq!(
        (&game["status"]["status"], &game["status"]["reason"]),
        (&json!("draw"), &json!("agreement"))
    );
}

#[tokio::test]
async fn a_host_paces_two_machines() {
    let server = server().await;
    let body =
        json!({"red": {"kind": "zoo", "name": "random"}, "black": {"kind": "level", "level": 1}});
    let (id, tokens) = server.new_game(body).await;
    let mut host = server.join(&id, &[&tokens["host"]]).await;
    host.ask(json!({"type": "pace", "paused": true, "delay_ms": 0})).await;
    let before = host.game().await["plies"].as_array().unwrap().len();
    host.ask(json!({"type": "step"})).await;
    let moved = host.wait_for("moved").await;
    assert_eq!(moved["plies"].as_u64(), Some(before as u64 + 1));
    host.ask(json!({"type": "pace", "paused": false, "delay_ms": 0})).await;
    host.wait_for("moved").await;
    host.wait_for("moved").await;
}

#[tokio::test]
async fn a_reloaded_game_goes_on_where_it_was() {
    let server = server().await;
    let (id, tokens) = server.two_humans().await;
    let mut both = server.join(&id, &[&tokens["red"], &tokens["black"]]).await;
    both.play(0, "h2e2").await;
    both.play(1, "h9g7").await;
    drop(both);
    // The room is closed and read back from disk.
    server.fixture.app.rooms.close().await;
    let mut again = server.join(&id, &[&tokens["red"]]).await;
    let game = again.game().await;
    assert_eq!(game["plies"].as_array().unwrap().len(), 2);
    assert_eq!(game["you"], json!(["red"]));
    assert_eq!(again.play(2, "h0g2").await["type"], "done");
}

#[tokio::test]
async fn analysis_streams_lines_and_stops() {
    let server = server().await;
    let mut analyst = server.analyst().await;
    let answer = analyst.ask(json!({"type": "go", "moves": ["h2e2"], "lines": 2})).await;
    assert_eq!(answer["type"], "done", "{answer}");
    let progress = analyst.wait_for("progress").await;
    assert!(progress["depth"].as_u64().is_some(), "{progress}");
    assert_eq!(analyst.ask(json!({"type": "stop"})).await["type"], "done");
    assert_eq!(analyst.refusal(json!({"type": "go", "moves": ["h2h2"]})).await, "illegal_move");
}

/// `ask` waits for an answer with the number of the question, for ever if there is none.
#[tokio::test]
async fn whatever_a_socket_refuses_it_answers_with_its_number() {
    let server = server().await;
    let (id, tokens) = server.two_humans().await;
    let sockets = [server.analyst().await, server.join(&id, &[&tokens["red"]]).await];
    for mut socket in sockets {
        assert_eq!(socket.refusal(json!({"type": "fly"})).await, "malformed");
        assert_eq!(socket.refusal(json!({})).await, "malformed");
        let mut codes = Vec::new();
        for _ in 0..100 {
            codes.push(socket.refusal(json!({"type": "fly"})).await);
        }
        assert!(codes.iter().any(|it| it == "too_many_requests"), "{codes:?}");
    }
    let mut stranger = server.connect(&id).await;
    assert_eq!(stranger.refusal(json!({"type": "fly"})).await, "malformed");
    assert!(stranger.next().await.is_none(), "who does not say hello is sent away");
}
