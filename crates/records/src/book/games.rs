//! Games as lines of text: a result, a date, the moves. Result and date may be missing.

use xiangqi::{LineError, Move, Position, parse_line};

use super::tally::Outcome;

/// A game of a text file, from the start position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameLine {
    pub outcome: Outcome,
    pub moves: Vec<Move>,
}

/// Why a line is no game.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum BadLine {
    #[error(transparent)]
    Moves(#[from] LineError),
    #[error("move {number}: {mv} is not a legal move here")]
    Illegal { number: usize, mv: Move },
}

/// Reads a line; `None` if it is empty or a comment (`#`).
///
/// Moves may be coordinates without gaps (`h2e2h9g7`), or anything that [`parse_line`] reads.
pub fn parse_game(line: &str) -> Result<Option<GameLine>, BadLine> {
    let line = line.trim_start_matches('\u{feff}').trim();
    if line.is_empty() || line.starts_with('#') {
        return Ok(None);
    }
    let (first, rest) = split_word(line);
    let (outcome, rest) = match Outcome::from_token(first) {
        Some(outcome) => (outcome, rest),
        None => (last_token(line), line),
    };
    let (second, after_date) = split_word(rest);
    let text = if is_date(second) { after_date } else { rest };
    let moves = match coordinates(text) {
        Some(moves) => checked(moves)?,
        None => parse_line(&Position::start(), text)?,
    };
    Ok(Some(GameLine { outcome, moves }))
}

fn split_word(text: &str) -> (&str, &str) {
    let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    (word, rest.trim_start())
}

/// A result at the end, as in PGN.
fn last_token(line: &str) -> Outcome {
    line.split_whitespace().next_back().and_then(Outcome::from_token).unwrap_or(Outcome::Unknown)
}

/// `2003-00-00`, or `-` where nobody knows.
fn is_date(word: &str) -> bool {
    let is_digits = |it: &str| it.bytes().all(|byte| byte.is_ascii_digit());
    word == "-" || (word.len() == 10 && word.contains('-') && word.split('-').all(is_digits))
}

/// Moves of four characters each without gaps between them.
fn coordinates(text: &str) -> Option<Vec<Move>> {
    if !text.is_ascii() || !text.len().is_multiple_of(4) {
        return None;
    }
    text.as_bytes().chunks(4).map(|it| str::from_utf8(it).ok()?.parse().ok()).collect()
}

fn checked(moves: Vec<Move>) -> Result<Vec<Move>, BadLine> {
    let mut position = Position::start();
    for (number, &mv) in (1..).zip(&moves) {
        position.play(mv).map_err(|_| BadLine::Illegal { number, mv })?;
    }
    Ok(moves)
}

#[cfg(test)]
mod tests {
    use super::*;
    use xiangqi::Color;

    #[test]
    fn lines_of_every_kind() {
        let read = |line: &str| {
            let game = parse_game(line).unwrap().unwrap();
            let moves: Vec<String> = game.moves.iter().map(Move::to_string).collect();
            (game.outcome, moves.join(" "))
        };
        let expected = |outcome| (outcome, "h2e2 h9g7".to_owned());
        assert_eq!(read("1-0 2003-00-00 h2e2h9g7"), expected(Outcome::Won(Color::Red)));
        assert_eq!(read("0-1 - h2e2h9g7"), expected(Outcome::Won(Color::Black)));
        assert_eq!(read("1/2-1/2 h2e2 h9g7"), expected(Outcome::Draw));
        assert_eq!(read("1. 炮二平五 马8进7 1-0"), expected(Outcome::Won(Color::Red)));
        assert_eq!(read("C2=5 H8+7"), expected(Outcome::Unknown));
        assert_eq!(read("* 2003-01-02"), (Outcome::Unknown, String::new()));
        assert_eq!(parse_game("# a comment"), Ok(None));
        assert_eq!(parse_game("  "), Ok(None));
        let error = parse_game("1-0 - h2e2h2e2").unwrap_err();
        assert_eq!(error.to_string(), "move 2: h2e2 is not a legal move here");
        assert!(parse_game("炮二平五 炮二平五吗").is_err());
        assert!(parse_game("[Event \"x\"]").is_err());
    }
}
