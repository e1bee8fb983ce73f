//! What a reader could not keep, and why a file was refused: sentences that name the place.

use std::{error, fmt};

use xiangqi::{FenError, SetupError};

/// Why something of a game was dropped.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Why {
    /// The move and all after it in its line.
    IllegalMove,
    /// The word is no move in any notation; it alone is skipped.
    NotAMove,
    /// Several moves fit and the rest of the line does not decide; the first was taken.
    Ambiguous,
    /// The line is longer than any game.
    TooLong,
    /// The tree would need far more memory than its file.
    TooLarge,
    /// Variations inside variations beyond all reason.
    TooDeep,
    /// The file ends in the middle of something.
    Truncated,
    /// A variation that leaves no line.
    NoParent,
    /// The start position cannot arise; the sentence says why.
    BadStart(String),
    /// A header whose value makes no sense.
    BadHeader(&'static str),
    /// So many other things were dropped.
    More(usize),
}

/// Something found in a file that is not in the document.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Dropped {
    /// Which game of its file, counted from 1.
    pub game: usize,
    /// The move number, if it has one.
    pub number: Option<usize>,
    /// The text found there.
    pub found: String,
    pub why: Why,
}

impl fmt::Display for Dropped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "game {}", self.game)?;
        if let Some(number) = self.number {
            write!(f, ", move {number}")?;
        }
        match &self.found[..] {
            "" => write!(f, ": {}", self.why),
            found => write!(f, ": {found:?} {}", self.why),
        }
    }
}

impl fmt::Display for Why {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Why::IllegalMove => write!(f, "is not a legal move here; the line ends before it"),
            Why::NotAMove => write!(f, "is not a move; skipped"),
            Why::Ambiguous => write!(f, "fits several moves and the rest does not decide"),
            Why::TooLong => write!(f, "the line is too long; it ends here"),
            Why::TooLarge => write!(f, "the tree is too large for its file; cut here"),
            Why::TooDeep => write!(f, "variations are nested too deeply; skipped"),
            Why::Truncated => write!(f, "the file ends in the middle of the game"),
            Why::NoParent => write!(f, "leaves no line of the game; skipped"),
            Why::BadStart(error) => write!(f, "is no start position: {error}"),
            Why::BadHeader(name) => write!(f, "is no {name}"),
            Why::More(count) => write!(f, "{count} more such things"),
        }
    }
}

/// A file, or one game of a file, that could not be read at all.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refused {
    /// Which game of its file, counted from 1, if the others can be read.
    pub game: Option<usize>,
    pub cause: Cause,
}

/// What is wrong with a file or a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Cause {
    Empty,
    NoGame,
    /// None of the formats we know.
    Unknown,
    Fen {
        text: String,
        error: FenError,
    },
    Start(SetupError),
    /// What ends too soon, and within which part of it.
    CutOff {
        what: &'static str,
        within: &'static str,
    },
    /// Compressed data that cannot be unpacked.
    Packed(String),
    /// A board that should be 64 digits.
    Digits {
        found: usize,
    },
}

impl Refused {
    pub(crate) fn file(cause: Cause) -> Refused {
        Refused { game: None, cause }
    }

    pub(crate) fn fen(text: &str, error: FenError) -> Refused {
        Refused::file(Cause::Fen { text: shorten(text), error })
    }

    pub(crate) fn cut_off(what: &'static str, within: &'static str) -> Refused {
        Refused::file(Cause::CutOff { what, within })
    }
}

/// A sentence without a full stop.
impl fmt::Display for Cause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Cause::Empty => write!(f, "the file is empty"),
            Cause::NoGame => write!(f, "no game in it"),
            Cause::Unknown => write!(
                f,
                "this is no game record: neither XQF, CBR, CBL, DhtmlXQ, CBF, PGN nor moves or \
                 positions as text"
            ),
            Cause::Fen { text, error } => write!(f, "bad FEN {text:?}: {error}"),
            Cause::Start(error) => write!(f, "the start position is impossible: {error}"),
            Cause::CutOff { what, within } => write!(f, "the {what} ends within its {within}"),
            Cause::Packed(reason) => write!(f, "the old CBL library cannot be unpacked: {reason}"),
            Cause::Digits { found } => {
                write!(f, "a board has 64 digits, this one {found} characters")
            }
        }
    }
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.game {
            Some(game) => write!(f, "game {game}: {}", self.cause),
            None => write!(f, "{}", self.cause),
        }
    }
}

impl error::Error for Refused {}

/// Collects what was dropped; a file of nothing but mistakes is not worth a list as long.
#[derive(Default)]
pub(crate) struct Report {
    dropped: Vec<Dropped>,
    more: usize,
}

const MOST_REPORTS: usize = 50;
const LONGEST_QUOTE: usize = 40;

impl Report {
    pub(crate) fn add(&mut self, mut dropped: Dropped) {
        if MOST_REPORTS <= self.dropped.len() {
            self.more += 1;
            return;
        }
        dropped.found = shorten(&dropped.found);
        self.dropped.push(dropped);
    }

    pub(crate) fn finish(mut self) -> Vec<Dropped> {
        if 0 < self.more {
            let why = Why::More(self.more);
            self.dropped.push(Dropped { game: 0, number: None, found: String::new(), why });
        }
        self.dropped
    }
}

/// A message quotes the input, but not a megabyte of it.
pub(crate) fn shorten(text: &str) -> String {
    match text.char_indices().nth(LONGEST_QUOTE) {
        None => text.to_owned(),
        Some((end, _)) => format!("{}...", &text[..end]),
    }
}
