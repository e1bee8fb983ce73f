//! `chuhe eval`: what a position is worth at first sight, piece by piece.

use std::{fmt::Write, process::ExitCode, str::FromStr};

use anyhow::{Result, anyhow};
use chuhe::network;
use lab::evaluation::{Contribution, Evaluation};
use serde_json::{Value, json};
use xiangqi::{Color, Position};

use crate::common::{print, read_position};

#[derive(clap::Args)]
pub(crate) struct Args {
    /// The position; the start position if not given
    #[arg(long, value_name = "FEN")]
    fen: Option<String>,
    /// Whose numbers: course (material and tables), simple (material alone), net (the engine's) or
    /// classical (the engine's without a network)
    #[arg(long = "with", value_name = "EVALUATION", default_value = "course")]
    judge: Judge,
    /// Another network than the built-in one, for --with net
    #[arg(long, value_name = "FILE", default_value = network::DEFAULT)]
    net: String,
    /// Print one line of JSON and nothing else
    #[arg(long)]
    json: bool,
}

/// Who evaluates.
#[derive(Clone, Copy)]
enum Judge {
    Course(Evaluation),
    Net,
    Classical,
}

impl FromStr for Judge {
    type Err = anyhow::Error;

    fn from_str(text: &str) -> Result<Judge> {
        match text {
            "net" => Ok(Judge::Net),
            "classical" => Ok(Judge::Classical),
            _ => text
                .parse()
                .map(Judge::Course)
                .map_err(|_| anyhow!("an evaluation is course, simple, net or classical")),
        }
    }
}

/// What is printed, whoever evaluated.
struct Judged {
    with: String,
    score: i32,
    contributions: Vec<Contribution>,
    /// The sums of Red and Black, where an evaluation is a sum.
    sides: Option<[i32; 2]>,
}

pub(crate) fn run(args: &Args) -> Result<ExitCode> {
    let position = read_position(args.fen.as_deref())?;
    let judged = match args.judge {
        Judge::Course(evaluation) => by_sum(evaluation, &position),
        Judge::Net => by_engine("net", &network::load(&args.net)?, &position),
        Judge::Classical => by_engine("classical", &engine::Evaluation::Classical, &position),
    };
    let mut text = String::new();
    if !args.json {
        writeln!(text, "{}", picture(&position, &judged.contributions))?;
        for (color, value) in Color::BOTH.iter().zip(judged.sides.into_iter().flatten()) {
            writeln!(text, "{:<6}{value:>8}", color.to_string())?;
        }
    }
    writeln!(text, "{}", score_json(args.json, &position, &judged))?;
    print(&text)?;
    Ok(ExitCode::SUCCESS)
}

fn by_sum(evaluation: Evaluation, position: &Position) -> Judged {
    Judged {
        with: evaluation.name().to_owned(),
        score: evaluation.score(position),
        contributions: evaluation.contributions(position),
        sides: Some(Color::BOTH.map(|color| evaluation.side_value(position, color))),
    }
}

fn by_engine(with: &str, evaluation: &engine::Evaluation, position: &Position) -> Judged {
    let contribution = |(square, piece, value)| Contribution { square, piece, value };
    Judged {
        with: with.to_owned(),
        score: evaluation.evaluate(position).as_centipawns(),
        contributions: evaluation.by_piece(position).into_iter().map(contribution).collect(),
        sides: None,
    }
}

/// The board with each piece's number below it, as far as it fits into six columns.
fn picture(position: &Position, contributions: &[Contribution]) -> String {
    let mut text = String::new();
    for rank in (0..10).rev() {
        let (mut pieces, mut values) = (format!("{rank} "), String::from("  "));
        for file in 0..9 {
            let found = contributions
                .iter()
                .find(|it| it.square.file() == file && it.square.rank() == rank);
            let letter = found.map_or('.', |it| it.piece.letter());
            let value = found.map_or(String::new(), |it| it.value.to_string());
            pieces.push_str(&format!("{letter:>6}"));
            values.push_str(&format!("{value:>6}"));
        }
        text.push_str(&format!("{pieces}\n{values}\n"));
    }
    text.push_str("  ");
    ('a'..='i').for_each(|file| text.push_str(&format!("{file:>6}")));
    text.push_str(&format!("\n{} to move\n", position.side()));
    text
}

/// The score is from the side to move; the contributions are from the owner of each piece.
fn score_json(wants_all: bool, position: &Position, judged: &Judged) -> Value {
    let mut object = json!({
        "score_cp": judged.score,
        "with": judged.with,
        "side": position.side().name(),
    });
    if wants_all {
        if let Some([red, black]) = judged.sides {
            object["red"] = red.into();
            object["black"] = black.into();
        }
        object["pieces"] = judged
            .contributions
            .iter()
            .map(|it| {
                json!({
                    "square": it.square.to_string(),
                    "piece": it.piece.letter().to_string(),
                    "value": it.value,
                })
            })
            .collect();
    }
    object
}
