//! The fast way against the obvious way, over random games and odd endgames.

mod slow;

use random::Random;
use slow::board_of;
use xiangqi::{Bitboard, Move, PieceKind, PieceValues, Position, Square};

const GAMES: u64 = if cfg!(debug_assertions) { 60 } else { 600 };

#[test]
fn legal_moves_and_checks() {
    for seed in 0..GAMES {
        slow::walk(seed, 80, |position| {
            let board = board_of(position);
            let expected = slow::legal_moves(&board, position.side());
            assert_eq!(sorted(position.legal_moves().to_vec()), expected, "{position:?}");
            assert_eq!(position.count_legal(), expected.len() as u64, "{position:?}");

            let checkers: Vec<Square> = position.checkers().collect();
            assert_eq!(checkers, slow::attackers(&board, position.side()), "{position:?}");

            let mut parts = position.captures().to_vec();
            assert!(parts.iter().all(|mv| position.piece_at(mv.to()).is_some()));
            parts.extend(position.quiets().iter());
            assert_eq!(sorted(parts), expected, "{position:?}");

            for mv in expected {
                let checks =
                    !slow::attackers(&slow::after(&board, mv), !position.side()).is_empty();
                assert_eq!(position.gives_check(mv), checks, "{mv} in {position:?}");
            }
        });
    }
}

#[test]
fn every_pair_of_points_is_judged() {
    for seed in 0..GAMES / 20 {
        slow::walk(seed, 40, |position| {
            let legal = position.legal_moves();
            for bits in 0..=u16::MAX {
                if let Some(mv) = Move::from_bits(bits) {
                    assert_eq!(position.is_legal(mv), legal.contains(&mv), "{mv} in {position:?}");
                }
            }
        });
    }
}

#[test]
fn playing_and_undoing_keep_the_hash_true() {
    for seed in 0..GAMES {
        slow::walk(seed, 200, |position| {
            let before = *position;
            for &mv in &before.legal_moves() {
                let announced = position.hash_after(mv);
                let played = position.play_unchecked(mv);
                assert_eq!(position.hash(), position.hash_from_scratch(), "{mv} in {before:?}");
                assert_eq!(position.hash(), announced, "{mv} in {before:?}");
                assert_ne!(position.hash(), before.hash());
                position.undo(played);
                assert_eq!(*position, before, "{mv}");
            }
            assert_eq!(Position::from_fen(&position.fen()), Ok(before));
        });
    }
}

#[test]
fn static_exchange_equals_playing_it_out() {
    const VALUES: PieceValues = [10_000, 200, 190, 720, 1300, 770, 140];
    for seed in 0..GAMES {
        slow::walk(seed, 80, |position| {
            let board = board_of(position);
            for &mv in &position.captures() {
                let captured = position.piece_at(mv.to()).unwrap();
                let gain = VALUES[captured.kind().index()]
                    - slow_exchange(&slow::after(&board, mv), mv.to(), &VALUES);
                assert_eq!(position.see(mv, &VALUES), gain, "{mv} in {position:?}");
                for threshold in [gain - 1, gain, gain + 1] {
                    let fast = position.see_at_least(mv, threshold, &VALUES);
                    assert_eq!(fast, threshold <= gain, "{mv} in {position:?}");
                }
            }
        });
    }
}

/// What the side to move wins on `point`, taking with its cheapest piece or not at all.
fn slow_exchange(board: &slow::Board, point: Square, values: &PieceValues) -> i32 {
    let standing = board[point.index()].unwrap();
    let takers = |board: &slow::Board, color| -> Vec<Square> {
        let owned = |it: &Square| board[it.index()].is_some_and(|it| it.color() == color);
        Square::all()
            .filter(owned)
            .filter(|&it| slow::targets(board, it).contains(&point))
            .collect()
    };
    let order = [
        PieceKind::Soldier,
        PieceKind::Elephant,
        PieceKind::Advisor,
        PieceKind::Horse,
        PieceKind::Cannon,
        PieceKind::Chariot,
        PieceKind::General,
    ];
    let found = takers(board, !standing.color());
    let rank_of = |it: &Square| {
        let kind = board[it.index()].unwrap().kind();
        (order.iter().position(|&other| other == kind), *it)
    };
    let Some(taker) = found.into_iter().min_by_key(rank_of) else { return 0 };
    let next = slow::after(board, Move::new(taker, point).unwrap());
    let is_general = next[point.index()].unwrap().kind() == PieceKind::General;
    if is_general && !takers(&next, standing.color()).is_empty() {
        return 0;
    }
    0.max(values[standing.kind().index()] - slow_exchange(&next, point, values))
}

#[test]
fn colors_and_flanks_are_alike() {
    for seed in 0..GAMES {
        let mut random = Random::new(seed);
        let position = slow::odd_position(&mut random);
        let moves = sorted(position.legal_moves().to_vec());
        let mirrored = mirror(&position);
        let expected = sorted(mirrored.legal_moves().iter().map(|mv| mv.mirror_files()).collect());
        assert_eq!(moves, expected, "{position:?}");
    }
}

fn mirror(position: &Position) -> Position {
    let mut setup = position.setup();
    for square in Square::all() {
        setup.board[square.index()] = position.piece_at(square.mirror_files());
    }
    setup.position().unwrap()
}

fn sorted(mut moves: Vec<Move>) -> Vec<Move> {
    moves.sort_unstable();
    moves
}

#[test]
fn attackers_to_a_point_are_those_that_reach_it() {
    for seed in 0..GAMES / 2 {
        slow::walk(seed, 60, |position| {
            let board = board_of(position);
            for (point, standing) in position.placement().collect::<Vec<_>>() {
                let fast = position.attackers_to(point, position.occupied())
                    & position.of_color(!standing.color());
                let reaches = |it: &Square| {
                    board[it.index()].is_some_and(|it| it.color() != standing.color())
                        && slow::targets(&board, *it).contains(&point)
                };
                let expected: Bitboard = Square::all().filter(reaches).collect();
                assert_eq!(fast, expected, "{point} in {position:?}");
            }
        });
    }
}
