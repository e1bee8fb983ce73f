//! One socket, whoever is at its other end: messages in, checked and counted; messages out, in
//! order. This is where a message is refused: `understand` answers with the message's own number.

use std::{sync::Arc, time::Duration};

use axum::extract::ws::{CloseFrame, Message, WebSocket, close_code};
use futures_util::{SinkExt, StreamExt, stream::SplitSink};
use serde::de::DeserializeOwned;
use tokio::{
    sync::mpsc,
    time::{Instant, timeout, timeout_at},
};

use super::{
    app::App,
    limits::{self, Bucket},
    refusal::Refusal,
    wire::{FromServer, Numbered},
};
use crate::room::audience::{OUTBOX, Outbox};

/// A socket that says nothing, not even pong, for so long is gone.
const SILENCE: Duration = Duration::from_secs(75);
const PING_EVERY: Duration = Duration::from_secs(25);
/// Who does not introduce itself in time is sent away.
const INTRODUCTION: Duration = Duration::from_secs(10);

/// What is behind a socket: a room, or an analysis.
pub(crate) trait Partner {
    type Request: DeserializeOwned;

    /// Until then patience is short, and whatever is refused ends the socket.
    fn is_introduced(&self) -> bool;

    async fn hear(&mut self, re: u64, request: Self::Request) -> Reply;

    /// Does what else there is to do, and returns when the socket should end. May be dropped and
    /// called again at any time.
    async fn attend(&mut self);

    /// The socket ended.
    async fn leave(self);
}

/// What becomes of a request.
pub(crate) enum Reply {
    Now(Result<(), Refusal>),
    /// The partner answers by itself.
    Later,
    /// The partner is gone.
    Gone,
}

/// Talks until one side ends it. `make` gets the outbox that leads to the visitor.
pub(crate) async fn converse<P: Partner>(
    app: &App,
    socket: WebSocket,
    make: impl FnOnce(Outbox) -> P,
) {
    let (sink, mut stream) = socket.split();
    let (outbox, waiting) = mpsc::channel(OUTBOX);
    let writer = tokio::spawn(write(sink, waiting));
    let mut partner = make(outbox.clone());
    let mut bucket = Bucket::full(limits::MESSAGES);
    let mut closing = app.closing.clone();
    let mut heard = Instant::now();
    loop {
        let patience = if partner.is_introduced() { SILENCE } else { INTRODUCTION };
        let next = tokio::select! {
            next = timeout_at(heard + patience, stream.next()) => next,
            () = partner.attend() => break,
            () = outbox.closed() => break,
            _ = closing.wait_for(|it| *it) => break,
        };
        let Ok(Some(Ok(message))) = next else { break };
        heard = Instant::now();
        let Message::Text(text) = message else { continue };
        let (re, reply) = match understand::<P::Request>(&mut bucket, &text) {
            Ok(Numbered { re, request }) => (re, partner.hear(re, request).await),
            Err((re, refusal)) => (re, Reply::Now(Err(refusal))),
        };
        match reply {
            Reply::Now(outcome) => say(&outbox, re, outcome),
            Reply::Later => (),
            Reply::Gone => break,
        }
        if !partner.is_introduced() {
            break;
        }
    }
    partner.leave().await;
    drop(outbox);
    let _ = writer.await;
}

fn say(outbox: &Outbox, re: u64, outcome: Result<(), Refusal>) {
    let answer = FromServer::answer(re, outcome.map_err(Refusal::told));
    // A visitor whose outbox is full is about to be disconnected.
    let _ = outbox.try_send(answer.text().into());
}

/// Checks rate and form. What is refused still has its number, if it came with one.
fn understand<T: DeserializeOwned>(
    bucket: &mut Bucket,
    text: &str,
) -> Result<Numbered<T>, (u64, Refusal)> {
    if !bucket.take() {
        return Err((number(text), Refusal::too_many_requests()));
    }
    serde_json::from_str(text).map_err(|error| (number(text), Refusal::not_understood(&error)))
}

fn number(text: &str) -> u64 {
    let value: Option<serde_json::Value> = serde_json::from_str(text).ok();
    value.and_then(|it| it.get("re")?.as_u64()).unwrap_or(0)
}

/// Writes until the outbox is closed, and pings in between.
async fn write(mut sink: SplitSink<WebSocket, Message>, mut waiting: mpsc::Receiver<Arc<str>>) {
    loop {
        let message = match timeout(PING_EVERY, waiting.recv()).await {
            Ok(Some(text)) => Message::Text(text.as_ref().into()),
            Ok(None) => break,
            Err(_) => Message::Ping(Vec::new().into()),
        };
        if sink.send(message).await.is_err() {
            return;
        }
    }
    let goodbye = CloseFrame { code: close_code::NORMAL, reason: "".into() };
    let _ = sink.send(Message::Close(Some(goodbye))).await;
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::http::wire::{AnalystRequest, RoomRequest};

    #[test]
    fn a_refused_message_is_answered_with_its_own_number() {
        let mut bucket = Bucket::full(limits::MESSAGES);
        let mut refused = |text: &str| {
            let room = understand::<RoomRequest>(&mut bucket, text).unwrap_err();
            let analysis = understand::<AnalystRequest>(&mut bucket, text).unwrap_err();
            assert_eq!(room.0, analysis.0, "{text}");
            (room.0, room.1.code())
        };
        assert_eq!(refused(r#"{"re":7,"type":"fly"}"#), (7, "malformed"));
        assert_eq!(refused(r#"{"type":"fly","re":8}"#), (8, "malformed"));
        assert_eq!(refused(r#"{"re":9}"#), (9, "malformed"));
        for nameless in ["", "[]", r#"{"type":"stop"}"#, r#"{"re":-1}"#, r#"{"re":"x"}"#] {
            assert_eq!(refused(nameless), (0, "malformed"), "{nameless}");
        }
        let mut empty = Bucket::full(limits::Rate { burst: 0.0, per_second: 0.0 });
        let (re, refusal) =
            understand::<AnalystRequest>(&mut empty, r#"{"re":3,"type":"stop"}"#).unwrap_err();
        assert_eq!((re, refusal.code()), (3, "too_many_requests"));
    }
}
