//! A bot's socket: it says hello with its league's code, then answers when it is to move. Its league
//! seats it, the rooms of its games hear what it has to say.

use std::{collections::HashMap, net::IpAddr};

use axum::{
    extract::{State, WebSocketUpgrade},
    response::Response,
};
use tokio::sync::mpsc;

use super::{
    app::App,
    extract::Client,
    limits,
    refusal::Refusal,
    room_socket::next_viewer,
    sentences::Sentence,
    socket::{Partner, Reply, converse, limited},
    wire::{BotRequest, Numbered},
};
use crate::{
    door::bucket::Rate,
    game::{
        fault::{Fault, FaultKind},
        league::bot_name,
        secret::{Token, read_code},
    },
    league::{self, error::LeagueError},
    room::{
        commands,
        error::RoomError,
        keeping::{BotAsk, Kept},
        outbox::Outbox,
    },
};

/// Rooms a bot is remembered in; it never plays in so many.
const MOST_ROOMS: usize = 64;

/// The door for the fuzzer: any bytes are a bot's message or refused, and what others would be shown
/// of it is short and printable.
#[doc(hidden)]
pub fn is_bot_message(bytes: &[u8]) -> bool {
    let Ok(message) = serde_json::from_slice::<Numbered<BotRequest>>(bytes) else { return false };
    let shown = match message.request {
        BotRequest::Hello { league, name, key, .. } => {
            let _ = (read_code(&league), key.as_deref().and_then(Token::from_hex));
            bot_name(&name).unwrap_or_default()
        }
        BotRequest::Move { mv, .. } => Fault::said(FaultKind::IllegalMove, &mv).detail,
        BotRequest::Resign { .. } => String::new(),
        BotRequest::Crashed { why, .. } => Fault::said(FaultKind::Crash, &why).detail,
    };
    assert!(shown.chars().count() <= 40 && !shown.contains(char::is_control), "{shown:?}");
    true
}

/// `GET /api/bot`
pub(crate) async fn bot_socket(
    State(app): State<App>,
    Client(address): Client,
    upgrade: WebSocketUpgrade,
) -> Result<Response, Refusal> {
    let place = app.sockets.enter(address).ok_or_else(Refusal::too_many_sockets)?;
    Ok(limited(upgrade, limits::MESSAGE).on_upgrade(move |socket| async move {
        let viewer = next_viewer();
        let make = |outbox| Bot {
            app: &app,
            viewer,
            address,
            outbox,
            seat: None,
            rooms: HashMap::new(),
            flooded: false,
        };
        converse(&app, socket, make).await;
        drop(place);
    }))
}

struct Bot<'a> {
    app: &'a App,
    viewer: u64,
    address: IpAddr,
    outbox: Outbox,
    seat: Option<BotSeat>,
    rooms: HashMap<String, mpsc::Sender<commands::Command>>,
    flooded: bool,
}

struct BotSeat {
    league: String,
    seated: league::Seated,
}

impl Partner for Bot<'_> {
    type Request = BotRequest;

    const MESSAGES: Rate = limits::BOT_MESSAGES;

    fn is_introduced(&self) -> bool {
        self.seat.is_some()
    }

    async fn hear(&mut self, re: u64, request: BotRequest) -> Reply {
        let (game, ask) = match request {
            BotRequest::Hello { league, name, key, games } => {
                if self.seat.is_some() {
                    let twice = Sentence::new("已经说过 hello", "hello was said already");
                    return Reply::Now(Err(Refusal::malformed(twice)));
                }
                return self.hello(re, &league, name, key, games.unwrap_or(1)).await;
            }
            _ if self.seat.is_none() => return Reply::Now(Err(Refusal::say_hello())),
            BotRequest::Move { game, plies, mv } => (game, BotAsk::Move { plies, text: mv }),
            BotRequest::Resign { game } => (game, BotAsk::Resign),
            BotRequest::Crashed { game: Some(game), why } => (game, BotAsk::Crashed { why }),
            BotRequest::Crashed { game: None, why } => {
                self.tell_league(league::Command::Crashed { viewer: self.viewer, why }).await;
                return Reply::Now(Ok(()));
            }
        };
        self.tell_room(re, game, ask).await
    }

    async fn attend(&mut self) {
        match &mut self.seat {
            Some(seat) => {
                let _ = (&mut seat.seated.stay).await;
            }
            None => std::future::pending().await,
        }
    }

    fn sent_away(&mut self) {
        self.flooded = true;
    }

    async fn leave(self) {
        let Some(seat) = &self.seat else { return };
        let (viewer, flooded) = (self.viewer, self.flooded);
        let participant = seat.seated.participant;
        self.tell_league(league::Command::Leave { viewer, participant, flooded }).await;
    }
}

impl Bot<'_> {
    async fn hello(
        &mut self,
        re: u64,
        code: &str,
        name: String,
        key: Option<String>,
        games: usize,
    ) -> Reply {
        let key = key.as_deref().and_then(Token::from_hex);
        // Who comes back with its key never pays for the mistakes of neighbors.
        if key.is_none() && !self.app.wrong_codes.has(self.address) {
            return Reply::Now(Err(Refusal::too_many_requests()));
        }
        match self.seated(re, code, &name, key.as_ref(), games).await {
            Ok(seat) => {
                self.seat = Some(seat);
                Reply::Later
            }
            Err(error) => {
                let is_guess = matches!(error, LeagueError::WrongCode);
                let may_guess = !is_guess || self.app.wrong_codes.take(self.address);
                let refusal = if may_guess { error.into() } else { Refusal::too_many_requests() };
                Reply::Now(Err(refusal))
            }
        }
    }

    async fn seated(
        &self,
        re: u64,
        code: &str,
        name: &str,
        key: Option<&Token>,
        games: usize,
    ) -> Result<BotSeat, LeagueError> {
        let code = read_code(code).ok_or(LeagueError::WrongCode)?;
        let found = self.app.store.league_of_code(&code).await?;
        let league = found.ok_or(LeagueError::WrongCode)?;
        let hello = || league::Hello {
            viewer: self.viewer,
            re,
            name: name.to_owned(),
            key: key.cloned(),
            games,
            outbox: self.outbox.clone(),
        };
        let ask = |answer| league::Command::Hello { hello: hello(), answer };
        let seated = self.app.leagues.ask(&league, ask).await??;
        Ok(BotSeat { league, seated })
    }

    async fn tell_league(&self, command: league::Command) {
        if let Some(seat) = &self.seat
            && let Ok(league) = self.app.leagues.enter(&seat.league).await
        {
            let _ = league.send(command).await;
        }
    }

    /// The room answers, as it does on other sockets.
    async fn tell_room(&mut self, re: u64, game: String, ask: BotAsk) -> Reply {
        let Some(room) = self.room(game).await else {
            return Reply::Now(Err(RoomError::NoSuchGame.into()));
        };
        let ask = Kept::Ask { viewer: self.viewer, re, ask };
        match room.send(commands::Command::Kept(ask)).await {
            Ok(()) => Reply::Later,
            Err(_) => Reply::Now(Err(RoomError::NoSuchGame.into())),
        }
    }

    async fn room(&mut self, game: String) -> Option<mpsc::Sender<commands::Command>> {
        if let Some(room) = self.rooms.get(&game).filter(|it| !it.is_closed()) {
            return Some(room.clone());
        }
        let room = self.app.rooms.find(&game).await?;
        if MOST_ROOMS <= self.rooms.len() {
            self.rooms.clear();
        }
        self.rooms.insert(game, room.clone());
        Some(room)
    }
}
