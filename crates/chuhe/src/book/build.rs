//! `chuhe book build`: from files of games to a book.

use std::{
    fs::File,
    io::{BufRead, BufReader, Read},
    path::{Path, PathBuf},
};

use anyhow::{Context, Result, ensure};
use records::book::{Builder, parse_game};
use xiangqi::Position;

use super::files;
use crate::{common::print, progress::Progress};

/// A longer line is no game.
const MOST_LINE_BYTES: u64 = 1 << 20;
/// So many bad lines are told one by one.
const MOST_TOLD: u64 = 10;

#[derive(clap::Args)]
pub(super) struct Args {
    /// Files of games
    #[arg(value_name = "FILE", required = true)]
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
    for file in &args.games {
        reading.read(file).with_context(|| file.display().to_string())?;
    }
    let Reading { builder, display, bad } = reading;
    drop(display);
    ensure!(builder.games() != 0, "there is no game in the files");
    let book = builder.finish(args.min_games);
    files::write(&args.out, &book)?;
    if bad != 0 {
        eprintln!("{bad} lines were left out");
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
    fn read(&mut self, path: &Path) -> Result<()> {
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
            Err(error) => {
                self.bad += 1;
                if self.bad <= MOST_TOLD {
                    self.display.say(&complaint(&error));
                }
            }
        }
        Ok(())
    }
}
