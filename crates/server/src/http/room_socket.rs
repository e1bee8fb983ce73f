//! The socket of a game: it says hello, then passes requests on to the room, which answers.

use std::{
    net::IpAddr,
    sync::atomic::{AtomicU64, Ordering},
};

use axum::{
    extract::{Path, State, WebSocketUpgrade},
    response::Response,
};
use tokio::sync::mpsc;

use super::{
    app::App,
    extract::Client,
    limits,
    refusal::Refusal,
    sentences::Sentence,
    socket::{Partner, Reply, converse, limited},
    wire::RoomRequest,
};
use crate::{
    door::bucket::Bucket,
    game::secret::{Token, TokenHash},
    room::{
        audience::Hello,
        commands::{Ask, Command},
        error::RoomError,
        outbox::Outbox,
    },
    thinking::owner::Owner,
};

/// A visitor needs at most one token per seat.
const MOST_TOKENS: usize = 4;

static NEXT_VIEWER: AtomicU64 = AtomicU64::new(1);

/// A number for whoever comes to a socket, never given twice.
pub(super) fn next_viewer() -> u64 {
    NEXT_VIEWER.fetch_add(1, Ordering::Relaxed)
}

/// `GET /api/games/{id}/socket`
pub(crate) async fn room_socket(
    State(app): State<App>,
    Client(address): Client,
    Path(id): Path<String>,
    upgrade: WebSocketUpgrade,
) -> Result<Response, Refusal> {
    let place = app.sockets.enter(address).ok_or_else(Refusal::too_many_sockets)?;
    Ok(limited(upgrade, limits::MESSAGE).on_upgrade(move |socket| async move {
        let viewer = next_viewer();
        let syncs = Bucket::full(limits::SYNCS);
        let make = |outbox| Guest { app: &app, id, viewer, address, outbox, syncs, room: None };
        converse(&app, socket, make).await;
        drop(place);
    }))
}

/// A viewer at the door of a room, and then inside.
struct Guest<'a> {
    app: &'a App,
    id: String,
    viewer: u64,
    address: IpAddr,
    outbox: Outbox,
    syncs: Bucket,
    /// Where the guest was let in.
    room: Option<mpsc::Sender<Command>>,
}

impl Partner for Guest<'_> {
    type Request = RoomRequest;

    fn is_introduced(&self) -> bool {
        self.room.is_some()
    }

    async fn hear(&mut self, re: u64, request: RoomRequest) -> Reply {
        let ask = match (request, &self.room) {
            (RoomRequest::Hello { tokens, visitor, name }, None) => {
                return Reply::Now(self.hello(&tokens, visitor.as_deref(), name).await);
            }
            (RoomRequest::Hello { .. }, Some(_)) => {
                let twice = Sentence::new("已经说过 hello", "hello was said already");
                return Reply::Now(Err(Refusal::malformed(twice)));
            }
            (_, None) => return Reply::Now(Err(Refusal::say_hello())),
            (RoomRequest::Sync, Some(_)) if !self.syncs.take() => {
                return Reply::Now(Err(Refusal::too_many_requests()));
            }
            (request, Some(_)) => ask(request),
        };
        let (Some(room), Some(ask)) = (&self.room, ask) else { return Reply::Gone };
        match room.send(Command::Ask { viewer: self.viewer, re, ask }).await {
            Ok(()) => Reply::Later,
            Err(_) => Reply::Gone,
        }
    }

    /// A room ends by a fault, or because the game was deleted.
    async fn attend(&mut self) {
        match &self.room {
            Some(room) => room.closed().await,
            None => std::future::pending().await,
        }
    }

    async fn leave(self) {
        if let Some(room) = self.room {
            let _ = room.send(Command::Leave { viewer: self.viewer }).await;
        }
    }
}

impl Guest<'_> {
    /// The first message: who is there?
    async fn hello(
        &mut self,
        tokens: &[String],
        visitor: Option<&str>,
        name: Option<String>,
    ) -> Result<(), Refusal> {
        let hash = |text: &String| Token::from_hex(text).map(|it| it.hash());
        let tokens: Vec<TokenHash> = tokens.iter().take(MOST_TOKENS).filter_map(hash).collect();
        let visitor = visitor.and_then(Token::from_hex).map(|it| it.hash());
        let outbox = &self.outbox;
        // A visitor is one person in all windows; who does not say who it is, is one in each.
        let person = visitor.map_or(self.viewer, |it| random::seed_of(it.0));
        let owner = Owner::new(self.address, person);
        let hello = || Hello {
            outbox: outbox.clone(),
            owner,
            tokens: tokens.clone(),
            visitor,
            name: name.clone(),
        };
        let joined = self.app.rooms.join(&self.id, self.viewer, hello).await;
        self.room = Some(joined.map_err(|error: RoomError| Refusal::from(error))?);
        Ok(())
    }
}

/// `None` for `hello`, which is no question to a room.
fn ask(request: RoomRequest) -> Option<Ask> {
    Some(match request {
        RoomRequest::Hello { .. } => return None,
        RoomRequest::Sync => Ask::Sync,
        RoomRequest::Move { plies, mv } => Ask::Move { plies, text: mv },
        RoomRequest::Undo => Ask::Undo,
        RoomRequest::Redo => Ask::Redo,
        RoomRequest::Hint => Ask::Hint,
        RoomRequest::Draw => Ask::Draw,
        RoomRequest::Decline => Ask::Decline,
        RoomRequest::Resign => Ask::Resign,
        RoomRequest::Swap => Ask::Swap,
        RoomRequest::Rematch => Ask::Rematch,
        RoomRequest::Pace { paused, delay_ms } => Ask::Pace { paused, delay_ms },
        RoomRequest::Step => Ask::Step,
    })
}
