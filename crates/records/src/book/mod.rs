//! Opening books: for each position the moves that were played, how often, and with what result.
//!
//! A position and its image in a mirror are one entry, so everything learned on one wing counts
//! on the other. `docs/openings.md` has the file format.

mod build;
mod choice;
mod format;
mod games;
mod place;
mod tally;

use std::{borrow::Cow, sync::LazyLock};

use xiangqi::{Move, Position};

use format::Layout;

pub use build::{Builder, merge};
pub use choice::Variety;
pub use format::BookError;
pub use games::{BadLine, GameLine, parse_game};
pub use place::{KEY_BITS, Place, place_key};
pub use tally::{Outcome, Tally};

/// A book, looked up in its bytes as they lie in the file.
#[derive(Clone, Debug)]
pub struct Book {
    bytes: Cow<'static, [u8]>,
    layout: Layout,
}

/// A move of a position with how its games ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BookMove {
    pub mv: Move,
    pub tally: Tally,
}

static MASTERS: LazyLock<Book> = LazyLock::new(|| {
    let bytes: &'static [u8] = include_bytes!("../../../../books/masters.book");
    // A test reads the book, so the empty one is never used.
    Book::read(bytes).unwrap_or_else(|_| Builder::new(0).finish(1))
});

impl Book {
    /// The book the program comes with, made of games of masters.
    pub fn masters() -> &'static Book {
        &MASTERS
    }

    /// Takes the bytes of a file. The checksum is compared; entries are read when asked for.
    pub fn read(bytes: impl Into<Cow<'static, [u8]>>) -> Result<Book, BookError> {
        let bytes = bytes.into();
        let layout = Layout::read(&bytes)?;
        Ok(Book { bytes, layout })
    }

    /// The same without comparing the checksum, so that a fuzzer can spend its time behind it.
    pub fn read_unsealed(bytes: impl Into<Cow<'static, [u8]>>) -> Result<Book, BookError> {
        let bytes = bytes.into();
        let layout = Layout::read_unsealed(&bytes)?;
        Ok(Book { bytes, layout })
    }

    /// The file.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// How many games it was made of.
    pub fn games(&self) -> u32 {
        self.layout.head.games
    }

    /// How many positions it knows.
    pub fn positions(&self) -> u32 {
        self.layout.head.positions
    }

    /// How many moves it knows in all its positions.
    pub fn moves(&self) -> u32 {
        self.layout.head.moves
    }

    /// How many plies of each game were read.
    pub fn plies(&self) -> u32 {
        self.layout.head.plies
    }

    /// The moves played in a position, the most frequent first; none if it is unknown.
    ///
    /// In a position that is its own mirror image, of two moves that mirror each other only the
    /// one on Red's right is told, with the games of both.
    pub fn look_up(&self, position: &Position) -> Vec<BookMove> {
        let place = Place::of(position);
        let Some(entry) = self.layout.find(&self.bytes, place.key) else { return Vec::new() };
        let order = place.order(position);
        let known = entry.iter().filter_map(|&(number, tally)| {
            let mv = order.get(usize::from(number))?;
            Some(BookMove { mv: place.turn(*mv), tally })
        });
        let mut moves: Vec<BookMove> = known.collect();
        moves.sort_by_key(|it| (std::cmp::Reverse(it.tally.games()), it.mv));
        moves
    }

    /// Is the position in the book?
    pub fn knows(&self, position: &Position) -> bool {
        self.layout.find(&self.bytes, Place::of(position).key).is_some()
    }
}

/// Equal if the files are.
impl PartialEq for Book {
    fn eq(&self, other: &Book) -> bool {
        self.bytes == other.bytes
    }
}

impl Eq for Book {}

#[cfg(test)]
mod tests {
    use super::*;
    use xiangqi::parse_line;

    fn book_of(games: &[(&str, Outcome)]) -> Book {
        let mut builder = Builder::new(40);
        for (line, outcome) in games {
            let moves = parse_line(&Position::start(), line).unwrap();
            builder.add(&Position::start(), moves, *outcome).unwrap();
        }
        builder.finish(1)
    }

    fn shown(book: &Book, line: &str) -> Vec<(String, u32)> {
        let mut position = Position::start();
        for mv in parse_line(&position, line).unwrap() {
            position.play(mv).unwrap();
        }
        let moves = book.look_up(&position);
        moves.iter().map(|it| (it.mv.to_string(), it.tally.games())).collect()
    }

    #[test]
    fn both_wings_are_one() {
        let book = book_of(&[
            ("h2e2 h9g7 h0g2", Outcome::Draw),
            ("b2e2 b9c7 b0a2", Outcome::Unknown),
            ("c3c4 g6g5", Outcome::Draw),
        ]);
        assert_eq!(shown(&book, ""), [("h2e2".to_owned(), 2), ("g3g4".to_owned(), 1)]);
        assert_eq!(shown(&book, "h2e2"), [("h9g7".to_owned(), 2)]);
        assert_eq!(shown(&book, "b2e2"), [("b9c7".to_owned(), 2)]);
        let replies = [("b0a2".to_owned(), 1), ("b0c2".to_owned(), 1)];
        assert_eq!(shown(&book, "b2e2 b9c7"), replies);
        assert_eq!(shown(&book, "g3g4"), [("c6c5".to_owned(), 1)]);
        assert!(shown(&book, "h2e2 h9g7 h0g2").is_empty());
        assert_eq!((book.games(), book.positions(), book.moves()), (3, 4, 6));
    }

    #[test]
    fn the_book_of_the_masters_opens() {
        let book = Book::read(Book::masters().bytes().to_vec()).unwrap();
        assert!(30_000 < book.games() && 10_000 < book.positions(), "{}", book.games());
        assert!(book.bytes().len() <= 3 << 20);
        let first = book.look_up(&Position::start());
        assert_eq!(first[0].mv.to_string(), "h2e2");
        assert!(10_000 < first[0].tally.games());
    }
}
