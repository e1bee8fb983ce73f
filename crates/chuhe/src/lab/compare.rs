//! `chuhe lab compare`: four searches on the same boards.

use std::{fs, path::PathBuf, process::ExitCode};

use anyhow::{Context, Result};
use lab::{
    read_board,
    tree::{Algorithm, Comparison, compare, csv, html, readable},
};
use xiangqi::Language;

use super::{files::Inputs, solve::LARGEST_BOARD_FILE};
use crate::{
    common::{Lang, language, print, say},
    progress::Progress,
    table::table_with_heads,
};

#[derive(clap::Args)]
pub(super) struct Args {
    /// Board files: ten lines of nine letters, a nested list such as [['b_c',...],...], or a FEN
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Compare at depths 1, 2, ... up to this; minimax at depth 5 takes seconds, at 6 minutes
    #[arg(
        long,
        value_name = "D",
        default_value_t = 4,
        value_parser = clap::value_parser!(u32).range(1..=8)
    )]
    max_depth: u32,
    /// Where to write compare.csv and compare.html
    #[arg(long, value_name = "DIR", default_value = ".")]
    out: PathBuf,
    /// The language of the table
    #[arg(long, value_enum)]
    lang: Option<Lang>,
}

pub(super) fn run(args: &Args) -> Result<ExitCode> {
    let mut inputs = Inputs::new(&args.files, LARGEST_BOARD_FILE);
    let boards: Vec<_> =
        inputs.paths().iter().filter_map(|path| inputs.read(path, read_board)).collect();
    let searches = u64::from(args.max_depth) * Algorithm::ALL.len() as u64;
    let total = boards.len() as u64 * searches;
    let progress = Progress::new();
    let mut begun = 0;
    let mut comparisons = Vec::new();
    let mut disagreements = Vec::new();
    for (name, position) in boards {
        let result = compare(&name, &position, args.max_depth, |depth, algorithm| {
            let what = format!("{name}, depth {depth}, {}", algorithm.name());
            progress.begin(begun, total, &what);
            begun += 1;
        });
        match result {
            Ok(comparison) => comparisons.push(comparison),
            Err(disagreement) => disagreements.push(disagreement),
        }
    }
    drop(progress);

    if !comparisons.is_empty() {
        write(args, &comparisons)
            .with_context(|| format!("cannot write the report to {}", args.out.display()))?;
        print(&summary(&comparisons, language(args.lang)))?;
    }
    disagreements.iter().for_each(|it| eprintln!("error: {it}"));
    Ok(if disagreements.is_empty() { inputs.exit_code() } else { ExitCode::from(1) })
}

fn write(args: &Args, comparisons: &[Comparison]) -> Result<()> {
    fs::create_dir_all(&args.out)?;
    fs::write(args.out.join("compare.csv"), csv(comparisons))?;
    fs::write(args.out.join("compare.html"), html(comparisons))?;
    Ok(())
}

/// The greatest depth of each board.
fn summary(comparisons: &[Comparison], language: Language) -> String {
    let heads = [
        say(language, "局面", "board"),
        say(language, "深度", "depth"),
        say(language, "分数", "score"),
        say(language, "搜索", "search"),
        say(language, "节点", "nodes"),
        say(language, "用时（毫秒）", "ms"),
        say(language, "有效分支因子", "branching"),
    ];
    let rows = comparisons.iter().filter_map(|it| Some((it, it.depths.last()?)));
    let rows = rows.flat_map(|(comparison, last)| {
        last.measures.iter().map(move |measure| {
            vec![
                comparison.name.clone(),
                comparison.depths.len().to_string(),
                readable(last.score),
                measure.algorithm.name().to_owned(),
                measure.nodes.to_string(),
                format!("{:.1}", measure.time.as_secs_f64() * 1000.0),
                format!("{:.2}", measure.branching),
            ]
        })
    });
    table_with_heads(&heads, rows)
}
