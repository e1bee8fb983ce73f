//! One socket, whoever is at its other end: messages in, checked and counted; messages out, in
//! order. This is where a message is refused: `understand` answers with the message's own number.

use std::time::Duration;

use axum::extract::{
    WebSocketUpgrade,
    ws::{CloseCode, CloseFrame, Message, WebSocket, close_code},
};
use futures_util::{SinkExt, StreamExt, stream::SplitSink};
use serde::de::DeserializeOwned;
use tokio::time::{Instant, timeout, timeout_at};

use super::{
    app::App,
    limits,
    refusal::Refusal,
    wire::{FromServer, Numbered},
};
use crate::{
    door::bucket::{Bucket, Rate},
    room::outbox::{Mail, Outbox},
};

/// A socket that says nothing, not even pong, for so long is gone.
const SILENCE: Duration = Duration::from_secs(75);
const PING_EVERY: Duration = Duration::from_secs(25);
/// Who does not introduce itself in time is sent away.
const INTRODUCTION: Duration = Duration::from_secs(10);

/// One message has to be on its way within this, however slow the reader.
const SENDING: Duration = Duration::from_secs(20);
/// Most messages are small, and a socket has no other memory while nothing happens.
const BUFFER: usize = 4 * 1024;

/// No frame announces more than a message may have: memory is given for what is announced.
pub(crate) fn limited<F>(upgrade: WebSocketUpgrade<F>, message: usize) -> WebSocketUpgrade<F> {
    let upgrade = upgrade.max_message_size(message).max_frame_size(message);
    upgrade.read_buffer_size(BUFFER).write_buffer_size(BUFFER)
}

/// What is behind a socket: a room, or an analysis.
pub(crate) trait Partner {
    type Request: DeserializeOwned;

    /// How many messages it may send.
    const MESSAGES: Rate = limits::MESSAGES;

    /// Until then patience is short, and whatever is refused ends the socket.
    fn is_introduced(&self) -> bool;

    async fn hear(&mut self, re: u64, request: Self::Request) -> Reply;

    /// Does what else there is to do, and returns when the socket should end. May be dropped and
    /// called again at any time.
    async fn attend(&mut self);

    /// The socket ends because too much of what it said was refused.
    fn sent_away(&mut self) {}

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
    let (outbox, mail) = app.post.open_box();
    let writer = tokio::spawn(write(sink, mail));
    let mut partner = make(outbox.clone());
    let mut patience = Patience::new(P::MESSAGES);
    let mut closing = app.closing.clone();
    let mut heard = Instant::now();
    let goodbye = loop {
        let silence = if partner.is_introduced() { SILENCE } else { INTRODUCTION };
        let next = tokio::select! {
            next = timeout_at(heard + silence, stream.next()) => next,
            () = partner.attend() => break close_code::NORMAL,
            () = outbox.closed() => break close_code::NORMAL,
            _ = closing.wait_for(|it| *it) => break close_code::AWAY,
        };
        let Ok(Some(Ok(message))) = next else { break close_code::NORMAL };
        heard = Instant::now();
        let (re, reply) = match patience.understand::<P::Request>(&message) {
            None => continue,
            Some(Ok(Numbered { re, request })) => (re, partner.hear(re, request).await),
            Some(Err((re, refusal))) => (re, Reply::Now(Err(refusal))),
        };
        let is_refused = matches!(reply, Reply::Now(Err(_)));
        match reply {
            Reply::Now(outcome) => say(&outbox, re, outcome),
            Reply::Later => (),
            Reply::Gone => break close_code::NORMAL,
        }
        if !partner.is_introduced() {
            break close_code::NORMAL;
        }
        if is_refused && !patience.refusals.take() {
            say(&outbox, 0, Err(Refusal::sent_away()));
            partner.sent_away();
            break close_code::POLICY;
        }
    };
    partner.leave().await;
    drop(outbox);
    if let Ok(Some(sink)) = writer.await {
        end(sink, goodbye).await;
    }
}

