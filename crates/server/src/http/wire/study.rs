//! Positions outside of games, and records with variations.

use std::time::Duration;

use records::{Document, NodeId, Notes, document::Evaluation};
use serde::{Deserialize, Serialize};
use xiangqi::{Game, Language, RuleSet, Style};

use super::position::{Ply, Position, Status, style_of};
use crate::{game::score::RedScore, store::studies};

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

#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
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

/// A record, or a line of moves: the start, the tree from it, and how its main line ends.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct Study {
    pub(crate) start: Position,
    /// Names and values above the moves, as PGN has them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(test, ts(optional, as = "Option<Vec<(String, String)>>"))]
    pub(crate) headers: Vec<(String, String)>,
    /// What the record says: `1-0`, `0-1`, `1/2-1/2` or `*`.
    pub(crate) result: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub(crate) remark: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub(crate) notes: Option<StudyNotes>,
    /// The main line first, then the variations.
    pub(crate) plies: Vec<StudyPly>,
    pub(crate) position: Position,
    pub(crate) status: Status,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub(crate) format: Option<&'static str>,
    /// What of an import could not be kept.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(test, ts(optional, as = "Option<Vec<Problem>>"))]
    pub(crate) dropped: Vec<Problem>,
    /// The file has other games too.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(test, ts(optional, as = "Option<bool>"))]
    pub(crate) more: bool,
}

/// A ply of a study, with what is said about it.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct StudyPly {
    #[serde(flatten)]
    pub(crate) ply: Ply,
    /// The ply it follows, counted from 1; 0 is the start. Without it: the one before in the list.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub(crate) parent: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub(crate) remark: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub(crate) notes: Option<StudyNotes>,
}

/// What a record says about a move beside the remark. The page keeps it and sends it back.
#[derive(Clone, Default, Serialize, Deserialize, Debug)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(test, ts(optional_fields))]
#[serde(default)]
pub(crate) struct StudyNotes {
    /// Said before the move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) before: Option<String>,
    /// Numbers of the PGN standard: 1 is `!`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) marks: Option<Vec<u8>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) cp: Option<i32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) mate: Option<i32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) depth: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional, as = "Option<u32>"))]
    pub(crate) clock_ms: Option<u64>,
    /// Arrows, and commands of other programs: name and argument.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) commands: Option<Vec<(String, String)>>,
}

impl StudyNotes {
    fn of(notes: &Notes) -> Option<StudyNotes> {
        let (cp, mate) = match notes.evaluation {
            Some(Evaluation::Centipawns(value)) => (Some(value), None),
            Some(Evaluation::Mate(moves)) => (None, Some(moves)),
            None => (None, None),
        };
        let told = StudyNotes {
            before: Some(notes.before.clone()).filter(|it| !it.is_empty()),
            marks: Some(notes.marks.clone()).filter(|it| !it.is_empty()),
            cp,
            mate,
            depth: notes.depth,
            clock_ms: notes.clock.map(|it| it.as_millis() as u64),
            commands: Some(notes.commands.clone()).filter(|it| !it.is_empty()),
        };
        let only_words = Notes { after: notes.after.clone(), ..Notes::default() };
        (*notes != only_words).then_some(told)
    }

    /// Back into a document.
    pub(crate) fn write(self, notes: &mut Notes) {
        let mate = self.mate.map(Evaluation::Mate);
        notes.add_before(&self.before.unwrap_or_default());
        notes.marks = self.marks.unwrap_or_default();
        notes.evaluation = self.cp.map(Evaluation::Centipawns).or(mate);
        notes.depth = self.depth;
        notes.clock = self.clock_ms.map(Duration::from_millis);
        notes.commands = self.commands.unwrap_or_default();
    }
}

impl Study {
    /// A document as the page shows it; what comes after the first `most` moves is left out.
    pub(crate) fn of(document: &Document, rules: RuleSet, most: usize) -> Study {
        let mut game = Game::new(*document.start());
        // The moves were legal when the record was made; if not, the study ends before them.
        document.main_moves().take(most).all(|mv| game.play(mv).is_ok());
        let root = document.notes(NodeId::ROOT);
        let pair = |(name, value): (&str, &str)| (name.to_owned(), value.to_owned());
        Study {
            start: Position::from(document.start()),
            headers: document.headers.iter().map(pair).collect(),
            result: document.result.token(),
            remark: root.and_then(remark),
            notes: root.and_then(StudyNotes::of),
            plies: study_plies(document, most),
            position: Position::from(game.position()),
            status: Status::from(&game.verdict(rules)),
            format: None,
            dropped: Vec::new(),
            more: false,
        }
    }
}

fn remark(notes: &Notes) -> Option<String> {
    Some(notes.after.clone()).filter(|it| !it.is_empty())
}

