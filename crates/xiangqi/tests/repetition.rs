//! The referee against the rule book: loops played to the third occurrence.

use serde_json::Value;
use xiangqi::{Color, Game, Language, Position, RuleSet, Status};

/// Where known judges disagree and ours is not the book's verdict; docs/rules.md says why.
const OURS_DIFFERS: [(&str, &str); 3] =
    [("wxf-086", "draw"), ("wxf-087", "draw"), ("wxf-106", "loss")];

#[test]
fn loops_are_judged_as_the_book_says() {
    let cases: Value = serde_json::from_str(include_str!("cases/repetition.json")).unwrap();
    let mut wrong = Vec::new();
    for case in cases["cases"].as_array().unwrap() {
        let id = case["id"].as_str().unwrap();
        let game = replay(case);
        let verdict = game.verdict(RuleSet::Asian);
        let found = match verdict.status {
            Status::Ongoing => "ongoing",
            Status::Won(Color::Red) => "win",
            Status::Won(Color::Black) => "loss",
            Status::Draw => "draw",
        };
        let is_agreed = case["all_known_judges_agree"].as_bool().unwrap();
        let ours = OURS_DIFFERS.iter().find(|(it, _)| *it == id).map(|(_, verdict)| *verdict);
        assert!(!is_agreed || ours.is_none(), "{id}: all judges agree, so must we");
        let expected = ours.unwrap_or(case["expected_red"].as_str().unwrap());
        if found != expected {
            let why = verdict.explanation.sentences(Language::English).join("\n  ");
            wrong.push(format!("{id}: expected {expected}, found {found}\n  {why}"));
        }
    }
    assert!(wrong.is_empty(), "{} wrong\n{}", wrong.len(), wrong.join("\n"));
}

fn replay(case: &Value) -> Game {
    let mut game = Game::new(Position::from_fen(case["fen"].as_str().unwrap()).unwrap());
    for mv in case["moves"].as_array().unwrap() {
        game.play(mv.as_str().unwrap().parse().unwrap()).unwrap();
    }
    game
}
