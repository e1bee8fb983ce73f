//! Requests and sockets from an address of our choice.

use std::{net::SocketAddr, time::Duration};

use anyhow::{Context, Result, bail};
use futures_util::{SinkExt, StreamExt};
use serde_json::Value;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpSocket, TcpStream},
    time::timeout,
};
use tokio_tungstenite::{WebSocketStream, client_async, tungstenite::Message};

/// Longer than anything takes that is still alive.
pub(crate) const PATIENCE: Duration = Duration::from_secs(60);

/// Each last number of loopback is another visitor.
pub(crate) async fn connect(to: SocketAddr, visitor: u8) -> Result<TcpStream> {
    let socket = TcpSocket::new_v4()?;
    socket.bind(([127, 0, 0, visitor], 0).into())?;
    Ok(timeout(PATIENCE, socket.connect(to)).await??)
}

/// The status and the body of one request.
pub(crate) async fn request(
    to: SocketAddr,
    visitor: u8,
    method: &str,
    path: &str,
    body: &str,
) -> Result<(u16, String)> {
    let mut stream = connect(to, visitor).await?;
    let length = body.len();
    let head = format!(
        "{method} {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\
         Content-Type: application/json\r\nContent-Length: {length}\r\n\r\n{body}"
    );
    stream.write_all(head.as_bytes()).await?;
    let mut bytes = Vec::new();
    timeout(PATIENCE, stream.read_to_end(&mut bytes)).await??;
    let text = String::from_utf8_lossy(&bytes).into_owned();
    let (head, body) = text.split_once("\r\n\r\n").context("no answer")?;
    let status = head.split(' ').nth(1).and_then(|it| it.parse().ok()).context("no status")?;
    Ok((status, body.to_owned()))
}

/// A new game: its name and its tokens.
pub(crate) async fn new_game(to: SocketAddr, visitor: u8, body: &str) -> Result<(String, Value)> {
    let (status, text) = request(to, visitor, "POST", "/api/games", body).await?;
    if status != 201 {
        bail!("no game: {status} {text}");
    }
    let made: Value = serde_json::from_str(&text)?;
    let id = made["id"].as_str().context("no name")?.to_owned();
    Ok((id, made["tokens"].clone()))
}

pub(crate) struct Socket(pub(crate) WebSocketStream<TcpStream>);

impl Socket {
    pub(crate) async fn open(to: SocketAddr, visitor: u8, path: &str) -> Result<Socket> {
        let stream = connect(to, visitor).await?;
        let opened = client_async(format!("ws://{to}{path}"), stream);
        Ok(Socket(timeout(PATIENCE, opened).await??.0))
    }

    /// Opens a room and sits down.
    pub(crate) async fn enter(
        to: SocketAddr,
        visitor: u8,
        id: &str,
        tokens: &[&Value],
    ) -> Result<Socket> {
        let mut socket = Socket::open(to, visitor, &format!("/api/games/{id}/socket")).await?;
        socket.say(&serde_json::json!({"re": 0, "type": "hello", "tokens": tokens})).await?;
        Ok(socket)
    }

    pub(crate) async fn say(&mut self, message: &Value) -> Result<()> {
        Ok(timeout(PATIENCE, self.0.send(Message::Text(message.to_string().into()))).await??)
    }

    /// The next message that is so.
    pub(crate) async fn hear(&mut self, is_it: impl Fn(&Value) -> bool) -> Result<Value> {
        loop {
            let next = timeout(PATIENCE, self.0.next()).await?.context("the socket ended")??;
            let Message::Text(text) = next else { continue };
            let message: Value = serde_json::from_str(&text)?;
            if is_it(&message) {
                return Ok(message);
            }
        }
    }
}
