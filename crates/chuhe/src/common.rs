//! What several commands share: reading positions and moves, choosing a language, printing.

use std::io::{self, Write};

use anyhow::{Context, Result};
use clap::ValueEnum;
use xiangqi::{Game, Language, Position, parse_line};

/// Reads a FEN; without one, or for `startpos`, the start position.
pub(crate) fn read_position(fen: Option<&str>) -> Result<Position> {
    match fen.map(str::trim) {
        None | Some("startpos") => Ok(Position::start()),
        Some(fen) => Position::from_fen(fen).context("bad FEN"),
    }
}

/// Plays a line of moves, in any notation, from a position.
pub(crate) fn read_game(fen: Option<&str>, moves: Option<&str>) -> Result<Game> {
    let mut game = Game::new(read_position(fen)?);
    for mv in parse_line(game.start(), moves.unwrap_or_default()).context("bad moves")? {
        game.play(mv).context("bad moves")?;
    }
    Ok(game)
}

/// The language of what people read. Words that programs read never change.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum Lang {
    Zh,
    En,
}

/// The language asked for, or else that of the environment.
pub(crate) fn language(asked: Option<Lang>) -> Language {
    match asked {
        Some(Lang::Zh) => Language::Chinese,
        Some(Lang::En) => Language::English,
        None => language_of_environment(),
    }
}

fn language_of_environment() -> Language {
    let named = ["LC_ALL", "LC_MESSAGES", "LANG"]
        .into_iter()
        .filter_map(|name| std::env::var(name).ok())
        .find(|value| !value.is_empty());
    match named {
        Some(name) if name.starts_with("zh") => Language::Chinese,
        _ => Language::English,
    }
}

/// The text in the user's language.
pub(crate) fn say<'a>(language: Language, chinese: &'a str, english: &'a str) -> &'a str {
    match language {
        Language::Chinese => chinese,
        Language::English => english,
    }
}

/// Prints to stdout and reports a closed pipe instead of panicking, as `println!` would.
pub(crate) fn print(text: &str) -> io::Result<()> {
    let mut stdout = io::stdout().lock();
    stdout.write_all(text.as_bytes())?;
    stdout.flush()
}
