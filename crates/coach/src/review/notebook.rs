//! The answers of a review as text, one a line, so that a review can be broken off and go on:
//! `ply question score depth moves...`.

use std::{error, fmt, fmt::Write};

use engine::Score;
use xiangqi::Move;

use super::{Ask, Opinion, Question, Review};

/// A line that no review has written; counted from 1.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BadNotebook {
    pub line: usize,
}

impl fmt::Display for BadNotebook {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: an answer is `ply question score depth moves`", self.line)
    }
}

impl error::Error for BadNotebook {}

impl Review {
    /// All answers so far.
    pub fn notebook(&self) -> String {
        self.answers.iter().map(|(&ask, answer)| note(ask, answer)).collect()
    }

    /// Takes answers that an earlier run has noted. Those that do not belong to this game are
    /// refused or cut, never believed.
    pub fn read_notebook(&mut self, text: &str) -> Result<(), BadNotebook> {
        for (number, line) in (1..).zip(text.lines()) {
            let (ask, answer) = read(line).ok_or(BadNotebook { line: number })?;
            self.take(ask, answer);
        }
        Ok(())
    }
}

/// One answer as a line of the notebook.
pub fn note(ask: Ask, answer: &Opinion) -> String {
    let mut text = format!("{} {} ", ask.ply, word(ask.question));
    // Writing to a string cannot fail.
    let _ = match answer.score {
        Score::Centipawns(value) => write!(text, "c{value}"),
        Score::MateIn { plies } => write!(text, "m{plies}"),
        Score::MatedIn { plies } => write!(text, "m-{plies}"),
        Score::RuleWin { plies } => write!(text, "r{plies}"),
        Score::RuleLoss { plies } => write!(text, "r-{plies}"),
    };
    let _ = write!(text, " {}", answer.depth);
    answer.line.iter().for_each(|mv| {
        let _ = write!(text, " {mv}");
    });
    text.push('\n');
    text
}

fn read(line: &str) -> Option<(Ask, Opinion)> {
    let mut words = line.split(' ');
    let ply = words.next()?.parse().ok()?;
    let question = question(words.next()?)?;
    let score = score(words.next()?)?;
    let depth = words.next()?.parse().ok()?;
    let line = words.map(|it| it.parse().ok()).collect::<Option<Vec<Move>>>()?;
    Some((Ask { ply, question }, Opinion { score, depth, line }))
}

fn score(text: &str) -> Option<Score> {
    let (kind, number) = text.split_at_checked(1)?;
    let plies = |text: &str| text.parse().ok().filter(|it| (0..1000).contains(it));
    Some(match (kind, number.strip_prefix('-')) {
        ("c", _) => Score::Centipawns(number.parse().ok().filter(|it: &i32| it.abs() < 20_000)?),
        ("m", None) => Score::MateIn { plies: plies(number)? },
        ("m", Some(number)) => Score::MatedIn { plies: plies(number)? },
        ("r", None) => Score::RuleWin { plies: plies(number)? },
        ("r", Some(number)) => Score::RuleLoss { plies: plies(number)? },
        _ => return None,
    })
}

const WORDS: [(Question, &str); 7] = [
    (Question::Quick, "quick"),
    (Question::Deep, "deep"),
    (Question::Sure, "sure"),
    (Question::Other, "other"),
    (Question::OtherDeep, "other-deep"),
    (Question::Mate, "mate"),
    (Question::Finish, "finish"),
];

fn word(question: Question) -> &'static str {
    WORDS.iter().find(|it| it.0 == question).map_or("", |it| it.1)
}

fn question(text: &str) -> Option<Question> {
    WORDS.iter().find(|it| it.1 == text).map(|it| it.0)
}
