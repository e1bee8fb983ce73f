//! The messages of the two sockets.

use serde::{Deserialize, Serialize};

use super::{
    game::{Game, Moved, Offer, Present, Progress},
    players::Side,
    position::{Naming, Score},
    study::StudyLine,
};

/// What was refused, as a code for programs and a sentence for people.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct Refused {
    pub(crate) code: &'static str,
    /// In English, and the same in Chinese.
    pub(crate) message: String,
    pub(crate) zh: String,
}

/// What comes out of a socket.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "type", rename_all = "lowercase")]
pub(crate) enum FromServer {
    Game(Box<Game>),
    Moved(Box<Moved>),
    Thinking {
        plies: usize,
        side: Side,
        #[serde(flatten)]
        progress: Progress,
    },
    Hint {
        plies: usize,
        best: Naming,
        score: Option<Score>,
    },
    Present(Present),
    Declined {
        offer: Offer,
        by: Side,
    },
    Progress(Progress),
    Finished,
    Done {
        #[cfg_attr(test, ts(type = "number"))]
        re: u64,
    },
    Refused {
        #[cfg_attr(test, ts(type = "number"))]
        re: u64,
        #[serde(flatten)]
        refused: Refused,
    },
    Deleted,
}

impl FromServer {
    pub(crate) fn answer(re: u64, outcome: Result<(), Refused>) -> FromServer {
        match outcome {
            Ok(()) => FromServer::Done { re },
            Err(refused) => FromServer::Refused { re, refused },
        }
    }

    pub(crate) fn text(&self) -> String {
        serde_json::to_string(self).expect("these types have string keys and no maps of others")
    }
}

/// A request with the number its answer will carry.
#[derive(Deserialize, Debug)]
pub(crate) struct Numbered<T> {
    pub(crate) re: u64,
    #[serde(flatten)]
    pub(crate) request: T,
}

/// A request on the socket of a game.
#[derive(Deserialize, Debug)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "type", rename_all = "lowercase")]
pub(crate) enum RoomRequest {
    Hello {
        #[serde(default)]
        #[cfg_attr(test, ts(optional, as = "Option<Vec<String>>"))]
        tokens: Vec<String>,
        #[cfg_attr(test, ts(optional = nullable))]
        visitor: Option<String>,
        #[cfg_attr(test, ts(optional = nullable))]
        name: Option<String>,
    },
    Sync,
    Move {
        plies: usize,
        #[serde(rename = "move")]
        mv: String,
    },
    Undo,
    Redo,
    Hint,
    Draw,
    Decline,
    Resign,
    Swap,
    Rematch,
    Pace {
        paused: bool,
        #[cfg_attr(test, ts(type = "number"))]
        delay_ms: u64,
    },
    Step,
}

/// A request on the analysis socket.
#[derive(Deserialize, Debug)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "type", rename_all = "lowercase")]
pub(crate) enum AnalystRequest {
    Go {
        #[serde(flatten)]
        line: StudyLine,
        #[cfg_attr(test, ts(optional = nullable))]
        lines: Option<usize>,
    },
    Stop,
}
