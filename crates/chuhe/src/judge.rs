//! `chuhe judge`: how a game stands, and why.

use std::{fmt::Write, process::ExitCode};

use anyhow::Result;
use serde_json::{Value, json};
use xiangqi::{Attack, AttackReason, Fact, Language, Piece, RuleSet, Square, Step, Verdict};

use crate::common::{Lang, language, print, read_game};

#[derive(clap::Args)]
pub(crate) struct Args {
    /// Whose rules decide repetitions and draws: asian, chinese or course
    #[arg(long, value_name = "RULES", default_value = "asian")]
    rules: RuleSet,
    /// Where the game began; the start position if not given
    #[arg(long, value_name = "FEN")]
    fen: Option<String>,
    /// The moves since, in any notation, separated by spaces
    #[arg(long, value_name = "MOVES", allow_hyphen_values = true)]
    moves: Option<String>,
    /// Print one line of JSON and nothing else
    #[arg(long)]
    json: bool,
    /// The language of the explanation: zh or en [default: that of the environment]
    #[arg(long, value_name = "LANG")]
    lang: Option<Lang>,
}

pub(crate) fn run(args: &Args) -> Result<ExitCode> {
    let game = read_game(args.fen.as_deref(), args.moves.as_deref())?;
    let verdict = game.verdict(args.rules);
    let mut text = String::new();
    if !args.json {
        writeln!(text, "{}", game.position().diagram())?;
        for sentence in verdict.explanation.sentences(language(args.lang)) {
            writeln!(text, "{sentence}")?;
        }
    }
    writeln!(text, "{}", verdict_json(&verdict, args.json))?;
    print(&text)?;
    Ok(ExitCode::SUCCESS)
}

/// The contract's object. The last line after a text for humans leaves out what was just said.
fn verdict_json(verdict: &Verdict, with_explanation: bool) -> Value {
    let mut object = json!({
        "status": verdict.status.name(),
        "reason": verdict.reason.map(|it| it.name()),
    });
    if with_explanation {
        object["rules"] = verdict.rules.name().into();
        object["explanation"] = verdict.explanation.facts.iter().map(fact_json).collect();
    }
    object
}

/// Each fact as two sentences, and as data where there is more to it.
fn fact_json(fact: &Fact) -> Value {
    let mut object = json!({
        "en": fact.sentence(Language::English),
        "zh": fact.sentence(Language::Chinese),
    });
    match fact {
        Fact::Step(step) => object["move"] = step_json(step),
        Fact::OtherRules { rules, status, reason } => {
            object["other_rules"] = json!({
                "rules": rules.name(),
                "status": status.name(),
                "reason": reason.map(|it| it.name()),
            });
        }
        _ => {}
    }
    object
}

fn step_json(step: &Step) -> Value {
    json!({
        "side": step.mover.name(),
        "move": step.mv.to_string(),
        "check": step.gives_check,
        "mate_threat": step.threatens_mate,
        "attacks": step.attacks.iter().map(attack_json).collect::<Vec<_>>(),
    })
}

fn attack_json(attack: &Attack) -> Value {
    let mut object = json!({
        "attacker": piece_json(&attack.attacker),
        "victim": piece_json(&attack.victim),
        "chase": attack.is_chase,
    });
    let why = match &attack.why {
        AttackReason::LesserAttacker => "lesser_attacker",
        AttackReason::NoRoot => "unprotected",
        AttackReason::FalseRoot { protector, exposed_to } => {
            object["protector"] = piece_json(protector);
            object["exposed_to"] = piece_json(exposed_to);
            "false_protector"
        }
        AttackReason::RealRoot { protector } => {
            object["protector"] = piece_json(protector);
            "real_protector"
        }
        AttackReason::ExchangeOffer => "exchange_offer",
        AttackReason::IllegalCapture => "illegal_capture",
    };
    object["why"] = why.into();
    object
}

fn piece_json((piece, square): &(Piece, Square)) -> Value {
    json!({ "piece": piece.letter().to_string(), "square": square.to_string() })
}
