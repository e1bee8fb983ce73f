//! Where games begin: random, yet balanced.
//!
//! Half of the games go on from given ones, if there are any. Of the others most start from the
//! start position, some with pieces taken off, so that endgames are not left to chance. A few random
//! moves follow; then a search says whether there is a game to be played.

use std::ops::Range;

use engine::{Engine, Limits, Signals};
use random::Random;
use xiangqi::{Color, Game, Piece, PieceKind, Position, Square};

use super::Openings;

/// One game in so many starts with fewer pieces.
const THINNED_ONE_IN: usize = 7;
/// How many random plies. Few of them keep the usual openings in sight, many make games differ;
/// even and odd numbers let both sides move first.
const RANDOM_PLIES: Range<usize> = 2..10;
const RANDOM_PLIES_THINNED: Range<usize> = 4..6;
/// How good the position may be for one side, in the search's unit; a chariot is 1400.
const BALANCED: i32 = 540;
/// One game in so many may be lopsided: the network has to know what that looks like.
const LOPSIDED_ONE_IN: usize = 10;
const LOPSIDED: i32 = 1440;
const JUDGE_NODES: u64 = 1000;

/// Given games are asked so often for a playable opening before random moves have to do.
const TRIES: usize = 20;

/// A start position and moves that lead to a playable game.
pub(super) fn opening(engine: &mut Engine, random: &mut Random, openings: &Openings) -> Game {
    let limit = if random.scaled(LOPSIDED_ONE_IN) == 0 { LOPSIDED } else { BALANCED };
    let mut is_playable = |game: &Game| value(engine, game).abs() <= limit;
    // Without openings no number is drawn for them: older files go on as they began.
    if !openings.is_empty() && random.scaled(2) == 0 {
        let mut tries = (0..TRIES).filter_map(|_| openings.draw(random));
        if let Some(game) = tries.find(&mut is_playable) {
            return game;
        }
    }
    let is_thinned = random.scaled(THINNED_ONE_IN) == 0;
    loop {
        if let Some(game) = random_moves(random, is_thinned).filter(&mut is_playable) {
            return game;
        }
    }
}

fn value(engine: &mut Engine, game: &Game) -> i32 {
    let limits = Limits { soft_nodes: Some(JUDGE_NODES), ..Limits::default() };
    engine.search(game, &limits, &Signals::new(), &mut |_| {}).value
}

/// `None` if the random moves end the game.
fn random_moves(random: &mut Random, is_thinned: bool) -> Option<Game> {
    let start = if is_thinned { thinned(random)? } else { Position::start() };
    let plies = if is_thinned { RANDOM_PLIES_THINNED } else { RANDOM_PLIES };
    let mut game = Game::new(start);
    for _ in 0..plies.start + random.scaled(plies.len()) {
        let moves = game.position().legal_moves();
        game.play(*moves.get(random.scaled(moves.len()))?).ok()?;
    }
    game.position().has_legal_move().then_some(game)
}

/// The start position without some pieces, as many of each kind on both sides; `None` if that
/// leaves no position, or nothing to play with.
fn thinned(random: &mut Random) -> Option<Position> {
    let mut setup = Position::start().setup();
    for kind in PieceKind::ALL {
        if kind == PieceKind::General {
            continue;
        }
        let gone = random.scaled(kind.full_count() + 1);
        for color in Color::BOTH {
            let piece = Piece::new(color, kind);
            let mut squares: Vec<Square> =
                Square::all().filter(|it| setup.board[it.index()] == Some(piece)).collect();
            random.shuffle_scaled(&mut squares);
            squares[..gone].iter().for_each(|it| setup.board[it.index()] = None);
        }
    }
    let position = setup.position().ok()?;
    position.can_attack(Color::Red).then_some(position)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn openings_are_legal_balanced_and_repeat_themselves() {
        let mut engine = Engine::new(1, 1);
        for seed in 0..12 {
            let mut open = || {
                engine.clear();
                opening(&mut engine, &mut Random::of(5, seed), &Openings::default())
            };
            let game = open();
            assert_eq!(game, open());
            assert!(game.position().has_legal_move());
            assert!(RANDOM_PLIES.contains(&game.len()));
        }
    }

    #[test]
    fn thinned_starts_are_even() {
        let found = (0..100).filter_map(|it| thinned(&mut Random::of(9, it)));
        let positions: Vec<Position> = found.collect();
        assert!(10 < positions.len());
        for position in positions {
            for kind in PieceKind::ALL {
                let count = |color| position.of(color, kind).len();
                assert_eq!(count(Color::Red), count(Color::Black));
            }
        }
    }
}
