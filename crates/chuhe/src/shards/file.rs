//! A shard's results as lines of JSON: first what all shards must have in common, then a line for
//! each game. The file only grows; what a killed run has finished is not done again.

use std::{
    collections::BTreeMap,
    fs::{File, OpenOptions, TryLockError},
    io::{BufRead, BufReader, Seek, SeekFrom, Write},
    path::{Path, PathBuf},
};

use anyhow::{Context, Result, anyhow, bail, ensure};
use serde_json::{Map, Value};

use crate::files::ensure_regular;

/// No line of ours is longer: a reviewed game of 600 plies takes some 300 kB.
const LONGEST_LINE: u64 = 64 << 20;

pub struct ShardFile {
    file: File,
    path: PathBuf,
}

/// What is in such a file.
pub struct Content {
    pub header: Map<String, Value>,
    /// By the number of the game.
    pub games: BTreeMap<u64, Value>,
    /// Where the last whole line ends.
    end: u64,
}

impl ShardFile {
    /// Makes a file, or goes on with one of the same header; answers which games it has.
    pub fn open(path: &Path, header: &Value) -> Result<(ShardFile, Vec<u64>)> {
        open(path, header).with_context(|| path.display().to_string())
    }

    /// On the disk when this returns.
    pub fn append(&mut self, number: u64, mut line: Value) -> Result<()> {
        line["game"] = number.into();
        self.write(&line).with_context(|| self.path.display().to_string())
    }

    fn write(&mut self, line: &Value) -> Result<()> {
        self.file.write_all(format!("{line}\n").as_bytes())?;
        Ok(self.file.sync_data()?)
    }
}

fn open(path: &Path, header: &Value) -> Result<(ShardFile, Vec<u64>)> {
    if path.exists() {
        ensure_regular(path)?;
    }
    let mut options = OpenOptions::new();
    let file = options.read(true).write(true).create(true).truncate(false).open(path)?;
    file.try_lock().map_err(|error| match error {
        TryLockError::WouldBlock => anyhow!("another process is writing to it"),
        TryLockError::Error(error) => error.into(),
    })?;
    let mut shard = ShardFile { file, path: path.to_owned() };
    let mut beginning = Vec::new();
    BufReader::new(&shard.file).read_until(b'\n', &mut beginning)?;
    let first = format!("{header}\n");
    if beginning.len() < first.len() && first.as_bytes().starts_with(&beginning) {
        // Empty, or what a kill in the first moment leaves.
        shard.file.set_len(0)?;
        shard.file.seek(SeekFrom::Start(0))?;
        shard.write(header)?;
        return Ok((shard, Vec::new()));
    }
    shard.file.seek(SeekFrom::Start(0))?;
    let found = Content::read(&mut BufReader::new(&shard.file))?;
    for (field, asked) in header.as_object().into_iter().flatten() {
        let there = found.header.get(field).unwrap_or(&Value::Null);
        ensure!(there == asked, "it was made with {field} {there}, not {asked}");
    }
    shard.file.set_len(found.end)?;
    shard.file.seek(SeekFrom::Start(found.end))?;
    Ok((shard, found.games.into_keys().collect()))
}

impl Content {
    pub fn open(path: &Path) -> Result<Content> {
        ensure_regular(path)?;
        Content::read(&mut BufReader::new(File::open(path)?))
    }

    /// Reads everything; a last line without its end is left out.
    pub fn read(reader: &mut impl BufRead) -> Result<Content> {
        let first = next_line(reader)?.context("it ends in its first line")?;
        let mut content =
            Content { header: header_of(&first)?, games: BTreeMap::new(), end: first.len() as u64 };
        let mut number = 1;
        while let Some(line) = next_line(reader)? {
            number += 1;
            let value: Value =
                serde_json::from_slice(&line).map_err(|_| anyhow!("line {number} is no JSON"))?;
            let game = value["game"].as_u64();
            let game = game.with_context(|| format!("line {number} is without a \"game\""))?;
            if content.games.insert(game, value).is_some() {
                bail!("game {game} is there twice");
            }
            content.end += line.len() as u64;
        }
        Ok(content)
    }
}

/// The first line only.
pub fn read_header(reader: &mut impl BufRead) -> Result<Map<String, Value>> {
    header_of(&next_line(reader)?.context("it ends in its first line")?)
}

fn header_of(line: &[u8]) -> Result<Map<String, Value>> {
    serde_json::from_slice(line).map_err(|_| anyhow!("it does not begin as results do"))
}

/// `None` at the end, and for a line without one.
fn next_line(reader: &mut impl BufRead) -> Result<Option<Vec<u8>>> {
    let mut line = Vec::new();
    let length = std::io::Read::take(&mut *reader, LONGEST_LINE).read_until(b'\n', &mut line)?;
    ensure!((length as u64) < LONGEST_LINE, "a line is longer than any of ours");
    Ok((line.last() == Some(&b'\n')).then_some(line))
}
