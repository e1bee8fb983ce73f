//! A viewer's socket: messages in, checked and counted; messages out, in order.

use std::{
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};

use axum::{
    extract::{
        Path, State, WebSocketUpgrade,
        ws::{CloseFrame, Message, WebSocket},
    },
    response::Response,
};
use futures_util::{SinkExt, StreamExt, stream::SplitSink};
use serde::de::DeserializeOwned;
use tokio::{sync::mpsc, time::timeout};

use crate::{
    error::Refusal,
    limits::{self, Bucket},
    room::{Command, Hello, OUTBOX},
    router::App,
    secret::{Token, TokenHash},
    wire::{FromViewer, Request, ToViewer},
};

/// A socket that says nothing, not even pong, for so long is gone.
const SILENCE: Duration = Duration::from_secs(75);
pub(crate) const PING_EVERY: Duration = Duration::from_secs(25);
const HELLO_WITHIN: Duration = Duration::from_secs(10);
/// A visitor needs at most one token per seat.
const MOST_TOKENS: usize = 4;

static NEXT_VIEWER: AtomicU64 = AtomicU64::new(1);

/// `GET /api/games/{id}/socket`
pub(crate) async fn room_socket(
    State(app): State<App>,
    Path(id): Path<String>,
    upgrade: WebSocketUpgrade,
) -> Result<Response, Refusal> {
    let place = Arc::clone(&app.sockets).try_acquire_owned().map_err(|_| Refusal::Busy)?;
    Ok(upgrade.max_message_size(limits::MESSAGE).on_upgrade(move |socket| async move {
        serve(&app, &id, socket).await;
        drop(place);
    }))
}

async fn serve(app: &App, id: &str, socket: WebSocket) {
    let (sink, mut stream) = socket.split();
    let (outbox, waiting) = mpsc::channel(OUTBOX);
    let writer = tokio::spawn(write(sink, waiting));
    let viewer = NEXT_VIEWER.fetch_add(1, Ordering::Relaxed);
    let first = timeout(HELLO_WITHIN, stream.next()).await;
    if let Ok(Some(Ok(Message::Text(text)))) = first
        && let Some(room) = hello(app, id, viewer, &outbox, &text).await
    {
        listen(app, &room, viewer, &outbox, &mut stream).await;
        let _ = room.send(Command::Leave { viewer }).await;
    }
    drop(outbox);
    let _ = writer.await;
}

/// The first message: who is there?
async fn hello(
    app: &App,
    id: &str,
    viewer: u64,
    outbox: &mpsc::Sender<Arc<str>>,
    text: &str,
) -> Option<mpsc::Sender<Command>> {
    let mut bucket = Bucket::full(limits::MESSAGES);
    let (re, outcome) = match understand(&mut bucket, text) {
        Ok(FromViewer { re, request: Request::Hello { tokens, visitor } }) => {
            (re, join(app, id, viewer, outbox, &tokens, visitor.as_deref()).await)
        }
        Ok(FromViewer { re, .. }) => (re, Err(Refusal::SayHello)),
        Err((re, refusal)) => (re, Err(refusal)),
    };
    let (room, answer) = match outcome {
        Ok(room) => (Some(room), ToViewer::answer(re, Ok(()))),
        Err(refusal) => (None, ToViewer::answer(re, Err(refusal))),
    };
    let _ = outbox.send(answer.text().into()).await;
    room
}

async fn join(
    app: &App,
    id: &str,
    viewer: u64,
    outbox: &mpsc::Sender<Arc<str>>,
    tokens: &[String],
    visitor: Option<&str>,
) -> Result<mpsc::Sender<Command>, Refusal> {
    let hash = |text: &String| Token::from_hex(text).map(|it| it.hash());
    let tokens: Vec<TokenHash> = tokens.iter().take(MOST_TOKENS).filter_map(hash).collect();
    let visitor = visitor.and_then(Token::from_hex).map(|it| it.hash());
    let hello = || Hello { outbox: outbox.clone(), tokens: tokens.clone(), visitor };
    app.rooms.join(id, viewer, hello).await
}

async fn listen(
    app: &App,
    room: &mpsc::Sender<Command>,
    viewer: u64,
    outbox: &mpsc::Sender<Arc<str>>,
    stream: &mut (impl StreamExt<Item = Result<Message, axum::Error>> + Unpin),
) {
    let mut bucket = Bucket::full(limits::MESSAGES);
    let mut closing = app.closing.clone();
    loop {
        let next = tokio::select! {
            next = timeout(SILENCE, stream.next()) => next,
            () = outbox.closed() => return,
            // The room is gone, by a fault or because the game was deleted.
            () = room.closed() => return,
            _ = closing.wait_for(|it| *it) => return,
        };
        let Ok(Some(Ok(message))) = next else { return };
        let Message::Text(text) = message else { continue };
        let command = match understand(&mut bucket, &text) {
            Ok(FromViewer { re, request }) => Command::Ask { viewer, re, request },
            Err((re, refusal)) => {
                let _ = outbox.try_send(ToViewer::answer(re, Err(refusal)).text().into());
                continue;
            }
        };
        if room.send(command).await.is_err() {
            return;
        }
    }
}

/// Checks rate and form. A malformed message still gets an answer with its number, if it has one.
pub(crate) fn understand<T: DeserializeOwned>(
    bucket: &mut Bucket,
    text: &str,
) -> Result<T, (u64, Refusal)> {
    let number = || {
        let value: Option<serde_json::Value> = serde_json::from_str(text).ok();
        value.and_then(|it| it.get("re")?.as_u64()).unwrap_or(0)
    };
    if !bucket.take() {
        return Err((number(), Refusal::TooManyRequests));
    }
    serde_json::from_str(text).map_err(|error| (number(), Refusal::not_understood(&error)))
}

/// Writes until the outbox is closed, and pings in between.
pub(crate) async fn write(
    mut sink: SplitSink<WebSocket, Message>,
    mut waiting: mpsc::Receiver<Arc<str>>,
) {
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
    let goodbye = CloseFrame { code: axum::extract::ws::close_code::NORMAL, reason: "".into() };
    let _ = sink.send(Message::Close(Some(goodbye))).await;
}
