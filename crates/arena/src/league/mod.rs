//! Leagues as pure logic: who meets whom, and what the results make of it. No clocks, no sockets,
//! no files; players are numbers from 0 on.

mod circle;
mod matching;
mod rating;
mod swiss;
mod table;

pub use circle::round_robin;
pub use rating::Rating;
pub use swiss::{Entry, round_of_swiss, swiss_rounds};
pub use table::{Counted, Form, Row, table};

/// One game that is to be played, or a round without one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Meeting {
    /// From 0.
    pub round: usize,
    pub red: usize,
    /// `None`: nobody was left, which counts as a win.
    pub black: Option<usize>,
    /// Games of the same pair begin alike, with colors changed.
    pub pair: usize,
}

/// The games of one pairing: colors change after each, and every two have an opening of their own.
/// `first_pair` is the number of the first such two.
fn games_of(
    round: usize,
    [red, black]: [usize; 2],
    games: usize,
    first_pair: usize,
) -> impl Iterator<Item = Meeting> {
    (0..games).map(move |game| {
        let [red, black] = if game % 2 == 0 { [red, black] } else { [black, red] };
        Meeting { round, red, black: Some(black), pair: first_pair + game / 2 }
    })
}
