//! The seats of a league's players: who is connected, since when not, and how much each can play.

use std::time::Duration;

use tokio::{sync::oneshot, time::Instant};

use crate::room::{keeping::BotLine, outbox::Outbox};

/// Games of a yardstick at the same time; its moves are searched for here.
const YARDSTICK_GAMES: usize = 4;
pub(crate) const MOST_GAMES_OF_BOT: usize = 16;

pub(super) enum Seat {
    Yardstick,
    Bot(BotConnection),
}

pub(super) struct BotConnection {
    here: Option<Here>,
    /// Since when nobody is; since the league was opened if nobody has been yet.
    away_since: Instant,
}

struct Here {
    viewer: u64,
    outbox: Outbox,
    games: usize,
    /// Dropped when the socket should end.
    _stay: oneshot::Sender<()>,
}

impl Seat {
    pub(super) fn empty_bot() -> Seat {
        Seat::Bot(BotConnection { here: None, away_since: Instant::now() })
    }

    /// A socket takes the seat; one that had it before ends. What is returned says when this one
    /// should.
    pub(super) fn take(
        &mut self,
        viewer: u64,
        outbox: Outbox,
        games: usize,
    ) -> oneshot::Receiver<()> {
        let (stay, end) = oneshot::channel();
        let games = games.clamp(1, MOST_GAMES_OF_BOT);
        let here = Some(Here { viewer, outbox, games, _stay: stay });
        *self = Seat::Bot(BotConnection { here, away_since: Instant::now() });
        end
    }

    pub(super) fn leave(&mut self) {
        if let Seat::Bot(bot) = self {
            bot.here = None;
            bot.away_since = Instant::now();
        }
    }

    pub(super) fn is_taken_by(&self, viewer: u64) -> bool {
        self.here().is_some_and(|it| it.viewer == viewer)
    }

    pub(super) fn is_ready(&self) -> bool {
        matches!(self, Seat::Yardstick) || self.here().is_some()
    }

    pub(super) fn capacity(&self) -> usize {
        match self {
            Seat::Yardstick => YARDSTICK_GAMES,
            Seat::Bot(_) => self.here().map_or(0, |it| it.games),
        }
    }

    /// How long the bot has been away.
    pub(super) fn away(&self) -> Option<Duration> {
        match self {
            Seat::Bot(BotConnection { here: None, away_since }) => Some(away_since.elapsed()),
            _ => None,
        }
    }

    pub(super) fn line(&self) -> Option<BotLine> {
        self.here().map(|it| BotLine { viewer: it.viewer, outbox: it.outbox.clone() })
    }

    fn here(&self) -> Option<&Here> {
        match self {
            Seat::Bot(bot) => bot.here.as_ref(),
            Seat::Yardstick => None,
        }
    }
}
