//! Plain text: a few headings, one to a line, and the moves of the main line in any notation.

use std::{borrow::Cow, fmt::Write};

use xiangqi::{Color, Position};

use super::{
    Options, Written, fen,
    loss::{Holds, losses},
    pgn, results,
};
use crate::{
    document::{Document, tag},
    dropped::{Dropped, Refused},
    words::looks_like_move,
};

/// Headings in both languages; the first is the one we write.
const HEADINGS: [(&str, &str, &str); 13] = [
    (tag::TITLE, "Title", "标题"),
    (tag::EVENT, "Event", "赛事"),
    (tag::SITE, "Site", "地点"),
    (tag::DATE, "Date", "日期"),
    (tag::ROUND, "Round", "轮次"),
    (tag::RED, "Red", "红方"),
    (tag::RED_TEAM, "RedTeam", "红队"),
    (tag::BLACK, "Black", "黑方"),
    (tag::BLACK_TEAM, "BlackTeam", "黑队"),
    (tag::OPENING, "Opening", "开局"),
    (tag::ECCO, "ECCO", "编号"),
    (tag::ANNOTATOR, "Annotator", "评注"),
    (tag::AUTHOR, "Author", "作者"),
];

/// The games of a text, one after the other.
pub(crate) struct Games<'a> {
    text: Cow<'a, str>,
    at: usize,
}

impl<'a> Games<'a> {
    pub(crate) fn new(text: Cow<'a, str>) -> Games<'a> {
        Games { text, at: 0 }
    }
}

impl Iterator for Games<'_> {
    type Item = Result<(Document, Vec<Dropped>), Refused>;

    fn next(&mut self) -> Option<Self::Item> {
        while self.at < self.text.len() {
            let (tags, start) = read_headings(&self.text, self.at);
            let has_start = tags.fen.is_some();
            let (reading, end) = pgn::read_moves(&self.text, start, &tags);
            // Whatever happens, something is left behind.
            self.at = end.max(start).max(self.at + 1);
            while !self.text.is_char_boundary(self.at) {
                self.at += 1;
            }
            let is_game = reading.as_ref().map_or(true, |it| has_start || !it.0.is_empty());
            if is_game {
                return Some(reading);
            }
        }
        None
    }
}

/// What stands above the moves, and where they begin. Lines that are neither are passed over.
fn read_headings(text: &str, mut at: usize) -> (pgn::Tags, usize) {
    let mut tags = pgn::Tags::default();
    for line in text[at..].split_inclusive('\n') {
        let plain = line.trim_matches(|it: char| it.is_whitespace() || it == '\u{feff}');
        let mut words = plain.split(|it: char| it.is_whitespace() || ".．,，、".contains(it));
        let is_heading = take_heading(plain, &mut tags);
        let begins = plain.starts_with('{')
            || words.any(|it| looks_like_move(it) || 8 <= it.len() && has_run_on(it));
        if !is_heading && begins {
            break;
        }
        at += line.len();
    }
    (tags, at)
}

/// Moves without a gap between them.
fn has_run_on(word: &str) -> bool {
    let letters: Vec<char> = word.chars().take(4).collect();
    matches!(letters[..], [_, _, way, _] if "进進退平".contains(way))
}

fn take_heading(line: &str, tags: &mut pgn::Tags) -> bool {
    if tags.fen.is_none() && fen::is_position(line) {
        tags.fen = Some(line.to_owned());
        return true;
    }
    let Some((name, value)) = line.split_once([':', '：']) else { return false };
    let (name, value) = (name.trim(), value.trim());
    let known = HEADINGS.iter().find(|it| it.1.eq_ignore_ascii_case(name) || it.2 == name);
    match (known, name) {
        (Some(known), _) => tags.headers.set(known.0, value),
        (None, "FEN" | "fen" | "局面") => tags.fen = Some(value.to_owned()),
        (None, "Result" | "结果") => tags.result = results::parse(value),
        _ => return false,
    }
    true
}

pub(crate) fn write(document: &Document, options: &Options) -> Written {
    let names: Vec<&str> = HEADINGS.iter().map(|it| it.0).collect();
    let holds = Holds {
        headers: &names,
        comments: false,
        variations: false,
        remarks: false,
        counters: true,
    };
    let lost = losses(document, holds);
    let mut text = String::new();
    // Writing to a string cannot fail.
    for (name, heading, _) in HEADINGS {
        let value = document.headers.get(name).replace(['\n', '\r'], " ");
        if !value.is_empty() {
            let _ = writeln!(text, "{heading}: {value}");
        }
    }
    if *document.start() != Position::start() {
        let _ = writeln!(text, "FEN: {}", document.start().fen());
    }
    let _ = writeln!(text, "Result: {}\n", document.result.token());
    let mut position = *document.start();
    let mut number = 1;
    for (index, mv) in document.main_moves().enumerate() {
        let is_red = position.side() == Color::Red;
        match (is_red, index) {
            (true, _) => drop(write!(text, "{number}. ")),
            (false, 0) => drop(write!(text, "{number}. ... ")),
            (false, _) => (),
        }
        text += &position.write_move(mv, options.notation);
        text.push(if is_red { ' ' } else { '\n' });
        number += usize::from(!is_red);
        position.play_unchecked(mv);
    }
    let _ = writeln!(text, "{}\n", document.result.token());
    Written { bytes: text.into_bytes(), lost }
}