fn say(outbox: &Outbox, re: u64, outcome: Result<(), Refusal>) {
    let answer = FromServer::answer(re, outcome.map_err(Refusal::told));
    // A visitor whose outbox is full is about to be disconnected.
    let _ = outbox.send(answer.text().into());
}

/// How much of one socket is listened to.
struct Patience {
    messages: Bucket,
    refusals: Bucket,
}

impl Patience {
    fn new(messages: Rate) -> Patience {
        let [messages, refusals] = [messages, limits::REFUSALS].map(Bucket::full);
        Patience { messages, refusals }
    }

    /// Checks rate and form. What is refused still has its number, if it came with one. `None`: it
    /// is nothing to be answered, but too much of it is refused like anything else.
    fn understand<T: DeserializeOwned>(
        &mut self,
        message: &Message,
    ) -> Option<Result<Numbered<T>, (u64, Refusal)>> {
        let text = match message {
            Message::Text(text) => text.as_str(),
            _ => "",
        };
        if !self.messages.take() {
            return Some(Err((number(text), Refusal::too_many_requests())));
        }
        if !matches!(message, Message::Text(_)) {
            return None;
        }
        let read = serde_json::from_str(text);
        Some(read.map_err(|error| (number(text), Refusal::not_understood(&error))))
    }
}

fn number(text: &str) -> u64 {
    let value: Option<serde_json::Value> = serde_json::from_str(text).ok();
    value.and_then(|it| it.get("re")?.as_u64()).unwrap_or(0)
}

type Sink = SplitSink<WebSocket, Message>;

/// Writes until the outbox is closed, and pings in between. `None`: nobody reads any more.
async fn write(mut sink: Sink, mut mail: Mail) -> Option<Sink> {
    loop {
        let message = match timeout(PING_EVERY, mail.next()).await {
            Ok(Some(text)) => Message::Text(text.as_ref().into()),
            Ok(None) => return Some(sink),
            Err(_) => Message::Ping(Vec::new().into()),
        };
        timeout(SENDING, sink.send(message)).await.ok()?.ok()?;
    }
}

async fn end(mut sink: Sink, code: CloseCode) {
    let reason = if code == close_code::POLICY { "too many refused messages" } else { "" };
    let goodbye = CloseFrame { code, reason: reason.into() };
    let _ = timeout(SENDING, sink.send(Message::Close(Some(goodbye)))).await;
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::http::wire::{AnalystRequest, RoomRequest};

    #[test]
    fn a_refused_message_is_answered_with_its_own_number() {
        let mut patience = Patience::new(limits::MESSAGES);
        let mut refused = |text: &str| {
            let message = Message::Text(text.into());
            let room = patience.understand::<RoomRequest>(&message).unwrap().unwrap_err();
            let analysis = patience.understand::<AnalystRequest>(&message).unwrap().unwrap_err();
            assert_eq!(room.0, analysis.0, "{text}");
            (room.0, room.1.code())
        };
        assert_eq!(refused(r#"{"re":7,"type":"fly"}"#), (7, "malformed"));
        assert_eq!(refused(r#"{"type":"fly","re":8}"#), (8, "malformed"));
        assert_eq!(refused(r#"{"re":9}"#), (9, "malformed"));
        for nameless in ["", "[]", r#"{"type":"stop"}"#, r#"{"re":-1}"#, r#"{"re":"x"}"#] {
            assert_eq!(refused(nameless), (0, "malformed"), "{nameless}");
        }
        patience.messages = Bucket::full(Rate { burst: 1.0, per_second: 0.0 });
        let ping = Message::Ping(Vec::new().into());
        assert!(patience.understand::<AnalystRequest>(&ping).is_none(), "nothing to answer");
        let stop = Message::Text(r#"{"re":3,"type":"stop"}"#.into());
        let (re, refusal) = patience.understand::<AnalystRequest>(&stop).unwrap().unwrap_err();
        assert_eq!((re, refusal.code()), (3, "too_many_requests"));
        let (re, refusal) = patience.understand::<AnalystRequest>(&ping).unwrap().unwrap_err();
        assert_eq!((re, refusal.code()), (0, "too_many_requests"), "pings are counted too");
    }
}
