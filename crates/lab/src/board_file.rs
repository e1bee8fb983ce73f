//! Boards from files, in any of three forms: ten lines of letters, a nested list, or a FEN.

use xiangqi::{Color, FenError, Piece, PieceKind, Position, Setup, SetupError, Square, parse_fen};

use crate::{
    drawn_board::{BoardError, parse_nested_list, parse_text_board},
    input::{InputError, words},
};

/// Reads a board file of any form. Red is to move unless a FEN says otherwise.
pub fn read_board(text: &str) -> Result<Position, InputError> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let form = Form::of(text);
    let setup = form.read(text)?;
    setup.position().map_err(|error| {
        let (line, column) = form.place(text, spot(&setup, &error));
        InputError::new(line, column, error.to_string())
    })
}

#[derive(Clone, Copy)]
enum Form {
    Letters,
    List,
    Fen,
}

impl Form {
    /// Only a list begins with a bracket, and only a FEN has slashes in its first line.
    fn of(text: &str) -> Form {
        let start = text.trim_start();
        let first_line = start.lines().next().unwrap_or("");
        if start.starts_with(['[', '(']) {
            Form::List
        } else if first_line.contains('/') {
            Form::Fen
        } else {
            Form::Letters
        }
    }

    fn read(self, text: &str) -> Result<Setup, InputError> {
        match self {
            Form::Letters => parse_text_board(text).map_err(|it| board_error(text, it)),
            Form::List => parse_nested_list(text).map_err(|it| board_error(text, it)),
            Form::Fen => {
                let (line_number, line) = fen_line(text);
                parse_fen(line).map_err(|error| {
                    let column = fen_error_column(line, &error);
                    InputError::new(line_number, column, error.to_string())
                })
            }
        }
    }

    /// Line and column where the text speaks of a point.
    fn place(self, text: &str, square: Square) -> (usize, usize) {
        let (row, column) = (9 - square.rank() as usize, square.file() as usize);
        match self {
            Form::Letters => (row + 1, column + 1),
            Form::List => nth_word(text, row * 9 + column),
            Form::Fen => {
                let (line_number, line) = fen_line(text);
                (line_number, rank_column(line, row) + letter_offset(line, row, column))
            }
        }
    }
}

/// How many lines of a board of letters stand after its tenth, where nobody reads them.
pub fn ignored_lines(text: &str) -> usize {
    let has_ten_lines = matches!(Form::of(text), Form::Letters);
    let lines = text.lines().skip(10).filter(|it| !it.trim().is_empty());
    if has_ten_lines { lines.count() } else { 0 }
}

/// The point to which the message should point.
fn spot(setup: &Setup, error: &SetupError) -> Square {
    let general = |color| Piece::new(color, PieceKind::General);
    // The numbers of points grow from the bottom, so this is the piece a reader comes to last.
    let last = |piece| Square::all().find(|it| setup.board[it.index()] == Some(piece));
    let found = match *error {
        SetupError::GeneralCount { color, .. } => last(general(color)).or(match color {
            Color::Red => Square::new(4, 1),
            Color::Black => Square::new(4, 8),
        }),
        SetupError::TooMany { piece, .. } => last(piece),
        SetupError::UnreachablePoint { square, .. } => Some(square),
        SetupError::GeneralsFacing { .. } => last(general(Color::Red)),
        SetupError::MoverCanTakeGeneral { general, .. } => Some(general),
    };
    found.unwrap_or(Square::A0)
}

fn board_error(text: &str, error: BoardError) -> InputError {
    let message = match &error {
        BoardError::TooFewLines { found } => format!("the board ends after {found} of 10 lines"),
        BoardError::LineWidth { found, .. } => format!("the line has {found} points, not 9"),
        BoardError::UnknownPiece { text, .. } => format!("no piece is written {text:?}"),
        BoardError::Syntax { expected, .. } => format!("expected {expected}"),
        _ => error.to_string(),
    };
    let (line, column) = match error {
        BoardError::TooFewLines { found } => (found + 1, 1),
        BoardError::LineWidth { line, found } => (line, found.min(9) + 1),
        BoardError::UnknownPiece { line, column, .. } => (line, column),
        BoardError::Syntax { line, column, .. } => (line, column),
        BoardError::RowWidth { row, .. } => nth_bracket(text, row),
        BoardError::RowCount { .. } => (text.trim_end().lines().count().max(1), 1),
    };
    InputError::new(line, column, message)
}

/// Every character with its line and column.
fn characters(text: &str) -> impl Iterator<Item = (usize, usize, char)> {
    (1..).zip(text.lines()).flat_map(|(line, content)| {
        (1..).zip(content.chars()).map(move |(column, letter)| (line, column, letter))
    })
}

/// Where the quoted word with this number begins.
fn nth_word(text: &str, number: usize) -> (usize, usize) {
    let quotes = characters(text).filter(|(_, _, letter)| "'\"".contains(*letter));
    quotes.step_by(2).nth(number).map_or((1, 1), |(line, column, _)| (line, column))
}

/// Where the opening bracket with this number stands; number 0 opens the whole list.
fn nth_bracket(text: &str, number: usize) -> (usize, usize) {
    let mut brackets = characters(text).filter(|(_, _, letter)| "[(".contains(*letter));
    brackets.nth(number).map_or((1, 1), |(line, column, _)| (line, column))
}

