//! The lines in brackets above the moves.

use xiangqi::{Position, Setup, Status};

use crate::{
    document::{Headers, tag},
    dropped::Refused,
    formats::results,
};

/// What the tags of a game say.
#[derive(Default)]
pub(crate) struct Tags {
    pub(crate) headers: Headers,
    pub(crate) fen: Option<String>,
    pub(crate) result: Option<Status>,
    pub(crate) count: usize,
}

/// Is the line `[Name "value"]`, or nearly so?
pub(crate) fn is_tag(line: &str) -> bool {
    split(line).is_some()
}

/// Name and value. Quotes inside the value happen; the last one ends it.
fn split(line: &str) -> Option<(&str, &str)> {
    let inside = line.trim().strip_prefix('[')?;
    let length = inside.find(|it: char| !it.is_ascii_alphanumeric() && it != '_')?;
    let (name, rest) = inside.split_at(length);
    let is_name = name.starts_with(|it: char| it.is_ascii_alphabetic());
    let rest = rest.trim();
    let value = match rest.strip_prefix('"') {
        Some(rest) => rest.trim_end_matches(']').trim_end().strip_suffix('"').unwrap_or(rest),
        None => rest.strip_suffix(']').filter(|_| inside.as_bytes()[length] == b' ')?,
    };
    is_name.then_some((name, value))
}

impl Tags {
    /// Takes a line; `false` if it is no tag.
    pub(crate) fn take(&mut self, line: &str) -> bool {
        let Some((name, value)) = split(line) else { return false };
        self.count += 1;
        let value = unescape(value);
        match name.to_ascii_lowercase().as_str() {
            "fen" => self.fen = Some(value).filter(|it| !it.trim().is_empty()),
            "result" => self.result = results::parse(&value).or(self.result),
            // They say what sort of file it is, which we know by now.
            "game" | "variant" | "setup" | "format" => (),
            _ => self.headers.set(canonical(name), &value),
        }
        true
    }

    /// Where the moves begin, as somebody drew it.
    pub(crate) fn start(&self) -> Result<Setup, Refused> {
        match &self.fen {
            None => Ok(Position::start().setup()),
            Some(fen) => xiangqi::parse_fen(fen).map_err(|error| Refused::fen(fen, error)),
        }
    }
}

/// The world of chess has White where we have Red.
fn canonical(name: &str) -> &str {
    match name {
        "White" => tag::RED,
        "WhiteTeam" => tag::RED_TEAM,
        "WhiteElo" => tag::RED_ELO,
        "ECO" => tag::ECCO,
        _ => name,
    }
}

fn unescape(value: &str) -> String {
    let mut plain = String::with_capacity(value.len());
    let mut letters = value.chars().peekable();
    while let Some(letter) = letters.next() {
        let escaped = letters.next_if(|it| letter == '\\' && matches!(it, '"' | '\\'));
        plain.push(escaped.unwrap_or(letter));
    }
    plain
}
