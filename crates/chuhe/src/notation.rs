//! `chuhe notation`: a line of moves, converted.

use std::{fmt::Write, process::ExitCode, str::FromStr};

use anyhow::{Context, Result};
use xiangqi::{Style, notation::UnknownStyle, parse_line};

use crate::common::{print, read_position};

#[derive(clap::Args)]
pub(crate) struct Args {
    /// Where the moves begin; the start position if not given
    #[arg(long, value_name = "FEN")]
    fen: Option<String>,
    /// The moves, in any notation, separated by spaces
    #[arg(long, value_name = "MOVES", allow_hyphen_values = true)]
    moves: String,
    /// chinese (炮二平五), traditional, wxf (C2=5), wxf-letters, iccs (H2-E2), uci (h2e2), or
    /// fen (the position after each move)
    #[arg(long, value_name = "NOTATION", default_value = "chinese")]
    to: Target,
}

/// What a move becomes.
#[derive(Clone, Copy)]
enum Target {
    Move(Style),
    Fen,
}

impl FromStr for Target {
    type Err = UnknownStyle;

    fn from_str(text: &str) -> Result<Target, UnknownStyle> {
        if text.eq_ignore_ascii_case("fen") {
            Ok(Target::Fen)
        } else {
            text.parse().map(Target::Move)
        }
    }
}

pub(crate) fn run(args: &Args) -> Result<ExitCode> {
    let mut position = read_position(args.fen.as_deref())?;
    let mut text = String::new();
    for mv in parse_line(&position, &args.moves).context("bad moves")? {
        let written = match args.to {
            Target::Move(style) => position.write_move(mv, style),
            Target::Fen => String::new(),
        };
        position.play(mv)?;
        match args.to {
            Target::Move(_) => writeln!(text, "{written}")?,
            Target::Fen => writeln!(text, "{}", position.fen())?,
        }
    }
    print(&text)?;
    Ok(ExitCode::SUCCESS)
}
