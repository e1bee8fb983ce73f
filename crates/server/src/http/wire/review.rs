//! A review as the page draws it, and the answer to "why not this?".

use coach::{Line, MoveReview, Phase, Report, Review, Why, chance, review::Accuracy};
use serde::{Deserialize, Serialize};
use xiangqi::{Color, Language, Move, Position, Style};

use super::{
    lessons::OpeningName,
    players::Side,
    position,
    position::Naming,
    study::{Problem, StudyLine},
};
use crate::reviews::Compared;

/// `POST /api/review`: a game that was played here, one of the library, or a line of moves.
#[derive(Deserialize, Debug)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct ReviewAsked {
    #[cfg_attr(test, ts(optional = nullable))]
    pub(crate) game: Option<String>,
    #[cfg_attr(test, ts(optional = nullable, type = "number"))]
    pub(crate) library: Option<i64>,
    #[serde(flatten)]
    pub(crate) line: StudyLine,
}

/// A game under review, as far as it is known.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct ReviewedGame {
    pub(crate) done: bool,
    /// Positions looked at, and how many there are; the same of closer looks.
    pub(crate) quick: [usize; 2],
    pub(crate) deep: [usize; 2],
    pub(crate) rules: &'static str,
    pub(crate) start: String,
    pub(crate) turn: Side,
    pub(crate) plies: Vec<position::Ply>,
    /// Red's chances in percent before every move and at the end.
    pub(crate) chances: Vec<Option<f64>>,
    /// 0 opening, 1 middle game, 2 endgame, for every move.
    pub(crate) phases: Vec<usize>,
    pub(crate) accuracy: [SideAccuracy; 2],
    pub(crate) opening: Option<OpeningName>,
    pub(crate) left_book: Option<usize>,
    pub(crate) moments: Vec<usize>,
    pub(crate) moves: Vec<ReviewedMove>,
}

/// Percent; none where no move was made.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct SideAccuracy {
    pub(crate) total: Option<f64>,
    pub(crate) phases: [Option<f64>; 3],
}

impl From<&Accuracy> for SideAccuracy {
    fn from(from: &Accuracy) -> SideAccuracy {
        SideAccuracy { total: from.total.map(tenths), phases: from.phases.map(|it| it.map(tenths)) }
    }
}

/// One move that can be judged.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct ReviewedMove {
    pub(crate) ply: usize,
    pub(crate) side: Side,
    pub(crate) before: f64,
    pub(crate) after: f64,
    #[cfg_attr(test, ts(type = "Label | null"))]
    pub(crate) label: Option<&'static str>,
    pub(crate) mate: Option<i32>,
    pub(crate) best: Vec<Naming>,
    pub(crate) why: Option<WhyTold>,
}

/// Why a move is worse, with a line to replay.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct WhyTold {
    pub(crate) sentences: Vec<Problem>,
    /// The line begins with the better move and not with the one asked about.
    pub(crate) shows_better: bool,
    pub(crate) line: Vec<position::Ply>,
}

/// `POST /api/why`: a legal move in the position that the line leads to.
#[derive(Deserialize, Debug)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct WhyAsked {
    #[serde(flatten)]
    pub(crate) line: StudyLine,
    #[serde(rename = "move")]
    pub(crate) mv: String,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct WhyAnswer {
    pub(crate) before: f64,
    pub(crate) after: f64,
    /// It keeps the chances: a review would not mark it.
    pub(crate) good: bool,
    pub(crate) played: Naming,
    pub(crate) best: Naming,
    pub(crate) why: WhyTold,
}

/// `GET /api/mistakes`: moves of the visitor's own games that a review has marked.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct Mistake {
    pub(crate) game: String,
    pub(crate) ply: usize,
    pub(crate) fen: String,
    pub(crate) side: Side,
    #[cfg_attr(test, ts(type = "Label"))]
    pub(crate) label: &'static str,
    pub(crate) loss: f64,
    pub(crate) played: Naming,
}

