//! Reading a line word by word.

use std::{str::FromStr, str::SplitWhitespace};

/// The words of a line, one after the other.
pub(crate) struct Words<'a>(SplitWhitespace<'a>);

impl<'a> Words<'a> {
    pub(crate) fn new(line: &'a str) -> Words<'a> {
        Words(line.split_whitespace())
    }

    pub(crate) fn next(&mut self) -> Option<&'a str> {
        self.0.next()
    }

    /// The next word as a number; `None` also if it is no number.
    pub(crate) fn number<T: FromStr>(&mut self) -> Option<T> {
        self.next()?.parse().ok()
    }

    /// All that is left, with single spaces.
    pub(crate) fn rest(&mut self) -> String {
        self.0.by_ref().collect::<Vec<_>>().join(" ")
    }

    /// All that is left, as separate words.
    pub(crate) fn all(&mut self) -> Vec<String> {
        self.0.by_ref().map(str::to_owned).collect()
    }
}