/// The first line that is not blank.
fn fen_line(text: &str) -> (usize, &str) {
    (1..).zip(text.lines()).find(|(_, line)| !line.trim().is_empty()).unwrap_or((1, ""))
}

fn fen_error_column(line: &str, error: &FenError) -> usize {
    let field = |number: usize| {
        words(line).nth(number).map_or(1, |(offset, _)| crate::input::column(line, offset))
    };
    match error {
        FenError::RankWidth { rank, .. } => rank_column(line, 9 - rank),
        FenError::UnknownPiece { rank, column, .. } => rank_column(line, 9 - rank) + column - 1,
        FenError::UnknownSide(_) => field(1),
        FenError::BadCounter { text, .. } | FenError::TooManyFields(text) => {
            let wanted = text.trim_end_matches('.');
            let found = words(line).skip(2).find(|(_, word)| word.starts_with(wanted));
            found.map_or(1, |(offset, _)| crate::input::column(line, offset))
        }
        _ => field(0),
    }
}

/// The column where a rank of the FEN begins, rows counted from the top.
fn rank_column(line: &str, row: usize) -> usize {
    let start = line.chars().take_while(|it| it.is_whitespace()).count();
    let before = line.trim_start().split('/').take(row);
    1 + start + before.map(|rank| rank.chars().count() + 1).sum::<usize>()
}

/// How many characters into its rank a FEN comes to a column of the board.
fn letter_offset(line: &str, row: usize, column: usize) -> usize {
    let rank = line.trim_start().split('/').nth(row).unwrap_or("");
    let mut file = 0;
    let passed = rank.chars().take_while(|letter| {
        file += letter.to_digit(10).unwrap_or(1) as usize;
        file <= column
    });
    passed.count()
}

#[cfg(test)]
mod tests {
    use super::*;

    const LETTERS: &str = "rnbakabnr\n.........\n.c.....c.\np.p.p.p.p\n.........\n.........\n\
        P.P.P.P.P\n.C.....C.\n.........\nRNBAKABNR\n";

    fn list() -> String {
        let row = |line: &str| {
            let words = line.chars().map(|letter| match letter {
                '.' => "''".to_owned(),
                _ => {
                    let team = if letter.is_uppercase() { 'r' } else { 'b' };
                    let kinds = ["kj", "as", "bx", "nm", "rc", "cp", "pz"];
                    let lower = letter.to_ascii_lowercase();
                    let kind = kinds.iter().find(|it| it.starts_with(lower)).unwrap();
                    format!("'{team}_{}'", &kind[1..])
                }
            });
            format!("[{}]", words.collect::<Vec<_>>().join(","))
        };
        format!("[{}]\n", LETTERS.lines().map(row).collect::<Vec<_>>().join(",\n "))
    }

    #[test]
    fn all_three_forms_mean_the_same() {
        let windows = LETTERS.replace('\n', "\r\n") + "anything\r\n";
        let bom = format!("\u{feff}{LETTERS}");
        for text in [LETTERS, LETTERS.trim_end(), &windows, &bom, &list(), Position::START_FEN] {
            assert_eq!(read_board(text), Ok(Position::start()), "{text}");
        }
        let black = read_board("\n 4k4/9/9/9/9/9/9/9/9/3K5 b\n").unwrap();
        assert_eq!(black.side(), Color::Black);
    }

    #[test]
    fn every_bad_board_is_told_where() {
        let list = list();
        let start = Position::START_FEN;
        for (text, message) in [
            (String::new(), "line 1, column 1: the board ends after 0 of 10 lines"),
            (LETTERS.replace("\n.c", "\n.x"), "line 3, column 2: no piece is written \"x\""),
            (LETTERS.replace("\n.c", "\n..c"), "line 3, column 10: the line has 10 points, not 9"),
            (LETTERS.replace("\n.c", "\nc"), "line 3, column 9: the line has 8 points, not 9"),
            (LETTERS.replace("AKA", "A.A"), "line 9, column 5: Red has no general"),
            (
                LETTERS.replacen("p.p", "prp", 1),
                "line 4, column 2: Black has 3 chariots, a set has only 2",
            ),
            (
                LETTERS.replace("P.P.P.P.P", "P.P...P.P").replace("p.p.p.p.p", "p.p...p.p"),
                "line 10, column 5: the generals face each other on the open e file",
            ),
            (list.replacen("'b_m'", "'b_q'", 1), "line 1, column 9: no piece is written \"b_q\""),
            (
                list.replacen("'',", "", 1),
                "line 2, column 2: row 2 of the map has 8 points instead of 9",
            ),
            (list.replace("'r_j'", "''"), "line 9, column 15: Red has no general"),
            ("[['r_c' 'r_m']]".to_owned(), "line 1, column 9: expected ']'"),
            (
                start.replace("1c5c1", "1c5x1"),
                "line 1, column 16: no piece is written 'x' (rank 7, character 4)",
            ),
            (
                start.replace("1c5c1", "1c5c2"),
                "line 1, column 13: rank 7 describes 10 points instead of 9",
            ),
            (
                start.replace(" w ", " x "),
                "line 1, column 61: the side to move is w (Red) or b (Black), not \"x\"",
            ),
            (start.replace("AKAB", "A1AB"), "line 1, column 49: Red has no general"),
        ] {
            let error = read_board(&text).expect_err(&text);
            assert_eq!(error.to_string(), message, "{text}");
        }
    }
}
