//! `chuhe lab route`: the shortest way through mazes with supply points.

use std::{
    fs,
    path::{Path, PathBuf},
    process::ExitCode,
    time::Instant,
};

use anyhow::{Context, Result};
use lab::route::{Algorithm, Comparison, Map, compare, csv, html, search, trace};
use server::traces::RouteTrace;

use super::files::Inputs;
use crate::{
    common::{Lang, language, print, say},
    progress::Progress,
    table::table_with_heads,
};

/// A map of 2000 x 2000 cells takes 8 MiB.
const LARGEST_MAP_FILE: u64 = 1 << 30;

#[derive(clap::Args)]
pub(super) struct Args {
    /// Map files: M N T, then M rows of N numbers: 0 free, 1 wall, 2 supply point, 3 start, 4 goal
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// The search: astar or ucs (uniform cost)
    #[arg(long, value_name = "NAME", default_value = "astar")]
    algorithm: Algorithm,
    /// Run both searches and write route.csv and route.html instead
    #[arg(long, conflicts_with_all = ["algorithm", "trace"])]
    compare: bool,
    /// Also write each answer to DIR/output/NAME.txt; with --compare, where the report goes
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Also write DIR/trace/NAME.json, the order of expansion for drawing, with at most N states
    #[arg(
        long,
        value_name = "N",
        num_args = 0..=1,
        default_missing_value = "10000",
        value_parser = clap::value_parser!(u32).range(1..=1_000_000)
    )]
    trace: Option<u32>,
    /// The language of the comparison's table
    #[arg(long, value_enum)]
    lang: Option<Lang>,
}

/// Answers go to stdout, two lines per map and nothing else; how it went goes to stderr.
pub(super) fn run(args: &Args) -> Result<ExitCode> {
    if args.compare {
        return run_comparison(args);
    }
    let mut inputs = Inputs::new(&args.files, LARGEST_MAP_FILE);
    for path in inputs.paths() {
        let Some((name, map)) = inputs.read(path, Map::parse) else { continue };
        let begin = Instant::now();
        let outcome = search(&map, args.algorithm, |_| ());
        let milliseconds = begin.elapsed().as_secs_f64() * 1000.0;
        eprintln!(
            "{}: {} expanded {} states in {milliseconds:.1} ms",
            path.display(),
            args.algorithm.name(),
            outcome.expanded
        );
        print(&outcome.answer())?;
        if let Err(error) = write(args, &name, &map, &outcome.answer()) {
            inputs.complain(path, &error);
        }
    }
    Ok(inputs.exit_code())
}

fn write(args: &Args, name: &str, map: &Map, answer: &str) -> Result<()> {
    if let Some(out) = &args.out {
        write_file(&out.join("output"), &format!("{name}.txt"), answer)?;
    }
    if let Some(limit) = args.trace {
        let trace = RouteTrace::new(map, &trace(map, args.algorithm, limit as usize));
        let text = serde_json::to_string(&trace)? + "\n";
        let out = args.out.as_deref().unwrap_or(Path::new("."));
        write_file(&out.join("trace"), &format!("{name}.json"), &text)?;
    }
    Ok(())
}

fn write_file(directory: &Path, name: &str, text: &str) -> Result<()> {
    let written =
        fs::create_dir_all(directory).and_then(|()| fs::write(directory.join(name), text));
    written.with_context(|| format!("cannot write {}", directory.join(name).display()))
}

fn run_comparison(args: &Args) -> Result<ExitCode> {
    let mut inputs = Inputs::new(&args.files, LARGEST_MAP_FILE);
    let progress = Progress::new();
    let (mut comparisons, mut disagreements) = (Vec::new(), Vec::new());
    for (done, path) in (0..).zip(inputs.paths()) {
        progress.begin(done, args.files.len() as u64, &path.display().to_string());
        let read = progress.suspend(|| inputs.read(path, Map::parse));
        let Some((name, map)) = read else { continue };
        match compare(&name, &map) {
            Ok(comparison) => comparisons.push(comparison),
            Err(disagreement) => disagreements.push(disagreement),
        }
    }
    drop(progress);

    if !comparisons.is_empty() {
        let out = args.out.as_deref().unwrap_or(Path::new("."));
        write_file(out, "route.csv", &csv(&comparisons))?;
        write_file(out, "route.html", &html(&comparisons))?;
        print(&summary(args, &comparisons))?;
    }
    disagreements.iter().for_each(|it| eprintln!("error: {it}"));
    Ok(if disagreements.is_empty() { inputs.exit_code() } else { ExitCode::from(1) })
}

fn summary(args: &Args, comparisons: &[Comparison]) -> String {
    let language = language(args.lang);
    let heads = [
        say(language, "地图", "map"),
        say(language, "步数", "steps"),
        say(language, "A* 扩展", "A* expanded"),
        say(language, "一致代价扩展", "ucs expanded"),
        say(language, "A*（毫秒）", "A* ms"),
        say(language, "一致代价（毫秒）", "ucs ms"),
    ];
    let rows = comparisons.iter().map(|it| {
        vec![
            it.name.clone(),
            it.steps.map_or("-1".to_owned(), |steps| steps.to_string()),
            it.astar.expanded.to_string(),
            it.uniform_cost.expanded.to_string(),
            format!("{:.1}", it.astar.time.as_secs_f64() * 1000.0),
            format!("{:.1}", it.uniform_cost.time.as_secs_f64() * 1000.0),
        ]
    });
    table_with_heads(&heads, rows)
}