impl ReviewedGame {
    pub(crate) fn of(review: &Review) -> ReviewedGame {
        let Report { chances, moves, accuracy, phases, opening, left_book, key_moments } =
            review.report();
        let progress = review.progress();
        let start = review.game().start();
        let mut position = *start;
        let plies: Vec<position::Ply> =
            review.game().moves().map(|mv| position::Ply::of(&mut position, mv, None)).collect();
        let mut position = *start;
        let mut told = Vec::new();
        let mut judged = moves.iter().peekable();
        for (ply, mv) in (1..).zip(review.game().moves()) {
            if let Some(it) = judged.next_if(|it| it.ply == ply) {
                told.push(ReviewedMove::of(&position, it));
            }
            position.play_unchecked(mv);
        }
        ReviewedGame {
            done: progress.is_done,
            quick: progress.quick.into(),
            deep: progress.deep.into(),
            rules: review.settings().rules.name(),
            start: start.fen(),
            turn: start.side().into(),
            plies,
            chances: chances.iter().map(|it| it.map(tenths)).collect(),
            phases: phases.iter().map(|it| phase_number(*it)).collect(),
            accuracy: [(&accuracy[0]).into(), (&accuracy[1]).into()],
            opening: opening.as_ref().map(OpeningName::from),
            left_book,
            moments: key_moments,
            moves: told,
        }
    }
}

fn phase_number(phase: Phase) -> usize {
    Phase::ALL.iter().position(|it| *it == phase).unwrap_or_default()
}

impl ReviewedMove {
    fn of(position: &Position, it: &MoveReview) -> ReviewedMove {
        ReviewedMove {
            ply: it.ply,
            side: it.mover.into(),
            before: tenths(it.before),
            after: tenths(it.after),
            label: it.label.map(|it| it.name()),
            mate: it.mate,
            best: Naming::of_line(position, &it.best[..it.best.len().min(1)]),
            why: it.why.as_ref().map(WhyTold::of),
        }
    }
}

impl WhyTold {
    pub(crate) fn of(why: &Why) -> WhyTold {
        let zh = why.sentences(Language::Chinese, Style::Chinese);
        let en = why.sentences(Language::English, Style::Wxf);
        let (line, moves) = why.shown();
        let mut position = why.position;
        let legal = |mv: &Move| position.is_legal(*mv);
        let moves: Vec<Move> =
            if moves.first().is_some_and(legal) { moves.to_vec() } else { vec![] };
        WhyTold {
            sentences: zh.into_iter().zip(en).map(|(zh, en)| Problem { zh, en }).collect(),
            shows_better: line == Line::Better,
            line: moves
                .into_iter()
                .map_while(|mv| {
                    position.is_legal(mv).then(|| position::Ply::of(&mut position, mv, None))
                })
                .collect(),
        }
    }
}

impl WhyAnswer {
    pub(crate) fn of(position: &Position, compared: &Compared, why: &Why) -> Option<WhyAnswer> {
        let (before, after) = (chance(compared.better.score), chance(compared.played.score));
        let naming = |line: &[Move]| Some(Naming::of(position, *line.first()?));
        Some(WhyAnswer {
            before: tenths(before),
            after: tenths(after),
            good: coach::review::is_good(compared.better.score, compared.played.score),
            played: naming(&compared.played.line)?,
            best: naming(&compared.better.line)?,
            why: WhyTold::of(why),
        })
    }
}

impl Mistake {
    /// The errors of one side in a finished review.
    pub(crate) fn of(game: &str, review: &Review, color: Color) -> Vec<Mistake> {
        let mut position = *review.game().start();
        let mut mistakes = Vec::new();
        for it in review.report().moves {
            let label = it.label.filter(|it| it.is_error());
            if let Some(label) = label.filter(|_| it.mover == color) {
                mistakes.push(Mistake {
                    game: game.to_owned(),
                    ply: it.ply,
                    fen: position.fen(),
                    side: color.into(),
                    label: label.name(),
                    loss: tenths(it.loss()),
                    played: Naming::of(&position, it.mv),
                });
            }
            if position.play(it.mv).is_err() {
                break;
            }
        }
        mistakes
    }
}

fn tenths(value: f64) -> f64 {
    (value * 10.0).round() / 10.0
}
