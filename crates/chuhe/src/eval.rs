//! `chuhe eval`: what a position is worth at first sight, piece by piece.

use std::{fmt::Write, process::ExitCode};

use anyhow::Result;
use lab::evaluation::{Contribution, Evaluation};
use serde_json::{Value, json};
use xiangqi::{Color, Position};

use crate::common::{print, read_position};

#[derive(clap::Args)]
pub(crate) struct Args {
    /// The position; the start position if not given
    #[arg(long, value_name = "FEN")]
    fen: Option<String>,
    /// Whose numbers: course (material and tables) or simple (material alone)
    #[arg(long = "with", value_name = "EVALUATION", default_value = "course")]
    evaluation: Evaluation,
    /// Print one line of JSON and nothing else
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args) -> Result<ExitCode> {
    let position = read_position(args.fen.as_deref())?;
    let contributions = args.evaluation.contributions(&position);
    let mut text = String::new();
    if !args.json {
        writeln!(text, "{}", picture(&position, &contributions))?;
        for color in Color::BOTH {
            let value = args.evaluation.side_value(&position, color);
            writeln!(text, "{:<6}{value:>8}", color.to_string())?;
        }
    }
    writeln!(text, "{}", score_json(args, &position, &contributions))?;
    print(&text)?;
    Ok(ExitCode::SUCCESS)
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
fn score_json(args: &Args, position: &Position, contributions: &[Contribution]) -> Value {
    let mut object = json!({
        "score_cp": args.evaluation.score(position),
        "with": args.evaluation.name(),
        "side": position.side().to_string().to_lowercase(),
    });
    if args.json {
        object["red"] = args.evaluation.side_value(position, Color::Red).into();
        object["black"] = args.evaluation.side_value(position, Color::Black).into();
        object["pieces"] = contributions
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
