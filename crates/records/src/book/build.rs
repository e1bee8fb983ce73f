//! From games to a book, and from several books to one.

use std::collections::{HashMap, HashSet};

use xiangqi::{Move, Position};

use super::{
    Book, BookError,
    format::{self, Entry},
    place::Place,
    tally::{Outcome, Tally},
};

/// About a gigabyte of memory.
const MOST_MOVES: usize = 24_000_000;
/// Below a key, there is room for the number of a move.
const NUMBER_BITS: u32 = 8;

/// Counts games. Its memory grows with the positions, not with the games.
#[derive(Clone, Default, Debug)]
pub struct Builder {
    plies: u32,
    games: u32,
    /// By key and number of the move, as [`packed`] has them.
    tallies: HashMap<u64, Tally>,
}

impl Builder {
    /// Of each game, so many plies are read.
    pub fn new(plies: u32) -> Builder {
        Builder { plies, ..Builder::default() }
    }

    pub fn games(&self) -> u32 {
        self.games
    }

    /// Counts a game up to its first illegal move. A position that occurs again in the same game
    /// counts once, with the move that was played there first.
    pub fn add(
        &mut self,
        start: &Position,
        moves: impl IntoIterator<Item = Move>,
        outcome: Outcome,
    ) -> Result<(), BookError> {
        let (mut position, mut seen) = (*start, HashSet::new());
        for mv in moves.into_iter().take(self.plies as usize) {
            let place = Place::of(&position);
            let Some(number) = place.number_of(&position, mv) else { break };
            if seen.insert(place.key) {
                self.count(packed(place.key, number), |it| it.count(outcome))?;
            }
            position.play_unchecked(mv);
        }
        self.games = self.games.saturating_add(1);
        Ok(())
    }

    /// The book of all positions with at least so many games.
    pub fn finish(self, min_games: u32) -> Book {
        let mut tallies: Vec<(u64, Tally)> = self.tallies.into_iter().collect();
        tallies.sort_unstable_by_key(|it| it.0);
        let same_key = |one: &(u64, Tally), other: &(u64, Tally)| {
            one.0 >> NUMBER_BITS == other.0 >> NUMBER_BITS
        };
        let mut entries: Vec<(u64, Entry)> = Vec::new();
        for group in tallies.chunk_by(same_key) {
            let games = group.iter().fold(0, |sum: u32, it| sum.saturating_add(it.1.games()));
            if min_games <= games {
                let entry = group.iter().map(|it| (it.0 as u8, it.1)).collect();
                entries.push((group[0].0 >> NUMBER_BITS, entry));
            }
        }
        Book::of_entries(self.games, self.plies, &entries)
    }

    fn count(&mut self, key: u64, change: impl FnOnce(&mut Tally)) -> Result<(), BookError> {
        if self.tallies.len() == MOST_MOVES && !self.tallies.contains_key(&key) {
            return Err(BookError::TooLarge);
        }
        change(self.tallies.entry(key).or_default());
        Ok(())
    }

    fn add_book(&mut self, book: &Book) -> Result<(), BookError> {
        for (key, entry) in book.layout.entries(&book.bytes) {
            for (number, tally) in entry {
                self.count(packed(key, number), |it| it.add(tally))?;
            }
        }
        self.plies = self.plies.max(book.plies());
        self.games = self.games.saturating_add(book.games());
        Ok(())
    }
}

/// One book of the games of all. What each of them left out stays out: books to be merged are
/// best made with every position they saw.
pub fn merge<'a>(
    books: impl IntoIterator<Item = &'a Book>,
    min_games: u32,
) -> Result<Book, BookError> {
    let mut builder = Builder::new(0);
    for book in books {
        builder.add_book(book)?;
    }
    Ok(builder.finish(min_games))
}

fn packed(key: u64, number: u8) -> u64 {
    key << NUMBER_BITS | u64::from(number)
}

impl Book {
    fn of_entries(games: u32, plies: u32, entries: &[(u64, Entry)]) -> Book {
        let bytes = format::write(games, plies, entries);
        // What was just written can be read.
        let layout = format::Layout::read_unsealed(&bytes).unwrap_or_default();
        Book { bytes: bytes.into(), layout }
    }
}
