//! Makes balanced openings for the arena: lines of moves from the start position, each move near
//! the best one, the last position within a narrow window. Mirror images count as the same.
//!
//! ```text
//! cargo run --release -p engine --example openings -- 640 > crates/arena/openings.txt
//! ```
//! The same count gives the same lines as long as the search stays the same.

use std::collections::HashSet;

use engine::{Engine, Evaluation, Limits, Score, Signals};
use random::Random;
use xiangqi::{Game, Move};

const PLIES: usize = 8;
/// Nodes for choosing a move, and for judging the last position.
const CHOICE_NODES: u64 = 2_000;
const JUDGE_NODES: u64 = 10_000;
/// A move may be worse than the best by this much, in centipawns, while it is among the best few.
const SLACK: i32 = 28;
const CANDIDATES: usize = 10;
/// The side to move may be ahead or behind by this much in the last position.
const WINDOW: i32 = 23;

fn main() {
    let wanted = std::env::args().nth(1).map_or(640, |it| it.parse().expect("a count"));
    let mut engine = Engine::new(4, 1);
    // What is balanced must not change with every network.
    engine.set_evaluation(Evaluation::Classical);
    let mut seen = HashSet::new();
    let mut seed = 0;
    println!("# Balanced openings, made by `cargo run --release -p engine --example openings`.");
    println!("# {PLIES} plies from the start; the score lies within {WINDOW} centipawns.");
    while seen.len() < wanted {
        seed += 1;
        let Some(game) = random_line(&mut engine, seed) else { continue };
        if identity(&game).is_some_and(|it| seen.insert(it)) {
            let words: Vec<String> = game.moves().map(|it| it.to_string()).collect();
            println!("{}", words.join(" "));
        }
    }
}

/// The same number for positions that are mirror images of each other.
fn identity(game: &Game) -> Option<u64> {
    let mirrored = Game::with_moves(*game.start(), game.moves().map(Move::mirror_files)).ok()?;
    Some(game.position().hash().min(mirrored.position().hash()))
}

/// A line of moves that are all nearly best, if it ends in balance.
fn random_line(engine: &mut Engine, seed: u64) -> Option<Game> {
    let mut random = Random::new(seed);
    let mut game = Game::default();
    engine.clear();
    while game.len() < PLIES {
        let limits = Limits { multi_pv: CANDIDATES, ..Limits::nodes(CHOICE_NODES) };
        let found = engine.search(&game, &limits, &Signals::new(), &mut |_| {});
        let worst = found.score.as_centipawns() - SLACK;
        let good: Vec<Move> = found
            .lines
            .iter()
            .filter(|it| worst <= it.score.as_centipawns())
            .filter_map(|it| it.moves.first().copied())
            .collect();
        game.play(*random.pick(&good)?).ok()?;
    }
    engine.clear();
    let found = engine.search(&game, &Limits::nodes(JUDGE_NODES), &Signals::new(), &mut |_| {});
    let is_balanced = matches!(found.score, Score::Centipawns(it) if it.abs() <= WINDOW);
    is_balanced.then_some(game)
}
