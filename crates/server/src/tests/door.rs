//! Hostile connections: frames that announce too much, readers that do not read, the slow, the many.

use std::{io, net::SocketAddr, time::Duration};

use futures_util::{SinkExt, StreamExt};
use serde_json::json;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpSocket, TcpStream},
    time::timeout,
};
use tokio_tungstenite::{client_async, tungstenite::Message};

use super::{fixture, rooms::Server};
use crate::{
    door::serving::DoorLimits,
    game::{
        secret::{self, Seats},
        setup::GameSetup,
        state::{Event, GameState, Ply},
    },
    http::limits,
    store::writes::{NewGame, Shown, Write},
};

/// Longer than anything here takes, and only waited for when something is wrong.
const PATIENCE: Duration = Duration::from_secs(60);

fn short() -> DoorLimits {
    DoorLimits {
        per_address: 3,
        head: Duration::from_millis(200),
        body: Duration::from_millis(200),
        ..DoorLimits::new(limits::CONNECTIONS, Vec::new())
    }
}

/// Loopback has many addresses: each last number is another visitor.
async fn connect_from(server: SocketAddr, visitor: u8) -> TcpStream {
    let socket = TcpSocket::new_v4().unwrap();
    socket.bind(([127, 0, 0, visitor], 0).into()).unwrap();
    socket.connect(server).await.unwrap()
}

/// Everything until the other side ends it, which it does.
async fn rest(stream: &mut TcpStream) -> String {
    let mut bytes = Vec::new();
    let read = timeout(PATIENCE, stream.read_to_end(&mut bytes)).await;
    let ended = read.expect("the connection ends");
    assert!(ended.is_ok() || ended.is_err_and(|it| it.kind() == io::ErrorKind::ConnectionReset));
    String::from_utf8_lossy(&bytes).into_owned()
}

#[tokio::test]
async fn a_frame_that_announces_more_than_a_message_ends_the_socket() {
    let server = Server::start(fixture()).await;
    let (id, _) = server.two_humans().await;
    for path in ["/api/analysis".to_owned(), format!("/api/games/{id}/socket")] {
        let mut stream = connect_from(server.address, 2).await;
        let head = format!(
            "GET {path} HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\
             Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
        );
        stream.write_all(head.as_bytes()).await.unwrap();
        // Text, final, masked, 64 bits of length: 16 MiB less one.
        let mut frame = vec![0x81, 0xff];
        frame.extend(((16_u64 << 20) - 1).to_be_bytes());
        frame.extend([0; 4]);
        stream.write_all(&frame).await.unwrap();
        assert!(rest(&mut stream).await.starts_with("HTTP/1.1 101"), "{path}");
    }
}

#[tokio::test]
async fn who_is_slow_with_heads_or_bodies_or_says_nothing_is_sent_away() {
    let server = Server::start_with(fixture(), short()).await;
    let half_a_head = "GET /api/players HTTP/1.1\r\nHost: local";
    let one_answer = "GET /api/players HTTP/1.1\r\nHost: localhost\r\n\r\n";
    let half_a_body = "POST /api/check HTTP/1.1\r\nHost: localhost\r\n\
        Content-Type: application/json\r\nContent-Length: 500\r\n\r\n{";
    for (text, answer) in
        [("", ""), (half_a_head, ""), (one_answer, "HTTP/1.1 200"), (half_a_body, "HTTP/1.1 408")]
    {
        let mut stream = connect_from(server.address, 2).await;
        stream.write_all(text.as_bytes()).await.unwrap();
        let heard = rest(&mut stream).await;
        assert!(heard.starts_with(answer) && heard.is_empty() == answer.is_empty(), "{heard}");
    }
}

