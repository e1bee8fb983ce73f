//! FEN, read in every dialect and written in one.

use std::{error, fmt, str::FromStr};

use crate::{
    color::Color,
    piece::Piece,
    position::Position,
    setup::{Setup, SetupError},
    square::Square,
};

/// Why a FEN was refused, with what its author needs to repair it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FenError {
    Empty,
    RankCount { found: usize },
    RankWidth { rank: usize, found: usize },
    UnknownPiece { letter: char, rank: usize, column: usize },
    UnknownSide(String),
    BadCounter { name: &'static str, text: String },
    TooManyFields(String),
    Impossible(SetupError),
}

/// Beyond this a game has ended under every rule; the limit keeps the counters far from overflow.
const HIGHEST_COUNTER: u16 = 30_000;

impl Position {
    /// Reads a FEN. Beyond the standard form it takes: H, E, M and G for horse, elephant and
    /// advisor, `r` for Red, missing fields at the end, missing dashes, empty pockets `[]`.
    pub fn from_fen(text: &str) -> Result<Position, FenError> {
        parse_fen(text)?.position().map_err(FenError::Impossible)
    }

    /// The standard form, with all six fields.
    pub fn fen(&self) -> String {
        self.setup().fen()
    }
}

/// Reads a FEN without asking whether the position can arise; for editors that show why not.
pub fn parse_fen(text: &str) -> Result<Setup, FenError> {
    let mut fields = text.split_whitespace();
    let mut setup = Setup::empty();
    parse_board(fields.next().ok_or(FenError::Empty)?, &mut setup)?;
    if let Some(side) = fields.next() {
        setup.side = parse_side(side)?;
    }
    let mut counters = fields.filter(|&it| it != "-");
    if let Some(text) = counters.next() {
        setup.plies_since_capture = parse_counter("plies since a capture", text)?;
    }
    if let Some(text) = counters.next() {
        setup.move_number = parse_counter("move number", text)?.max(1);
    }
    match counters.next() {
        Some(extra) => Err(FenError::TooManyFields(shorten(extra))),
        None => Ok(setup),
    }
}

fn parse_board(text: &str, setup: &mut Setup) -> Result<(), FenError> {
    let text = text.strip_suffix("[]").unwrap_or(text);
    let found = text.split('/').count();
    if found != 10 {
        return Err(FenError::RankCount { found });
    }
    for (row, rank) in text.split('/').zip((0..10usize).rev()) {
        parse_rank(row, rank, setup)?;
    }
    Ok(())
}

fn parse_rank(row: &str, rank: usize, setup: &mut Setup) -> Result<(), FenError> {
    let mut file = 0;
    for (column, letter) in (1..).zip(row.chars()) {
        if let Some(free) = letter.to_digit(10).filter(|&it| it != 0) {
            file += free as usize;
            continue;
        }
        let piece =
            Piece::from_letter(letter).ok_or(FenError::UnknownPiece { letter, rank, column })?;
        if file < 9 {
            setup.board[rank * 9 + file] = Some(piece);
        }
        file += 1;
    }
    if file == 9 { Ok(()) } else { Err(FenError::RankWidth { rank, found: file }) }
}

fn parse_side(text: &str) -> Result<Color, FenError> {
    match text {
        "w" | "W" | "r" | "R" => Ok(Color::Red),
        "b" | "B" => Ok(Color::Black),
        _ => Err(FenError::UnknownSide(shorten(text))),
    }
}

fn parse_counter(name: &'static str, text: &str) -> Result<u16, FenError> {
    match text.parse() {
        Ok(value) if value <= HIGHEST_COUNTER => Ok(value),
        _ => Err(FenError::BadCounter { name, text: shorten(text) }),
    }
}

/// An error message quotes the input, but not a megabyte of it.
pub(crate) fn shorten(text: &str) -> String {
    const LONGEST: usize = 40;
    match text.char_indices().nth(LONGEST) {
        None => text.to_owned(),
        Some((end, _)) => format!("{}...", &text[..end]),
    }
}

impl Setup {
    /// The standard form, with all six fields.
    pub fn fen(&self) -> String {
        let side = if self.side == Color::Red { 'w' } else { 'b' };
        let (plies, number) = (self.plies_since_capture, self.move_number);
        format!("{} {side} - - {plies} {number}", self.fen_board())
    }

