//! The log tells what happened and never a secret. A test of its own, because the log of a
//! program is one for all its threads.

use std::{
    io,
    sync::{Arc, Mutex},
    time::Duration,
};

use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use server::{ServeOptions, serve};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
    time::sleep,
};
use tokio_tungstenite::{connect_async, tungstenite::Message};
use tracing_subscriber::{filter::LevelFilter, fmt::MakeWriter};

const VISITOR: &str = "0123456789abcdef0123456789abcdef";

#[derive(Clone, Default)]
struct Memory(Arc<Mutex<Vec<u8>>>);

impl Memory {
    fn text(&self) -> String {
        String::from_utf8_lossy(&self.0.lock().unwrap()).into_owned()
    }
}

impl io::Write for Memory {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl<'a> MakeWriter<'a> for Memory {
    type Writer = Memory;

    fn make_writer(&'a self) -> Memory {
        self.clone()
    }
}

async fn post(address: &str, path: &str, body: &str) -> Value {
    let mut stream = TcpStream::connect(address).await.unwrap();
    let request = format!(
        "POST {path} HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\n\
         authorization: Bearer {VISITOR}\r\ncontent-type: application/json\r\n\
         content-length: {}\r\n\r\n{body}",
        body.len()
    );
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.unwrap();
    serde_json::from_str(answer.split_once("\r\n\r\n").unwrap().1).unwrap_or(Value::Null)
}

/// The address a server on any free port logged.
async fn started(log: &Memory) -> String {
    loop {
        let text = log.text();
        let address = text.split_once("address=").and_then(|(_, it)| it.split_whitespace().next());
        match address {
            Some(address) => return address.to_owned(),
            None => sleep(Duration::from_millis(10)).await,
        }
    }
}

#[tokio::test]
async fn requests_are_logged_and_secrets_are_not() {
    let log = Memory::default();
    tracing_subscriber::fmt()
        .with_max_level(LevelFilter::TRACE)
        .with_ansi(false)
        .with_writer(log.clone())
        .init();
    let data = tempfile::tempdir().unwrap();
    let options = ServeOptions {
        listen: Some("127.0.0.1:0".parse().unwrap()),
        data: Some(data.path().into()),
        ..ServeOptions::default()
    };
    std::thread::spawn(move || serve(options));
    let address = started(&log).await;
    let human = r#"{"red":{"kind":"human"},"black":{"kind":"human"}}"#;
    let made = post(&address, "/api/games", human).await;
    let (red, black) = (made["tokens"]["red"].as_str().unwrap(), &made["tokens"]["black"]);
    let id = made["id"].as_str().unwrap();
    let (mut socket, _) =
        connect_async(format!("ws://{address}/api/games/{id}/socket?seat={red}")).await.unwrap();
    let messages = [
        json!({"re": 1, "type": "hello", "tokens": [red, black], "visitor": VISITOR}),
        json!({"re": 2, "type": "move", "plies": 0, "move": "h2e2"}),
        json!({"re": 3, "type": red, "tokens": red}),
    ];
    for message in messages {
        socket.send(Message::Text(message.to_string().into())).await.unwrap();
    }
    while let Some(Ok(message)) = socket.next().await {
        if message.to_text().unwrap_or_default().contains("\"re\":3") {
            break;
        }
    }
    let level =
        r#"{"first":{"kind":"level","level":1},"second":{"kind":"level","level":1},"games":2}"#;
    let duel = post(&address, "/api/duels", level).await;
    let host = duel["token"].as_str().unwrap();
    let path = format!("/api/duels/{}/stop", duel["id"].as_str().unwrap());
    post(&address, &path, &json!({"token": host}).to_string()).await;
    post(&address, "/api/games", &format!("{{\"red\": \"{red}\"}}")).await;

    let text = log.text();
    assert!(text.contains("path=\"/api/games\""), "{text}");
    for secret in [red, black.as_str().unwrap(), host, VISITOR] {
        let ours = text.lines().filter(|it| it.contains(" server::"));
        assert!(ours.clone().all(|it| !it.contains(secret)), "a secret is in the log");
    }
}
