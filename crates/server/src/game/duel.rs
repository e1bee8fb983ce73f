//! Duels: two machines, a number of games, colors changed after each. A duel is its setup and its
//! games; everything else is counted from them, so it survives every reload and restart. Like any
//! game between machines, a game of a duel goes on while somebody watches it.

use arena::{openings, statistics::Tally};
use xiangqi::{Position, RuleSet, Status};

use super::{player::Player, secret::TokenHash, setup::GameSetup};

/// What is fixed when a duel begins.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct DuelSetup {
    pub(crate) players: [Player; 2],
    pub(crate) rules: RuleSet,
    pub(crate) games: usize,
}

/// A duel with its games so far.
pub(crate) struct Duel {
    pub(crate) setup: DuelSetup,
    pub(crate) host: TokenHash,
    pub(crate) stopped: bool,
    pub(crate) games: Vec<DuelGame>,
}

pub(crate) struct DuelGame {
    pub(crate) id: String,
    pub(crate) status: Status,
    /// In the words of the rules.
    pub(crate) reason: Option<String>,
    pub(crate) plies: usize,
}

impl Duel {
    /// Who has Red in the game with this number: the players change after each.
    pub(crate) fn red(number: usize) -> usize {
        number % 2
    }

    pub(crate) fn is_over(&self) -> bool {
        let is_played = |it: &DuelGame| it.status != Status::Ongoing;
        self.stopped || self.setup.games <= self.games.len() && self.games.iter().all(is_played)
    }

    pub(crate) fn live(&self) -> Option<&DuelGame> {
        self.games.last().filter(|it| it.status == Status::Ongoing && !self.stopped)
    }

    pub(crate) fn tally(&self) -> Tally {
        let points = |(number, game): (usize, &DuelGame)| match game.status {
            Status::Ongoing => None,
            Status::Draw => Some(1),
            Status::Won(color) if color.index() == Duel::red(number) => Some(2),
            Status::Won(_) => Some(0),
        };
        let points: Vec<usize> = self.games.iter().enumerate().filter_map(points).collect();
        Tally::of_series(&points)
    }

    pub(crate) fn next_setup(&self) -> GameSetup {
        let number = self.games.len();
        let [first, second] = self.setup.players.clone();
        let players = if Duel::red(number) == 0 { [first, second] } else { [second, first] };
        GameSetup { start: opening(number / 2), rules: self.setup.rules, players, clock: None }
    }
}

/// The first pair of games begins at the beginning, the others from balanced openings: players
/// without chance would otherwise repeat themselves.
fn opening(pair: usize) -> Position {
    let openings = openings::built_in();
    let Some(index) = pair.checked_sub(1).filter(|_| !openings.is_empty()) else {
        return Position::start();
    };
    let opening = &openings[index % openings.len()];
    let mut position = opening.start;
    for &mv in &opening.moves {
        position.play_unchecked(mv);
    }
    position
}

#[cfg(test)]
mod tests {
    use xiangqi::Color;

    use super::*;
    use crate::game::secret::Token;

    fn duel(results: &[Status]) -> Duel {
        let players = [1, 2].map(|level| Player::level(level).unwrap());
        let game = |&status: &Status| DuelGame { id: "x".into(), status, reason: None, plies: 9 };
        Duel {
            setup: DuelSetup { players, rules: RuleSet::Asian, games: 4 },
            host: Token::random().hash(),
            stopped: false,
            games: results.iter().map(game).collect(),
        }
    }

    #[test]
    fn colors_change_and_points_are_counted() {
        let red = Status::Won(Color::Red);
        let duel = duel(&[red, red, Status::Draw, Status::Ongoing]);
        let tally = duel.tally();
        for row in [&tally, &tally.reversed()] {
            assert_eq!((row.wins, row.draws, row.losses, row.course_points()), (1, 1, 1, 4));
        }
        assert!(duel.live().is_some() && !duel.is_over());
    }

    #[test]
    fn each_pair_has_an_opening_of_its_own() {
        let none = duel(&[]);
        assert_eq!(none.next_setup().start, Position::start());
        let red = Status::Won(Color::Red);
        let two = duel(&[red, red]);
        assert_ne!(two.next_setup().start, Position::start());
        let three = duel(&[red, red, red]);
        assert_eq!(three.next_setup().start, two.next_setup().start);
        assert_eq!(three.next_setup().players[0], three.setup.players[1]);
        assert!(duel(&[red; 4]).is_over());
    }
}