#[tokio::test]
async fn an_address_makes_room_for_itself_and_never_takes_the_places_of_others() {
    let limits = DoorLimits { head: PATIENCE, ..short() };
    let server = Server::start_with(fixture(), limits).await;
    let mut first = connect_from(server.address, 2).await;
    let mut others = Vec::new();
    for _ in 0..3 {
        others.push(connect_from(server.address, 2).await);
    }
    assert_eq!(rest(&mut first).await, "", "the oldest idle one had to go");
    let url = format!("ws://{}/api/analysis", server.address);
    let mut sockets = Vec::new();
    for _ in 0..3 {
        let stream = connect_from(server.address, 3).await;
        sockets.push(client_async(&url, stream).await.unwrap().0);
    }
    let mut turned_away = connect_from(server.address, 3).await;
    let heard = rest(&mut turned_away).await;
    assert!(heard.is_empty() || heard.contains("too many connections"), "{heard}");
    let someone = connect_from(server.address, 4).await;
    assert!(client_async(&url, someone).await.is_ok());
}

#[tokio::test]
async fn a_socket_that_floods_is_sent_away_with_a_reason() {
    let server = Server::start(fixture()).await;
    let url = format!("ws://{}/api/analysis", server.address);
    let stream = connect_from(server.address, 2).await;
    let (mut socket, _) = client_async(url, stream).await.unwrap();
    let mut last = String::new();
    loop {
        // The other side may have gone already: what it said is still there.
        let _ = socket.send(Message::Text("nonsense".into())).await;
        match timeout(PATIENCE, socket.next()).await.expect("an answer or an end") {
            Some(Ok(Message::Text(text))) => last = text.to_string(),
            Some(Ok(Message::Close(Some(frame)))) => {
                assert_eq!(frame.reason, "too many refused messages");
                break;
            }
            Some(Ok(_)) => (),
            other => panic!("no goodbye: {other:?}"),
        }
    }
    assert!(last.contains("sent_away"), "{last}");
}

#[tokio::test]
async fn a_reader_that_does_not_read_is_forgotten() {
    let limits = DoorLimits { stall: Duration::from_millis(300), ..short() };
    let server = Server::start_with(fixture(), limits).await;
    let id = long_game(&server).await;
    let stream = connect_from(server.address, 2).await;
    let url = format!("ws://{}/api/games/{id}/socket", server.address);
    let (mut socket, _) = client_async(url, stream).await.unwrap();
    let room = server.fixture.app.rooms.enter(&id).await.unwrap();
    let say = |text: serde_json::Value| Message::Text(text.to_string().into());
    socket.send(say(json!({"re": 0, "type": "hello"}))).await.unwrap();
    let mut asked = 0;
    while socket.send(say(json!({"re": 1, "type": "sync"}))).await.is_ok() {
        asked += 1;
        assert!(asked < 1000, "the server goes on sending what nobody reads");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    assert!(!room.is_closed());
}

/// Both sides wander about.
async fn long_game(server: &Server) -> String {
    let human = || crate::game::player::Player::human(None);
    let setup = GameSetup {
        start: xiangqi::Position::start(),
        rules: xiangqi::RuleSet::Asian,
        players: [human(), human()],
        clock: None,
    };
    let (mut state, mut events) = (GameState::new(setup), Vec::new());
    let new = NewGame {
        id: secret::random_id(),
        state: state.clone(),
        seats: Seats::default(),
        owner: None,
        duel: None,
        league: None,
        before: None,
    };
    let id = new.id.clone();
    let store = &server.fixture.app.store;
    store.write(Write::Create(Box::new(new))).await.unwrap();
    while events.len() < 1000 && !state.standing().is_over() {
        let moves = state.game().position().legal_moves();
        let mv = moves[events.len() * 7 % moves.len()];
        let ply = Ply { mv, spent: Duration::ZERO, left: None, score: None, depth: None };
        let event = Event::Played(ply);
        state.apply(&event).unwrap();
        events.push(event);
    }
    assert!(200 < events.len(), "a long game: {}", events.len());
    let shown = Shown::from(&state);
    store.write(Write::Append { id: id.clone(), first: 0, events, shown }).await.unwrap();
    id
}
