//! A game as its viewers see it, and what a machine thinks about it.

use serde::Serialize;

use super::{
    lessons::OpeningName,
    players::{Clock, Players, Seat, Side},
    position::{Naming, Ply, Position, Score, Status},
};
use crate::{
    room::{news, offers},
    thinking::task::{Thought, ThoughtLine},
};

#[derive(Clone, Copy, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct Clocks {
    #[cfg_attr(test, ts(type = "number | null"))]
    pub(crate) red: Option<u64>,
    #[cfg_attr(test, ts(type = "number | null"))]
    pub(crate) black: Option<u64>,
    pub(crate) running: Option<Side>,
}

#[derive(Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct Present {
    pub(crate) red: bool,
    pub(crate) black: bool,
    pub(crate) watching: usize,
    /// The seat that still waits for its guest.
    pub(crate) invited: Option<Side>,
}

impl From<news::Clocks> for Clocks {
    fn from(clocks: news::Clocks) -> Clocks {
        let [red, black] = clocks.left.map(|it| it.map(|left| left.as_millis() as u64));
        Clocks { red, black, running: clocks.running.map(Side::from) }
    }
}

impl From<news::Present> for Present {
    fn from(present: news::Present) -> Present {
        let [red, black] = present.colors;
        Present { red, black, watching: present.watching, invited: present.invited.map(Side::from) }
    }
}

/// Everything about a game, as one viewer may see it.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct Game {
    pub(crate) id: String,
    pub(crate) you: Vec<Seat>,
    pub(crate) players: Players,
    #[cfg_attr(test, ts(type = "Rules"))]
    pub(crate) rules: &'static str,
    pub(crate) clock: Option<Clock>,
    pub(crate) start: Position,
    pub(crate) plies: Vec<Ply>,
    pub(crate) position: Position,
    pub(crate) opening: Option<OpeningName>,
    pub(crate) status: Status,
    pub(crate) clocks: Clocks,
    pub(crate) undone: usize,
    pub(crate) draw_offer: Option<Side>,
    pub(crate) undo_request: Option<Side>,
    pub(crate) rematch_offer: Option<Side>,
    /// The game in which its players went on.
    pub(crate) next: Option<String>,
    pub(crate) paused: bool,
    #[cfg_attr(test, ts(type = "number"))]
    pub(crate) delay_ms: u64,
    pub(crate) present: Present,
}

/// What one side offers and the other may decline.
#[derive(Clone, Copy, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub(crate) enum Offer {
    Draw,
    Undo,
    Rematch,
}

impl From<offers::Offer> for Offer {
    fn from(offer: offers::Offer) -> Offer {
        match offer {
            offers::Offer::Draw => Offer::Draw,
            offers::Offer::TakeBack => Offer::Undo,
            offers::Offer::Rematch => Offer::Rematch,
        }
    }
}

#[derive(Clone, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct Moved {
    pub(crate) plies: usize,
    pub(crate) ply: Ply,
    pub(crate) position: Position,
    pub(crate) opening: Option<OpeningName>,
    pub(crate) status: Status,
    pub(crate) clocks: Clocks,
    pub(crate) undone: usize,
}

#[derive(Clone, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct Line {
    #[serde(flatten)]
    pub(crate) score: Score,
    pub(crate) moves: Vec<Naming>,
}

#[derive(Clone, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct Progress {
    pub(crate) depth: u32,
    #[cfg_attr(test, ts(type = "number"))]
    pub(crate) nodes: u64,
    #[cfg_attr(test, ts(type = "number"))]
    pub(crate) nps: u64,
    /// It has not begun yet: others are served first.
    pub(crate) waiting: bool,
    /// Its place among those that wait, if it waits for long; 1 is the next.
    pub(crate) place: Option<usize>,
    pub(crate) lines: Vec<Line>,
}

impl Progress {
    pub(crate) fn of(position: &xiangqi::Position, thought: &Thought) -> Progress {
        let line = |it: &ThoughtLine| Line {
            score: it.score.into(),
            moves: Naming::of_line(position, &it.moves),
        };
        Progress {
            depth: thought.depth,
            nodes: thought.nodes,
            nps: thought.nodes_per_second,
            waiting: false,
            place: None,
            lines: thought.lines.iter().map(line).collect(),
        }
    }

    pub(crate) fn waiting(place: Option<usize>) -> Progress {
        Progress { depth: 0, nodes: 0, nps: 0, waiting: true, place, lines: Vec::new() }
    }
}
