//! Mining in parts: a line for each game with the puzzles that it has, from which `merge` makes what
//! one run would have made.

use std::{collections::HashSet, fs, path::Path};

use anyhow::{Context, Result};
use chuhe::{
    files::write_whole,
    puzzle_lines,
    shards::{
        Shard,
        file::{Content, ShardFile},
    },
};
use coach::puzzles::Puzzle;
use engine::Evaluation;
use serde_json::{Value, json};
use xiangqi::RuleSet;

use super::{games::Source, journal::Journal};
use crate::signature;

/// Where puzzles go.
pub(super) enum Book {
    Whole(Journal),
    Part { file: ShardFile, found: usize, done: usize },
}

/// A book, the games still to be looked through by their numbers, and how many there are in all.
type Opened = (Book, Vec<(u64, Source)>, usize);

impl Book {
    pub(super) fn whole(out: &Path, sources: Vec<Source>) -> Result<Opened> {
        let journal = Journal::open(out)?;
        let total = sources.len();
        let left = (0..).zip(sources).filter(|it| !journal.done.contains(&it.1.key())).collect();
        Ok((Book::Whole(journal), left, total))
    }

    pub(super) fn note(&mut self, number: u64, key: u64, puzzles: &[Puzzle]) -> Result<()> {
        match self {
            Book::Whole(journal) => journal.note(key, puzzles),
            Book::Part { file, found, done } => {
                *found += puzzles.len();
                *done += 1;
                let lines: Vec<String> = puzzles.iter().map(puzzle_lines::write).collect();
                file.append(number, json!({ "puzzles": lines }))
            }
        }
    }

    pub(super) fn found(&self) -> usize {
        match self {
            Book::Whole(journal) => journal.known.len(),
            Book::Part { found, .. } => *found,
        }
    }

    /// Games that were looked through.
    pub(super) fn done(&self) -> usize {
        match self {
            Book::Whole(journal) => journal.done.len(),
            Book::Part { done, .. } => *done,
        }
    }

    pub(super) fn close(self, is_whole: bool) -> Result<()> {
        if let Book::Whole(journal) = self {
            journal.sync()?;
            if is_whole {
                journal.close();
            }
        }
        Ok(())
    }
}

/// The book of a shard.
pub(super) fn open(
    out: &Path,
    shard: Shard,
    (nodes, rules): (u64, RuleSet),
    sources: Vec<Source>,
) -> Result<Opened> {
    let total = sources.len() as u64;
    let hash = random::seed_of(sources.iter().flat_map(|it| it.key().to_le_bytes()));
    let header = json!({
        "chuhe_puzzles": 1,
        "program": signature::program(),
        "bench": signature::count_bench(),
        "network": Evaluation::default().name(),
        "nodes": nodes,
        "rules": rules.name(),
        "input": format!("{total} games {hash:016x}"),
        "shard": shard.label(total),
    });
    let (file, done) = ShardFile::open(out, &header)?;
    let done: HashSet<u64> = done.into_iter().collect();
    let range = shard.range(total);
    let games = usize::try_from(range.end - range.start)?;
    let left = (0..).zip(sources).filter(|it| range.contains(&it.0) && !done.contains(&it.0));
    Ok((Book::Part { file, found: 0, done: done.len() }, left.collect(), games))
}

/// A puzzle that several games have is that of the first, as in a run with one thread.
pub(crate) fn merge(contents: &[Content], out: &Path) -> Result<String> {
    let (mut known, mut text, mut games) = (HashSet::new(), String::new(), 0);
    for (number, line) in contents.iter().flat_map(|it| &it.games) {
        games += 1;
        let lines = line["puzzles"].as_array().into_iter().flatten().filter_map(Value::as_str);
        for line in lines {
            let puzzle = puzzle_lines::read(line.trim_end());
            let puzzle = puzzle.with_context(|| format!("game {number}"))?;
            if known.insert(puzzle.key()) {
                text += &puzzle_lines::write(&puzzle);
            }
        }
    }
    write_whole(out, |part| Ok(fs::write(part, text)?))?;
    Ok(format!("{}: {} puzzles, {games} games\n", out.display(), known.len()))
}
