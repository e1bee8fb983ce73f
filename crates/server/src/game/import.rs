//! Whatever somebody pastes, read as a record.

use xiangqi::{Position, parse_line};

use super::{
    error::RecordError,
    pgn::read_pgn,
    record::{LONGEST_LINE, Record},
};

/// Reads whatever somebody pasted: a FEN, a drawn board, the nested-list map, a PGN, or moves
/// in any notation, also behind a FEN.
pub(crate) fn read_anything(text: &str) -> Result<(Record, &'static str), RecordError> {
    let text = text.trim_start_matches('\u{feff}').trim();
    if text.is_empty() {
        return Err(RecordError::Empty);
    }
    if text.contains("[Game ")
        || text.contains("[FEN ")
        || text.contains("[Event ")
        || text.contains("[Red ")
    {
        return Ok((read_pgn(text)?, "pgn"));
    }
    if text.starts_with('[') || text.contains("r_") && text.contains("b_") {
        let position = lab::parse_nested_list(text)?.position()?;
        return Ok((Record::plain(position, []), "map"));
    }
    if looks_drawn(text) {
        let position = lab::parse_text_board(text)?.position()?;
        return Ok((Record::plain(position, []), "board"));
    }
    let first_line = text.lines().next().unwrap_or_default();
    let has_board =
        first_line.split_whitespace().next().is_some_and(|it| it.matches('/').count() == 9);
    if has_board {
        return read_fen_and_moves(text);
    }
    if text.contains(['{', '(', '（']) {
        // Moves with remarks or variations, but without tags.
        return Ok((read_pgn(text)?, "moves"));
    }
    Ok((read_moves(Position::start(), text)?, "moves"))
}

/// The door for the fuzzer: any text is read or refused.
#[doc(hidden)]
pub fn is_importable(text: &str) -> bool {
    read_anything(text).is_ok()
}

/// Ten or more lines of nine signs.
fn looks_drawn(text: &str) -> bool {
    let is_row = |line: &str| {
        let line = line.trim();
        line.chars().count() == 9 && line.chars().all(|it| "kabnrcpKABNRCP.".contains(it))
    };
    text.lines().filter(|line| is_row(line)).count() == 10
}

/// `<fen>`, or `<fen> moves h2e2 ...` as engines write it, or a FEN and moves below it.
fn read_fen_and_moves(text: &str) -> Result<(Record, &'static str), RecordError> {
    let (fen, moves) = match text.split_once("moves") {
        Some((fen, moves)) => (fen, moves),
        None => text.split_once('\n').unwrap_or((text, "")),
    };
    let start = Position::from_fen(fen.trim())?;
    Ok((read_moves(start, moves)?, "fen"))
}

fn read_moves(start: Position, text: &str) -> Result<Record, RecordError> {
    let moves = parse_line(&start, text)?;
    if LONGEST_LINE < moves.len() {
        return Err(RecordError::TooLarge);
    }
    Ok(Record::plain(start, moves))
}

#[cfg(test)]
mod tests {
    use super::*;

    const MAP: &str = "[['b_c','b_m','b_x','b_s','b_j','b_s','b_x','b_m','b_c'],
        ['','','','','','','','',''],['','b_p','','','','','','b_p',''],
        ['b_z','','b_z','','b_z','','b_z','','b_z'],['','','','','','','','',''],
        ['','','','','','','','',''],['r_z','','r_z','','r_z','','r_z','','r_z'],
        ['','r_p','','','','','','r_p',''],['','','','','','','','',''],
        ['r_c','r_m','r_x','r_s','r_j','r_s','r_x','r_m','r_c']]";
    const BOARD: &str = "rnbakabnr\n.........\n.c.....c.\np.p.p.p.p\n.........\n.........\nP.P.P.P.P\n.C.....C.\n.........\nRNBAKABNR\n";

    #[test]
    fn every_format_is_recognized() {
        for (text, format, plies) in [
            (Position::START_FEN, "fen", 0),
            (BOARD, "board", 0),
            (MAP, "map", 0),
            ("h2e2 h9g7", "moves", 2),
            ("1. 炮二平五 马8进7 2. 马二进三", "moves", 3),
            ("C2=5 H8+7", "moves", 2),
            ("H2-E2 H9-G7", "moves", 2),
            ("1. 炮二平五 {中炮} 马8进7 (1. ... 炮8平5)", "moves", 2),
            ("[Red \"a\"]\n\n1. 炮二平五 马8进7 1-0", "pgn", 2),
        ] {
            let (record, found) = read_anything(text).unwrap_or_else(|it| panic!("{text}: {}", it));
            assert_eq!((found, record.line.len()), (format, plies), "{text}");
            assert_eq!(record.start, Position::start(), "{text}");
        }
    }

    #[test]
    fn nonsense_is_refused_with_a_reason() {
        for text in ["", "hello", "[[", "rnbakabnr/9 w", "a0a9"] {
            assert!(read_anything(text).is_err(), "{text}");
        }
    }
}
