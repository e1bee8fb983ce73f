//! `chuhe endgame probe`: what a position is worth.

use anyhow::{Context, Result};
use endgame::{Answer, Value};
use serde_json::json;
use xiangqi::{Language, Position, RuleSet, Style};

use super::{Data, Threads, shown_progress};
use crate::{
    common::{Lang, language, print, read_position, say},
    progress::Progress,
};

#[derive(clap::Args)]
pub(super) struct Args {
    /// The position
    #[arg(long, value_name = "FEN")]
    fen: String,
    /// zh or en; that of the environment if not given
    #[arg(long)]
    lang: Option<Lang>,
    /// Print one line of JSON and nothing else
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    threads: Threads,
    #[command(flatten)]
    data: Data,
}

pub(super) fn run(args: &Args) -> Result<()> {
    let position = read_position(Some(&args.fen))?;
    let tables = args.data.open()?;
    let mut progress = Progress::new();
    let mut family = Vec::new();
    let answer = tables.probe_building(&position, args.threads.count(), &mut |now, stage| {
        if !family.contains(now) {
            family.push(*now);
        }
        shown_progress(&mut progress, &family, now, stage);
    });
    drop(progress);
    let answer = answer?.context(
        "no table has this position: one side must have a chariot, horse, cannon or soldier, \
         the other only advisors and elephants",
    )?;
    let text = if args.json {
        to_json(&position, &answer)
    } else {
        to_text(&position, &answer, language(args.lang))
    };
    Ok(print(&format!("{text}\n"))?)
}

fn to_json(position: &Position, answer: &Answer) -> String {
    let best: Vec<String> = answer.best().iter().map(|it| it.to_string()).collect();
    json!({
        "table": answer.material.to_string(),
        "value": answer.value.name(),
        "moves": answer.value.moves(),
        "best": best,
        "too_long_for": rules_that_draw(position, answer),
    })
    .to_string()
}

fn to_text(position: &Position, answer: &Answer, language: Language) -> String {
    let style = if language == Language::Chinese { Style::Chinese } else { Style::Wxf };
    let best: Vec<String> =
        answer.best().into_iter().map(|it| position.write_move(it, style)).collect();
    let verdict = match answer.value {
        Value::Win(moves) => match language {
            Language::Chinese => format!("走子方胜，{moves} 回合"),
            Language::English => format!("the side to move wins in {moves}"),
        },
        Value::Loss(moves) => match language {
            Language::Chinese => format!("走子方负，{moves} 回合"),
            Language::English => format!("the side to move loses in {moves}"),
        },
        Value::Draw => say(language, "和棋", "a draw").to_owned(),
    };
    let mut text = format!("{}: {verdict}", answer.material);
    if !best.is_empty() {
        text += &format!("\n{}: {}", say(language, "最佳着法", "best"), best.join(" "));
    }
    let rules = rules_that_draw(position, answer).join(", ");
    if !rules.is_empty() {
        let warning = say(
            language,
            "注意：按无吃子规则可能先判和",
            "beware: the rule of plies without a capture may come first",
        );
        text += &format!("\n{warning} ({rules})");
    }
    text
}

/// The rule sets whose draw without captures could come before the mate.
fn rules_that_draw(position: &Position, answer: &Answer) -> Vec<&'static str> {
    answer.too_long_for(position).into_iter().map(RuleSet::name).collect()
}
