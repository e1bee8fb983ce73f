//! Boards as the course files draw them: ten lines of letters, or the nested list of a program.

use std::{error, fmt};

use xiangqi::{Color, Piece, PieceKind, Setup};

use crate::input::shorten;

/// Why a drawn board could not be read. Lines and columns count from 1.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum BoardError {
    TooFewLines { found: usize },
    LineWidth { line: usize, found: usize },
    UnknownPiece { line: usize, column: usize, text: String },
    RowCount { found: usize },
    RowWidth { row: usize, found: usize },
    Syntax { line: usize, column: usize, expected: &'static str },
}

/// Reads ten lines of nine letters, top row first, `.` for a free point, Red to move. What
/// follows the tenth line is ignored.
pub fn parse_text_board(text: &str) -> Result<Setup, BoardError> {
    let mut setup = Setup::empty();
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut found = 0;
    for (row, line) in text.lines().take(10).enumerate() {
        read_text_line(line, row, &mut setup)?;
        found += 1;
    }
    if found == 10 { Ok(setup) } else { Err(BoardError::TooFewLines { found }) }
}

/// Reads the nested-list map of the course programs, `[['b_c','b_m',...], ...]`, Red to move.
pub fn parse_nested_list(text: &str) -> Result<Setup, BoardError> {
    let mut reader = ListReader { text, at: 0 };
    let mut setup = Setup::empty();
    let mut rows = 0;
    reader.open()?;
    while reader.begins_list() {
        let width = read_list_row(&mut reader, rows, &mut setup)?;
        rows += 1;
        if width != 9 {
            return Err(BoardError::RowWidth { row: rows, found: width });
        }
        if !reader.comma() {
            break;
        }
    }
    reader.close()?;
    if rows == 10 { Ok(setup) } else { Err(BoardError::RowCount { found: rows }) }
}

fn read_text_line(line: &str, row: usize, setup: &mut Setup) -> Result<(), BoardError> {
    let line = line.trim_end();
    let found = line.chars().count();
    for (column, letter) in line.chars().enumerate().take(9) {
        if letter == '.' {
            continue;
        }
        let piece = Piece::from_letter(letter).ok_or_else(|| BoardError::UnknownPiece {
            line: row + 1,
            column: column + 1,
            text: letter.to_string(),
        })?;
        setup.board[(9 - row) * 9 + column] = Some(piece);
    }
    if found == 9 { Ok(()) } else { Err(BoardError::LineWidth { line: row + 1, found }) }
}

fn read_list_row(
    reader: &mut ListReader<'_>,
    row: usize,
    setup: &mut Setup,
) -> Result<usize, BoardError> {
    let mut width = 0;
    reader.open()?;
    while !reader.ends_list() {
        let (line, column) = reader.place();
        let word = reader.quoted()?;
        let piece = map_piece(word).ok_or_else(|| BoardError::UnknownPiece {
            line,
            column,
            text: shorten(word, 40),
        })?;
        if row < 10 && width < 9 {
            setup.board[(9 - row) * 9 + width] = piece;
        }
        width += 1;
        if !reader.comma() {
            break;
        }
    }
    reader.close()?;
    Ok(width)
}

/// `b_c` is a black chariot, the empty word a free point; `None` if it is neither.
fn map_piece(word: &str) -> Option<Option<Piece>> {
    if word.is_empty() {
        return Some(None);
    }
    let (team, kind) = word.split_once('_')?;
    let color = match team {
        "r" => Color::Red,
        "b" => Color::Black,
        _ => return None,
    };
    let kind = match kind {
        "c" => PieceKind::Chariot,
        "m" => PieceKind::Horse,
        "x" => PieceKind::Elephant,
        "s" => PieceKind::Advisor,
        "j" => PieceKind::General,
        "p" => PieceKind::Cannon,
        "z" => PieceKind::Soldier,
        _ => return None,
    };
    Some(Some(Piece::new(color, kind)))
}

