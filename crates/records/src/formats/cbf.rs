//! CBF: the moves of a game as XML.

use xiangqi::{Move, Position, Square};

use super::{board, results};
use crate::{
    document::{Cursor, Document, tag},
    dropped::{Dropped, Refused, Why},
};

pub(crate) const ROOT: &str = "<ChineseChessRecord";

const FIELDS: [(&str, &str); 16] = [
    ("Name", tag::TITLE),
    ("Contest", tag::EVENT),
    ("Round", tag::ROUND),
    ("Date", tag::DATE),
    ("Site", tag::SITE),
    ("TimeRule", tag::TIME_CONTROL),
    ("Red", tag::RED),
    ("RedTeam", tag::RED_TEAM),
    ("RedTime", tag::RED_TIME),
    ("RedRating", tag::RED_ELO),
    ("Black", tag::BLACK),
    ("BlackTeam", tag::BLACK_TEAM),
    ("BlackTime", tag::BLACK_TIME),
    ("BlackRating", tag::BLACK_ELO),
    ("Commentator", tag::ANNOTATOR),
    ("ECCO", tag::ECCO),
];

pub(crate) fn read(text: &str) -> Result<(Document, Vec<Dropped>), Refused> {
    let (head, moves) = match text.find("<MoveList") {
        Some(at) => text.split_at(at),
        None => (text, ""),
    };
    let start = read_start(head, Moves(moves))?;
    let mut cursor = Cursor::new(start, text.len(), moves.len() / "<Move value=\"\"/>".len());
    let document = cursor.document_mut();
    for (element, name) in FIELDS {
        document.headers.set(name, &element_text(head, element).unwrap_or_default());
    }
    let result = element_text(head, "RecordResult").unwrap_or_default();
    document.result = result.trim().parse().ok().map_or(xiangqi::Status::Ongoing, |number| {
        results::from_number(number, xiangqi::Status::Ongoing)
    });
    for (value, comment) in Moves(moves) {
        let is_root = value.starts_with("00-00");
        if !is_root {
            cursor.play(parse_move(value), || value.to_owned());
        }
        cursor.comment(&comment);
    }
    let is_whole = text.contains("</ChineseChessRecord");
    if !is_whole {
        cursor.drop_here(Why::Truncated, String::new());
    }
    Ok(cursor.finish())
}

fn read_start(head: &str, moves: Moves<'_>) -> Result<Position, Refused> {
    let fen = element_text(head, "FEN").unwrap_or_default();
    if fen.trim().is_empty() {
        return Ok(Position::start());
    }
    let setup = xiangqi::parse_fen(&fen).map_err(|it| Refused::fen(&fen, it))?;
    let first = moves.map(|it| it.0).find(|it| !it.starts_with("00-00"));
    board::start(setup, first.and_then(parse_move).map(Move::from))
}

/// `77-47`: file and row from the top.
fn parse_move(value: &str) -> Option<Move> {
    let square = |text: &str| -> Option<Square> {
        let [file, row] = text.as_bytes() else { return None };
        board::from_top(file.checked_sub(b'0')?, row.checked_sub(b'0').filter(|it| *it < 10)?)
    };
    let (from, to) = value.split_once('-')?;
    Move::new(square(from.trim())?, square(to.trim())?)
}

/// The text of the first element of that name.
fn element_text(text: &str, name: &str) -> Option<String> {
    let opening = format!("<{name}>");
    let from = text.find(&opening)? + opening.len();
    let to = from + text[from..].find("</")?;
    Some(unescape(&text[from..to]))
}

/// Each move with its comment.
#[derive(Clone, Copy)]
struct Moves<'a>(&'a str);

impl<'a> Iterator for Moves<'a> {
    type Item = (&'a str, String);

    fn next(&mut self) -> Option<(&'a str, String)> {
        let (_, rest) = self.0.split_once("<Move ")?;
        let (value, rest) = rest.split_once("value=\"")?.1.split_once('"')?;
        self.0 = rest;
        let (tag_end, after) = rest.split_once('>')?;
        if tag_end.trim_end().ends_with('/') {
            self.0 = after;
            return Some((value, String::new()));
        }
        let (inside, rest) = match after.split_once("</Move>") {
            Some(parts) => parts,
            None => (after, ""),
        };
        self.0 = rest;
        Some((value, unescape(inside)))
    }
}

/// Without the marks of XML.
fn unescape(text: &str) -> String {
    let text = text.trim();
    if let Some(inside) = text.strip_prefix("<![CDATA[") {
        return inside.strip_suffix("]]>").unwrap_or(inside).to_owned();
    }
    let pairs = [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&apos;", "'"), ("&amp;", "&")];
    pairs.iter().fold(text.to_owned(), |text, (from, to)| text.replace(from, to))
}
