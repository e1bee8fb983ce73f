//! Games as PGN that other programs read: the tags of both the Chinese and the chess world, moves
//! in ICCS coordinates, scores and times as comments.

use std::fmt::Write;

use xiangqi::{Color, Position, Style};

use crate::record::{Ending, Fault, Ply, Record};

/// Lines are not longer than this.
const WIDTH: usize = 80;

/// How every file of ours begins.
pub(crate) const PGN_BEGINNING: &str = "[Game \"Chinese Chess\"]\n[Event \"chuhe match\"]\n";

/// One game with the empty line that ends it.
pub fn to_pgn(record: &Record) -> String {
    let mut text = tags(record);
    text.push('\n');
    text += &wrap(&words(record));
    text.push('\n');
    text
}

fn tags(record: &Record) -> String {
    let fen = record.start.fen();
    let [red, black] = &record.players;
    let mut tags = vec![
        ("Game", "Chinese Chess".to_owned()),
        ("Event", "chuhe match".to_owned()),
        ("Site", "?".to_owned()),
        ("Date", date(record.began)),
        ("Round", (record.number + 1).to_string()),
        ("Red", red.clone()),
        ("White", red.clone()),
        ("Black", black.clone()),
        ("Result", record.outcome.token().to_owned()),
        ("Variant", "xiangqi".to_owned()),
        ("Format", "ICCS".to_owned()),
    ];
    if fen != Position::START_FEN {
        tags.push(("SetUp", "1".to_owned()));
        tags.push(("FEN", fen));
    }
    tags.push(("Rules", record.rules.name().to_owned()));
    tags.push(("RedTimeControl", record.controls[0].clone()));
    tags.push(("BlackTimeControl", record.controls[1].clone()));
    tags.push(("PlyCount", record.plies.len().to_string()));
    tags.push(("Termination", termination(record.ending).to_owned()));
    tags.iter().map(|(name, value)| format!("[{name} \"{}\"]\n", clean(value))).collect()
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

fn words(record: &Record) -> Vec<String> {
    let mut words = Vec::new();
    let mut position = record.start;
    let mut number = position.move_number().max(1);
    for (index, ply) in record.plies.iter().enumerate() {
        let is_red = position.side() == Color::Red;
        match (is_red, index) {
            (true, _) => words.push(format!("{number}.")),
            (false, 0) => words.push(format!("{number}...")),
            (false, _) => {}
        }
        words.push(position.write_move(ply.mv, Style::Iccs));
        words.extend(comment(ply));
        if position.play(ply.mv).is_err() {
            break;
        }
        number += u16::from(!is_red);
    }
    let [zh, en] = &record.explanation;
    let reasons = [record.ending.name().to_owned()].into_iter().chain(zh.iter().chain(en).cloned());
    words.push(format!("{{{}}}", clean(&reasons.collect::<Vec<_>>().join("; "))));
    words.push(record.outcome.token().to_owned());
    words
}

/// `{+0.38/19 0.25s}`: pawns for the mover, depth, time; `{book}` for moves of the opening.
fn comment(ply: &Ply) -> Option<String> {
    let Some(thought) = ply.thought else { return Some("{book}".to_owned()) };
    let mut text = "{".to_owned();
    if let Some(score) = thought.score {
        // Writing to a string cannot fail.
        let _ = write!(text, "{:+.2}/{} ", f64::from(score) / 100.0, thought.depth.unwrap_or(0));
    }
    let _ = write!(text, "{:.3}s}}", thought.time.as_secs_f64());
    Some(text)
}

/// Nothing in a value may end it early.
fn clean(text: &str) -> String {
    let replace = |letter| match letter {
        '"' | '\\' => '\'',
        '{' | '[' => '(',
        '}' | ']' => ')',
        _ if char::is_control(letter) => ' ',
        _ => letter,
    };
    text.chars().map(replace).collect()
}

fn wrap(words: &[String]) -> String {
    let mut text = String::new();
    let mut column = 0;
    for word in words {
        let width = word.chars().count();
        if 0 < column && WIDTH < column + 1 + width {
            text.push('\n');
            column = 0;
        }
        if 0 < column {
            text.push(' ');
            column += 1;
        }
        text += word;
        column += width;
    }
    text.push('\n');
    text
}

/// `2026.11.15`, from seconds since 1970. Counts days in eras of 400 years that begin in March,
/// so that leap days come last.
fn date(seconds: u64) -> String {
    let days = seconds / 86_400 + 719_468;
    let (era, day_of_era) = (days / 146_097, days % 146_097);
    let year_of_era =
        (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month_from_march = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month_from_march + 2) / 5 + 1;
    let month = (month_from_march + 2) % 12 + 1;
    let year = 400 * era + year_of_era + u64::from(month <= 2);
    format!("{year:04}.{month:02}.{day:02}")
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use xiangqi::{Reason, RuleSet};

    use super::*;
    use crate::{
        openings,
        record::{Opinion, Outcome},
    };

    #[test]
    fn dates_are_those_of_the_calendar() {
        for (seconds, expected) in [
            (0, "1970.01.01"),
            (951_782_400, "2000.02.29"),
            (1_700_000_000, "2023.11.14"),
            (4_107_542_400, "2100.03.01"),
        ] {
            assert_eq!(date(seconds), expected);
        }
    }

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
        assert!(text.contains("[Red \"a 'b'\"]\n"), "{text}");
        assert!(text.contains("1. H2-E2 {book} H9-G7 {+0.38/19 0.250s}"), "{text}");
        assert!(text.trim_end().ends_with("1/2-1/2"), "{text}");
        let games = openings::parse(&text.repeat(2), 99).unwrap();
        assert_eq!(games.len(), 2);
        assert_eq!(games[0].moves.len(), 2);
    }
}
