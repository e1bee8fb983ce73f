//! What reaches a league: bots that come and go, whoever directs it, people who want to play.

use std::sync::Arc;

use tokio::sync::oneshot;
use xiangqi::Color;

use super::{error::LeagueError, view::View};
use crate::{
    game::{
        player::Player,
        secret::{Token, TokenHash},
    },
    room::outbox::Outbox,
};

pub(crate) enum Command {
    /// A bot wants its seat.
    Hello {
        hello: Hello,
        answer: oneshot::Sender<Result<Seated, LeagueError>>,
    },
    /// The socket with this number ended, of the participant with this number.
    Leave {
        viewer: u64,
        participant: usize,
        flooded: bool,
    },
    /// A bot's program ended outside of all games.
    Crashed {
        viewer: u64,
        why: String,
    },
    Look {
        answer: oneshot::Sender<Arc<View>>,
    },
    Direct {
        order: Order,
        admin: TokenHash,
        answer: oneshot::Sender<Result<Arc<View>, LeagueError>>,
    },
    Challenge {
        challenge: Challenge,
        answer: oneshot::Sender<Result<(String, Token), LeagueError>>,
    },
}

/// How a bot introduces itself.
pub(crate) struct Hello {
    /// The number of its socket, and of the message.
    pub(crate) viewer: u64,
    pub(crate) re: u64,
    pub(crate) name: String,
    pub(crate) key: Option<Token>,
    /// How many it can play at the same time.
    pub(crate) games: usize,
    pub(crate) outbox: Outbox,
}

/// A bot that has its seat.
pub(crate) struct Seated {
    /// The number of the participant.
    pub(crate) participant: usize,
    /// Ends when the bot is no longer wanted.
    pub(crate) stay: oneshot::Receiver<()>,
}

/// What whoever made the league may say.
#[derive(Clone)]
pub(crate) enum Order {
    Start,
    Pause,
    Stop,
    /// A yardstick joins.
    Add(Player),
    Remove(String),
}

/// A person wants to play a bot.
#[derive(Clone)]
pub(crate) struct Challenge {
    pub(crate) bot: String,
    /// The person's.
    pub(crate) color: Color,
    pub(crate) name: Option<String>,
    pub(crate) visitor: Option<TokenHash>,
}
