//! Reviews in parts: a line for each game, with its record and its notebook, from which `merge` makes
//! what one run would have made.

use std::{path::Path, process::ExitCode};

use anyhow::{Context, Result, anyhow, ensure};
use chuhe::shards::{
    Shard,
    file::{Content, ShardFile},
};
use coach::{Review, Settings};
use engine::Evaluation;
use records::{Format, Options, Reading};
use serde_json::{Map, Value, json};
use xiangqi::Language;

use super::{Args, Kind, Reviewed, game_of, journal::Journal, read_some, search::Searchers, write};
use crate::{common::print, progress::Progress, signature};

pub(super) fn run(args: &Args, shard: Shard, out: &Path) -> Result<ExitCode> {
    let (readings, problems) = read_some(&args.files)?;
    let total = readings.len() as u64;
    let (mut file, done) = ShardFile::open(out, &header(args, shard, &readings)?)?;
    let settings = Settings { nodes: args.nodes, rules: args.rules };
    // An engine remembers: several of them would answer by who comes first.
    let mut searchers = Searchers::new(args.threads.map_or(1, usize::from), args.rules);
    let mut progress = Progress::new();
    let range = shard.range(total);
    for number in range.clone().filter(|it| !done.contains(it)) {
        let reading = &readings[usize::try_from(number)?];
        let mut review = Review::new(game_of(reading)?, settings);
        let (finished, wanted) = (number - range.start, range.end - range.start);
        searchers.run(&mut review, &mut Journal::default(), &mut |_| {
            progress.tell(finished, wanted, "games", None);
        })?;
        let line = json!({ "record": record(reading)?, "notebook": review.notebook() });
        file.append(number, line)?;
    }
    drop(progress);
    let games = range.end - range.start;
    print(&format!("{}: {games} games, shard {shard}\n", out.display()))?;
    Ok(if problems.is_empty() { ExitCode::SUCCESS } else { ExitCode::from(2) })
}

fn header(args: &Args, shard: Shard, readings: &[Reading]) -> Result<Value> {
    let games = readings.iter().map(|it| {
        Ok(game_of(it)?.moves().fold(it.document.start().fen(), |text, mv| format!("{text} {mv}")))
    });
    let games = games.collect::<Result<Vec<String>>>()?;
    let hash = random::seed_of(games.iter().flat_map(|it| it.bytes().chain([b'\n'])));
    Ok(json!({
        "chuhe_review": 1,
        "program": signature::program(),
        "bench": signature::count_bench(),
        "network": Evaluation::default().name(),
        "nodes": args.nodes,
        "rules": args.rules.name(),
        "input": format!("{} games {hash:016x}", readings.len()),
        "shard": shard.label(readings.len() as u64),
    }))
}

/// The game with all that its reader understood.
fn record(reading: &Reading) -> Result<String> {
    let written = Format::Pgn.write(&reading.document, &Options::default());
    let written = written.context("a game that no record can hold")?;
    Ok(String::from_utf8_lossy(&written.bytes).into_owned())
}

/// What one run would have written.
pub(crate) fn merge(contents: &[Content], out: &Path, language: Language) -> Result<String> {
    let kind: Kind = out.display().to_string().parse()?;
    let mut reviewed = Vec::new();
    for content in contents {
        let settings = settings(&content.header)?;
        for (number, line) in &content.games {
            let read = read(line, settings).with_context(|| format!("game {number}"))?;
            reviewed.push(read);
        }
    }
    write(out, kind, &reviewed, language)?;
    Ok(format!("{} games of {} shards in {}\n", reviewed.len(), contents.len(), out.display()))
}

fn settings(header: &Map<String, Value>) -> Result<Settings> {
    let nodes = header.get("nodes").and_then(Value::as_u64).context("a shard without nodes")?;
    let rules = header.get("rules").and_then(Value::as_str).context("a shard without rules")?;
    let rules = rules.parse().map_err(|error| anyhow!("{error}"))?;
    Ok(Settings { nodes, rules })
}

fn read(line: &Value, settings: Settings) -> Result<Reviewed> {
    let text = |name: &str| line[name].as_str().with_context(|| format!("without its {name}"));
    let reading = records::read(text("record")?.as_bytes())?.next().context("without a game")??;
    let mut review = Review::new(game_of(&reading)?, settings);
    review.read_notebook(text("notebook")?).map_err(|error| anyhow!("{error}"))?;
    ensure!(review.is_done(), "its review is not finished");
    Ok(Reviewed { report: review.report(), game: review.game().clone(), reading })
}
