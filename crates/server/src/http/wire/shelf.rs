//! A visitor's shelf of games.

use serde::Serialize;

use super::{
    lessons::OpeningName,
    players::{Players, Side},
    position::Status,
};
use crate::store::shelf::ShelfEntry;

/// A game on the shelf.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct GameSummary {
    pub(crate) id: String,
    pub(crate) players: Players,
    #[cfg_attr(test, ts(type = "Rules"))]
    pub(crate) rules: &'static str,
    #[cfg_attr(test, ts(type = "number"))]
    pub(crate) created: i64,
    #[cfg_attr(test, ts(type = "number"))]
    pub(crate) updated: i64,
    pub(crate) plies: usize,
    pub(crate) fen: String,
    pub(crate) status: Status,
    /// The visitor's own; none for both or none.
    pub(crate) side: Option<Side>,
    pub(crate) opening: Option<OpeningName>,
}

impl From<&ShelfEntry> for GameSummary {
    fn from(entry: &ShelfEntry) -> GameSummary {
        GameSummary {
            id: entry.id.clone(),
            players: entry.players.each_ref().into(),
            rules: entry.rules.name(),
            created: entry.created,
            updated: entry.updated,
            plies: entry.plies,
            fen: entry.fen.clone(),
            status: Status::unexplained(entry.status, entry.reason.clone()),
            side: entry.side.map(Side::from),
            opening: entry.opening.map(OpeningName::from),
        }
    }
}

#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct Shelf {
    pub(crate) games: Vec<GameSummary>,
    /// On all pages.
    pub(crate) total: usize,
    /// Games on a page.
    pub(crate) size: usize,
}
