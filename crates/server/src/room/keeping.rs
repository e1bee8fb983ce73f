//! What a league keeps in a room whose game it directs: where its bots are reached, how long they have
//! been away, and where the end is told.

use std::time::Duration;

use tokio::sync::mpsc;
use xiangqi::{Color, Status};

use super::{outbox::Outbox, stopwatch::Stopwatch};
use crate::{
    game::fault::{Fault, FaultKind},
    thinking::owner::Owner,
};

/// A league's hold on a game.
pub(crate) struct Keeping {
    /// On whose account machines think.
    pub(crate) owner: Owner,
    /// Where the end of the game is told. Without a bound, since a game ends once.
    pub(crate) over: mpsc::UnboundedSender<GameOver>,
    /// How long a bot may be away when it is to move, all in all.
    pub(crate) grace: Duration,
    /// Whether the game is one of the league.
    pub(crate) counted: bool,
    pub(crate) seats: [BotSeat; 2],
}

/// A bot's seat in one game. Machines and people leave theirs as it is.
#[derive(Default)]
pub(crate) struct BotSeat {
    pub(crate) line: Option<BotLine>,
    pub(crate) absence: Absence,
}

/// Where a bot is reached.
#[derive(Clone)]
pub(crate) struct BotLine {
    /// The number of its socket.
    pub(crate) viewer: u64,
    pub(crate) outbox: Outbox,
}

pub(crate) struct Absence {
    pub(super) why: FaultKind,
    /// A bot that is wanted elsewhere is not away.
    pub(super) is_excused: bool,
    pub(super) lasted: Stopwatch,
}

impl Default for Absence {
    fn default() -> Absence {
        let lasted = Stopwatch::default();
        Absence { why: FaultKind::LostConnection, is_excused: false, lasted }
    }
}

/// What the league hears of a game.
pub(crate) struct GameOver {
    pub(crate) id: String,
    pub(crate) status: Status,
    pub(crate) reason: Option<&'static str>,
    pub(crate) plies: usize,
    /// The bot's own words, if a fault ended it.
    pub(crate) detail: String,
}

/// What the league and its bots have to say to a room.
pub(crate) enum Kept {
    Begin(Box<Keeping>),
    /// The bot of this color is here, perhaps by another socket than before.
    Here {
        color: Color,
        line: BotLine,
    },
    /// The socket with this number is gone.
    Gone {
        viewer: u64,
        why: FaultKind,
    },
    /// The bot of this color has more important things to do.
    Excuse {
        color: Color,
    },
    /// The game is lost for this color.
    Forfeit {
        color: Color,
        fault: Fault,
    },
    /// The league is broken off: the game stays as it is.
    Release,
    Ask {
        viewer: u64,
        re: u64,
        ask: BotAsk,
    },
}

pub(crate) enum BotAsk {
    Move { plies: usize, text: String },
    Resign,
    Crashed { why: String },
}

impl Keeping {
    pub(crate) fn new(
        owner: Owner,
        over: mpsc::UnboundedSender<GameOver>,
        grace: Duration,
        counted: bool,
    ) -> Keeping {
        Keeping { owner, over, grace, counted, seats: Default::default() }
    }

    pub(super) fn color_of(&self, viewer: u64) -> Option<Color> {
        let sits = |it: &Color| {
            self.seats[it.index()].line.as_ref().is_some_and(|line| line.viewer == viewer)
        };
        Color::BOTH.into_iter().find(sits)
    }
}
