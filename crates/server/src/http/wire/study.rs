//! Positions outside of games, and records with variations.

use serde::{Deserialize, Serialize};
use xiangqi::{Game, RuleSet};

use super::position::{Ply, Position, Status};
use crate::game::record::{Draft, Node, Record};

/// A position and moves from it, as `POST /api/position` and `/api/judge` take it.
#[derive(Deserialize, Debug)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct StudyLine {
    #[cfg_attr(test, ts(optional = nullable))]
    pub(crate) fen: Option<String>,
    #[serde(default)]
    #[cfg_attr(test, ts(optional, as = "Option<Vec<String>>"))]
    pub(crate) moves: Vec<String>,
    #[cfg_attr(test, ts(optional = nullable))]
    pub(crate) rules: Option<String>,
}

/// `POST /api/check`
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct Checked {
    pub(crate) problem: Option<Problem>,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct Problem {
    pub(crate) zh: String,
    pub(crate) en: String,
}

#[derive(Deserialize, Debug)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct Import {
    pub(crate) text: String,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct Study {
    pub(crate) start: Position,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub(crate) remark: Option<String>,
    pub(crate) plies: Vec<StudyPly>,
    pub(crate) position: Position,
    pub(crate) status: Status,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub(crate) format: Option<&'static str>,
}

/// A ply of a study, with what is said about it and what could be played instead.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct StudyPly {
    #[serde(flatten)]
    pub(crate) ply: Ply,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub(crate) remark: Option<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(test, ts(optional, as = "Option<Vec<Vec<StudyPly>>>"))]
    pub(crate) variations: Vec<Vec<StudyPly>>,
}

impl Study {
    pub(crate) fn of(record: &Record, rules: RuleSet, format: Option<&'static str>) -> Study {
        let mut game = Game::new(record.start);
        // The moves were legal when the record was made; if not, the study ends before them.
        record.moves().all(|mv| game.play(mv).is_ok());
        Study {
            start: Position::from(&record.start),
            remark: record.remark.clone(),
            plies: study_plies(&record.start, &record.line),
            position: Position::from(game.position()),
            status: Status::from(&game.verdict(rules)),
            format,
        }
    }
}

fn study_plies(start: &xiangqi::Position, line: &[Node]) -> Vec<StudyPly> {
    let mut position = *start;
    let mut plies = Vec::with_capacity(line.len());
    for node in line {
        let variations = node.variations.iter().map(|it| study_plies(&position, it)).collect();
        let ply = Ply::of(&mut position, node.mv, None);
        plies.push(StudyPly { ply, remark: node.remark.clone(), variations });
    }
    plies
}

/// `POST /api/pgn`: a line with remarks and variations.
#[derive(Deserialize, Debug)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct StudyTree {
    #[cfg_attr(test, ts(optional = nullable))]
    pub(crate) fen: Option<String>,
    #[cfg_attr(test, ts(optional = nullable))]
    pub(crate) rules: Option<String>,
    #[cfg_attr(test, ts(optional = nullable))]
    pub(crate) remark: Option<String>,
    #[serde(default)]
    #[cfg_attr(test, ts(optional, as = "Option<Vec<SentNode>>"))]
    pub(crate) line: Vec<SentNode>,
}

#[derive(Deserialize, Debug)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct SentNode {
    #[serde(rename = "move")]
    pub(crate) mv: String,
    #[cfg_attr(test, ts(optional = nullable))]
    pub(crate) remark: Option<String>,
    #[serde(default)]
    #[cfg_attr(test, ts(optional, as = "Option<Vec<Vec<SentNode>>>"))]
    pub(crate) variations: Vec<Vec<SentNode>>,
}

impl From<SentNode> for Draft {
    fn from(sent: SentNode) -> Draft {
        let line = |line: Vec<SentNode>| line.into_iter().map(Draft::from).collect();
        let variations = sent.variations.into_iter().map(line).collect();
        Draft { mv: sent.mv, remark: sent.remark, variations }
    }
}
