//! A review as a record: evaluations, marks, sentences and better lines as variations.

use coach::{Label, MoveReview, of_other_side};
use engine::Score;
use records::{Document, Format, NodeId, Options, document::Evaluation};
use xiangqi::{Color, Language};

use super::{
    Reviewed,
    json::{sentences, style},
};

/// Moves of a better line that are worth the paper.
const LONGEST_LINE: usize = 8;

pub(super) fn pgn(reviewed: &Reviewed, language: Language) -> Vec<u8> {
    let mut document = reviewed.reading.document.clone();
    let nodes: Vec<NodeId> = document.main_line().collect();
    if let Some(name) = &reviewed.report.opening
        && document.headers.get("Opening").is_empty()
    {
        document
            .headers
            .set("Opening", if language == Language::Chinese { &name.zh } else { &name.en });
    }
    document.headers.set("Annotator", "Chuhe");
    for it in &reviewed.report.moves {
        let Some(&node) = nodes.get(it.ply - 1) else { break };
        annotate(&mut document, node, it, language);
    }
    let options = Options { notation: style(language) };
    Format::Pgn.write(&document, &options).map_or_else(Vec::new, |it| it.bytes)
}

fn annotate(document: &mut Document, node: NodeId, it: &MoveReview, language: Language) {
    let notes = document.notes_mut(node);
    notes.evaluation = Some(evaluation(it));
    if let Some(mark) = it.label.map(mark)
        && !notes.marks.contains(&mark)
    {
        notes.marks.push(mark);
    }
    sentences(it, language).iter().for_each(|it| notes.add_after(it));
    let is_better = it.label.is_some_and(Label::is_error) && it.best.first() != Some(&it.mv);
    if !is_better {
        return;
    }
    let Some(mut at) = document.parent(node) else { return };
    for &mv in it.best.iter().take(LONGEST_LINE) {
        let known = document.children(at).find(|&it| document.mv(it) == Some(mv));
        at = known.unwrap_or_else(|| document.add(at, mv));
    }
}

/// The numbers of the PGN standard.
fn mark(label: Label) -> u8 {
    match label {
        Label::OnlyMove => 8,
        Label::Inaccuracy => 6,
        Label::MissedMate | Label::Mistake => 2,
        Label::Blunder => 4,
    }
}

/// After the move, from Red's side.
fn evaluation(it: &MoveReview) -> Evaluation {
    let of_red = |value: i32| if it.mover == Color::Red { value } else { -value };
    // Plies count from the position before the move; the record's count from the one after it.
    match of_other_side(it.score_after) {
        Score::MateIn { plies } => Evaluation::Mate(of_red(-(plies - 1) / 2)),
        Score::MatedIn { plies } => Evaluation::Mate(of_red((plies - 1) / 2)),
        _ => Evaluation::Centipawns(of_red(it.score_after.as_centipawns())),
    }
}
