//! The formats, one folder or file each, and what they share.

pub(crate) mod board;
pub(crate) mod bytes;
pub(crate) mod cbf;
pub(crate) mod cbl;
pub(crate) mod cbr;
pub(crate) mod dhtmlxq;
pub(crate) mod fen;
pub(crate) mod legacy;
pub(crate) mod loss;
pub(crate) mod pgn;
pub(crate) mod results;
pub(crate) mod stream;
pub(crate) mod txt;
pub(crate) mod wxf;
pub(crate) mod xqf;

use std::{error, fmt, str::FromStr};

use xiangqi::Style;

use crate::document::Document;

/// Everything that is read; some of it is written too.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Format {
    Pgn,
    Xqf,
    Cbr,
    Cbl,
    LegacyCbl,
    DhtmlXq,
    Cbf,
    /// The files of PlayOK and ClubXiangqi.
    Wxf,
    Fen,
    /// Moves and nothing else, or next to nothing.
    Text,
}

impl Format {
    pub const ALL: [Format; 10] = [
        Format::Pgn,
        Format::Xqf,
        Format::Cbr,
        Format::Cbl,
        Format::LegacyCbl,
        Format::DhtmlXq,
        Format::Cbf,
        Format::Wxf,
        Format::Fen,
        Format::Text,
    ];

    /// Those that [`Format::write`] knows.
    pub const WRITTEN: [Format; 5] =
        [Format::Pgn, Format::Xqf, Format::Cbr, Format::DhtmlXq, Format::Text];

    pub const fn name(self) -> &'static str {
        match self {
            Format::Pgn => "pgn",
            Format::Xqf => "xqf",
            Format::Cbr => "cbr",
            Format::Cbl => "cbl",
            Format::LegacyCbl => "legacy-cbl",
            Format::DhtmlXq => "dhtmlxq",
            Format::Cbf => "cbf",
            Format::Wxf => "wxf",
            Format::Fen => "fen",
            Format::Text => "txt",
        }
    }

    /// How names of such files end.
    pub const fn extension(self) -> &'static str {
        match self {
            Format::DhtmlXq | Format::Text | Format::Fen => "txt",
            Format::LegacyCbl => "cbl",
            _ => self.name(),
        }
    }

    /// Can several games stand in one file, one after the other?
    pub const fn holds_many(self) -> bool {
        !matches!(self, Format::Xqf | Format::Cbr | Format::Cbf)
    }

    /// One game as the bytes of a file; `None` for formats that are only read.
    pub fn write(self, document: &Document, options: &Options) -> Option<Written> {
        match self {
            Format::Pgn => Some(pgn::write(document, options)),
            Format::Xqf => Some(xqf::write(document)),
            Format::Cbr => Some(cbr::write(document)),
            Format::DhtmlXq => Some(dhtmlxq::write(document)),
            Format::Text => Some(txt::write(document, options)),
            _ => None,
        }
    }
}

/// Choices of whoever writes.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Options {
    /// Where moves are written as text.
    pub notation: Style,
}

/// A game as a file, and what the format could not hold.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Written {
    pub bytes: Vec<u8>,
    /// Sentences without a full stop.
    pub lost: Vec<String>,
}

/// No format has that name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnknownFormat(pub String);

impl fmt::Display for UnknownFormat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = Format::WRITTEN.map(Format::name).join(", ");
        write!(f, "the format is one of {names}, not {:?}", self.0)
    }
}

impl error::Error for UnknownFormat {}

impl FromStr for Format {
    type Err = UnknownFormat;

    fn from_str(text: &str) -> Result<Format, UnknownFormat> {
        let found = Format::WRITTEN.into_iter().find(|it| it.name().eq_ignore_ascii_case(text));
        found.ok_or_else(|| UnknownFormat(crate::dropped::shorten(text)))
    }
}
