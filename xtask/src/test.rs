//! `cargo xtask test`: everything that must hold before a change lands.

use std::{
    path::Path,
    process::{Command, Stdio},
    time::Instant,
};

use anyhow::{Context, Result, ensure};

use crate::shell::{ensure_program, python_with, run, run_in};

type Step = (&'static str, fn() -> Result<()>);

pub(crate) fn run_all() -> Result<()> {
    let steps: [Step; 6] = [
        ("format", format),
        ("lints", lints),
        ("tests", tests),
        ("deep tests in release", release_tests),
        ("outside judge", oracle),
        ("page in a real browser", page),
    ];
    for (name, step) in steps {
        let started = Instant::now();
        step().with_context(|| format!("step \"{name}\""))?;
        eprintln!("==> {name}: fine after {} s", started.elapsed().as_secs());
    }
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

/// Perft, the brute-force comparisons and the hunt for mates go deeper when they are fast.
fn release_tests() -> Result<()> {
    run("cargo", &["test", "--quiet", "--release", "--package", "xiangqi"])?;
    run("cargo", &["test", "--quiet", "--release", "--package", "engine", "--test", "mates"])
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

/// Chromium plays, analyzes and opens every page.
fn page() -> Result<()> {
    let folder = Path::new("web/tests");
    ensure_program("chromium", "chromium")?;
    ensure_program("node", "nodejs")?;
    ensure_program("npm", "npm")?;
    run_in(folder, "npm", &["ci", "--no-audit", "--no-fund", "--silent"])?;
    run("cargo", &["build", "--quiet", "--package", "chuhe"])?;
    run_in(folder, "node", &["run.mjs"])
}
