//! `chuhe review`: what games teach, as text, JSON, an annotated PGN or a page of its own.

mod annotated;
mod journal;
mod json;
mod page;
mod search;
mod shards;
mod told;

use std::{
    fs,
    path::{Path, PathBuf},
    process::ExitCode,
    str::FromStr,
};

use anyhow::{Context, Result, bail, ensure};
use chuhe::{files::write_whole, shards::Shard};
use coach::{Report, Review, Settings};
use records::Reading;
use xiangqi::{Game, Language, RuleSet};

use crate::{
    common::{self, Lang},
    inputs,
    progress::Progress,
};
use journal::Journal;
use search::Searchers;
pub(crate) use shards::merge;

#[derive(clap::Args)]
pub(crate) struct Args {
    /// Files of games in any format, or folders of such files
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Where to: a page (.html), an annotated record (.pgn) or JSON lines (.json, .jsonl). A run
    /// that was broken off goes on where it stood
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Review only part I of N of the games, into a file for chuhe merge; any machine may do any part
    #[arg(long, value_name = "I/N", requires = "out", conflicts_with = "json")]
    shard: Option<Shard>,
    /// Print one line of JSON a game
    #[arg(long)]
    json: bool,
    /// Nodes of a deep search: more is better and slower
    #[arg(long, value_name = "N", default_value_t = Settings::DEFAULT_NODES,
          value_parser = clap::value_parser!(u64).range(1_000..=1_000_000_000))]
    nodes: u64,
    /// Searches at a time [default: the processor's cores; 1 with --shard, so that nothing depends
    /// on chance]
    #[arg(long, value_name = "T", value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: Option<u16>,
    /// Whose word on repetitions counts: asian, chinese, course
    #[arg(long, value_name = "RULES", default_value = "asian")]
    rules: RuleSet,
    /// The language of sentences [default: that of the environment]
    #[arg(long, value_enum)]
    lang: Option<Lang>,
    /// Overwrite what --out names
    #[arg(long)]
    force: bool,
}

/// What `--out` becomes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Page,
    Pgn,
    Json,
}

impl FromStr for Kind {
    type Err = anyhow::Error;

    fn from_str(path: &str) -> Result<Kind> {
        let extension = Path::new(path).extension().map(|it| it.to_ascii_lowercase());
        Ok(match extension.as_deref().and_then(|it| it.to_str()) {
            Some("html" | "htm") => Kind::Page,
            Some("pgn") => Kind::Pgn,
            Some("json" | "jsonl") => Kind::Json,
            _ => bail!("{path}: --out ends with .html, .pgn or .jsonl"),
        })
    }
}

/// A game with what the review found.
struct Reviewed {
    reading: Reading,
    game: Game,
    report: Report,
}

pub(crate) fn run(args: &Args) -> Result<ExitCode> {
    if let (Some(shard), Some(out)) = (args.shard, &args.out) {
        return shards::run(args, shard, out);
    }
    let language = common::language(args.lang);
    let target = match &args.out {
        Some(path) => {
            let kind: Kind = path.display().to_string().parse()?;
            let is_free = args.force || fs::symlink_metadata(path).is_err();
            let name = path.display();
            ensure!(is_free, "{name} exists already: give another --out, or --force");
            Some((path, kind))
        }
        None => None,
    };
    let (readings, problems) = read_some(&args.files)?;
    let mut journal = Journal::open(args.out.as_deref())?;
    let reviewed = review_all(args, readings, &mut journal, language)?;
    if let Some((path, kind)) = target {
        write(path, kind, &reviewed, language)?;
        journal.close();
    }
    Ok(if problems.is_empty() { ExitCode::SUCCESS } else { ExitCode::from(2) })
}

/// At least one game, and sentences about what could not be read, which were told.
fn read_some(files: &[PathBuf]) -> Result<(Vec<Reading>, Vec<String>)> {
    let (readings, problems) = read(files);
    match (&readings[..], &problems[..]) {
        ([], []) => bail!("no game to review"),
        ([], problems) => bail!("{}", problems.join("; ")),
        _ => problems.iter().for_each(|it| eprintln!("error: {it}")),
    }
    Ok((readings, problems))
}

/// The games of all files, and sentences about what could not be read.
fn read(files: &[PathBuf]) -> (Vec<Reading>, Vec<String>) {
    let (inputs, mut problems) = inputs::collect(files);
    let mut readings = Vec::new();
    for input in inputs {
        let name = input.path.display();
        let bytes = match fs::read(&input.path) {
            Ok(bytes) => bytes,
            Err(error) => {
                problems.push(format!("{name}: {error}"));
                continue;
            }
        };
        match records::read(&bytes) {
            Ok(games) => games.for_each(|game| match game {
                Ok(reading) => readings.push(reading),
                Err(refused) => problems.push(format!("{name}: {refused}")),
            }),
            Err(refused) if input.is_named => problems.push(format!("{name}: {refused}")),
            Err(_) => (),
        }
    }
    (readings, problems)
}

fn review_all(
    args: &Args,
    readings: Vec<Reading>,
    journal: &mut Journal,
    language: Language,
) -> Result<Vec<Reviewed>> {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let mut searchers = Searchers::new(args.threads.map_or(cores, usize::from), args.rules);
    let settings = Settings { nodes: args.nodes, rules: args.rules };
    let mut progress = Progress::new();
    let total = readings.len();
    let mut all = Vec::new();
    for (number, reading) in readings.into_iter().enumerate() {
        let game = game_of(&reading)?;
        let mut review = Review::new(game, settings);
        journal.begin(&mut review)?;
        searchers.run(&mut review, journal, &mut |review| {
            let state = review.progress();
            let (done, wanted) = (state.quick.0 + state.deep.0, state.quick.1 + state.deep.1);
            progress.tell(
                done as u64,
                wanted as u64,
                &format!("game {}/{total}", number + 1),
                None,
            );
        })?;
        let reviewed = Reviewed { report: review.report(), game: review.game().clone(), reading };
        progress.suspend(|| print(args, &reviewed, language))?;
        all.push(reviewed);
    }
    Ok(all)
}

/// The main line; what a reader let through is legal.
fn game_of(reading: &Reading) -> Result<Game> {
    let document = &reading.document;
    Game::with_moves(*document.start(), document.main_moves()).context("a move is not legal")
}

fn print(args: &Args, reviewed: &Reviewed, language: Language) -> Result<()> {
    let text = match (args.json, &args.out) {
        (true, _) => json::line(reviewed, language),
        (false, None) => told::text(reviewed, language),
        (false, Some(_)) => return Ok(()),
    };
    Ok(common::print(&text)?)
}

fn write(path: &Path, kind: Kind, reviewed: &[Reviewed], language: Language) -> Result<()> {
    let bytes = match kind {
        Kind::Page => page::page(reviewed, language).into_bytes(),
        Kind::Pgn => reviewed.iter().flat_map(|it| annotated::pgn(it, language)).collect(),
        Kind::Json => {
            reviewed.iter().flat_map(|it| json::line(it, language).into_bytes()).collect()
        }
    };
    write_whole(path, |it| Ok(fs::write(it, &bytes)?))
}
