//! The files of PlayOK and ClubXiangqi: headings in capitals, moves between `START{` and `}END`.

use super::{pgn, results};
use crate::{
    document::{Document, tag},
    dropped::{Dropped, Refused},
};

const START: &str = "START{";
const END: &str = "}END";

pub(crate) fn is_wxf(text: &str) -> bool {
    let begins = |line: &str| line.trim_start_matches('\u{feff}').starts_with("FORMAT");
    text.contains(START) && text.lines().any(begins)
}

/// The games of a text, one after the other.
pub(crate) struct Games<'a> {
    pub(crate) text: std::borrow::Cow<'a, str>,
    pub(crate) at: usize,
}

impl Iterator for Games<'_> {
    type Item = Result<(Document, Vec<Dropped>), Refused>;

    fn next(&mut self) -> Option<Self::Item> {
        let rest = &self.text[self.at..];
        let start = rest.find(START)?;
        let inside = &rest[start + START.len()..];
        let length = inside.find(END).or(inside.find('}')).unwrap_or(inside.len());
        let moves = &inside[..length];
        let tags = read_head(&rest[..start]);
        self.at += start + START.len() + length;
        Some(pgn::read_moves(moves, 0, &tags).0)
    }
}

fn read_head(head: &str) -> pgn::Tags {
    let mut tags = pgn::Tags::default();
    for line in head.lines() {
        let line = line.trim_start_matches('\u{feff}').trim();
        let (name, value) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        // Behind semicolons: rating, team, and what nobody fills in.
        let mut values = value.split(';').map(str::trim);
        let first = values.next().unwrap_or_default();
        match name {
            "FEN" => tags.fen = Some(value.trim().to_owned()).filter(|it| !it.is_empty()),
            "RESULT" => tags.result = results::parse(first),
            "RED" | "BLACK" => {
                let (player, rating, team) = if name == "RED" {
                    (tag::RED, tag::RED_ELO, tag::RED_TEAM)
                } else {
                    (tag::BLACK, tag::BLACK_ELO, tag::BLACK_TEAM)
                };
                tags.headers.set(player, first);
                tags.headers.set(rating, values.next().unwrap_or_default());
                tags.headers.set(team, values.next().unwrap_or_default());
            }
            "DATE" => tags.headers.set(tag::DATE, first),
            "EVENT" => {
                tags.headers.set(tag::EVENT, first);
                tags.headers.set(tag::TIME_CONTROL, values.next().unwrap_or_default());
            }
            "SITE" => tags.headers.set(tag::SITE, first),
            "ROUND" => tags.headers.set(tag::ROUND, first),
            "OPEN" | "OPENING" => tags.headers.set(tag::OPENING, first),
            "GAME" => tags.headers.set(tag::TITLE, value),
            _ => (),
        }
    }
    tags
}
