//! What was found so far: puzzles are lines of the output itself, and the games that were looked
//! through are named in a file beside it. A run that is cut off goes on with both.

use std::{
    collections::HashSet,
    fs::{self, File, OpenOptions},
    io::Write,
    path::{Path, PathBuf},
};

use anyhow::{Context, Result};
use chuhe::{files::read_file, puzzle_lines};
use coach::puzzles::Puzzle;

pub(super) struct Journal {
    out: File,
    out_path: PathBuf,
    progress: File,
    progress_path: PathBuf,
    /// Keys of the puzzles in the output.
    pub(super) known: HashSet<u64>,
    /// Keys of games that were looked through.
    pub(super) done: HashSet<u64>,
}

impl Journal {
    pub(super) fn open(out_path: &Path) -> Result<Journal> {
        let mut name = out_path.as_os_str().to_owned();
        name.push(".progress");
        let progress_path = PathBuf::from(name);
        let (out, text) = open_whole(out_path).with_context(|| out_path.display().to_string())?;
        let puzzles = puzzle_lines::read_all(&text)
            .with_context(|| format!("{} is no file of puzzles", out_path.display()))?;
        let (progress, text) =
            open_whole(&progress_path).with_context(|| progress_path.display().to_string())?;
        let done = text.lines().filter_map(|it| u64::from_str_radix(it, 16).ok()).collect();
        let known = puzzles.iter().map(Puzzle::key).collect();
        Ok(Journal { out, out_path: out_path.to_owned(), progress, progress_path, known, done })
    }

    /// First the puzzles, then that the game is done: cut off in between, it is looked through once
    /// more, and what is known already is not written again.
    pub(super) fn note(&mut self, game: u64, puzzles: &[Puzzle]) -> Result<()> {
        for puzzle in puzzles {
            if self.known.insert(puzzle.key()) {
                let line = puzzle_lines::write(puzzle);
                let written = self.out.write_all(line.as_bytes());
                written.with_context(|| self.out_path.display().to_string())?;
            }
        }
        self.done.insert(game);
        let line = format!("{game:016x}\n");
        let written = self.progress.write_all(line.as_bytes());
        written.with_context(|| self.progress_path.display().to_string())
    }

    /// Puts what was found where a power cut does not reach it. Not after every game: threads would
    /// wait for the disk, and a killed program loses nothing that it has written.
    pub(super) fn sync(&self) -> Result<()> {
        self.out.sync_data().with_context(|| self.out_path.display().to_string())
    }

    /// Every game is done.
    pub(super) fn close(self) {
        drop(self.progress);
        // A journal that stays is no harm.
        let _ = fs::remove_file(self.progress_path);
    }
}

/// A file to append to and what is in it. A last line without an end was being written when a run
/// was cut off, and is cut off too.
fn open_whole(path: &Path) -> Result<(File, String)> {
    let mut text = String::new();
    if path.exists() {
        text = String::from_utf8(read_file(path, super::MOST_BYTES)?).context("is no text")?;
    }
    let whole = text.rfind('\n').map_or(0, |end| end + 1);
    text.truncate(whole);
    let file = OpenOptions::new().create(true).append(true).open(path)?;
    file.set_len(whole as u64)?;
    Ok((file, text))
}
