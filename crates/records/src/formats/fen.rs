//! Lists of positions, one a line: FEN or EPD, or a FEN with moves as engines are told it.

use std::borrow::Cow;

use xiangqi::Position;

use crate::{
    document::{Document, NodeId, tag},
    dropped::{Dropped, Refused},
    formats::pgn,
};

/// Stands between a position and the moves from it.
const MOVES: &str = "moves ";

/// Is every line that says anything a position?
pub(crate) fn is_list(text: &str) -> bool {
    let mut lines = text.lines().map(str::trim).filter(|it| is_content(it)).peekable();
    lines.peek().is_some() && lines.all(is_position)
}

fn is_content(line: &str) -> bool {
    let line = line.trim_start_matches('\u{feff}');
    !line.is_empty() && !line.starts_with('#') && !line.starts_with(';')
}

pub(crate) fn is_position(line: &str) -> bool {
    let board = line.trim_start_matches('\u{feff}').split_whitespace().next().unwrap_or_default();
    let is_board_letter = |it: char| it.is_ascii_alphanumeric() || "/[]".contains(it);
    board.matches('/').count() == 9 && board.chars().all(is_board_letter)
}

/// The positions of a text, one after the other.
pub(crate) struct Games<'a> {
    pub(crate) text: Cow<'a, str>,
    pub(crate) at: usize,
}

impl Iterator for Games<'_> {
    type Item = Result<(Document, Vec<Dropped>), Refused>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            let rest = &self.text[self.at..];
            let line = rest.split_inclusive('\n').next()?;
            self.at += line.len();
            let line = line.trim().trim_start_matches('\u{feff}');
            if is_content(line) {
                return Some(read_line(line));
            }
        }
    }
}

fn read_line(line: &str) -> Result<(Document, Vec<Dropped>), Refused> {
    let (position, operations) = split(line);
    if let Some(moves) = operations.strip_prefix(MOVES) {
        let tags = pgn::Tags { fen: Some(position), ..pgn::Tags::default() };
        return pgn::read_moves(moves, 0, &tags).0;
    }
    let start = Position::from_fen(&position).map_err(|it| Refused::fen(line, it))?;
    let mut document = Document::new(start);
    for operation in operations.split(';').map(str::trim).filter(|it| !it.is_empty()) {
        let (name, value) = operation.split_once(char::is_whitespace).unwrap_or((operation, ""));
        let value = value.trim().trim_matches('"');
        match name {
            "id" => document.headers.set(tag::TITLE, value),
            "c0" => document.notes_mut(NodeId::ROOT).add_after(value),
            _ => {
                let commands = &mut document.notes_mut(NodeId::ROOT).commands;
                commands.push((name.to_owned(), value.to_owned()));
            }
        }
    }
    Ok((document, Vec::new()))
}

/// A FEN has up to six fields; an EPD has operations such as `bm h2e2;` after the fourth.
fn split(line: &str) -> (String, String) {
    let words: Vec<&str> = line.split_whitespace().collect();
    let is_field = |index: usize, word: &str| match index {
        0 => true,
        1 => matches!(word, "w" | "b" | "r" | "W" | "B" | "R"),
        _ => word == "-" || word.bytes().all(|it| it.is_ascii_digit()),
    };
    let count = words.iter().enumerate().take(6).take_while(|(at, it)| is_field(*at, it)).count();
    (words[..count].join(" "), words[count..].join(" "))
}
