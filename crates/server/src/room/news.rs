//! What a room has to tell, before anyone decided how it looks on a page.

use std::{sync::Arc, time::Duration};

use xiangqi::Color;

use super::{
    error::RoomError,
    offers::{Offer, Offers},
};
use crate::{
    game::{
        league::League,
        secret::Token,
        state::{GameState, Ply},
    },
    thinking::task::{Choice, Thought},
};

pub(crate) enum News<'a> {
    /// Everything about the game, as one viewer may see it.
    Game(GameNews<'a>),
    /// A move was played: `ply` is the last one of the game.
    Moved {
        state: &'a GameState,
        ply: &'a Ply,
        clocks: Clocks,
    },
    /// A machine searches; without a thought, it waits for its thread, and if it waits for long, it
    /// knows its place in the queue.
    Thinking {
        state: &'a GameState,
        thought: Option<&'a Thought>,
        place: Option<usize>,
    },
    Hint {
        state: &'a GameState,
        choice: &'a Choice,
    },
    Present(Present),
    /// A side says no to what the other offered.
    Declined {
        offer: Offer,
        by: Color,
    },
    /// The answer to a request with this number. Number 0 answers nobody: a machine could not move.
    Answer {
        re: u64,
        outcome: Result<(), &'a RoomError>,
    },
    Deleted,
}

/// What a bot is told, by a room or by its league.
pub(crate) enum BotNews<'a> {
    /// It has its seat; with the number of its request and the key that brings it back.
    Welcome { re: u64, name: &'a str, key: &'a Token, league: &'a League },
    /// It is to move.
    Go(BotTurn<'a>),
    /// What it thinks about is not wanted now.
    Wait { id: &'a str },
    /// The game is over.
    Over { id: &'a str, state: &'a GameState },
    /// Nothing more will come.
    Bye(Goodbye),
}

/// Why a bot has nothing more to do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Goodbye {
    Finished,
    Stopped,
    Removed,
    /// The same bot came in by another socket.
    Replaced,
}

pub(crate) struct BotTurn<'a> {
    pub(crate) id: &'a str,
    pub(crate) state: &'a GameState,
    pub(crate) left: [Duration; 2],
    /// `None`: the bot divides what is left by itself.
    pub(crate) move_time: Option<Duration>,
    /// Whether it is a game of the league.
    pub(crate) counted: bool,
}

pub(crate) struct GameNews<'a> {
    pub(crate) id: &'a str,
    pub(crate) you: SeatsHeld,
    pub(crate) state: &'a GameState,
    pub(crate) clocks: Clocks,
    pub(crate) offers: Offers,
    pub(crate) pace: Pace,
    pub(crate) present: Present,
    /// The game in which its players went on.
    pub(crate) next: Option<&'a str>,
}

/// What a viewer may do: play colors, direct a game between machines.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct SeatsHeld {
    pub(crate) colors: [bool; 2],
    pub(crate) host: bool,
}

/// What both sides have left now, and whose clock runs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Clocks {
    pub(crate) left: [Option<Duration>; 2],
    pub(crate) running: Option<Color>,
}

/// Which players are here, and how many others watch.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Present {
    pub(crate) colors: [bool; 2],
    pub(crate) watching: usize,
    /// The seat that still waits for its guest.
    pub(crate) invited: Option<Color>,
}

/// How a game between machines goes on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Pace {
    pub(crate) paused: bool,
    /// Between two moves.
    pub(crate) delay: Duration,
}

impl Default for Pace {
    fn default() -> Pace {
        Pace { paused: false, delay: Duration::from_secs(1) }
    }
}

/// Puts news into the text of a message. One per room, so it may remember what it said before.
pub(crate) trait Voice: Send {
    fn text(&mut self, news: &News<'_>) -> Arc<str>;

    fn bot_text(&mut self, news: &BotNews<'_>) -> Arc<str>;
}

/// Makes the voice of a room that opens.
pub(crate) type MakeVoice = fn() -> Box<dyn Voice>;
