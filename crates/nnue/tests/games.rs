//! The fast way against the obvious way: sums kept up along games against sums from scratch.

use nnue::{Accumulators, InstructionSet, Network};
use random::Random;
use xiangqi::{Color, Piece, Played, Position, Square};

/// Random games; each wanders back and forth, as a search does.
#[test]
fn keeping_up_equals_starting_over() {
    let games = if cfg!(debug_assertions) { 300 } else { 5000 };
    let networks: Vec<Network> = InstructionSet::available()
        .iter()
        .map(|&it| Network::random(32, 9).with_instructions(it))
        .collect();
    let mut random = Random::new(5);
    for game in 0..games {
        let mut position = Position::start();
        let mut kept: Vec<Accumulators> =
            networks.iter().map(|it| Accumulators::new(it, &position)).collect();
        let mut played: Vec<Played> = Vec::new();
        for _ in 0..120 {
            let moves = position.legal_moves();
            let goes_back = moves.is_empty() || random.below(5) == 0;
            if goes_back {
                for _ in 0..random.below(6) {
                    let Some(last) = played.pop() else { break };
                    position.undo(last);
                    kept.iter_mut().for_each(Accumulators::pop);
                }
                continue;
            }
            played.push(position.play_unchecked(moves[random.below(moves.len())]));
            let last = played[played.len() - 1];
            kept.iter_mut().for_each(|it| it.push(&position, &last));
            // Not every position of a search is evaluated.
            if random.below(3) != 0 {
                let expected = networks[0].evaluate(&position);
                for (kept, network) in kept.iter_mut().zip(&networks) {
                    assert_eq!(kept.evaluate(network, &position), expected, "game {game}");
                }
            }
        }
    }
}

#[test]
fn a_pass_changes_only_who_asks() {
    let network = Network::random(64, 2);
    let mut position = Position::start();
    let mut kept = Accumulators::new(&network, &position);
    let played = position.play_unchecked("b2e2".parse().unwrap());
    kept.push(&position, &played);
    kept.evaluate(&network, &position);
    position.pass().unwrap();
    assert_eq!(kept.evaluate(&network, &position), network.evaluate(&position));
}

#[test]
fn both_sides_are_judged_alike() {
    let network = Network::random(64, 2);
    for fen in [
        "r1bakab1r/9/1cn2cn2/p1p1p1p1p/9/9/P1P1P1P1P/1C2C1N2/9/RNBAKAB1R w - - 0 1",
        "3ak4/4a4/4b4/4p4/1c7/2B1n4/9/3nB4/3K5/5A1r1 b - - 3 49",
    ] {
        let position = Position::from_fen(fen).unwrap();
        let mut setup = position.setup();
        setup.side = setup.side.opponent();
        for square in Square::all() {
            let other = position.piece_at(square.flip_ranks());
            setup.board[square.index()] =
                other.map(|it| Piece::new(it.color().opponent(), it.kind()));
        }
        let turned = setup.position().unwrap();
        assert_eq!(network.evaluate(&position), network.evaluate(&turned), "{fen}");
    }
}

/// A board in the mirror is the same board while both generals stand off the middle.
#[test]
fn mirrored_boards_are_equal() {
    let network = Network::random(64, 2);
    let position = Position::from_fen("3ak4/3k5/9/9/4P4/9/9/9/9/5K1R1 b - - 3 60");
    assert!(position.is_err(), "two generals are no position");
    let position = Position::from_fen("3a5/3k5/9/9/4P4/9/9/9/9/5K1R1 b - - 3 60").unwrap();
    let mut setup = position.setup();
    for square in Square::all() {
        setup.board[square.index()] = position.piece_at(square.mirror_files());
    }
    let mirrored = setup.position().unwrap();
    assert_eq!(mirrored.general(Color::Red).file(), 3);
    assert_eq!(network.evaluate(&position), network.evaluate(&mirrored));
}
