//! A line of moves in any notation, with move numbers and results as people paste them.

use std::{error, fmt};

use crate::{fen::shorten, moves::Move, position::Position, rules::Status};

use super::{NotationError, forms};

/// Which word of a line is not a move, and why.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LineError {
    /// Counts moves from 1.
    pub number: usize,
    pub error: NotationError,
}

impl fmt::Display for LineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "move {}: {}", self.number, self.error)
    }
}

impl error::Error for LineError {}

/// How many readings of a line are followed at once. Doubts are rare and soon resolved.
const MOST_READINGS: usize = 16;

/// One way to understand the words so far.
#[derive(Clone)]
struct Reading {
    position: Position,
    moves: Vec<Move>,
}

/// Reads moves one after another. A word that could mean two moves is settled by the words
/// after it, if they fit only one of them. Coordinates count ranks from 0 throughout the line or
/// from 1 throughout; if both make sense, from 0.
pub fn parse_line(start: &Position, text: &str) -> Result<Vec<Move>, LineError> {
    let words = split_words(text);
    let from_zero = follow(start, &words, 0);
    if from_zero.is_ok() || !words.iter().any(|word| forms::coordinates(word, 1).is_some()) {
        return from_zero;
    }
    follow(start, &words, 1).or(from_zero)
}

fn follow(start: &Position, words: &[String], base: i8) -> Result<Vec<Move>, LineError> {
    let mut readings = vec![Reading { position: *start, moves: Vec::new() }];
    for (number, word) in (1..).zip(words) {
        let mut next = Vec::new();
        for reading in &readings {
            for mv in read_word(&reading.position, word, base) {
                let mut longer = reading.clone();
                longer.position.play_unchecked(mv);
                longer.moves.push(mv);
                next.push(longer);
            }
        }
        next.truncate(MOST_READINGS);
        if next.is_empty() {
            let error = NotationError::NoSuchMove(shorten(word));
            return Err(LineError { number, error });
        }
        readings = next;
    }
    match &readings[..] {
        [only] => Ok(only.moves.clone()),
        _ => Err(doubt(&readings, words)),
    }
}

fn read_word(position: &Position, word: &str, base: i8) -> Vec<Move> {
    match forms::coordinates(word, base) {
        Some(mv) if position.is_legal(mv) => vec![mv],
        // Coordinates of the other base are no move in this reading of the line.
        _ if forms::coordinates(word, 0).or(forms::coordinates(word, 1)).is_some() => Vec::new(),
        _ => forms::candidates(position, word),
    }
}

/// Several readings survived: name the first word they disagree on.
fn doubt(readings: &[Reading], words: &[String]) -> LineError {
    let differs = |index: &usize| {
        let first = readings[0].moves[*index];
        readings.iter().any(|it| it.moves[*index] != first)
    };
    let index = (0..words.len()).find(differs).unwrap_or(0);
    let mut moves: Vec<Move> = readings.iter().map(|it| it.moves[index]).collect();
    moves.sort_unstable();
    moves.dedup();
    let error = NotationError::Ambiguous { text: shorten(&words[index]), moves };
    LineError { number: index + 1, error }
}

/// The words of a line that should be moves, as [`parse_line`] counts them: split at spaces and
/// commas, without move numbers and results; Chinese moves written without spaces are cut into
/// four characters each.
pub fn split_words(text: &str) -> Vec<String> {
    let is_gap = |it: char| it.is_whitespace() || ",;，、；。|".contains(it);
    let mut words = Vec::new();
    for word in text.split(is_gap) {
        let word = without_number(word);
        if word.is_empty() || is_result(word) {
            continue;
        }
        let letters: Vec<char> = word.chars().collect();
        let is_run_on = letters.iter().any(|it| "进進退平".contains(*it))
            && 4 < letters.len()
            && letters.len().is_multiple_of(4);
        if is_run_on {
            words.extend(letters.chunks(4).map(|chunk| chunk.iter().collect::<String>()));
        } else {
            words.push(word.to_owned());
        }
    }
    words
}

/// `12.炮二平五` and `12...` lose their number; `15=6` and `2.` inside `C2.5` keep theirs.
fn without_number(word: &str) -> &str {
    let rest = word.trim_start_matches(|it: char| it.is_ascii_digit());
    let is_number = rest.len() < word.len() && rest.starts_with('.');
    let rest_after = rest.trim_start_matches('.');
    // `24.5` is a soldier of the crowd going sideways, not move 24.
    let is_wxf = rest_after.len() == 1 && rest_after.starts_with(|it: char| it.is_ascii_digit());
    if is_number && !is_wxf { rest_after } else { word }
}

fn is_result(word: &str) -> bool {
    Status::ALL.iter().any(|it| it.token() == word || it.hanzi() == Some(word))
        || (!word.is_empty() && word.chars().all(|it| it.is_ascii_digit()))
        // `1. ... 炮8平5`: dots in the place of Red's move.
        || word.chars().all(|it| ".…".contains(it))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: &str) {
        let moves = parse_line(&Position::start(), text).unwrap();
        let moves: Vec<String> = moves.iter().map(Move::to_string).collect();
        assert_eq!(moves.join(" "), expected, "{text}");
    }

    #[test]
    fn one_line_in_many_hands() {
        let expected = "h2e2 h9g7 h0g2 i9h9";
        check("h2e2 h9g7 h0g2 i9h9", expected);
        check("H2-E2 H9-G7 H0-G2 I9-H9", expected);
        check("h3e3 h10g8 h1g3 i10h10", expected);
        check("1. 炮二平五 马8进7 2. 马二进三 车9平8", expected);
        check("1.炮二平五 馬８進７ 2.傌二進三 車９平８ *", expected);
        check("炮二平五马8进7马二进三车9平8", expected);
        check("C2=5 H8+7 H2+3 R9=8", expected);
        check("1. c2.5 n8+7 2. n2+3 r9.8 1-0", expected);
    }

    #[test]
    fn errors_name_the_move() {
        let error = parse_line(&Position::start(), "h2e2 h2e2").unwrap_err();
        assert_eq!(error.to_string(), "move 2: \"h2e2\" is not a legal move here");
        let error = parse_line(&Position::start(), "炮二平五 炮二平五吗").unwrap_err();
        assert_eq!(error.number, 2);
    }

    #[test]
    fn ranks_count_from_zero_or_one_but_not_both() {
        // h3e3 needs ranks from 1, h0g2 ranks from 0.
        assert!(parse_line(&Position::start(), "h3e3 h10g8 h0g2").is_err());
    }
}
