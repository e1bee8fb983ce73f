//! Results of a match, sorted by their numbers, and what they prove together.

use std::{
    fs::File,
    io::{BufWriter, Write},
    path::Path,
};

use anyhow::{Context, Result, ensure};
use arena::{
    merging::{Plan, ResultsFile},
    result_lines,
};
use chuhe::{
    files::write_whole,
    shards::pieces::{Piece, Pieces},
};
use serde_json::{Map, Value};

pub(super) fn merge(pieces: &Pieces, out: &Path) -> Result<String> {
    let first = pieces.pieces.first().context("there is nothing to join")?;
    let mut header = ResultsFile::read(&first.path)?.header;
    header.shift_remove("shard");
    let plan = plan(&header, first)?;
    let mut standings = plan.standings();
    write_whole(out, |part| {
        let mut file = BufWriter::new(File::create(part)?);
        writeln!(file, "{}", Value::Object(header.clone()))?;
        for piece in &pieces.pieces {
            let mut records = ResultsFile::read(&piece.path)?.records;
            check(pieces, piece, &plan, records.iter().map(|it| it.number))?;
            records.sort_by_key(|it| it.number);
            for record in &records {
                plan.count(&mut standings, record);
                writeln!(file, "{}", record.to_json())?;
            }
        }
        Ok(file.flush()?)
    })?;
    let (games, shards) = (standings.finished, pieces.pieces.len());
    let told = format!("{games} games of {shards} shards in {}\n", out.display());
    Ok(told + &result_lines(&standings))
}

/// A whole match says nowhere how long it is: long enough for any game.
fn plan(header: &Map<String, Value>, piece: &Piece) -> Result<Plan> {
    const LONGEST: u64 = 10_000_000;
    let games = piece.shard.map_or(LONGEST, |it| it.1);
    let name = || piece.path.display().to_string();
    ensure!(games <= LONGEST, "{}: no match has {games} games", name());
    let plan = Plan::new(header, usize::try_from(games)?);
    plan.with_context(|| format!("{}: its first line describes no match", name()))
}

/// The shard counts pairs of games, which are never apart.
fn check(
    pieces: &Pieces,
    piece: &Piece,
    plan: &Plan,
    numbers: impl Iterator<Item = usize>,
) -> Result<()> {
    let numbers = numbers.map(|it| it as u64);
    let Some((shard, _)) = piece.shard else { return pieces.check_games(piece, numbers) };
    let pairs = shard.range(plan.pairs() as u64);
    let expected = plan.numbers(pairs.start as usize..pairs.end as usize);
    pieces.check_numbers(piece, &expected.into_iter().map(|it| it as u64).collect(), numbers)
}
