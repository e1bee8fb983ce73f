//! Two recipes at one board. A contest is its recipes and its seed: the games follow from them,
//! on every machine, since no clock has a say.

use std::sync::atomic::{AtomicBool, Ordering};

use random::Random;
use xiangqi::{Color, Game, Move, Reason, RuleSet, Status};

use super::{
    recipe::Recipe,
    search::{Thought, think},
};
use crate::tree::is_won;

/// The rules of the games: a third occurrence loses, 60 plies without a capture are a draw.
const RULES: RuleSet = RuleSet::Course;

/// So many moves are drawn by lot before the searchers begin.
const OPENING_PLIES: usize = 6;
/// An opening in which one side is ahead by more than this is drawn again.
const BALANCE: i32 = 120;

/// Two searchers that play a series of games.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Contest {
    pub recipes: [Recipe; 2],
    pub seed: u64,
}

/// A move of a game, and what its searcher thought.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Turn {
    pub mv: Move,
    pub thought: Thought,
}

impl Contest {
    /// Which of the two has Red in a game; they change after each.
    pub fn red(number: u64) -> usize {
        (number % 2) as usize
    }

    /// Which of the two is to move.
    pub fn mover(number: u64, game: &Game) -> usize {
        let red = Contest::red(number);
        if game.position().side() == Color::Red { red } else { 1 - red }
    }

    /// The game with a number, after its opening. Both games of a pair have the same one.
    pub fn opening(&self, number: u64) -> Game {
        let mut random = Random::of(self.seed, number / 2);
        loop {
            let game = drawn_by_lot(&mut random);
            if game.len() == OPENING_PLIES && is_balanced(&game) {
                return game;
            }
        }
    }

    /// The next move; `None` if the game is over, or the search was stopped before it had one.
    pub fn turn(&self, number: u64, game: &Game, stop: &AtomicBool) -> Option<Turn> {
        if outcome(game).0 != Status::Ongoing {
            return None;
        }
        let recipe = &self.recipes[Contest::mover(number, game)];
        let thought = think(game.position(), &moves_within_the_rules(game), recipe, stop);
        let mv = thought.found.best_move?;
        // A move chosen in haste would be another one each time.
        (!stop.load(Ordering::Relaxed)).then_some(Turn { mv, thought })
    }

    /// How a game stands.
    pub fn outcome(game: &Game) -> (Status, Option<Reason>) {
        outcome(game)
    }

    /// Half points of the first searcher in a finished game.
    pub fn half_points(number: u64, status: Status) -> Option<usize> {
        match status {
            Status::Ongoing => None,
            Status::Draw => Some(1),
            Status::Won(color) => Some(if color.index() == Contest::red(number) { 2 } else { 0 }),
        }
    }
}

fn outcome(game: &Game) -> (Status, Option<Reason>) {
    game.outcome(RULES)
}

/// Searchers see positions, not games. So this one thing is seen to for all of them: a move that
/// loses at once by the rule of repetition is not played while there is another.
fn moves_within_the_rules(game: &Game) -> Vec<Move> {
    let all = game.position().legal_moves().to_vec();
    let own = game.position().side();
    let mut trial = game.clone();
    let mut loses = |mv: &Move| {
        let is_lost = trial.play(*mv).is_ok() && outcome(&trial).0 == Status::Won(own.opponent());
        trial.undo();
        is_lost
    };
    let fair: Vec<Move> = all.iter().copied().filter(|mv| !loses(mv)).collect();
    if fair.is_empty() { all } else { fair }
}

/// Quiet moves only: a game that begins with an exchange is half played.
fn drawn_by_lot(random: &mut Random) -> Game {
    let mut game = Game::new(xiangqi::Position::start());
    for _ in 0..OPENING_PLIES {
        let position = *game.position();
        let moves = position.legal_moves();
        let quiet: Vec<Move> =
            moves.iter().copied().filter(|mv| position.piece_at(mv.to()).is_none()).collect();
        let Some(&mv) = random.pick(&quiet) else { break };
        if game.play(mv).is_err() {
            break;
        }
    }
    game
}

/// Neither side wins anything by its next move.
fn is_balanced(game: &Game) -> bool {
    let judge = Recipe {
        alphabeta: true,
        ordering: true,
        quiescence: true,
        positions: true,
        depth: 1,
        ..Recipe::PLAIN
    };
    let never = AtomicBool::new(false);
    let moves = game.position().legal_moves();
    let score = think(game.position(), &moves, &judge, &never).found.score;
    !is_won(score) && score.abs() <= BALANCE
}
