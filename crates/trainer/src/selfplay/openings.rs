//! Games of others, whose openings self-play goes on from: what people really play is rarely
//! reached by random moves.

use std::ops::Range;

use random::Random;
use xiangqi::{Game, Move, Position};

/// How far into a game to go before leaving it...
const KEPT_PLIES: Range<usize> = 6..31;
/// ... and how many random moves follow, so that no game is played twice.
const RANDOM_PLIES: Range<usize> = 1..4;

/// Start positions with the moves that follow, as far as self-play goes into them.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Openings {
    games: Vec<(Position, Vec<Move>)>,
}

impl Openings {
    /// Plies of a game beyond this are not needed.
    pub const PLIES: usize = KEPT_PLIES.end - 1;

    /// Games too short to go on from are left out.
    pub fn new(games: impl IntoIterator<Item = (Position, Vec<Move>)>) -> Openings {
        let is_long = |game: &(Position, Vec<Move>)| KEPT_PLIES.start <= game.1.len();
        let mut games: Vec<_> = games.into_iter().filter(is_long).collect();
        games.iter_mut().for_each(|it| it.1.truncate(Openings::PLIES));
        Openings { games }
    }

    pub fn len(&self) -> usize {
        self.games.len()
    }

    pub fn is_empty(&self) -> bool {
        self.games.is_empty()
    }

    /// How many there are and a checksum of what they are; `None` without any.
    pub(super) fn name(&self) -> Option<String> {
        let mut checksum = crc32fast::Hasher::new();
        for (start, moves) in &self.games {
            checksum.update(&start.hash().to_le_bytes());
            moves.iter().for_each(|it| checksum.update(&it.bits().to_le_bytes()));
        }
        let count = self.games.len();
        (0 < count).then(|| format!("{count} games {:08x}", checksum.finalize()))
    }

    /// The beginning of one of the games and a few random moves; `None` if there is no going on.
    pub(super) fn draw(&self, random: &mut Random) -> Option<Game> {
        let (start, moves) = self.games.get(random.scaled(self.games.len()))?;
        let longest = moves.len().min(Openings::PLIES);
        let kept = KEPT_PLIES.start + random.scaled(longest + 1 - KEPT_PLIES.start);
        let mut game = Game::with_moves(*start, moves[..kept].iter().copied()).ok()?;
        for _ in 0..RANDOM_PLIES.start + random.scaled(RANDOM_PLIES.len()) {
            let moves = game.position().legal_moves();
            game.play(*moves.get(random.scaled(moves.len()))?).ok()?;
        }
        game.position().has_legal_move().then_some(game)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_begin_as_the_given_ones_did() {
        let moves = "h2e2 h9g7 h0g2 i9h9 i0h0 b9c7 b0a2 c6c5".split(' ');
        let moves: Vec<Move> = moves.map(|it| it.parse().unwrap()).collect();
        let short = moves[..3].to_vec();
        let start = Position::start();
        let openings = Openings::new([(start, moves.clone()), (start, short)]);
        assert_eq!(openings.len(), 1);
        for number in 0..50 {
            let game = openings.draw(&mut Random::of(1, number)).unwrap();
            let played: Vec<Move> = game.moves().collect();
            assert_eq!(played[..6], moves[..6]);
            assert!((7..=11).contains(&played.len()), "{played:?}");
        }
        assert_eq!(Openings::default().name(), None);
        assert_ne!(openings.name(), Openings::new([(start, moves[..7].to_vec())]).name());
    }
}
