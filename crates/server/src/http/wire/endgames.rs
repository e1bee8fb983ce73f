//! Endgame tables: the catalogue of classical endings, and what a position is worth.

use endgame::{Answer, Ending, Value};
use serde::{Deserialize, Serialize};
use xiangqi::{Color, Position, RuleSet};

use super::position::Naming;

/// An ending of the catalogue.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct EndingEntry {
    pub(crate) key: String,
    pub(crate) zh: String,
    pub(crate) en: String,
    /// win, depends or draw.
    pub(crate) verdict: &'static str,
    /// Placements with the strong side to move that win, in thousandths.
    pub(crate) won: u32,
    pub(crate) longest: u8,
    #[cfg_attr(test, ts(type = "number"))]
    pub(crate) positions: u64,
    /// Where to begin.
    pub(crate) start: String,
    /// The server builds the table by itself.
    pub(crate) small: bool,
}

impl From<&Ending> for EndingEntry {
    fn from(ending: &Ending) -> EndingEntry {
        EndingEntry {
            key: ending.material.to_string(),
            zh: ending.material.chinese_name(),
            en: ending.material.english_name(),
            verdict: ending.verdict().name(),
            won: ending.won_per_mille() as u32,
            longest: ending.longest,
            positions: ending.positions,
            start: ending.start.clone(),
            small: endgame::positions_of(&ending.material) <= endgame::SMALL,
        }
    }
}

/// A position to look up.
#[derive(Deserialize, Debug)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct EndgameAsked {
    pub(crate) fen: String,
    /// The piece on this point is tried on all others: which of them win?
    #[cfg_attr(test, ts(optional = nullable))]
    pub(crate) point: Option<String>,
}

/// What the tables say.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct EndgameAnswer {
    /// ready, building (ask again soon), missing (too large to be built unasked) or none (no table
    /// can have it).
    pub(crate) state: &'static str,
    pub(crate) table: Option<String>,
    pub(crate) value: Option<EndgameValue>,
    /// Rule sets whose draw without captures could come before the win.
    pub(crate) too_long_for: Vec<&'static str>,
    /// Every legal move, the best first.
    pub(crate) moves: Vec<EndgameMove>,
    /// For the piece asked about: points and what the position is worth with it there.
    pub(crate) points: Vec<EndgamePoint>,
}

impl EndgameAnswer {
    pub(crate) fn without_table(state: &'static str, table: Option<String>) -> EndgameAnswer {
        EndgameAnswer {
            state,
            table,
            value: None,
            too_long_for: Vec::new(),
            moves: Vec::new(),
            points: Vec::new(),
        }
    }
}

/// Who wins, in how many of his moves; a draw has neither.
#[derive(Clone, Copy, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct EndgameValue {
    #[cfg_attr(test, ts(type = "Side | null"))]
    pub(crate) winner: Option<&'static str>,
    pub(crate) moves: Option<u8>,
}

impl EndgameValue {
    pub(crate) fn of(value: Value, mover: Color) -> EndgameValue {
        let winner = match value {
            Value::Win(_) => Some(mover.name()),
            Value::Loss(_) => Some(mover.opponent().name()),
            Value::Draw => None,
        };
        EndgameValue { winner, moves: value.moves() }
    }
}

#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct EndgameMove {
    #[serde(flatten)]
    pub(crate) naming: Naming,
    /// After the move.
    pub(crate) value: EndgameValue,
    /// It keeps the win, the longest defence or the draw.
    pub(crate) best: bool,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct EndgamePoint {
    pub(crate) point: String,
    pub(crate) value: EndgameValue,
}

impl EndgameAnswer {
    pub(crate) fn of(position: &Position, answer: &Answer) -> EndgameAnswer {
        let mover = position.side();
        let best = answer.moves.first().map(|it| it.1);
        let moves = answer.moves.iter().map(|&(mv, after)| EndgameMove {
            naming: Naming::of(position, mv),
            value: EndgameValue::of(after, mover.opponent()),
            best: Some(after) == best,
        });
        EndgameAnswer {
            state: "ready",
            table: Some(answer.material.to_string()),
            value: Some(EndgameValue::of(answer.value, mover)),
            too_long_for: answer.too_long_for(position).into_iter().map(RuleSet::name).collect(),
            moves: moves.collect(),
            points: Vec::new(),
        }
    }
}
