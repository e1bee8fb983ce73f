//! What is wrong with an input file, and where.

use std::{error, fmt};

/// A place in a text, counted from 1 in lines and characters, and what is wrong there.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct InputError {
    pub line: usize,
    pub column: usize,
    pub message: String,
}

impl InputError {
    pub(crate) fn new(line: usize, column: usize, message: impl Into<String>) -> InputError {
        InputError { line, column, message: message.into() }
    }
}

impl fmt::Display for InputError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}: {}", self.line, self.column, self.message)
    }
}

impl error::Error for InputError {}

/// The words of a line, each with the byte offset at which it starts.
pub(crate) fn words(line: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut rest = 0;
    std::iter::from_fn(move || {
        let start = rest + line[rest..].find(|letter: char| !letter.is_whitespace())?;
        let length = line[start..].find(char::is_whitespace).unwrap_or(line.len() - start);
        rest = start + length;
        Some((start, &line[start..rest]))
    })
}

/// The column, counted in characters from 1, of a byte offset in a line.
pub(crate) fn column(line: &str, offset: usize) -> usize {
    line.char_indices().take_while(|&(index, _)| index < offset).count() + 1
}

/// A word of the input, short enough to be repeated in a message.
pub(crate) fn quote(word: &str) -> String {
    format!("\"{}\"", shorten(word, 20))
}

/// The first so many letters.
pub(crate) fn shorten(word: &str, longest: usize) -> String {
    match word.char_indices().nth(longest) {
        Some((end, _)) => format!("{}...", &word[..end]),
        None => word.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_know_where_they_start() {
        let line = " 车 马\tab ";
        let found: Vec<_> = words(line).map(|(at, word)| (column(line, at), word)).collect();
        assert_eq!(found, [(2, "车"), (4, "马"), (6, "ab")]);
        assert_eq!(quote(&"帅".repeat(30)), format!("\"{}...\"", "帅".repeat(20)));
    }
}
