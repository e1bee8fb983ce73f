//! How a level opens: moves of the masters' book, drawn anew for every game, so that no two games
//! begin alike. Weak levels know few moves by heart and follow the fashion; strong ones know many
//! and keep to those that did well.

use records::book::{Book, Variety};
use xiangqi::{Game, Move};

use crate::game::player::LevelNumber;

/// From this level on, moves that did badly are not repeated.
const DISCERNING: u8 = 6;

/// A move out of the book, if the level still knows one; the same seed gives the same game.
pub(super) fn opening_move(level: LevelNumber, game: &Game, seed: u64) -> Option<Move> {
    let ply = u32::try_from(game.moves().count()).ok()?;
    if plies_known(level) <= ply {
        return None;
    }
    let position = game.position();
    let moves = Book::masters().look_up(position);
    // Each ply draws for itself, but always the same in the same game.
    let seed = seed.wrapping_add(u64::from(ply).wrapping_mul(0x9e37_79b9_7f4a_7c15));
    let fashion = Variety::new(Variety::MOST);
    let drawn = if level.get() < DISCERNING {
        fashion.choose_popular(&moves, seed)
    } else {
        fashion.choose(&moves, position.side(), seed)
    };
    Some(drawn?.mv).filter(|it| position.is_legal(*it))
}

/// Two plies more with every level: 2 for the weakest, 20 for the strongest.
fn plies_known(level: LevelNumber) -> u32 {
    2 * u32::from(level.get())
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use xiangqi::Position;

    use super::*;

    fn level(number: u8) -> LevelNumber {
        LevelNumber::new(number).unwrap()
    }

    #[test]
    fn games_open_differently_and_the_same_game_alike() {
        let game = Game::new(Position::start());
        for number in [1, 4, 10] {
            let drawn: BTreeSet<String> = (0..40)
                .filter_map(|seed| opening_move(level(number), &game, seed))
                .map(|it| it.to_string())
                .collect();
            assert!(3 <= drawn.len(), "level {number} opens with {drawn:?}");
        }
        assert_eq!(opening_move(level(5), &game, 7), opening_move(level(5), &game, 7));
    }

    #[test]
    fn weak_levels_leave_the_book_early() {
        let follow = |number: u8| {
            let mut game = Game::new(Position::start());
            while let Some(mv) = opening_move(level(number), &game, 3) {
                game.play(mv).unwrap();
            }
            game.moves().count()
        };
        assert!(follow(1) <= 2 && follow(1) < follow(10), "{} {}", follow(1), follow(10));
    }
}
