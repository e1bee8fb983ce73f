//! Positions, moves with their names, scores, and how a game stands.

use std::{borrow::Cow, collections::BTreeMap};

use serde::Serialize;
use xiangqi::{Color, Fact, Language, Move, Piece, Style};

use super::players::Side;
use crate::game::{
    score::RedScore,
    state::{self, Standing},
};

/// A move in every notation the page offers.
#[derive(Clone, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct Naming {
    #[serde(rename = "move")]
    pub(crate) mv: String,
    pub(crate) zh: String,
    pub(crate) tr: String,
    pub(crate) wxf: String,
    pub(crate) iccs: String,
}

impl Naming {
    pub(crate) fn of(position: &xiangqi::Position, mv: Move) -> Naming {
        let write = |style| position.write_move(mv, style);
        Naming {
            mv: mv.to_string(),
            zh: write(Style::Chinese),
            tr: write(Style::Traditional),
            wxf: write(Style::Wxf),
            iccs: write(Style::Iccs),
        }
    }

    /// The names of a line. A line that stops being legal is cut there.
    pub(crate) fn of_line(position: &xiangqi::Position, line: &[Move]) -> Vec<Naming> {
        let mut position = *position;
        let mut names = Vec::new();
        for &mv in line {
            if !position.is_legal(mv) {
                break;
            }
            names.push(Naming::of(&position, mv));
            position.play_unchecked(mv);
        }
        names
    }
}

/// A notation by the name that the page has for it.
pub(crate) fn style_of(name: Option<&str>) -> Style {
    match name {
        Some("tr") => Style::Traditional,
        Some("wxf") => Style::Wxf,
        Some("iccs") => Style::Iccs,
        _ => Style::Chinese,
    }
}

#[derive(Clone, Copy, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct Score {
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub(crate) cp: Option<i32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub(crate) mate: Option<i32>,
    /// Moves until a win by the rule of repetition; negative if Black's.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub(crate) rule: Option<i32>,
    /// Chances of Red's win, a draw and Black's win, in thousandths.
    pub(crate) chances: [u32; 3],
}

impl From<RedScore> for Score {
    fn from(score: RedScore) -> Score {
        let unnamed = Score { cp: None, mate: None, rule: None, chances: score.chances() };
        match score {
            RedScore::Centipawns(value) => Score { cp: Some(value), ..unnamed },
            RedScore::Mate(moves) => Score { mate: Some(moves), ..unnamed },
            RedScore::Rule(moves) => Score { rule: Some(moves), ..unnamed },
        }
    }
}

#[derive(Clone, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct Ply {
    #[serde(flatten)]
    pub(crate) naming: Naming,
    pub(crate) fen: String,
    pub(crate) captured: Option<char>,
    pub(crate) check: bool,
    #[cfg_attr(test, ts(type = "number | null"))]
    pub(crate) ms: Option<u64>,
    pub(crate) score: Option<Score>,
    pub(crate) depth: Option<u32>,
}

impl Ply {
    /// `position` is the one before the move; it becomes the one after.
    pub(crate) fn of(
        position: &mut xiangqi::Position,
        mv: Move,
        record: Option<&state::Ply>,
    ) -> Ply {
        let naming = Naming::of(position, mv);
        let played = position.play_unchecked(mv);
        Ply {
            naming,
            fen: position.fen(),
            captured: played.captured.map(Piece::letter),
            check: position.in_check(),
            ms: record.map(|it| it.spent.as_millis() as u64),
            score: record.and_then(|it| it.score).map(Score::from),
            depth: record.and_then(|it| it.depth),
        }
    }
}

#[derive(Clone, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct Position {
    pub(crate) fen: String,
    pub(crate) turn: Side,
    #[cfg_attr(test, ts(type = "Record<string, string[]>"))]
    pub(crate) targets: BTreeMap<String, Vec<String>>,
    pub(crate) check: bool,
    pub(crate) since_capture: u16,
    pub(crate) pieces: Pieces,
}

#[derive(Clone, Copy, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct Pieces {
    pub(crate) red: usize,
    pub(crate) black: usize,
}

impl From<&xiangqi::Position> for Position {
    fn from(position: &xiangqi::Position) -> Position {
        let mut targets: BTreeMap<String, Vec<String>> = BTreeMap::new();
        for mv in position.legal_moves().iter() {
            targets.entry(mv.from().to_string()).or_default().push(mv.to().to_string());
        }
        let count = |color| position.placement().filter(|(_, it)| it.color() == color).count();
        Position {
            fen: position.fen(),
            turn: position.side().into(),
            targets,
            check: position.in_check(),
            since_capture: position.plies_since_capture(),
            pieces: Pieces { red: count(Color::Red), black: count(Color::Black) },
        }
    }
}

/// One sentence of a referee, and what to point at while it is read.
#[derive(Clone, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct Sentence {
    pub(crate) zh: String,
    pub(crate) en: String,
    /// The move of the loop this sentence is about.
    #[serde(rename = "move", skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub(crate) mv: Option<String>,
    /// Attacks as pairs of points, chases first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(test, ts(optional, as = "Option<Vec<(String, String)>>"))]
    pub(crate) attacks: Vec<(String, String)>,
}

impl From<&Fact> for Sentence {
    fn from(fact: &Fact) -> Sentence {
        let (mv, attacks) = match fact {
            Fact::Step(step) => {
                let pair =
                    |it: &xiangqi::Attack| (it.attacker.1.to_string(), it.victim.1.to_string());
                (Some(step.mv.to_string()), step.attacks.iter().map(pair).collect())
            }
            _ => (None, Vec::new()),
        };
        let (zh, en) = (fact.sentence(Language::Chinese), fact.sentence(Language::English));
        Sentence { zh, en, mv, attacks }
    }
}

/// How a game stands, and why in sentences.
#[derive(Clone, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct Status {
    #[cfg_attr(test, ts(type = "StatusWord"))]
    pub(crate) status: &'static str,
    pub(crate) reason: Option<Cow<'static, str>>,
    pub(crate) explanation: Vec<Sentence>,
    /// How many of the last plies are the loop that was judged.
    #[serde(rename = "loop", skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub(crate) loop_plies: Option<usize>,
}

/// The loop a referee speaks of, if there is one.
fn loop_plies(facts: &[Fact]) -> Option<usize> {
    facts.iter().find_map(|it| match it {
        Fact::ThirdOccurrence { plies } => Some(*plies),
        _ => None,
    })
}

impl Status {
    /// As the shelf shows it: nobody asks there why.
    pub(crate) fn unexplained(status: xiangqi::Status, reason: Option<String>) -> Status {
        let reason = reason.map(Cow::Owned);
        Status { status: status.name(), reason, explanation: Vec::new(), loop_plies: None }
    }
}

impl From<&Standing> for Status {
    fn from(standing: &Standing) -> Status {
        Status {
            status: standing.status.name(),
            reason: standing.reason.map(|it| it.name().into()),
            explanation: standing.explanation.facts.iter().map(Sentence::from).collect(),
            loop_plies: loop_plies(&standing.explanation.facts),
        }
    }
}

impl From<&xiangqi::Verdict> for Status {
    fn from(verdict: &xiangqi::Verdict) -> Status {
        Status {
            status: verdict.status.name(),
            reason: verdict.reason.map(|it| it.name().into()),
            explanation: verdict.explanation.facts.iter().map(Sentence::from).collect(),
            loop_plies: loop_plies(&verdict.explanation.facts),
        }
    }
}
