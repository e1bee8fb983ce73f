//! `chuhe lab solve`: the best move on each board, and what every move changes on the tables.

use std::{
    fs,
    path::{Path, PathBuf},
    process::ExitCode,
    sync::atomic::AtomicBool,
};

use anyhow::{Context, Result, ensure};
use lab::{
    InputError,
    evaluation::Evaluation,
    ignored_lines, read_board,
    solve::{Solution, solve},
    tree::{Algorithm, TraceLimits, readable, trace},
};
use server::traces::TreeTrace;
use xiangqi::Position;

use super::files::Inputs;
use crate::{
    common::{Lang, language, print, say},
    progress::Progress,
    table::table_with_heads,
};

/// No board needs more.
pub(super) const LARGEST_BOARD_FILE: u64 = 1 << 20;

#[derive(clap::Args)]
pub(super) struct Args {
    /// Board files: ten lines of nine letters, a nested list such as [['b_c',...],...], or a FEN
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// How many plies to look ahead
    #[arg(
        long,
        value_name = "D",
        default_value_t = 3,
        value_parser = clap::value_parser!(u32).range(1..=20)
    )]
    depth: u32,
    /// Where to write output/NAME.txt, evaluation/red_NAME.txt and evaluation/black_NAME.txt
    #[arg(long, value_name = "DIR", default_value = ".")]
    out: PathBuf,
    /// The search: minimax, alphabeta, ordered or deepening. All find the same score
    #[arg(long, value_name = "NAME", default_value = "alphabeta")]
    algorithm: Algorithm,
    /// Also write trace/NAME.json, the search tree for drawing, with at most N positions
    #[arg(
        long,
        value_name = "N",
        num_args = 0..=1,
        default_missing_value = "10000",
        value_parser = clap::value_parser!(u32).range(1..=1_000_000)
    )]
    trace: Option<u32>,
    /// The language of the table
    #[arg(long, value_enum)]
    lang: Option<Lang>,
}

pub(super) fn run(args: &Args) -> Result<ExitCode> {
    let mut inputs = Inputs::new(&args.files, LARGEST_BOARD_FILE);
    let progress = Progress::new();
    let mut rows = Vec::new();
    for (done, path) in (0..).zip(inputs.paths()) {
        progress.begin(done, args.files.len() as u64, &path.display().to_string());
        let read = progress.suspend(|| inputs.read(path, |text| read_aloud(path, text)));
        let Some((name, position)) = read else { continue };
        if let Err(error) = spare_inputs(args, &name) {
            progress.suspend(|| inputs.complain(path, &error));
            continue;
        }
        let solution = solve(&position, args.algorithm, args.depth);
        match write(args, &name, &solution) {
            Ok(()) => rows.push(row(path, &solution)),
            Err(error) => progress.suspend(|| inputs.complain(path, &error)),
        }
    }
    drop(progress);

    let language = language(args.lang);
    let heads = [
        say(language, "文件", "file"),
        say(language, "着法", "move"),
        say(language, "分数", "score"),
        say(language, "节点", "nodes"),
        say(language, "用时（毫秒）", "ms"),
    ];
    print(&table_with_heads(&heads, rows.into_iter()))?;
    Ok(inputs.exit_code())
}

/// What is not used is told: it may have been meant for something.
fn read_aloud(path: &Path, text: &str) -> Result<Position, InputError> {
    let ignored = ignored_lines(text);
    if 0 < ignored {
        let path = path.display();
        eprintln!("warning: {path}: a board has ten lines, {ignored} after them are ignored");
    }
    read_board(text)
}

/// The results of a board never replace a board that was given.
fn spare_inputs(args: &Args, name: &str) -> Result<()> {
    let given: Vec<PathBuf> = args.files.iter().filter_map(|it| it.canonicalize().ok()).collect();
    let written = [
        args.out.join(format!("output/{name}.txt")),
        args.out.join(format!("evaluation/red_{name}.txt")),
        args.out.join(format!("evaluation/black_{name}.txt")),
        args.out.join(format!("trace/{name}.json")),
    ];
    for file in written {
        let is_input = file.canonicalize().is_ok_and(|it| given.contains(&it));
        let file = file.display();
        ensure!(!is_input, "its result would overwrite the input {file}: use --out DIR");
    }
    Ok(())
}

fn row(path: &Path, solution: &Solution) -> Vec<String> {
    vec![
        path.display().to_string(),
        solution.notation(),
        readable(solution.found.score),
        solution.found.nodes.to_string(),
        format!("{:.1}", solution.time.as_secs_f64() * 1000.0),
    ]
}

fn write(args: &Args, name: &str, solution: &Solution) -> Result<()> {
    let cannot_write = || format!("cannot write results to {}", args.out.display());
    solution.write(&args.out, name).with_context(cannot_write)?;
    let Some(nodes) = args.trace else { return Ok(()) };

    let limits = TraceLimits { nodes: nodes as usize, ..TraceLimits::NONE };
    let never = AtomicBool::new(false);
    let course = Evaluation::Course;
    let tree = trace(&solution.position, course, args.algorithm, args.depth, limits, &never);
    let directory = args.out.join("trace");
    fs::create_dir_all(&directory).with_context(cannot_write)?;
    let text = serde_json::to_string(&TreeTrace::from(&tree))? + "\n";
    fs::write(directory.join(format!("{name}.json")), text).with_context(cannot_write)
}
