//! The library and the shelf as lists, and how an import goes.

use serde::{Deserialize, Serialize};

use super::{lessons::OpeningName, study::Problem};
use crate::store::library::{Collection, Found};

/// `GET /api/library`: what is looked for, as texts of an address.
#[derive(Deserialize, Default, Debug)]
#[serde(default)]
pub(crate) struct LibraryQuery {
    pub(crate) player: String,
    pub(crate) event: String,
    pub(crate) opening: String,
    pub(crate) from: Option<i32>,
    pub(crate) to: Option<i32>,
    pub(crate) result: String,
    pub(crate) collection: Option<i64>,
    pub(crate) fen: String,
    pub(crate) page: usize,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct LibraryPage {
    pub(crate) games: Vec<LibraryGame>,
    pub(crate) total: usize,
    /// Games on a page.
    pub(crate) size: usize,
}

/// A game of the library in a list.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct LibraryGame {
    #[cfg_attr(test, ts(type = "number"))]
    pub(crate) id: i64,
    pub(crate) red: String,
    pub(crate) black: String,
    pub(crate) event: String,
    pub(crate) title: String,
    pub(crate) date: String,
    /// `1-0`, `0-1`, `1/2-1/2` or `*`.
    pub(crate) result: &'static str,
    pub(crate) plies: usize,
    pub(crate) opening: Option<OpeningName>,
    pub(crate) collection: String,
}

impl From<Found> for LibraryGame {
    fn from(found: Found) -> LibraryGame {
        LibraryGame {
            id: found.id,
            red: found.red,
            black: found.black,
            event: found.event,
            title: found.title,
            date: found.date,
            result: found.result.token(),
            plies: found.plies,
            opening: found.opening.map(|[zh, en]| OpeningName { zh, en }),
            collection: found.collection,
        }
    }
}

#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct LibraryCollection {
    #[cfg_attr(test, ts(type = "number"))]
    pub(crate) id: i64,
    pub(crate) name: String,
    pub(crate) games: usize,
}

impl From<Collection> for LibraryCollection {
    fn from(collection: Collection) -> LibraryCollection {
        let Collection { id, name, games } = collection;
        LibraryCollection { id, name, games }
    }
}

/// `POST /api/library`: the name of the file, and where its games go.
#[derive(Deserialize, Default, Debug)]
#[serde(default)]
pub(crate) struct LibraryFile {
    pub(crate) name: String,
    pub(crate) collection: Option<String>,
}

/// A line of the answer to an import. What it counts is on disk.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct ImportProgress {
    pub(crate) games: usize,
    pub(crate) added: usize,
    pub(crate) duplicates: usize,
    /// The first of the things that were not kept.
    pub(crate) dropped: Vec<Problem>,
    pub(crate) dropped_count: usize,
    /// The last line.
    pub(crate) done: bool,
    /// Why the import ended before the file did.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub(crate) problem: Option<Problem>,
}

/// `GET /api/games`: which games of the shelf.
#[derive(Deserialize, Default, Debug)]
#[serde(default)]
pub(crate) struct ShelfFilter {
    /// `machine`, `person`, or part of a name.
    pub(crate) opponent: String,
    /// `won`, `lost`, `drawn` or `ongoing`.
    pub(crate) outcome: String,
    /// Milliseconds since 1970.
    pub(crate) since: Option<i64>,
    pub(crate) until: Option<i64>,
    pub(crate) page: usize,
}
