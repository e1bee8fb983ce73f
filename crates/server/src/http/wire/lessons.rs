//! What a learner asks: why a move is not allowed, and what others played here.

use records::{
    book::BookMove,
    openings::{Name, Openings},
};
use serde::{Deserialize, Serialize};
use xiangqi::{Game, Language, Obstacle};

use super::{position::Naming, study::StudyLine};

/// A try on a board, legal or not.
#[derive(Deserialize, Debug)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct Try {
    #[cfg_attr(test, ts(optional = nullable))]
    pub(crate) fen: Option<String>,
    #[serde(rename = "move")]
    pub(crate) mv: String,
}

/// The rule that forbids a move, and the points that show it.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct Forbidden {
    pub(crate) zh: String,
    pub(crate) en: String,
    pub(crate) points: Vec<String>,
}

impl From<Obstacle> for Forbidden {
    fn from(obstacle: Obstacle) -> Forbidden {
        Forbidden {
            zh: obstacle.sentence(Language::Chinese),
            en: obstacle.sentence(Language::English),
            points: obstacle.points().iter().map(ToString::to_string).collect(),
        }
    }
}

#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct Tried {
    /// None for a legal move.
    pub(crate) forbidden: Option<Forbidden>,
}

/// A position, and whose games are asked about it.
#[derive(Deserialize, Debug)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct Exploring {
    #[serde(flatten)]
    pub(crate) line: StudyLine,
    #[cfg_attr(test, ts(optional = nullable))]
    pub(crate) source: Option<Source>,
}

#[derive(Clone, Copy, Deserialize, Debug)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) enum Source {
    Masters,
    Library,
    Mine,
}

/// What was played in a position, the most frequent move first.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct Explored {
    pub(crate) name: Option<OpeningName>,
    pub(crate) moves: Vec<ExploredMove>,
}

#[derive(Clone, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct OpeningName {
    pub(crate) zh: String,
    pub(crate) en: String,
}

impl OpeningName {
    /// What a game is called by the last position on its way that has a name.
    pub(crate) fn of_game(game: &Game) -> Option<OpeningName> {
        let name = Openings::built_in().name_of_game(game.start(), game.moves());
        name.map(OpeningName::from)
    }
}

impl From<&Name> for OpeningName {
    fn from(name: &Name) -> OpeningName {
        OpeningName { zh: name.zh.clone(), en: name.en.clone() }
    }
}

#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct ExploredMove {
    #[serde(flatten)]
    pub(crate) naming: Naming,
    pub(crate) games: u32,
    pub(crate) red: u32,
    pub(crate) draw: u32,
    pub(crate) black: u32,
}

impl ExploredMove {
    pub(crate) fn of(position: &xiangqi::Position, known: &BookMove) -> ExploredMove {
        let tally = known.tally;
        ExploredMove {
            naming: Naming::of(position, known.mv),
            games: tally.games(),
            red: tally.red,
            draw: tally.draw,
            black: tally.black,
        }
    }
}
