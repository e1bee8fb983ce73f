//! Finds out what a file is, by what is in it and never by its name.

use std::borrow::Cow;

use crate::{
    document::Document,
    dropped::{Cause, Dropped, Refused},
    encoding::decode,
    formats::{Format, cbf, cbl, cbr, dhtmlxq, fen, legacy, pgn, txt, wxf, xqf},
};

/// One game of a file, and what of it could not be kept.
#[derive(Clone, PartialEq, Debug)]
pub struct Reading {
    pub document: Document,
    pub dropped: Vec<Dropped>,
}

type Read = Result<(Document, Vec<Dropped>), Refused>;

/// The games of a file, read one by one.
pub struct Games<'a> {
    format: Format,
    games: Box<dyn Iterator<Item = Read> + 'a>,
    count: usize,
    size: usize,
}

impl Games<'_> {
    pub fn format(&self) -> Format {
        self.format
    }

    /// Bytes of the file.
    pub fn size(&self) -> usize {
        self.size
    }
}

impl Iterator for Games<'_> {
    type Item = Result<Reading, Refused>;

    fn next(&mut self) -> Option<Result<Reading, Refused>> {
        let read = self.games.next()?;
        self.count += 1;
        Some(match read {
            Ok((document, mut dropped)) => {
                dropped.iter_mut().for_each(|it| it.game = self.count);
                Ok(Reading { document, dropped })
            }
            Err(refused) => Err(Refused { game: Some(self.count), ..refused }),
        })
    }
}

/// Begins to read a file of any format.
pub fn read(bytes: &[u8]) -> Result<Games<'_>, Refused> {
    let (format, games): (Format, Box<dyn Iterator<Item = Read> + '_>) =
        if bytes.starts_with(cbr::MAGIC) {
            (Format::Cbr, Box::new(std::iter::once(cbr::read(bytes))))
        } else if bytes.starts_with(cbl::MAGIC) {
            (Format::Cbl, Box::new(cbl::read(bytes)?))
        } else if bytes.starts_with(legacy::MAGIC) {
            (Format::LegacyCbl, Box::new(legacy::read(bytes)?))
        } else if is_xqf(bytes) {
            (Format::Xqf, Box::new(std::iter::once(xqf::read(bytes))))
        } else {
            read_text(bytes)?
        };
    let mut games = Games { format, games, count: 0, size: bytes.len() };
    if !games.format.holds_many() {
        // The only game of a file stands for the file: what is wrong with it is said at once.
        let only = games.games.next().unwrap_or(Err(Refused::file(Cause::NoGame)))?;
        games.games = Box::new(std::iter::once(Ok(only)));
    }
    Ok(games)
}

/// No text has a version byte so low behind these letters.
fn is_xqf(bytes: &[u8]) -> bool {
    bytes.starts_with(b"XQ") && bytes.get(2).is_some_and(|&it| it < b' ')
}

fn read_text(bytes: &[u8]) -> Result<(Format, Box<dyn Iterator<Item = Read> + '_>), Refused> {
    if bytes.is_empty() {
        return Err(Refused::file(Cause::Empty));
    }
    let text = decode(bytes);
    if has_tag(&text, 1) {
        // Tags at the very beginning decide, whatever the comments quote.
        return Ok((Format::Pgn, Box::new(pgn::Games::new(text))));
    }
    if is_binary(&text) {
        return Err(Refused::file(Cause::Unknown));
    }
    Ok(if dhtmlxq::is_dhtmlxq(&text) {
        (Format::DhtmlXq, Box::new(dhtmlxq::read(text)))
    } else if text.contains(cbf::ROOT) {
        (Format::Cbf, Box::new(std::iter::once(cbf::read(&text))))
    } else if wxf::is_wxf(&text) {
        (Format::Wxf, Box::new(wxf::Games { text, at: 0 }))
    } else if fen::is_list(&text) {
        (Format::Fen, Box::new(fen::Games { text, at: 0 }))
    } else if has_tag(&text, 20) {
        (Format::Pgn, Box::new(pgn::Games::new(text)))
    } else {
        (Format::Text, Box::new(read_plain(text)?))
    })
}

/// Is there a tag of PGN among the first lines?
fn has_tag(text: &str, lines: usize) -> bool {
    let line = text.lines().map(|it| it.trim_start_matches('\u{feff}').trim());
    line.filter(|it| !it.is_empty()).take(lines).any(pgn::is_tag)
}

/// A text without any sign of what it is must at least begin with a game.
fn read_plain(text: Cow<'_, str>) -> Result<impl Iterator<Item = Read> + '_, Refused> {
    let mut games = txt::Games::new(text);
    let first = games.next().ok_or_else(|| Refused::file(Cause::Unknown))?;
    Ok(std::iter::once(first).chain(games))
}

fn is_binary(text: &str) -> bool {
    let is_strange = |it: &char| {
        *it == '\u{fffd}'
            || (it.is_control() && !matches!(it, '\n' | '\r' | '\t' | '\x0c' | '\x1a'))
    };
    let sample = text.chars().take(4096);
    let strange = sample.clone().filter(is_strange).count();
    sample.count() < 20 * strange
}
