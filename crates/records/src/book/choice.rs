//! Which move of a book to play.

use random::Random;
use xiangqi::Color;

use super::{BookMove, Tally};

/// Moves of fewer games are anecdotes.
const MIN_GAMES: u32 = 20;
/// Of so many games of a position, a move has at least one.
const MOST_RARE: u32 = 20;
/// A move that brought its side so much less than the position's average is left to others.
const MOST_BELOW_AVERAGE: f64 = 0.03;

/// How a move is chosen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Variety(u32);

impl Variety {
    pub const MOST: u32 = 100;

    /// 0 is always the move played most, 100 every move as often as it was played; between them,
    /// the frequent ones are more frequent still.
    pub const fn new(percent: u32) -> Variety {
        Variety(if percent < Variety::MOST { percent } else { Variety::MOST })
    }

    /// Draws among the moves that were played often enough and did not do badly; `None` if there
    /// is no such move. The same seed draws the same move.
    pub fn choose(self, moves: &[BookMove], side: Color, seed: u64) -> Option<BookMove> {
        self.draw(&sound_moves(moves, side), seed)
    }

    /// The same among all moves that were played often enough, whatever they led to: the choice of
    /// somebody who follows the fashion.
    pub fn choose_popular(self, moves: &[BookMove], seed: u64) -> Option<BookMove> {
        let known = moves.iter().filter(|it| MIN_GAMES <= it.tally.games());
        self.draw(&known.copied().collect::<Vec<_>>(), seed)
    }

    fn draw(self, moves: &[BookMove], seed: u64) -> Option<BookMove> {
        let most = moves.iter().map(|it| it.tally.games()).max()?;
        let weights: Vec<f64> =
            moves.iter().map(|it| self.weight(it.tally.games(), most)).collect();
        let mut drawn = Random::new(seed).unit() * weights.iter().sum::<f64>();
        for (mv, weight) in moves.iter().zip(&weights) {
            drawn -= weight;
            if drawn < 0.0 {
                return Some(*mv);
            }
        }
        moves.first().copied()
    }

    /// 1 for the move played most.
    fn weight(self, games: u32, most: u32) -> f64 {
        match self.0 {
            0 => f64::from(u8::from(games == most)),
            percent => {
                let exponent = f64::from(Variety::MOST) / f64::from(percent);
                (f64::from(games) / f64::from(most)).powf(exponent)
            }
        }
    }
}

fn sound_moves(moves: &[BookMove], side: Color) -> Vec<BookMove> {
    let mut all = Tally::default();
    moves.iter().for_each(|it| all.add(it.tally));
    let average = points(&all, side);
    let is_sound = |it: &&BookMove| {
        let games = it.tally.games();
        MIN_GAMES <= games
            && all.games() <= games.saturating_mul(MOST_RARE)
            && average - MOST_BELOW_AVERAGE <= points(&it.tally, side)
    };
    moves.iter().filter(is_sound).copied().collect()
}

/// The share of points that one side made, with a few draws added: two losses prove little.
fn points(tally: &Tally, side: Color) -> f64 {
    const DRAWS_ADDED: f64 = 10.0;
    let wins = f64::from(if side == Color::Red { tally.red } else { tally.black });
    let (draws, known) = (f64::from(tally.draw), f64::from(tally.games() - tally.unknown));
    (wins + (draws + DRAWS_ADDED) / 2.0) / (known + DRAWS_ADDED)
}

#[cfg(test)]
mod tests {
    use super::*;
    use xiangqi::Move;

    fn moves(counts: &[(&str, u32, u32, u32)]) -> Vec<BookMove> {
        let tally = |&(_, red, draw, black)| Tally { red, draw, black, unknown: 0 };
        counts.iter().map(|it| BookMove { mv: it.0.parse().unwrap(), tally: tally(it) }).collect()
    }

    fn counts(moves: &[BookMove], variety: u32) -> Vec<(String, usize)> {
        let drawn = (0..1000).filter_map(|seed| {
            Variety::new(variety).choose(moves, Color::Red, seed).map(|it| it.mv)
        });
        let drawn: Vec<Move> = drawn.collect();
        let count = |it: &BookMove| drawn.iter().filter(|mv| **mv == it.mv).count();
        moves.iter().map(|it| (it.mv.to_string(), count(it))).collect()
    }

    #[test]
    fn variety_turns_from_the_most_frequent_to_all() {
        let moves = moves(&[("h2e2", 200, 200, 200), ("g3g4", 100, 100, 100)]);
        assert_eq!(counts(&moves, 0)[1].1, 0);
        assert!((150..250).contains(&counts(&moves, 50)[1].1), "{:?}", counts(&moves, 50));
        assert!((280..390).contains(&counts(&moves, 100)[1].1), "{:?}", counts(&moves, 100));
        assert_eq!(Variety::new(500), Variety::new(100));
    }

    #[test]
    fn rare_and_bad_moves_are_not_drawn() {
        let moves = moves(&[
            ("h2e2", 400, 100, 400),
            ("a3a4", 10, 10, 10),
            ("i3i4", 40, 20, 90),
            ("e0e1", 1, 0, 0),
        ]);
        let drawn = counts(&moves, 100);
        assert_eq!(drawn[0].1, 1000, "{drawn:?}");
        assert_eq!(Variety::new(50).choose(&moves[3..], Color::Red, 1), None);
        assert_eq!(Variety::new(50).choose(&[], Color::Red, 1), None);
    }
}
