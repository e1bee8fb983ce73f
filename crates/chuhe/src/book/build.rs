//! `chuhe book build`: from files of games to a book.

use std::{
    fs::{self, File},
    io::{BufRead, BufReader, Read},
    path::{Path, PathBuf},
};

use anyhow::{Context, Result, bail, ensure};
use records::book::{Builder, Outcome, parse_game};
use xiangqi::Position;

use super::files;
use crate::{common::print, inputs, progress::Progress};

/// A longer line is no game.
const MOST_LINE_BYTES: u64 = 1 << 20;
/// So many bad games are told one by one.
const MOST_TOLD: u64 = 10;

#[derive(clap::Args)]
pub(super) struct Args {
    /// Files of games: of any format that chuhe convert reads, or with a game a line; or folders of
    /// such files
    #[arg(value_name = "FILE|FOLDER", required = true)]
    games: Vec<PathBuf>,
    /// The book to write
    #[arg(long, value_name = "F")]
    out: PathBuf,
    /// Read so many plies of each game
    #[arg(long, value_name = "N", default_value_t = 40,
        value_parser = clap::value_parser!(u32).range(1..=1000))]
    plies: u32,
    /// Keep positions that occurred in at least so many games
    #[arg(long, value_name = "N", default_value_t = 3,
        value_parser = clap::value_parser!(u32).range(1..))]
    min_games: u32,
}

pub(super) fn run(args: &Args) -> Result<()> {
    files::check_out(&args.out)?;
    let mut reading =
        Reading { builder: Builder::new(args.plies), display: Progress::new(), bad: 0 };
    let (files, missing) = inputs::collect(&args.games);
    if let Some(sentence) = missing.first() {
        bail!("{sentence}");
    }
    for file in &files {
        let outcome = reading.read(&file.path, file.is_named);
        outcome.with_context(|| file.path.display().to_string())?;
    }
    let Reading { builder, display, bad } = reading;
    drop(display);
    ensure!(builder.games() != 0, "there is no game in the files");
    let book = builder.finish(args.min_games);
    files::write(&args.out, &book)?;
    if bad != 0 {
        eprintln!("{bad} lines or games were left out");
    }
    print(&files::summary(&args.out, &book))?;
    Ok(())
}

struct Reading {
    builder: Builder,
    display: Progress,
    bad: u64,
}

impl Reading {
    fn read(&mut self, path: &Path, is_named: bool) -> Result<()> {
        if is_list(path)? { self.read_lines(path) } else { self.read_games(path, is_named) }
    }

    /// A file in which games are documents. What is no record in a folder is left out.
    fn read_games(&mut self, path: &Path, is_named: bool) -> Result<()> {
        let bytes = fs::read(path)?;
        let games = match records::read(&bytes) {
            Ok(games) => games,
            Err(refused) if is_named => return Err(refused.into()),
            Err(refused) => {
                self.complain(&format!("{}: {refused}", path.display()));
                return Ok(());
            }
        };
        for (number, game) in (1_u64..).zip(games) {
            match game {
                Ok(game) => {
                    let (start, moves) = (game.document.start(), game.document.main_moves());
                    self.builder.add(start, moves, Outcome::from(game.document.result))?;
                }
                Err(refused) => self.complain(&format!("{}: {refused}", path.display())),
            }
            if number % 1000 == 0 {
                self.display.show(number, number, "games");
            }
        }
        Ok(())
    }

    fn complain(&mut self, sentence: &str) {
        self.bad += 1;
        if self.bad <= MOST_TOLD {
            self.display.say(sentence);
        }
    }

    /// A game a line, of files as large as one likes.
    fn read_lines(&mut self, path: &Path) -> Result<()> {
        let file = File::open(path)?;
        let total = file.metadata()?.len();
        let (mut file, mut done) = (BufReader::new(file), 0);
        let mut line = Vec::new();
        for number in 1_u64.. {
            line.clear();
            let len = file.by_ref().take(MOST_LINE_BYTES).read_until(b'\n', &mut line)?;
            if len == 0 {
                break;
            }
            done += len as u64;
            self.add(&line, |error| format!("{}, line {number}: {error}", path.display()))?;
            if number % 1000 == 0 {
                self.display.show(done, total, "bytes");
            }
        }
        Ok(())
    }

    /// A bad line is told and left out; the others count.
    fn add(&mut self, line: &[u8], complaint: impl Fn(&str) -> String) -> Result<()> {
        let game = match str::from_utf8(line) {
            Ok(line) => parse_game(line).map_err(|it| it.to_string()),
            Err(_) => Err("this is no text in UTF-8".to_owned()),
        };
        match game {
            Ok(Some(game)) => self.builder.add(&Position::start(), game.moves, game.outcome)?,
            Ok(None) => {}
            Err(error) => self.complain(&complaint(&error)),
        }
        Ok(())
    }
}

/// How much of a file is looked at, and how many of its lines.
const LOOKED_AT: u64 = 1 << 16;
const LINES_LOOKED_AT: usize = 20;

/// Does the file have a game a line? Then its first line begins with a result, or most of its lines
/// are games by themselves, while the later lines of a game are none.
fn is_list(path: &Path) -> Result<bool> {
    let mut start = Vec::new();
    File::open(path)?.take(LOOKED_AT).read_to_end(&mut start)?;
    // The last line may be cut.
    let end = start.iter().rposition(|it| *it == b'\n').unwrap_or(start.len());
    let lines = start[..end].split(|it| *it == b'\n');
    let first_word = start.split(u8::is_ascii_whitespace).next().unwrap_or_default();
    let has_result = str::from_utf8(first_word).ok().and_then(Outcome::from_token).is_some();
    let games = lines.map(|line| str::from_utf8(line).ok().map(parse_game));
    let content = games.filter(|it| !matches!(it, Some(Ok(None)))).take(LINES_LOOKED_AT);
    let (good, bad): (Vec<_>, Vec<_>) = content.partition(|it| matches!(it, Some(Ok(_))));
    let has_nothing = good.is_empty() && bad.is_empty();
    Ok(has_result || has_nothing || bad.len() < good.len())
}
