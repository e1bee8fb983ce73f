//! A review for the terminal.

use coach::{Label, MoveReview};
use records::document::tag;
use xiangqi::{Color, Language};

use super::{
    Reviewed,
    json::{sentences, style},
};
use crate::common::say;

pub(super) fn text(reviewed: &Reviewed, language: Language) -> String {
    let report = &reviewed.report;
    let mut text = format!("{}\n", title(reviewed));
    if let Some(name) = &report.opening {
        text += &format!("{}\n", say(language, &name.zh, &name.en));
    }
    if let Some(ply) = report.left_book {
        let (zh, en) = (format!("第{ply}步离开谱着\n"), format!("Out of the book at ply {ply}\n"));
        text += say(language, &zh, &en);
    }
    for color in Color::BOTH {
        let Some(accuracy) = report.accuracy[color.index()].total else { continue };
        let count = |label| {
            let own = report.moves.iter().filter(|it| it.mover == color);
            own.filter(|it| it.label == Some(label)).count()
        };
        let (inaccuracies, mistakes, blunders) =
            (count(Label::Inaccuracy), count(Label::Mistake), count(Label::Blunder));
        let zh = format!(
            "{}方准确率 {accuracy:.0}%：缓着 {inaccuracies}，错着 {mistakes}，大错 {blunders}\n",
            color.hanzi()
        );
        let en = format!(
            "{color}: accuracy {accuracy:.0} %, {inaccuracies} inaccuracies, {mistakes} mistakes, \
             {blunders} blunders\n"
        );
        text += say(language, &zh, &en);
    }
    for &ply in &report.key_moments {
        if let Some(it) = report.moves.iter().find(|it| it.ply == ply) {
            text += &moment(reviewed, it, language);
        }
    }
    text + "\n"
}

pub(super) fn title(reviewed: &Reviewed) -> String {
    let document = &reviewed.reading.document;
    let header = |tag| document.headers.get(tag);
    let names = match (header(tag::RED), header(tag::BLACK), header(tag::EVENT)) {
        ("", "", event) if !event.is_empty() => event.to_owned(),
        (red, black, _) => {
            let known = |name: &str| if name.is_empty() { "?".to_owned() } else { name.to_owned() };
            format!("{} - {}", known(red), known(black))
        }
    };
    format!("{names}  {}", document.result.token())
}

fn moment(reviewed: &Reviewed, it: &MoveReview, language: Language) -> String {
    let position = it.why.as_ref().map(|it| it.position);
    let written =
        |mv| position.map_or_else(|| format!("{mv}"), |it| it.write_move(mv, style(language)));
    let better = it.best.first().map_or_else(String::new, |&mv| written(mv));
    let number = usize::from(reviewed.game.start().move_number()) + (it.ply - 1) / 2;
    let glyph = it.label.map_or("", Label::glyph);
    let why = sentences(it, language).join(" ");
    let mv = written(it.mv);
    let (from, to) = (it.before, it.after);
    let zh = format!("{number}. {mv}{glyph}（{from:.0}% → {to:.0}%），应走{better}。{why}\n");
    let en = format!("{number}. {mv}{glyph} ({from:.0} % -> {to:.0} %), better {better}. {why}\n");
    say(language, &zh, &en).to_owned()
}
