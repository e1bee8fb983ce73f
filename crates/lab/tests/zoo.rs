//! The members of the zoo: names, rules of each, and whole games.

use std::sync::atomic::AtomicBool;

use lab::{
    evaluation::Evaluation,
    tree::{Algorithm, search},
    zoo::{Member, ZooPlayer},
};
use xiangqi::{Game, Move, Position};

static NEVER: AtomicBool = AtomicBool::new(false);

fn choose(name: &str, game: &Game) -> Option<Move> {
    ZooPlayer::new(name.parse().unwrap(), 1, 2).choose(game, &NEVER).best_move
}

fn game(fen: &str, moves: &str) -> Game {
    let mut game = Game::new(Position::from_fen(fen).unwrap());
    for mv in moves.split_whitespace() {
        game.play(mv.parse().unwrap()).unwrap();
    }
    game
}

fn mv(text: &str) -> Option<Move> {
    Some(text.parse().unwrap())
}

#[test]
fn names_read_back() {
    for member in Member::SHOWN {
        assert_eq!(member.to_string().parse(), Ok(member));
        assert!(member.description().iter().all(|it| !it.is_empty()));
    }
    for name in ["", "minimax", "minimax-0", "minimax-10", "alphabeta--1", "Course", "engine"] {
        let error = name.parse::<Member>().unwrap_err().to_string();
        assert!(error.ends_with(&format!("{name:?}")), "{error}");
    }
}

#[test]
fn every_member_plays_legal_moves_and_the_same_ones_again() {
    for member in Member::SHOWN {
        let play = || {
            let mut player = ZooPlayer::new(member, 42, 2);
            let mut opponent = ZooPlayer::new(Member::Random, 7, 1);
            let mut game = Game::new(Position::start());
            for ply in 0..8 {
                let mover = if ply % 2 == 0 { &mut player } else { &mut opponent };
                let Some(best) = mover.choose(&game, &NEVER).best_move else { break };
                game.play(best).expect("members play legal moves");
            }
            game.moves().collect::<Vec<_>>()
        };
        assert_eq!(play(), play(), "{member}");
    }
}

#[test]
fn random_follows_its_seed_and_reaches_every_move() {
    let start = Game::new(Position::start());
    let first_moves: std::collections::HashSet<_> = (0..500)
        .map(|seed| {
            ZooPlayer::new(Member::Random, seed, 1).choose(&start, &NEVER).best_move.unwrap()
        })
        .collect();
    assert_eq!(first_moves.len(), 44);
}

#[test]
fn greedy_takes_what_it_can_even_if_it_is_protected() {
    let fen = "3k5/9/4r4/4p4/9/9/4R4/9/9/5K3 w";
    assert_eq!(choose("greedy", &game(fen, "")), mv("e3e6"));
    assert_eq!(choose("minimax-2", &game(fen, "")), search_move(fen, 2));
    assert_ne!(choose("minimax-2", &game(fen, "")), mv("e3e6"));
}

fn search_move(fen: &str, depth: u32) -> Option<Move> {
    let position = Position::from_fen(fen).unwrap();
    search(&position, Evaluation::Course, Algorithm::AlphaBeta, depth).best_move
}

#[test]
fn nobody_moves_when_the_game_is_lost() {
    let mated = game("R3k4/1R7/9/9/9/9/9/9/9/3K5 b", "");
    for member in Member::SHOWN {
        let found = ZooPlayer::new(member, 1, 2).choose(&mated, &NEVER);
        assert_eq!(found.best_move, None, "{member}");
    }
}

#[test]
fn course_opens_with_the_central_cannon_as_red_only() {
    assert_eq!(choose("course", &Game::new(Position::start())), mv("b2e2"));
    let black = game(Position::START_FEN, "h2e2");
    assert_ne!(choose("course", &black), mv("b2e2"));
    let later = game(Position::START_FEN, "a0a1 a9a8");
    assert_eq!(choose("course", &later), {
        let position = later.position();
        search(position, Evaluation::Course, Algorithm::AlphaBeta, 3).best_move
    });
}

/// More threads change nothing but the time, and the depth follows the number of pieces.
#[test]
fn course_looks_deeper_as_pieces_go() {
    // 16 pieces: depth 4 as Red, 5 as Black.
    let fen = "2bak4/4a4/4b4/p3p4/9/9/P3P4/4B1N2/4A4/2BAK1n2";
    for (side, depth) in [("w", 4), ("b", 5)] {
        let game = game(&format!("{fen} {side}"), "");
        assert_eq!(game.position().occupied().len(), 16);
        let expected = search(game.position(), Evaluation::Course, Algorithm::AlphaBeta, depth);
        for threads in [1, 3] {
            let found = ZooPlayer::new(Member::Course, 0, threads).choose(&game, &NEVER);
            assert_eq!((found.best_move, found.score), (expected.best_move, expected.score));
        }
    }
}

#[test]
fn course_does_not_take_its_own_moves_back() {
    // After i0h0 the best for Red would be to go back; its last three own moves forbid that.
    let fen = "3k5/9/9/9/9/9/9/9/9/4K3R w";
    for line in ["i0i1 d9d8 i1i2 d8d9", "i0i5 d9d8 i5i6 d8d9", "i0h0 d9d8 h0g0 d8d9 g0f0 d9d8"] {
        let game = game(fen, line);
        let own: Vec<Move> = game.moves().rev().skip(1).step_by(2).take(3).collect();
        let best = choose("course", &game).unwrap();
        for before in own {
            assert!(before.from() != best.to() || before.to() != best.from(), "{line}: {best}");
        }
    }
    // With a single legal move it goes back all the same.
    let cornered = game("5k3/9/9/9/9/9/9/4r4/9/3K5 w", "d0d1 f9f8");
    assert_eq!(cornered.position().count_legal(), 1);
    assert_eq!(choose("course", &cornered), mv("d1d0"));
}

/// Every move loses within five plies, so the choice is the one of a search to depth 2.
#[test]
fn course_holds_out_when_every_move_loses() {
    let fen = "3k5/9/R8/1R7/9/9/9/9/9/4K4 b";
    let game = game(fen, "");
    let position = game.position();
    let deep = search(position, Evaluation::Course, Algorithm::AlphaBeta, 5);
    assert!(lab::tree::is_lost(deep.score), "{deep:?}");
    let shallow = search(position, Evaluation::Course, Algorithm::AlphaBeta, 2);
    let found = ZooPlayer::new(Member::Course, 0, 2).choose(&game, &NEVER);
    assert_eq!((found.best_move, found.score), (shallow.best_move, shallow.score));
}

#[test]
fn checker_prefers_check_and_shuns_repetition() {
    let fen = "3ak4/4a4/9/9/9/9/9/9/9/3K4R w";
    let first = choose("checker", &game(fen, "")).unwrap();
    assert!(Position::from_fen(fen).unwrap().gives_check(first), "{first}");

    // The move of two own moves ago costs 200, that of four own moves ago 1000, both 81200.
    let quiet = "3k5/4a4/9/9/9/9/9/9/4A4/4K3R w";
    let shuttle = game(quiet, "i0i1 d9d8 i1i0 d8d9 i0i1 d9d8 i1i0 d8d9");
    let best = choose("checker", &shuttle).unwrap();
    assert_ne!(Some(best), mv("i0i1"));
}
