//! Whatever somebody pastes or drops, read as a record: every format that `records` knows, and two
//! ways to draw a board that come from the course.

use records::{Document, Dropped, Reading};

use super::error::RecordError;

/// What was read, what it looks like, and what could not be kept.
pub(crate) struct Imported {
    pub(crate) document: Document,
    /// A name of `records`, or `board`, or `map`.
    pub(crate) format: &'static str,
    pub(crate) dropped: Vec<Dropped>,
    /// There are other games in the file.
    pub(crate) has_more: bool,
}

/// Reads the first game of a file or a pasted text.
pub(crate) fn read_anything(bytes: &[u8]) -> Result<Imported, RecordError> {
    if let Some(drawn) = str::from_utf8(bytes).ok().and_then(read_drawn) {
        return drawn;
    }
    let mut games = records::read(bytes)?;
    let format = games.format().name();
    let Reading { document, dropped } = games.next().ok_or(RecordError::Empty)??;
    Ok(Imported { document, format, dropped, has_more: games.next().is_some() })
}

/// The door for the fuzzer: any bytes are read or refused.
#[doc(hidden)]
pub fn is_importable(bytes: &[u8]) -> bool {
    read_anything(bytes).is_ok()
}

/// A board as nested lists or as ten lines of letters; `None` if it is neither.
fn read_drawn(text: &str) -> Option<Result<Imported, RecordError>> {
    let text = text.trim_start_matches('\u{feff}').trim();
    let is_map = text.starts_with("[[") || text.contains("r_j") && text.contains("b_j");
    let (setup, format) = if is_map {
        (lab::parse_nested_list(text), "map")
    } else if looks_drawn(text) {
        (lab::parse_text_board(text), "board")
    } else {
        return None;
    };
    let start = setup.map_err(RecordError::from).and_then(|it| Ok(it.position()?));
    Some(start.map(|start| Imported {
        document: Document::new(start),
        format,
        dropped: Vec::new(),
        has_more: false,
    }))
}

/// Ten lines of nine signs.
fn looks_drawn(text: &str) -> bool {
    let is_row = |line: &str| {
        let line = line.trim();
        line.chars().count() == 9 && line.chars().all(|it| "kabnrcpKABNRCP.".contains(it))
    };
    text.lines().filter(|line| is_row(line)).count() == 10
}

#[cfg(test)]
mod tests {
    use xiangqi::Position;

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
        let fen_moves = format!("{} moves h2e2 h9g7", Position::START_FEN);
        let fen_above = format!("{}\nh2e2 h9g7", Position::START_FEN);
        for (text, format, plies) in [
            (Position::START_FEN, "fen", 0),
            (&fen_moves, "fen", 2),
            (&fen_above, "txt", 2),
            (BOARD, "board", 0),
            (MAP, "map", 0),
            ("h2e2 h9g7", "txt", 2),
            ("1. 炮二平五 马8进7 2. 马二进三", "txt", 3),
            ("C2=5 H8+7", "txt", 2),
            ("H2-E2 H9-G7", "txt", 2),
            ("1. 炮二平五 {中炮} 马8进7 (1. ... 炮8平5)", "txt", 2),
            ("[Red \"a\"]\n\n1. 炮二平五 马8进7 1-0", "pgn", 2),
        ] {
            let read = read_anything(text.as_bytes()).unwrap_or_else(|it| panic!("{text}: {it}"));
            let found = (read.format, read.document.main_line().count());
            assert_eq!(found, (format, plies), "{text}");
            assert_eq!(*read.document.start(), Position::start(), "{text}");
        }
    }

    #[test]
    fn the_legal_part_is_kept() {
        let read = read_anything("1. h2e2 h2e2 h9g7".as_bytes()).unwrap();
        assert_eq!((read.document.len(), read.dropped.len()), (1, 1));
    }

    #[test]
    fn nonsense_is_refused_with_a_reason() {
        for text in ["", "hello", "[[", "rnbakabnr/9 w", "\0\x01\x02"] {
            assert!(read_anything(text.as_bytes()).is_err(), "{text}");
        }
    }
}
