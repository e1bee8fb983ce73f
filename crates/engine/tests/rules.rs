//! Repetitions inside the search: draws are seen, perpetual checks and chases are neither played
//! nor feared, and a win by rule is never called a mate.

use engine::{Engine, Limits, Score, SearchResult, Signals};
use xiangqi::{Game, Move, Position, RuleSet, Status};

fn game(fen: &str, moves: &str) -> Game {
    let moves = moves.split_whitespace().map(|it| it.parse().unwrap());
    Game::with_moves(Position::from_fen(fen).unwrap(), moves).unwrap()
}

fn search(game: &Game, depth: i32, search_moves: &[&str]) -> SearchResult {
    let search_moves: Vec<Move> = search_moves.iter().map(|it| it.parse().unwrap()).collect();
    let limits = Limits { search_moves, ..Limits::depth(depth) };
    Engine::new(8, 1).search(game, &limits, &Signals::new(), &mut |_| {})
}

/// Red's chariot checks forever on two files; the third time it loses.
const CHECKER: &str = "3k5/9/9/9/9/9/9/9/9/4K3R w - - 0 1";

#[test]
fn completing_a_perpetual_check_is_a_loss_by_rule_and_not_a_mate() {
    let game = game(CHECKER, "i0i9 d9d8 i9i8 d8d9 i8i9 d9d8 i9i8 d8d9");
    let result = search(&game, 3, &["i8i9"]);
    assert!(matches!(result.score, Score::RuleLoss { .. }), "{:?}", result.score);
    assert_eq!(result.score.mate_moves(), None);
    assert_ne!(search(&game, 5, &[]).best, "i8i9".parse().ok());
}

#[test]
fn the_chased_side_lets_the_chaser_run_into_his_loss() {
    // Fairy-Stockfish's first case: Red's cannon chases the chariot.
    let game = game(
        "2bakabnr/9/r1n1c4/2p1p1p1p/PP7/9/4P1P1P/2C3NC1/9/1NBAKAB1R w - - 0 1",
        "c2a2 a7b7 a2b2 b7a7 b2a2 a7b7 a2b2 b7a7",
    );
    let result = search(&game, 4, &["b2a2"]);
    assert!(matches!(result.score, Score::RuleLoss { .. }), "{:?}", result.score);
    let result = search(&game, 6, &[]);
    assert_ne!(result.best, "b2a2".parse().ok());
    assert!(!matches!(result.score, Score::RuleLoss { .. }), "{:?}", result.score);
}

#[test]
fn a_third_occurrence_without_blame_is_a_draw() {
    let game = game("4k4/9/9/9/n8/9/9/9/9/3K5 w - - 0 1", "d0d1 a5b7 d1d0 b7a5 d0d1 a5b7 d1d0");
    let result = search(&game, 6, &["b7a5"]);
    assert!(matches!(result.score, Score::Centipawns(-1..=1)), "{:?}", result.score);
}

#[test]
fn without_moves_the_side_has_lost_in_check_or_not() {
    // Stalemate: the black general cannot leave its point, nothing else can move.
    let stalemate = game("3k5/9/3P5/9/9/9/9/9/9/4K4 w - - 0 1", "");
    let result = search(&stalemate, 8, &[]);
    assert_eq!(result.score.mate_moves(), Some(1), "{:?}", result);
}

#[test]
fn dead_positions_and_the_move_limit_are_draws() {
    let dead = search(&game("3ak4/9/4b4/9/9/9/9/4B4/4A4/3K5 w - - 0 1", ""), 6, &[]);
    assert_eq!(dead.score, Score::Centipawns(0));
    let late = search(&game("3ak4/4a4/9/9/r8/8R/9/9/4A4/3AK4 b - - 119 90", ""), 6, &["a5b5"]);
    assert_eq!(late.score, Score::Centipawns(0));
}

/// Near the limit the table knows the same positions from a time when a capture was still far.
#[test]
fn a_full_table_does_not_hide_the_move_limit() {
    let mut engine = Engine::new(8, 1);
    let at = |plies| game(&format!("3akab2/9/4b4/9/9/9/9/R8/4A4/4KA3 w - - {plies} 90"), "");
    for plies in [100, 108, 110, 112, 114] {
        engine.search(&at(plies), &Limits::depth(9), &Signals::new(), &mut |_| {});
    }
    for plies in 116..120 {
        for depth in 1..=6 {
            let result =
                engine.search(&at(plies), &Limits::depth(depth), &Signals::new(), &mut |_| {});
            let is_draw = matches!(result.score, Score::Centipawns(-1..=1));
            assert!(depth < 120 - plies || is_draw, "{plies}, depth {depth}: {:?}", result.score);
        }
    }
}

/// Plays both sides to the end: no game may end by somebody breaking the rules while every
/// other end is possible.
#[test]
fn nobody_steps_into_a_lost_repetition() {
    let mut engine = Engine::new(4, 1);
    let plies = if cfg!(debug_assertions) { 60 } else { 200 };
    for fen in [
        "4k4/7n1/9/4pR3/9/9/4P4/9/9/4K4 w - - 0 1",
        "3akab2/9/4b4/9/2r6/9/9/4B4/4A3C/2BAK3R w - - 0 1",
        "4k4/4a4/9/9/4R4/9/9/9/4r4/3K5 w - - 0 1",
    ] {
        engine.clear();
        let mut game = Game::new(Position::from_fen(fen).unwrap());
        for _ in 0..plies {
            let (status, reason) = game.outcome(RuleSet::Asian);
            if status != Status::Ongoing {
                let words = reason.map(|it| it.name());
                assert!(!matches!(words, Some("perpetual_check" | "perpetual_chase")), "{fen}");
                break;
            }
            let limits = Limits::nodes(2000);
            let result = engine.search(&game, &limits, &Signals::new(), &mut |_| {});
            game.play(result.best.unwrap()).unwrap();
        }
    }
}
