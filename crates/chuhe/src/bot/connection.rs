//! The socket to the server: JSON messages with numbers.

use std::{collections::VecDeque, str::FromStr, time::Duration};

use anyhow::{Result, anyhow};
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::{
    net::TcpStream,
    time::{Instant, timeout, timeout_at},
};
use tokio_tungstenite::{
    MaybeTlsStream, WebSocketStream, connect_async,
    tungstenite::{Error, Message},
};

/// How long a server may take to answer the first knock.
const KNOCK: Duration = Duration::from_secs(10);
/// The server pings every 25 s; one that says nothing for so long is gone.
const SILENCE: Duration = Duration::from_secs(75);
/// Messages remembered, in case they have to be sent again.
const REMEMBERED: usize = 32;

/// Where a server is.
#[derive(Clone, Debug)]
pub(super) struct Address {
    url: String,
}

impl Address {
    pub(super) fn url(&self) -> &str {
        &self.url
    }

    /// As people name it.
    fn host(&self) -> &str {
        let host = self.url.trim_start_matches("ws://");
        host.split('/').next().unwrap_or(host)
    }
}

impl FromStr for Address {
    type Err = String;

    /// The address as people copy it from the browser, turned into that of the bots' socket.
    fn from_str(text: &str) -> Result<Address, String> {
        let text = text.trim();
        let (scheme, rest) = text.split_once("://").unwrap_or(("http", text));
        let scheme = match scheme {
            "http" | "ws" => "ws",
            "https" | "wss" => {
                let plain = "chuhe bot speaks plain http only: name an address of the server without \
                    https, or a proxy that speaks http";
                return Err(plain.to_owned());
            }
            other => return Err(format!("a server begins with http://, not {other}")),
        };
        let host = rest.split(['/', '#', '?']).next().unwrap_or_default();
        if host.is_empty() {
            return Err("a server has a name, such as http://192.168.1.5:8090".to_owned());
        }
        Ok(Address { url: format!("{scheme}://{host}/api/bot") })
    }
}

pub(super) struct Connection {
    socket: WebSocketStream<MaybeTlsStream<TcpStream>>,
    heard: Instant,
    asked: u64,
    sent: VecDeque<(u64, Value)>,
}

impl Connection {
    pub(super) async fn open(address: &Address) -> Result<Connection> {
        let cannot = |why: &str| anyhow!("cannot reach the server at {}: {why}", address.host());
        let connected = timeout(KNOCK, connect_async(address.url.as_str())).await;
        let connected = connected.map_err(|_| cannot("it does not answer"))?;
        let (socket, _) = connected.map_err(|error| match error {
            Error::Io(error) => cannot(&error.to_string()),
            error => cannot(&error.to_string()),
        })?;
        if let MaybeTlsStream::Plain(stream) = socket.get_ref() {
            // Moves are small and wait for nothing.
            let _ = stream.set_nodelay(true);
        }
        Ok(Connection { socket, heard: Instant::now(), asked: 0, sent: VecDeque::new() })
    }

    /// Sends a message under the next number.
    pub(super) async fn send(&mut self, message: Value) -> Result<()> {
        self.asked += 1;
        let mut numbered = message.clone();
        numbered["re"] = json!(self.asked);
        self.sent.push_back((self.asked, message));
        while REMEMBERED < self.sent.len() {
            self.sent.pop_front();
        }
        Ok(self.socket.send(Message::Text(numbered.to_string().into())).await?)
    }

    /// What was sent under this number.
    pub(super) fn sent_as(&self, number: Option<u64>) -> Option<Value> {
        self.sent.iter().find(|(it, _)| Some(*it) == number).map(|(_, message)| message.clone())
    }

    /// The next message; `None` when the connection is gone. May be dropped and called again.
    pub(super) async fn next(&mut self) -> Option<Value> {
        loop {
            let message = timeout_at(self.heard + SILENCE, self.socket.next()).await;
            self.heard = Instant::now();
            match message.ok()??.ok()? {
                Message::Text(text) => {
                    if let Ok(value) = serde_json::from_str(&text) {
                        return Some(value);
                    }
                }
                Message::Close(_) => return None,
                _ => (),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_read_as_they_are_copied() {
        for (text, url) in [
            ("http://127.0.0.1:8090", "ws://127.0.0.1:8090/api/bot"),
            ("http://127.0.0.1:8090/#league/x", "ws://127.0.0.1:8090/api/bot"),
            ("192.168.1.5:8090", "ws://192.168.1.5:8090/api/bot"),
        ] {
            assert_eq!(text.parse::<Address>().unwrap().url(), url);
        }
        for text in ["", "http://", "ftp://x", "https://chess.example.org"] {
            assert!(text.parse::<Address>().is_err(), "{text}");
        }
    }
}
