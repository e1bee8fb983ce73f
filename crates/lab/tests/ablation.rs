//! The searcher made of switches: what saves work changes nothing, and a seed is a series of games.

mod common;

use std::sync::atomic::AtomicBool;

use common::random_positions;
use lab::{
    ablation::{Contest, Recipe, Thought, think},
    evaluation::Evaluation,
    tree::{Algorithm, search},
};
use xiangqi::{Game, Position, Status, perft};

fn run(position: &Position, recipe: &Recipe) -> Thought {
    think(position, &position.legal_moves(), recipe, &AtomicBool::new(false))
}

/// Every way to save work: the first sixteen numbers, a switch a bit.
fn savers(base: Recipe) -> impl Iterator<Item = Recipe> {
    (0..16_u32).map(move |bits| Recipe {
        alphabeta: bits & 1 != 0,
        ordering: bits & 2 != 0,
        table: bits & 4 != 0,
        deepening: bits & 8 != 0,
        ..base
    })
}

fn is_small(position: &Position) -> bool {
    position.has_legal_move() && perft(position, 3) < 4_000
}

#[test]
fn what_saves_work_never_changes_the_value() {
    for position in random_positions(21, 40, is_small) {
        for bits in 0..8_u32 {
            let base = Recipe {
                quiescence: bits & 1 != 0,
                positions: bits & 2 != 0,
                mobility: bits & 4 != 0,
                depth: 3,
                nodes: 1_000_000,
                ..Recipe::PLAIN
            };
            let plain = run(&position, &base);
            if !plain.found.is_complete {
                continue;
            }
            for recipe in savers(base) {
                let thought = run(&position, &recipe);
                assert_eq!(thought.found.score, plain.found.score, "{recipe} {position:?}");
                assert_eq!(thought.depth, 3, "{recipe} {position:?}");
            }
        }
    }
}

/// Without quiescence and mobility these are the searches of the course, position by position.
#[test]
fn some_recipes_are_the_searches_of_the_course() {
    for position in random_positions(22, 60, is_small) {
        let course = Recipe { positions: true, nodes: 1_000_000, ..Recipe::PLAIN };
        let pairs = [
            (course, Algorithm::Minimax),
            (Recipe { alphabeta: true, ..course }, Algorithm::AlphaBeta),
            (Recipe { alphabeta: true, ordering: true, ..course }, Algorithm::Ordered),
        ];
        for (recipe, algorithm) in pairs {
            let known = search(&position, Evaluation::Course, algorithm, 3);
            assert_eq!(run(&position, &recipe).found, known, "{recipe} {position:?}");
        }
    }
}

#[test]
fn quiescence_sees_the_recapture() {
    // The chariot may take a guarded soldier; one ply deep that looks like a gain.
    let position = Position::from_fen("3k5/9/9/4p4/4c4/9/4R4/9/9/4K4 w").unwrap();
    let blind = Recipe { depth: 1, ..Recipe::PLAIN };
    let seeing = Recipe { quiescence: true, ..blind };
    let [blind, seeing] = [blind, seeing].map(|it| run(&position, &it).found);
    assert_eq!(blind.best_move.unwrap().to_string(), "e3e5");
    assert!(blind.nodes < seeing.nodes);
    assert!(seeing.score <= blind.score);
}

#[test]
fn the_positions_are_counted_to_the_last() {
    let start = Position::start();
    for nodes in [100, 1_000, 5_000] {
        for recipe in savers(Recipe { nodes, depth: 6, ..Recipe::PLAIN }) {
            let thought = run(&start, &recipe);
            assert!(thought.found.nodes <= nodes, "{recipe}: {}", thought.found.nodes);
            assert!(!thought.found.is_complete && thought.found.best_move.is_some());
            assert_eq!(thought.depth != 0, recipe.deepening, "{recipe}");
        }
    }
}

fn play(contest: &Contest, number: u64) -> (Game, Status) {
    let mut game = contest.opening(number);
    let never = AtomicBool::new(false);
    while let Some(turn) = contest.turn(number, &game, &never) {
        game.play(turn.mv).unwrap();
    }
    let status = Contest::outcome(&game).0;
    (game, status)
}

#[test]
fn a_seed_is_a_series_of_games() {
    let recipes = ["alphabeta,ordering,positions,depth=2", "alphabeta,depth=1"];
    let recipes = recipes.map(|it| it.parse().unwrap());
    let contest = Contest { recipes, seed: 7 };
    let mut points = 0;
    for number in 0..6 {
        let (game, status) = play(&contest, number);
        let (again, _) = play(&contest, number);
        assert!(game.moves().eq(again.moves()));
        points += Contest::half_points(number, status).unwrap();
    }
    assert!(6 < points, "the deeper one with tables wins, {points} half points of 12");

    let opening = |seed, number| Contest { seed, ..contest }.opening(number).position().fen();
    assert_eq!(opening(7, 0), opening(7, 1), "both games of a pair begin alike");
    assert_ne!(opening(7, 0), opening(7, 2));
    assert_ne!(opening(7, 0), opening(8, 0));
    assert_eq!([Contest::red(0), Contest::red(1)], [0, 1]);
}

/// A searcher that sees no history does not lose by repetition while it has another move.
#[test]
fn nobody_walks_into_a_third_occurrence() {
    let recipes = ["depth=1", "depth=1"].map(|it| it.parse().unwrap());
    for seed in 0..4 {
        let contest = Contest { recipes, seed };
        let (game, _) = play(&contest, 0);
        let reason = Contest::outcome(&game).1.map(xiangqi::Reason::name);
        assert_ne!(reason, Some("repetition"), "{}", game.position().fen());
    }
}
