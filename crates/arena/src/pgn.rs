//! Games of a match as documents, and these as PGN that other programs read.

use records::{
    Document, Format, NodeId, Options,
    document::{Evaluation, date_of, tag},
};
use xiangqi::{Color, Status, Style};

use crate::record::{Ending, Fault, Opinion, Outcome, Record};

const EVENT: &str = "chuhe match";

/// How every file of ours begins.
pub(crate) const PGN_BEGINNING: &str = "[Game \"Chinese Chess\"]\n[Event \"chuhe match\"]\n";

/// One game with the empty line that ends it.
pub fn to_pgn(record: &Record) -> String {
    let options = Options { notation: Style::Iccs };
    let written = Format::Pgn.write(&to_document(record), &options);
    written.map_or(String::new(), |it| String::from_utf8_lossy(&it.bytes).into_owned())
}

fn to_document(record: &Record) -> Document {
    let mut document = Document::new(record.start);
    document.result = match record.outcome {
        Outcome::Won(color) => Status::Won(color),
        Outcome::Draw => Status::Draw,
    };
    set_headers(record, &mut document);
    let (mut position, mut node) = (record.start, NodeId::ROOT);
    for ply in &record.plies {
        let mover = position.side();
        if position.play(ply.mv).is_err() {
            break;
        }
        node = document.add(node, ply.mv);
        let notes = document.notes_mut(node);
        match ply.thought {
            None => notes.add_after("book"),
            Some(thought) => {
                notes.evaluation = thought.score.map(|it| for_red(it, mover));
                notes.depth =
                    thought.depth.filter(|_| thought.score.is_some()).map(|it| it.unsigned_abs());
                notes.commands.push(("emt".to_owned(), time_spent(thought)));
            }
        }
    }
    let [zh, en] = &record.explanation;
    let reasons = [record.ending.name().to_owned()].into_iter().chain(zh.iter().chain(en).cloned());
    document.notes_mut(node).add_after(&reasons.collect::<Vec<_>>().join("; "));
    document
}

fn set_headers(record: &Record, document: &mut Document) {
    let [red, black] = &record.players;
    let tags = [
        (tag::EVENT, EVENT.to_owned()),
        (tag::DATE, date_of(record.began)),
        (tag::ROUND, (record.number + 1).to_string()),
        (tag::RED, red.clone()),
        (tag::BLACK, black.clone()),
        // Programs that count ratings know the world of chess only.
        ("White", red.clone()),
        ("Rules", record.rules.name().to_owned()),
        ("RedTimeControl", record.controls[0].clone()),
        ("BlackTimeControl", record.controls[1].clone()),
        ("PlyCount", record.plies.len().to_string()),
        ("Termination", termination(record.ending).to_owned()),
    ];
    tags.iter().for_each(|(name, value)| document.headers.set(name, value));
}

/// Engines speak for the side to move, records for Red.
fn for_red(score: i32, mover: Color) -> Evaluation {
    let score = if mover == Color::Red { score } else { score.saturating_neg() };
    let distance = Opinion::MATE - score.saturating_abs();
    match distance {
        0..=1000 => Evaluation::Mate(distance * score.signum()),
        _ => Evaluation::Centipawns(score),
    }
}

/// The time of one move, as `[%emt 0:00:00.250]` has it.
fn time_spent(thought: Opinion) -> String {
    let (seconds, millis) = (thought.time.as_secs(), thought.time.subsec_millis());
    format!("{}:{:02}:{:02}.{millis:03}", seconds / 3600, seconds / 60 % 60, seconds % 60)
}

/// In the words of the PGN standard.
fn termination(ending: Ending) -> &'static str {
    match ending {
        Ending::Rules(_) | Ending::Resignation => "normal",
        Ending::AgreedWin | Ending::AgreedDraw | Ending::TooLong => "adjudication",
        Ending::Fault(Fault::TimeLoss) => "time forfeit",
        Ending::Fault(Fault::IllegalMove) => "rules infraction",
        Ending::Fault(Fault::Crash) => "abandoned",
        Ending::Fault(Fault::Hang) => "stalled connection",
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use xiangqi::{Position, Reason, RuleSet};

    use super::*;
    use crate::{openings, record::Ply};

    #[test]
    fn games_read_back_as_openings() {
        let opinion =
            Opinion { score: Some(38), depth: Some(19), time: Duration::from_millis(250) };
        let ply = |text: &str, thought| Ply { mv: text.parse().unwrap(), thought };
        let record = Record {
            number: 4,
            players: ["a \"b\"".to_owned(), "楚河".to_owned()],
            controls: ["10+0.1".to_owned(), "5000 nodes".to_owned()],
            rules: RuleSet::Asian,
            start: Position::start(),
            plies: vec![ply("h2e2", None), ply("h9g7", Some(opinion))],
            outcome: Outcome::Draw,
            ending: Ending::Rules(Reason::Repetition),
            explanation: [vec!["三次{重复}".to_owned()], vec!["thrice".to_owned()]],
            began: 0,
        };
        let text = to_pgn(&record);
        assert!(text.starts_with(PGN_BEGINNING), "{text}");
        assert!(text.contains("[Red \"a \\\"b\\\"\"]\n"), "{text}");
        assert!(text.contains("1. H2-E2{book} H9-G7{[%eval -0.38,19][%emt 0:00:00.250]"), "{text}");
        assert!(text.trim_end().ends_with("1/2-1/2"), "{text}");
        let games = openings::parse(text.repeat(2).as_bytes(), 99).unwrap();
        assert_eq!(games.len(), 2);
        assert_eq!(games[0].moves.len(), 2);
    }
}
