//! The names of openings, in Chinese and English.
//!
//! A name belongs to a position, so a game that gets there by another order of moves, or on the
//! other wing, has the same name. The table is `books/openings.txt`, made to be read and corrected
//! by players.

mod back;
mod table;

use std::{collections::HashMap, sync::LazyLock};

use xiangqi::{Game, Move, Position};

use crate::book::{Book, place_key};

pub use table::{BadRow, Name, Row, TableError};

/// A table of names, found by position.
#[derive(Clone, Default, Debug)]
pub struct Openings {
    rows: Vec<Row>,
    /// Which row has a position or its mirror image.
    by_key: HashMap<u64, usize>,
}

static BUILT_IN: LazyLock<Openings> = LazyLock::new(|| {
    // A test reads the table, so the empty one is never used.
    Openings::parse(include_str!("../../../../books/openings.txt")).unwrap_or_default()
});

impl Openings {
    /// The table the program comes with.
    pub fn built_in() -> &'static Openings {
        &BUILT_IN
    }

    pub fn rows(&self) -> &[Row] {
        &self.rows
    }

    /// The name that the table gives to this very position.
    pub fn name_of(&self, position: &Position) -> Option<&Name> {
        self.by_key.get(&place_key(position)).map(|&row| &self.rows[row].name)
    }

    /// The name of a game: that of the last position with a name.
    pub fn name_of_game(
        &self,
        start: &Position,
        moves: impl IntoIterator<Item = Move>,
    ) -> Option<&Name> {
        let (mut position, mut name) = (*start, self.name_of(start));
        for mv in moves {
            if position.play(mv).is_err() {
                break;
            }
            name = self.name_of(&position).or(name);
        }
        name
    }

    /// The name of where a game stands: by its own way if that passed a name, else by the way that
    /// most games of the book came.
    pub fn name_of_standing(&self, game: &Game, book: &Book) -> Option<&Name> {
        self.name_of_game(game.start(), game.moves())
            .or_else(|| self.name_by_book(game.position(), book))
    }

    /// The name of a position whose game nobody knows: its own, or else that of the last position
    /// with a name on the way that most games of the book came.
    pub fn name_by_book(&self, position: &Position, book: &Book) -> Option<&Name> {
        let mut position = *position;
        for _ in 0..=book.plies() {
            if let Some(name) = self.name_of(&position) {
                return Some(name);
            }
            position = back::most_played_way(&position, book)?;
        }
        None
    }
}