    fn fen_board(&self) -> String {
        let ranks = (0..10).rev().map(|rank| {
            let mut row = String::new();
            let mut free = 0;
            for file in 0..9 {
                let piece = Square::new(file, rank).and_then(|it| self.board[it.index()]);
                let Some(piece) = piece else {
                    free += 1;
                    continue;
                };
                push_free(&mut row, free);
                free = 0;
                row.push(piece.letter());
            }
            push_free(&mut row, free);
            row
        });
        ranks.collect::<Vec<_>>().join("/")
    }
}

fn push_free(row: &mut String, free: u32) {
    row.extend(char::from_digit(free, 10).filter(|_| free != 0));
}

impl FromStr for Position {
    type Err = FenError;

    fn from_str(text: &str) -> Result<Position, FenError> {
        Position::from_fen(text)
    }
}

impl From<SetupError> for FenError {
    fn from(error: SetupError) -> FenError {
        FenError::Impossible(error)
    }
}

impl fmt::Display for FenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FenError::Empty => f.write_str("the FEN is empty"),
            FenError::RankCount { found } => {
                write!(f, "expected 10 ranks separated by '/', found {found}")
            }
            FenError::RankWidth { rank, found } => {
                write!(f, "rank {rank} describes {found} points instead of 9")
            }
            FenError::UnknownPiece { letter, rank, column } => {
                write!(f, "no piece is written {letter:?} (rank {rank}, character {column})")
            }
            FenError::UnknownSide(text) => {
                write!(f, "the side to move is w (Red) or b (Black), not {text:?}")
            }
            FenError::BadCounter { name, text } => {
                write!(f, "the {name} must be a number up to {HIGHEST_COUNTER}, not {text:?}")
            }
            FenError::TooManyFields(text) => {
                write!(f, "nothing may follow the move number, found {text:?}")
            }
            FenError::Impossible(error) => error.fmt(f),
        }
    }
}

impl error::Error for FenError {}

#[cfg(test)]
mod tests {
    use super::*;

    const BOARD: &str = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR";

    #[test]
    fn dialects_mean_the_same() {
        let expected = Position::start();
        for fen in [
            Position::START_FEN.to_owned(),
            BOARD.to_owned(),
            format!("{BOARD} w"),
            format!("{BOARD} r - - 0 1"),
            format!("{BOARD} w 0 1"),
            format!("{BOARD} w - - 0 0"),
            format!("{BOARD}[] w - - 0 1"),
            BOARD.replace('n', "h").replace('B', "E").replace('A', "G"),
        ] {
            assert_eq!(Position::from_fen(&fen), Ok(expected), "{fen}");
        }
        assert_eq!(expected.fen(), Position::START_FEN);
    }

    #[track_caller]
    fn refuse(fen: &str, reason: &str) {
        let error = Position::from_fen(fen).expect_err("a refusal");
        assert_eq!(error.to_string(), reason, "{fen}");
    }

    #[test]
    fn refusals_name_the_spot() {
        refuse("", "the FEN is empty");
        refuse("9/9", "expected 10 ranks separated by '/', found 2");
        refuse("4k4/9/9/9/9/9/9/9/8/4K4", "rank 1 describes 8 points instead of 9");
        refuse("4k4/9/9/9/9/9/9/9/9x/4K4", "no piece is written 'x' (rank 1, character 2)");
        refuse("4k4/9/9/9/9/9/9/9/9/9", "Red has no general");
        refuse("4k4/9/9/9/9/9/9/9/4K4/4K4", "Red has 2 generals instead of one");
        refuse("4k4/9/9/9/9/9/9/9/9/3K5 x", "the side to move is w (Red) or b (Black), not \"x\"");
        refuse("4k4/9/9/9/9/9/9/9/9/4K4", "the generals face each other on the open e file");
        refuse("4k4/9/9/9/9/9/9/RRR6/9/3K5", "Red has 3 chariots, a set has only 2");
        refuse("4k4/9/9/9/9/9/9/4A4/9/3K5", "a red advisor can never stand on e2");
        refuse(
            "4k4/4R4/9/9/9/9/9/9/9/3K5 w",
            "it is Red's turn, yet the red chariot on e8 could take the general on e9",
        );
        refuse(
            "4k4/9/9/9/9/9/9/9/9/3K5 w - - -1 1",
            "the plies since a capture must be a number up to 30000, not \"-1\"",
        );
        refuse(
            "4k4/9/9/9/9/9/9/9/9/3K5 w - - 0 1 moves",
            "nothing may follow the move number, found \"moves\"",
        );
    }
}