/// Reads brackets, commas and quoted words; white space between them does not matter.
struct ListReader<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> ListReader<'a> {
    fn rest(&mut self) -> &'a str {
        let rest = &self.text[self.at..];
        self.at = self.text.len() - rest.trim_start().len();
        &self.text[self.at..]
    }

    /// Line and column of what comes next, from 1.
    fn place(&mut self) -> (usize, usize) {
        self.rest();
        let before = &self.text[..self.at];
        let line_start = before.rfind('\n').map_or(0, |it| it + 1);
        (before.matches('\n').count() + 1, before[line_start..].chars().count() + 1)
    }

    fn expected(&mut self, expected: &'static str) -> BoardError {
        let (line, column) = self.place();
        BoardError::Syntax { line, column, expected }
    }

    fn eat(&mut self, sign: char) -> bool {
        let found = self.rest().starts_with(sign);
        self.at += if found { sign.len_utf8() } else { 0 };
        found
    }

    fn begins_list(&mut self) -> bool {
        self.rest().starts_with(['[', '('])
    }

    fn ends_list(&mut self) -> bool {
        self.rest().starts_with([']', ')'])
    }

    fn open(&mut self) -> Result<(), BoardError> {
        if self.eat('[') || self.eat('(') { Ok(()) } else { Err(self.expected("'['")) }
    }

    fn close(&mut self) -> Result<(), BoardError> {
        if self.eat(']') || self.eat(')') { Ok(()) } else { Err(self.expected("']'")) }
    }

    fn comma(&mut self) -> bool {
        self.eat(',')
    }

    fn quoted(&mut self) -> Result<&'a str, BoardError> {
        let rest = self.rest();
        let quote = rest.chars().next().filter(|it| "'\"".contains(*it));
        let word = quote.and_then(|quote| rest[1..].split_once(quote)).map(|(word, _)| word);
        match word {
            Some(word) => {
                self.at += word.len() + 2;
                Ok(word)
            }
            None => Err(self.expected("a quoted piece such as 'r_c' or ''")),
        }
    }
}

impl fmt::Display for BoardError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BoardError::TooFewLines { found } => {
                write!(f, "line {}: the board ends after {found} of 10 lines", found + 1)
            }
            BoardError::LineWidth { line, found } => {
                let column = 1 + (*found).min(9);
                write!(f, "line {line}, column {column}: the line has {found} points instead of 9")
            }
            BoardError::UnknownPiece { line, column, text } => {
                write!(f, "line {line}, column {column}: no piece is written {text:?}")
            }
            BoardError::RowCount { found } => write!(f, "the map has {found} rows instead of 10"),
            BoardError::RowWidth { row, found } => {
                write!(f, "row {row} of the map has {found} points instead of 9")
            }
            BoardError::Syntax { line, column, expected } => {
                write!(f, "line {line}, column {column}: expected {expected}")
            }
        }
    }
}

impl error::Error for BoardError {}

#[cfg(test)]
mod tests {
    use xiangqi::Position;

    use super::*;

    const TEXT: &str = "rnbakabnr\r\n.........\r\n.c.....c.\r\np.p.p.p.p\r\n.........\r\n\
        .........\r\nP.P.P.P.P\r\n.C.....C.\r\n.........\r\nRNBAKABNR\r\nanything\r\n";

    #[test]
    fn text_boards_read_back() {
        let setup = parse_text_board(TEXT).unwrap();
        assert_eq!(setup.position(), Ok(Position::start()));
        let error = parse_text_board(&TEXT.replace(".c.....c.", ".c..z..c.")).unwrap_err();
        assert_eq!(error.to_string(), "line 3, column 5: no piece is written \"z\"");
        let error = parse_text_board(&TEXT.replace(".c.....c.", ".c......c.")).unwrap_err();
        assert_eq!(error.to_string(), "line 3, column 10: the line has 10 points instead of 9");
        let error = parse_text_board("rnbakabnr\n").unwrap_err();
        assert_eq!(error.to_string(), "line 2: the board ends after 1 of 10 lines");
    }

    #[test]
    fn nested_lists_read_back() {
        let row = "['b_c','b_m','b_x','b_s','b_j','b_s','b_x','b_m','b_c'],\n";
        let free = "['','','','','','','','',''],\n".repeat(8);
        let own = row.replace("b_", "r_");
        let text = format!("[{row}{free}{own}]");
        let setup = parse_nested_list(&text).unwrap();
        assert_eq!(setup.fen(), "rnbakabnr/9/9/9/9/9/9/9/9/RNBAKABNR w - - 0 1");

        let error = parse_nested_list(&text.replacen("b_c", "b_q", 1)).unwrap_err();
        assert_eq!(error.to_string(), "line 1, column 3: no piece is written \"b_q\"");
        let error = parse_nested_list(&text.replacen("'',", "", 1)).unwrap_err();
        assert_eq!(error.to_string(), "row 2 of the map has 8 points instead of 9");
        let error = parse_nested_list("[['r_c' 'r_m']]").unwrap_err();
        assert_eq!(error.to_string(), "line 1, column 9: expected ']'");
    }
}
