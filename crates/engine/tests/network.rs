//! The network inside the search: the same on every instructions, and no other engine's table.

use std::sync::Arc;

use engine::{Engine, Evaluation, Limits, Signals};
use nnue::{InstructionSet, Network};
use xiangqi::{Game, Move, Position};

fn network(instructions: InstructionSet) -> Evaluation {
    Evaluation::Network(Arc::new(Network::random(32, 7).with_instructions(instructions)))
}

/// Best move, value and nodes of searches from a few positions.
fn signature(evaluation: &Evaluation) -> Vec<(Option<Move>, i32, u64)> {
    let mut engine = Engine::new(4, 1);
    engine.set_evaluation(evaluation.clone());
    [
        Position::START_FEN,
        "r1bakab1r/9/1cn2cn2/p1p1p1p1p/9/9/P1P1P1P1P/1C2C1N2/9/RNBAKAB1R w - - 0 1",
        "3ak4/4a4/4b4/4p4/1c7/2B1n4/9/3nB4/3K5/5A1r1 b - - 3 49",
    ]
    .into_iter()
    .map(|fen| {
        engine.clear();
        let game = Game::new(Position::from_fen(fen).unwrap());
        let result = engine.search(&game, &Limits::depth(7), &Signals::new(), &mut |_| {});
        (result.best, result.value, result.nodes)
    })
    .collect()
}

#[test]
fn the_search_is_the_same_on_every_path() {
    let expected = signature(&network(InstructionSet::SCALAR));
    for instructions in InstructionSet::available() {
        assert_eq!(signature(&network(instructions)), expected, "{}", instructions.name());
    }
    assert_ne!(signature(&Evaluation::Classical), expected);
}

#[test]
fn changing_the_evaluation_forgets_the_table() {
    let game = Game::default();
    let search = |engine: &mut Engine| {
        engine.search(&game, &Limits::depth(6), &Signals::new(), &mut |_| {}).nodes
    };
    let mut fresh = Engine::new(4, 1);
    fresh.set_evaluation(Evaluation::Classical);
    let expected = search(&mut fresh);
    let mut engine = Engine::new(4, 1);
    engine.set_evaluation(network(InstructionSet::SCALAR));
    search(&mut engine);
    engine.set_evaluation(Evaluation::Classical);
    assert_eq!(search(&mut engine), expected);
}
