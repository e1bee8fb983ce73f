//! Moves as people write them: `h2e2`, `H2-E2`, `C2=5`, `炮二平五`.
//!
//! Writing follows one convention per style. Reading takes every convention we know of: it writes
//! each legal move in all of them and looks which ones fit.

mod describe;
mod forms;
mod line;

use std::{error, fmt, str::FromStr};

use crate::{fen::shorten, moves::Move, position::Position};

pub use line::{LineError, parse_line, split_words};

/// How to write a move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Style {
    /// 炮二平五
    #[default]
    Chinese,
    /// 炮二平五 in traditional characters, such as 馬８進７.
    Traditional,
    /// C2=5, crowded soldiers as ordinal and file (15=6), as the 2018 rules have it.
    Wxf,
    /// C2=5, crowded soldiers as letters (Pa=6), as older texts have it.
    WxfLetters,
    /// H2-E2
    Iccs,
    /// h2e2
    Uci,
}

impl Style {
    pub const ALL: [Style; 6] = [
        Style::Chinese,
        Style::Traditional,
        Style::Wxf,
        Style::WxfLetters,
        Style::Iccs,
        Style::Uci,
    ];

    pub const fn name(self) -> &'static str {
        match self {
            Style::Chinese => "chinese",
            Style::Traditional => "traditional",
            Style::Wxf => "wxf",
            Style::WxfLetters => "wxf-letters",
            Style::Iccs => "iccs",
            Style::Uci => "uci",
        }
    }
}

/// No notation has that name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnknownStyle(pub String);

impl fmt::Display for UnknownStyle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = Style::ALL.map(Style::name).join(", ");
        write!(f, "the notation is one of {names}, not {:?}", self.0)
    }
}

impl error::Error for UnknownStyle {}

impl FromStr for Style {
    type Err = UnknownStyle;

    fn from_str(text: &str) -> Result<Style, UnknownStyle> {
        Style::ALL
            .into_iter()
            .find(|it| it.name().eq_ignore_ascii_case(text))
            .ok_or_else(|| UnknownStyle(shorten(text)))
    }
}

/// Why a text is not a move here.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NotationError {
    /// No legal move is written like this. Holds the text.
    NoSuchMove(String),
    /// Several legal moves are.
    Ambiguous { text: String, moves: Vec<Move> },
}

impl fmt::Display for NotationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NotationError::NoSuchMove(text) => write!(f, "{text:?} is not a legal move here"),
            NotationError::Ambiguous { text, moves } => {
                let moves: Vec<String> = moves.iter().map(Move::to_string).collect();
                write!(f, "{text:?} could mean {}", moves.join(" or "))
            }
        }
    }
}

impl error::Error for NotationError {}

impl Position {
    /// Writes a legal move. A move from an empty point is written as coordinates.
    pub fn write_move(&self, mv: Move, style: Style) -> String {
        match style {
            Style::Uci => mv.to_string(),
            Style::Iccs => format!("{}-{}", mv.from(), mv.to()).to_ascii_uppercase(),
            _ => forms::write(self, mv, style).unwrap_or_else(|| mv.to_string()),
        }
    }

    /// Reads a legal move in any notation. Coordinates count ranks from 0; if that makes no legal
    /// move, from 1.
    pub fn read_move(&self, text: &str) -> Result<Move, NotationError> {
        let candidates = forms::candidates(self, text);
        match candidates[..] {
            [mv] => Ok(mv),
            [] => Err(NotationError::NoSuchMove(shorten(text.trim()))),
            _ => {
                let text = shorten(text.trim());
                Err(NotationError::Ambiguous { text, moves: candidates })
            }
        }
    }
}
