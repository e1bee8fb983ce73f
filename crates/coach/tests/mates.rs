//! After a wrong first move the review says which mate was missed, with its distance.

use coach::{Fact, Label, Line, Review, Settings, look};
use engine::{Engine, Limits, Signals};
use serde_json::Value;
use xiangqi::{Game, Language, Move, Position, Style};

/// Debug builds leave the long ones to `cargo test --release`.
const LONGEST: usize = if cfg!(debug_assertions) { 5 } else { 99 };

/// Legal moves after which no mate is found any more, those that help the other side most first.
fn wrong_moves(engine: &mut Engine, position: &Position) -> impl Iterator<Item = Move> {
    let mut score_after = |mv: Move, nodes: u64| {
        let game = Game::with_moves(*position, [mv]).unwrap();
        engine.search(&game, &Limits::nodes(nodes), &Signals::new(), &mut |_| {}).score
    };
    let mut moves: Vec<Move> = position.legal_moves().iter().copied().collect();
    moves.sort_by_cached_key(|&mv| std::cmp::Reverse(score_after(mv, 3_000).as_centipawns()));
    moves
        .into_iter()
        .filter(move |&mv| score_after(mv, 600_000).mate_moves().is_none_or(|it| 0 < it))
}

/// The review of a single move, by a fresh engine.
fn reviewed(position: &Position, mv: Move) -> Review {
    let mut engine = Engine::new(64, 1);
    let game = Game::with_moves(*position, [mv]).unwrap();
    let mut review = Review::new(game, Settings::default());
    while let Some(&ask) = review.wanted().first() {
        let answer = look(&mut engine, &review.task(ask), &Signals::new());
        review.take(ask, answer);
    }
    review
}

/// May be surer than those who looked for a wrong move, and see that there is a mate after it, too.
fn still_mates(review: &Review, most: usize) -> bool {
    let moves = review.report().moves[0].score_after.mate_moves();
    moves.is_some_and(|it| 0 < it && it as usize <= most)
}

#[test]
fn missed_mates_are_named_with_their_distance() {
    let cases: Value =
        serde_json::from_str(include_str!("../../engine/tests/cases/mates.json")).unwrap();
    let mut engine = Engine::new(64, 1);
    let (mut seen, mut without) = (0, 0);
    for case in cases["positions"].as_array().unwrap() {
        let position = Position::from_fen(case["fen"].as_str().unwrap()).unwrap();
        let moves = case["mate_in"].as_i64().unwrap() as usize;
        if LONGEST < moves {
            continue;
        }
        engine.clear();
        let found = wrong_moves(&mut engine, &position)
            .map(|wrong| (wrong, reviewed(&position, wrong)))
            .find(|(_, review)| !still_mates(review, moves + 6));
        let Some((wrong, review)) = found else {
            without += 1;
            continue;
        };
        let report = review.report();
        let judged = &report.moves[0];
        let id = &case["id"];
        assert_eq!(judged.label, Some(Label::MissedMate), "{id} {wrong}");
        assert_eq!(judged.mate, Some(moves as i32), "{id} {wrong}");
        let why = judged.why.as_ref().unwrap();
        let told = why.facts.iter().find_map(|it| match it {
            (Line::Better, Fact::Mate { moves, .. }) => Some(*moves),
            _ => None,
        });
        assert_eq!(told, Some(moves), "{id} {wrong} {:?}", why.facts);
        let sentences = why.sentences(Language::English, Style::Wxf).join(" ");
        assert!(sentences.contains(&format!("mate in {moves}")), "{sentences}");
        seen += 1;
    }
    // In three of them every legal move mates, only later.
    assert!(without <= 3 && 17 <= seen, "{seen} named, {without} where no move is wrong");
}
