//! The line of the command line contract.

use coach::MoveReview;
use serde_json::{Value, json};
use xiangqi::{Language, Style};

use super::Reviewed;

pub(super) fn line(reviewed: &Reviewed, language: Language) -> String {
    let report = &reviewed.report;
    let accuracy = |index: usize| report.accuracy[index].total.map(tenths);
    let moves: Vec<Value> = report.moves.iter().map(|it| of_move(it, language)).collect();
    let line = json!({
        "accuracy": { "red": accuracy(0), "black": accuracy(1) },
        "moves": moves,
    });
    format!("{line}\n")
}

fn of_move(it: &MoveReview, language: Language) -> Value {
    let best: Vec<String> = it.best.iter().map(ToString::to_string).collect();
    json!({
        "ply": it.ply,
        "move": it.mv.to_string(),
        "before": tenths(it.before),
        "after": tenths(it.after),
        "best": best,
        "label": it.label.map(|it| it.name()),
        "mate": it.mate,
        "why": sentences(it, language),
    })
}

pub(super) fn sentences(it: &MoveReview, language: Language) -> Vec<String> {
    it.why.as_ref().map_or_else(Vec::new, |it| it.sentences(language, style(language)))
}

pub(super) fn style(language: Language) -> Style {
    match language {
        Language::Chinese => Style::Chinese,
        Language::English => Style::Wxf,
    }
}

pub(super) fn tenths(value: f64) -> f64 {
    (value * 10.0).round() / 10.0
}
