//! `cargo xtask test`: everything that must hold before a change lands.

use std::{
    path::Path,
    process::{Command, Stdio},
    sync::atomic::{AtomicBool, Ordering},
    time::Instant,
};

use anyhow::{Context, Result, bail, ensure};
use engine::{
    Evaluation,
    bench::{BENCH_DEPTH, bench},
};

use crate::shell::{ensure_program, output, python_with, run, run_in};

type Step = (&'static str, fn() -> Result<()>);

/// Runs all steps, or those whose name contains the word.
pub(crate) fn run_steps(wanted: &str) -> Result<()> {
    let steps: [Step; 11] = [
        ("format", format),
        ("lints", lints),
        ("tests", tests),
        ("deep tests in release", release_tests),
        ("signature of the search", signature),
        ("outside judge", oracle),
        ("outside reader of records", reader),
        ("python package", python),
        ("fuzz targets compile", fuzz_targets),
        ("page in a real browser", page),
        ("fleet of three nodes", fleet),
    ];
    let mut times = Vec::new();
    for (name, step) in steps.into_iter().filter(|it| it.0.contains(wanted)) {
        let started = Instant::now();
        step().with_context(|| format!("step \"{name}\""))?;
        times.push((started.elapsed().as_secs(), name));
        eprintln!("==> {name}: fine after {} s", started.elapsed().as_secs());
    }
    ensure!(!times.is_empty(), "no step is called {wanted:?}");
    eprintln!("==> where the time went:");
    for (seconds, name) in &times {
        eprintln!("{seconds:>8} s  {name}");
    }
    let total: u64 = times.iter().map(|it| it.0).sum();
    eprintln!("{total:>8} s  in all");
    Ok(())
}

fn format() -> Result<()> {
    run("cargo", &["fmt", "--all", "--check"])
}

fn lints() -> Result<()> {
    run("cargo", &["clippy", "--quiet", "--workspace", "--all-targets", "--", "-D", "warnings"])
}

fn tests() -> Result<()> {
    run("cargo", &["test", "--quiet", "--workspace"])
}

/// The programs as the tests have them: asked for alone they would want other features of what they
/// stand on, and with them nearly everything built again.
fn programs() -> Result<()> {
    run("cargo", &["test", "--quiet", "--workspace", "--bins", "--no-run"])
}

/// Perft, the brute-force comparisons and the hunt for mates go deeper when they are fast.
fn release_tests() -> Result<()> {
    run("cargo", &["test", "--quiet", "--release", "--package", "xiangqi"])?;
    run("cargo", &["test", "--quiet", "--release", "--package", "engine", "--test", "mates"])?;
    run("cargo", &["test", "--quiet", "--release", "--package", "coach", "--test", "puzzles"])
}

/// What the number of `chuhe bench` depends on.
const BEHIND_THE_BENCH: [&str; 4] =
    ["crates/xiangqi", "crates/nnue", "crates/engine", "nets/default.nnue"];

/// The last commit that touches the search says what `chuhe bench` counts; a change that nobody
/// has committed yet is told what to say.
fn signature() -> Result<()> {
    const MARK: &str = "Bench: ";
    // What `chuhe bench` does, without building the whole program for it.
    let result = bench(BENCH_DEPTH, 1, &Evaluation::default(), &mut |_, _| {});
    let counted = result.nodes.to_string();
    let git = |args: &[&str]| {
        let args: Vec<&str> = args.iter().copied().chain(["--"]).chain(BEHIND_THE_BENCH).collect();
        output("git", &args)
    };
    let (Ok(message), Ok(changes)) =
        (git(&["log", "-1", "--format=%H%n%B"]), git(&["status", "--porcelain"]))
    else {
        eprintln!("no history here, so nobody to ask: bench is {counted}");
        return Ok(());
    };
    let said = message.lines().rev().find_map(|line| line.strip_prefix(MARK));
    if said == Some(counted.as_str()) {
        return Ok(());
    }
    if !changes.trim().is_empty() {
        eprintln!("bench is {counted}, before {}: the commit has to say so", said.unwrap_or("?"));
        return Ok(());
    }
    let commit = message.lines().next().unwrap_or_default();
    bail!("bench is {counted}, but {commit} says {:?}", said.unwrap_or("nothing"))
}

/// They run on nightly only, but a change that breaks them shall be seen at once.
fn fuzz_targets() -> Result<()> {
    let args = ["check", "--quiet", "--locked", "--manifest-path", "fuzz/Cargo.toml"];
    run("cargo", &[&args[..], &["--target-dir", "target/fuzz"]].concat())
}

/// Random games, judged by pyffish.
fn oracle() -> Result<()> {
    const GAMES: &str = "2000";
    let python = python_with("pyffish")?;
    let mut games = Command::new("cargo")
        .args(["run", "--quiet", "--release", "--package", "xiangqi"])
        .args(["--example", "export_games", "--", GAMES])
        .stdout(Stdio::piped())
        .spawn()
        .context("cannot start the game exporter")?;
    let lines = games.stdout.take().context("the exporter has no output")?;
    let judged = Command::new(python)
        .arg("crates/xiangqi/tests/oracle/compare.py")
        .stdin(lines)
        .status()
        .context("cannot start the comparison")?;
    ensure!(games.wait()?.success(), "the game exporter failed");
    ensure!(judged.success(), "pyffish disagrees");
    Ok(())
}

/// Records as we write them, read by cchess.
fn reader() -> Result<()> {
    let python = python_with("cchess")?;
    programs()?;
    let script = "crates/records/tests/oracle/reread.py";
    let folder = "crates/records/tests/cases";
    run(&python.to_string_lossy(), &[script, "target/debug/chuhe", folder])
}

/// Where the package is installed; the browser's league of Python bots uses it too.
const ENVIRONMENT: &str = "target/wheel-venv";
const ENVIRONMENTS_PYTHON: &str = "target/wheel-venv/bin/python";

/// The wheel, built and installed into an environment of its own, once in a run.
fn install_wheel() -> Result<()> {
    const WHEELS: &str = "target/wheels";
    static IS_INSTALLED: AtomicBool = AtomicBool::new(false);
    if IS_INSTALLED.swap(true, Ordering::Relaxed) {
        return Ok(());
    }
    let maker = python_with("maturin")?;
    for old in [WHEELS, ENVIRONMENT].map(Path::new).into_iter().filter(|it| it.is_dir()) {
        std::fs::remove_dir_all(old).with_context(|| format!("cannot empty {}", old.display()))?;
    }
    let manifest = ["--manifest-path", "python/Cargo.toml"];
    let build = ["-m", "maturin", "build", "--quiet", "--profile", "dev", "--out", WHEELS];
    run(&maker.to_string_lossy(), &[&build[..], &manifest].concat())?;
    let wheel = Path::new(WHEELS).read_dir()?.next().context("maturin made no wheel")??.path();
    run("python3", &["-m", "venv", ENVIRONMENT])?;
    run(ENVIRONMENTS_PYTHON, &["-m", "pip", "install", "--quiet", &wheel.to_string_lossy()])
}

/// The package asked by pytest; its stubs beside what is really there; a bot of it in a league of
/// eight.
fn python() -> Result<()> {
    install_wheel()?;
    let python = ENVIRONMENTS_PYTHON;
    run(python, &["-m", "pip", "install", "--quiet", "pytest", "pyffish", "mypy"])?;
    run(python, &["-m", "pytest", "--quiet", "-p", "no:cacheprovider", "python/tests"])?;
    run(python, &["-m", "mypy.stubtest", "--ignore-missing-stub", "chuhe"])?;
    // Absolute: a test runs in the folder of its crate.
    let python = format!("CHUHE_PYTHON={}", std::path::absolute(python)?.display());
    let league = ["cargo", "test", "--quiet", "--workspace", "--test", "league"];
    run("env", &[&[python.as_str()][..], &league].concat())
}

/// A cluster of three nodes on this machine, one of which is killed.
fn fleet() -> Result<()> {
    install_wheel()?;
    programs()?;
    let python = ENVIRONMENTS_PYTHON;
    run(python, &["-m", "pip", "install", "--quiet", "pytest", "ray[default]", "tqdm"])?;
    run(python, &["-m", "pytest", "--quiet", "-p", "no:cacheprovider", "python/fleet_tests"])
}

/// Chromium plays, analyzes and opens every page.
fn page() -> Result<()> {
    let folder = Path::new("web/tests");
    ensure_program("chromium", "chromium")?;
    ensure_program("node", "nodejs")?;
    ensure_program("npm", "npm")?;
    run_in(folder, "npm", &["ci", "--no-audit", "--no-fund", "--silent"])?;
    programs()?;
    // Four bots of the tutorial play a league.
    install_wheel()?;
    run_in(folder, "node", &["run.mjs"])
}
