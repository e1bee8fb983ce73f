//! Searchers made of switches: their games, and what they cost on one position.

use arena::statistics::Tally;
use lab::ablation::{Thought, Turn};
use serde::{Deserialize, Serialize};
use xiangqi::Position;

use super::{duel::DuelElo, position::Naming};

/// `POST /api/lab/ablation/play`
#[derive(Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub(crate) struct AblationAsked {
    /// The searchers, such as `alphabeta,ordering,depth=4`.
    pub(crate) first: String,
    pub(crate) second: String,
    pub(crate) seed: u32,
    /// Which game of the series, from 0.
    pub(crate) game: u32,
    /// The moves so far, those of the opening not among them.
    #[serde(default)]
    pub(crate) moves: Vec<String>,
    /// Half points of the first searcher in the games before this one.
    #[serde(default)]
    pub(crate) results: Vec<u8>,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct AblationMove {
    #[serde(flatten)]
    pub(crate) name: Naming,
    #[cfg_attr(test, ts(type = "number"))]
    pub(crate) nodes: u64,
    /// The depth that was finished.
    pub(crate) depth: u32,
    /// For the side that moved.
    pub(crate) score: i32,
}

/// Games of the first searcher, with what they say about its strength.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct AblationScore {
    #[cfg_attr(test, ts(type = "number"))]
    pub(crate) won: u64,
    #[cfg_attr(test, ts(type = "number"))]
    pub(crate) drawn: u64,
    #[cfg_attr(test, ts(type = "number"))]
    pub(crate) lost: u64,
    pub(crate) elo: DuelElo,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct AblationPlayed {
    /// Where the searchers took over.
    pub(crate) fen: String,
    /// 0 or 1: which of them has Red.
    #[cfg_attr(test, ts(type = "0 | 1"))]
    pub(crate) red: usize,
    /// The moves since those that came with the question.
    pub(crate) moves: Vec<AblationMove>,
    #[cfg_attr(test, ts(type = "StatusWord"))]
    pub(crate) status: &'static str,
    pub(crate) reason: Option<&'static str>,
    /// Half points of the first searcher, and the score with this game; `null` while it goes on.
    pub(crate) result: Option<usize>,
    pub(crate) score: Option<AblationScore>,
}

/// `POST /api/lab/ablation/count`
#[derive(Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub(crate) struct AblationCountAsked {
    #[cfg_attr(test, ts(optional = nullable))]
    pub(crate) fen: Option<String>,
    pub(crate) first: String,
    pub(crate) second: String,
}

/// What a searcher found at one depth, and at what price.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct AblationCount {
    pub(crate) depth: u32,
    #[cfg_attr(test, ts(type = "number"))]
    pub(crate) nodes: u64,
    pub(crate) score: i32,
    pub(crate) best: Option<Naming>,
    /// False if the positions were used up.
    pub(crate) complete: bool,
}

impl AblationMove {
    pub(crate) fn of(position: &Position, turn: &Turn) -> AblationMove {
        let Thought { found, depth } = turn.thought;
        let name = Naming::of(position, turn.mv);
        AblationMove { name, nodes: found.nodes, depth, score: found.score }
    }
}

impl AblationScore {
    pub(crate) fn of(results: &[usize]) -> AblationScore {
        let tally = Tally::of_series(results);
        let elo = DuelElo::of(&tally);
        AblationScore { won: tally.wins, drawn: tally.draws, lost: tally.losses, elo }
    }
}

impl AblationCount {
    pub(crate) fn of(position: &Position, depth: u32, thought: &Thought) -> AblationCount {
        let found = thought.found;
        AblationCount {
            depth,
            nodes: found.nodes,
            score: found.score,
            best: found.best_move.map(|mv| Naming::of(position, mv)),
            complete: found.is_complete,
        }
    }
}
