//! What was found so far, in a file beside the output, so that a run that was broken off goes on:
//! a line `game KEY` before the notebook of each game.

use std::{
    collections::HashMap,
    fs::{self, File, OpenOptions},
    io::Write,
    path::{Path, PathBuf},
};

use anyhow::{Context, Result};
use coach::{Ask, Opinion, Review, review::note};

/// Larger is no journal of ours.
const MOST_BYTES: u64 = 1 << 30;

#[derive(Default)]
pub(super) struct Journal {
    file: Option<(File, PathBuf)>,
    /// Notebooks of an earlier run.
    known: HashMap<String, String>,
}

impl Journal {
    /// Without an output there is nothing to go on with.
    pub(super) fn open(out: Option<&Path>) -> Result<Journal> {
        let Some(out) = out else { return Ok(Journal::default()) };
        let mut path = out.as_os_str().to_owned();
        path.push(".progress");
        let path = PathBuf::from(path);
        let size = fs::metadata(&path).map_or(0, |it| it.len());
        let text = match size {
            1..MOST_BYTES => fs::read_to_string(&path).unwrap_or_default(),
            _ => String::new(),
        };
        // A last line without an end was being written when the run was broken off.
        let whole = text.rfind('\n').map_or("", |end| &text[..=end]);
        fs::write(&path, whole).with_context(|| path.display().to_string())?;
        let file = OpenOptions::new()
            .append(true)
            .open(&path)
            .with_context(|| path.display().to_string())?;
        Ok(Journal { file: Some((file, path)), known: read(whole) })
    }

    /// Gives a review what an earlier run has found of it, and notes that it is its turn.
    pub(super) fn begin(&mut self, review: &mut Review) -> Result<()> {
        let key = key(review);
        if let Some(notebook) = self.known.get(&key) {
            // What cannot be read is searched again.
            let _ = review.read_notebook(notebook);
        }
        self.write(&format!("game {key}\n"))
    }

    pub(super) fn note(&mut self, ask: Ask, answer: &Opinion) -> Result<()> {
        self.write(&note(ask, answer))
    }

    fn write(&mut self, line: &str) -> Result<()> {
        if let Some((file, path)) = &mut self.file {
            file.write_all(line.as_bytes()).with_context(|| path.display().to_string())?;
        }
        Ok(())
    }

    /// The output is whole.
    pub(super) fn close(self) {
        if let Some((file, path)) = self.file {
            drop(file);
            // A journal that stays is no harm.
            let _ = fs::remove_file(path);
        }
    }
}

fn read(text: &str) -> HashMap<String, String> {
    let mut known: HashMap<String, String> = HashMap::new();
    let mut game = None;
    for line in text.lines() {
        match line.strip_prefix("game ") {
            Some(key) => game = Some(key.to_owned()),
            None => {
                if let Some(key) = &game {
                    let notebook = known.entry(key.clone()).or_default();
                    notebook.push_str(line);
                    notebook.push('\n');
                }
            }
        }
    }
    known
}

/// The game and how it is reviewed; FNV-1a, since it stands in a file.
fn key(review: &Review) -> String {
    let (game, settings) = (review.game(), review.settings());
    let mut text = format!("{} {} {}", game.start().fen(), settings.nodes, settings.rules.name());
    game.moves().for_each(|mv| text += &format!(" {mv}"));
    let hash = text.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    format!("{hash:016x}")
}