/// A line still to be told: its first move, the ply it follows, and the position there.
struct Line {
    head: NodeId,
    parent: Option<usize>,
    before: xiangqi::Position,
}

/// The main line, then each variation as such a list, those of a variation after it.
fn study_plies(document: &Document, most: usize) -> Vec<StudyPly> {
    let mut plies = Vec::new();
    let first = document.first_child(NodeId::ROOT);
    let main = first.map(|head| Line { head, parent: None, before: *document.start() });
    let mut lines: Vec<Line> = main.into_iter().collect();
    while let Some(Line { head, mut parent, before: mut position }) = lines.pop() {
        let mut branches = Vec::new();
        let mut next = Some(head);
        while let Some(node) = next.filter(|_| plies.len() < most) {
            let is_head_of_variation = parent.is_some();
            let follows = parent.unwrap_or(plies.len());
            if !is_head_of_variation {
                let others = std::iter::successors(document.next_sibling(node), |it| {
                    document.next_sibling(*it)
                });
                let line = |head| Line { head, parent: Some(follows), before: position };
                branches.extend(others.map(line));
            }
            // Only the root has no move.
            let Some(mv) = document.mv(node) else { break };
            let ply = Ply::of(&mut position, mv, None);
            plies.push(study_ply(ply, document.notes(node), parent.take()));
            next = document.first_child(node);
        }
        lines.extend(branches.into_iter().rev());
    }
    plies
}

fn study_ply(mut ply: Ply, notes: Option<&Notes>, parent: Option<usize>) -> StudyPly {
    ply.score = notes.and_then(|it| it.evaluation).map(|it| RedScore::from(it).into());
    ply.depth = notes.and_then(|it| it.depth);
    StudyPly { ply, parent, remark: notes.and_then(remark), notes: notes.and_then(StudyNotes::of) }
}

/// `POST /api/pgn`: a tree of moves with all that is said about them.
#[derive(Deserialize, Serialize, Default, Debug)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(test, ts(optional_fields = nullable))]
pub(crate) struct StudyTree {
    pub(crate) fen: Option<String>,
    pub(crate) rules: Option<String>,
    pub(crate) headers: Option<Vec<(String, String)>>,
    pub(crate) result: Option<String>,
    pub(crate) remark: Option<String>,
    pub(crate) notes: Option<StudyNotes>,
    pub(crate) line: Option<Vec<SentNode>>,
    #[serde(flatten)]
    pub(crate) wish: PgnWish,
}

/// A move in any notation; `parent` as in a study.
#[derive(Deserialize, Serialize, Debug)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(test, ts(optional_fields = nullable))]
pub(crate) struct SentNode {
    #[serde(rename = "move")]
    pub(crate) mv: String,
    pub(crate) parent: Option<usize>,
    pub(crate) remark: Option<String>,
    pub(crate) notes: Option<StudyNotes>,
}

/// How the visitor wants a PGN: moves as `zh`, `tr`, `wxf` or `iccs`, words as `zh` or `en`.
#[derive(Deserialize, Serialize, Default, Debug)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(test, ts(optional_fields = nullable))]
pub(crate) struct PgnWish {
    pub(crate) notation: Option<String>,
    pub(crate) lang: Option<String>,
}

impl PgnWish {
    pub(crate) fn style(&self) -> Style {
        style_of(self.notation.as_deref())
    }

    pub(crate) fn language(&self) -> Language {
        match self.lang.as_deref() {
            Some("zh") => Language::Chinese,
            _ => Language::English,
        }
    }
}

/// `POST /api/studies` and `PUT /api/studies/{id}`
#[derive(Deserialize, Debug)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct StudyToKeep {
    #[cfg_attr(test, ts(optional = nullable))]
    pub(crate) name: Option<String>,
    #[cfg_attr(test, ts(optional = nullable))]
    pub(crate) tree: Option<StudyTree>,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct StudyCreated {
    pub(crate) id: String,
}

/// `GET /api/studies/{id}`
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct OpenedStudy {
    pub(crate) name: String,
    pub(crate) study: Study,
}

/// `GET /api/studies`
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct Studies {
    pub(crate) studies: Vec<StudyEntry>,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct StudyEntry {
    pub(crate) id: String,
    pub(crate) name: String,
    #[cfg_attr(test, ts(type = "number"))]
    pub(crate) created: i64,
    #[cfg_attr(test, ts(type = "number"))]
    pub(crate) updated: i64,
    pub(crate) moves: usize,
    pub(crate) fen: String,
}

impl From<studies::StudyEntry> for StudyEntry {
    fn from(entry: studies::StudyEntry) -> StudyEntry {
        let studies::StudyEntry { id, name, created, updated, moves, fen } = entry;
        StudyEntry { id, name, created, updated, moves, fen }
    }
}
