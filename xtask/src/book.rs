//! `cargo xtask book FILE`: the built-in opening book from a file of masters' games, one line each.

use std::{
    fs::{self, File},
    io::{BufRead, BufReader, Read},
    path::Path,
    process::{Command, Stdio},
};

use anyhow::{Context, Result, ensure};
use records::book::{Builder, GameLine, parse_game};
use xiangqi::Position;

use crate::shell;

const OUT: &str = "books/masters.book";
const PLIES: u32 = 40;
const MIN_GAMES: u32 = 3;
/// The program carries the book with it.
const MOST_BYTES: usize = 3_000_000;

pub(crate) fn build(file: &Path) -> Result<()> {
    let mut builder = Builder::new(PLIES);
    for game in games(file)? {
        let game = game?;
        builder.add(&Position::start(), game.moves, game.outcome)?;
    }
    ensure!(builder.games() != 0, "{}: there is no game in it", file.display());
    let book = builder.finish(MIN_GAMES);
    let bytes = book.bytes();
    ensure!(bytes.len() <= MOST_BYTES, "the book has {} bytes, too many", bytes.len());
    fs::write(OUT, bytes).context(OUT)?;
    println!(
        "{OUT}: {} games, {} positions, {} moves, {} bytes",
        book.games(),
        book.positions(),
        book.moves(),
        bytes.len()
    );
    Ok(())
}

/// The games of a file, plain or packed with xz. These files were checked when they were made, so
/// a bad line is an error here.
pub(crate) fn games(file: &Path) -> Result<impl Iterator<Item = Result<GameLine>>> {
    let name = file.display().to_string();
    let lines = BufReader::new(open(file).with_context(|| name.clone())?).lines();
    let games = (1..).zip(lines).map(move |(number, line)| {
        let game = line.map_err(anyhow::Error::from).and_then(|it| Ok(parse_game(&it)?));
        game.with_context(|| format!("{name}, line {number}"))
    });
    Ok(games.filter_map(Result::transpose))
}

fn open(file: &Path) -> Result<Box<dyn Read>> {
    let is_packed = file.extension().is_some_and(|it| it == "xz");
    let plain = File::open(file)?;
    if !is_packed {
        return Ok(Box::new(plain));
    }
    shell::ensure_program("xz", "xz-utils")?;
    let output = Command::new("xz").arg("-dc").stdin(plain).stderr(Stdio::inherit()).output()?;
    ensure!(output.status.success(), "xz cannot unpack it");
    Ok(Box::new(std::io::Cursor::new(output.stdout)))
}
