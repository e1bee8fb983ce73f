//! Reads PGN game by game. The dialect of the moves is the one in which most of them are legal.

use std::borrow::Cow;

use xiangqi::{Position, Setup};

use super::{
    attempt::Attempt,
    lexer::{Lexer, Token},
    tags::{Tags, is_tag},
};
use crate::{
    document::Document,
    dropped::{Cause, Dropped, Refused},
    words::Dialect,
};

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
        loop {
            let text = &self.text[..];
            if text[self.at..]
                .trim_matches(|it: char| it.is_whitespace() || it == '\u{feff}')
                .is_empty()
            {
                return None;
            }
            let (tags, start) = read_tags(text, self.at);
            let (reading, end) = read_moves(text, start, &tags);
            self.at = next_game(text, end);
            let is_game = match &reading {
                Ok((document, _)) => !document.is_empty() || 0 < tags.count,
                Err(_) => true,
            };
            if is_game {
                return Some(reading);
            }
        }
    }
}

/// The tags at this place, and where the moves begin.
fn read_tags(text: &str, mut at: usize) -> (Tags, usize) {
    let mut tags = Tags::default();
    for line in text[at..].split_inclusive('\n') {
        let plain = line.trim_matches(|it: char| it.is_whitespace() || it == '\u{feff}');
        if !plain.is_empty() && !tags.take(plain) {
            break;
        }
        at += line.len();
    }
    (tags, at)
}

/// Behind the result there may be advertisements, but no moves.
fn next_game(text: &str, end: usize) -> usize {
    let mut at = end;
    for line in text[end..].split_inclusive('\n') {
        let plain = line.trim();
        let begins = is_tag(plain) || plain.starts_with("1.") || plain.starts_with("1．");
        if begins && at != end {
            return at;
        }
        if begins && is_tag(plain) {
            return at;
        }
        at += line.len();
    }
    text.len()
}

type ReadGame = Result<(Document, Vec<Dropped>), Refused>;

/// The game whose moves begin at `start`, and where they end.
pub(crate) fn read_moves(text: &str, start: usize, tags: &Tags) -> (ReadGame, usize) {
    let mut end = start;
    let reading = tags.start().and_then(|setup| {
        let mut best: Option<Attempt> = None;
        for (setup, is_last_resort) in [(setup.clone(), false), (flipped(setup), true)] {
            let is_hopeless =
                best.as_ref().is_some_and(|it| it.cursor.move_count() == 0 && it.failed());
            if is_last_resort && !is_hopeless && best.is_some() {
                break;
            }
            let Ok(position) = setup.position() else { continue };
            let attempt = read_in_any_dialect(text, start, position);
            end = end.max(attempt.end);
            let is_better = best.as_ref().is_none_or(|it| it.worth() < attempt.worth());
            if is_better {
                best = Some(attempt);
            }
        }
        match best {
            Some(best) => Ok(best.finish(tags)),
            None => Err(impossible(tags)),
        }
    });
    if reading.is_err() {
        // The moves are passed over.
        let mut lexer = Lexer::new(text, start);
        let _ = lexer.by_ref().find(|it| matches!(it, Token::Result(_)));
        end = lexer.at();
    }
    (reading, end)
}

fn flipped(setup: Setup) -> Setup {
    Setup { side: !setup.side, ..setup }
}

fn impossible(tags: &Tags) -> Refused {
    match tags.start().map(|it| it.position()) {
        Ok(Err(error)) => Refused::file(Cause::Start(error)),
        Err(refused) => refused,
        Ok(Ok(_)) => Refused::file(Cause::NoGame),
    }
}

fn read_in_any_dialect(text: &str, start: usize, position: Position) -> Attempt {
    let mut best: Option<Attempt> = None;
    for dialect in Dialect::ALL {
        let attempt = Attempt::new(text, start, position, dialect);
        let is_better = best.as_ref().is_none_or(|it| it.worth() < attempt.worth());
        if is_better {
            best = Some(attempt);
        }
        let is_settled = best.as_ref().is_some_and(|it| !it.failed());
        if is_settled {
            break;
        }
    }
    best.unwrap_or_else(|| Attempt::new(text, start, position, Dialect::Plain(0)))
}
