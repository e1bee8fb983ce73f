//! The table of names as text: `Chinese | English | moves`, one name a line.

use std::collections::hash_map;

use xiangqi::{LineError, Move, Position, parse_line};

use super::Openings;
use crate::book::place_key;

/// An opening's name in both languages.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Name {
    pub zh: String,
    pub en: String,
}

/// A line of the table. A name may have several, for positions that its move orders reach.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Row {
    pub name: Name,
    pub moves: Vec<Move>,
}

/// Which line of the table is wrong, counted from 1, and why.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("line {line}: {reason}")]
pub struct TableError {
    pub line: usize,
    pub reason: BadRow,
}

#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum BadRow {
    #[error("a line is: Chinese | English | moves")]
    Form,
    #[error(transparent)]
    Moves(#[from] LineError),
    #[error("the position already has the name {0}")]
    Taken(String),
}

impl Openings {
    /// Reads a table. Empty lines and comments (`#`) are skipped.
    pub fn parse(text: &str) -> Result<Openings, TableError> {
        let mut openings = Openings::default();
        for (line, text) in (1..).zip(text.lines()) {
            let text = text.trim();
            if !text.is_empty() && !text.starts_with('#') {
                openings.add(text).map_err(|reason| TableError { line, reason })?;
            }
        }
        Ok(openings)
    }

    fn add(&mut self, text: &str) -> Result<(), BadRow> {
        let mut parts = text.split('|').map(str::trim);
        let (Some(zh), Some(en), Some(line), None) =
            (parts.next(), parts.next(), parts.next(), parts.next())
        else {
            return Err(BadRow::Form);
        };
        if [zh, en, line].contains(&"") {
            return Err(BadRow::Form);
        }
        let name = Name { zh: zh.to_owned(), en: en.to_owned() };
        let mut position = Position::start();
        let moves = parse_line(&position, line)?;
        moves.iter().for_each(|mv| _ = position.play_unchecked(*mv));
        match self.by_key.entry(place_key(&position)) {
            hash_map::Entry::Occupied(taken) => {
                Err(BadRow::Taken(self.rows[*taken.get()].name.zh.clone()))
            }
            hash_map::Entry::Vacant(free) => {
                free.insert(self.rows.len());
                self.rows.push(Row { name, moves });
                Ok(())
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_name_the_line() {
        let error = |text: &str| Openings::parse(text).unwrap_err().to_string();
        assert_eq!(error("# a\n\n中炮 | 炮二平五"), "line 3: a line is: Chinese | English | moves");
        assert_eq!(error("中炮 | | 炮二平五"), "line 1: a line is: Chinese | English | moves");
        let twice = "中炮 | Central Cannon | 炮二平五\n当头炮 | Cannon | 炮八平五";
        assert_eq!(error(twice), "line 2: the position already has the name 中炮");
        assert!(error("中炮 | Cannon | 炮二平九").contains("move 1"));
    }
}
