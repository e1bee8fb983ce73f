//! A review as a page that stands alone: data and program in one file, nothing from a network.

use coach::{Label, MoveReview};
use serde_json::{Value, json};
use xiangqi::{Color, Language, Piece};

use super::{
    Reviewed,
    json::{sentences, style, tenths},
    told,
};

const PAGE: &str = include_str!("page.html");

pub(super) fn page(reviewed: &[Reviewed], language: Language) -> String {
    let games: Vec<Value> = reviewed.iter().map(|it| game(it, language)).collect();
    let is_chinese = language == Language::Chinese;
    let data = json!({ "language": if is_chinese { "zh" } else { "en" }, "games": games });
    // No text of a record may end the script it stands in.
    let data = data.to_string().replace('<', "\\u003c");
    PAGE.replace("\"OUTLINES\"", &outlines().to_string())
        .replace("LANGUAGE", if is_chinese { "zh-CN" } else { "en" })
        .replace("\"DATA\"", &data)
}

/// Characters as outlines: the page must look right without Chinese fonts, too.
fn outlines() -> Value {
    let outline = |it: Piece| picture::outline(picture::character(it));
    Piece::ALL.iter().map(|&it| (it.letter().to_string(), Value::from(outline(it)))).collect()
}

fn game(reviewed: &Reviewed, language: Language) -> Value {
    let report = &reviewed.report;
    let mut position = *reviewed.game.start();
    let mut fens = vec![position.fen()];
    let mut moves = Vec::new();
    for it in &report.moves {
        let written = |mv| position.write_move(mv, style(language));
        moves.push(json!({
            "text": written(it.mv),
            "move": it.mv.to_string(),
            "better": it.best.first().filter(|&&mv| mv != it.mv).map(|&mv| written(mv)),
            "best": line(it),
            "red": it.mover == Color::Red,
            "label": it.label.map(Label::name),
            "glyph": it.label.map(Label::glyph),
            "before": tenths(it.before),
            "after": tenths(it.after),
            "why": sentences(it, language),
        }));
        if position.play(it.mv).is_err() {
            break;
        }
        fens.push(position.fen());
    }
    let name = report.opening.as_ref();
    json!({
        "title": told::title(reviewed),
        "opening": name.map(|it| if language == Language::Chinese { &it.zh } else { &it.en }),
        "leftBook": report.left_book,
        "accuracy": report.accuracy.map(|it| json!({
            "total": it.total.map(tenths),
            "phases": it.phases.map(|it| it.map(tenths)),
        })),
        "chances": report.chances.iter().map(|it| it.map(tenths)).collect::<Vec<_>>(),
        "phases": report.phases.iter().map(|it| *it as u8).collect::<Vec<_>>(),
        "moments": report.key_moments,
        "fens": fens,
        "moves": moves,
    })
}

fn line(it: &MoveReview) -> Option<String> {
    let is_better = it.best.first() != Some(&it.mv);
    it.best.first().filter(|_| is_better).map(ToString::to_string)
}
