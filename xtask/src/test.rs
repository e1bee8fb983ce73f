//! `cargo xtask test`: everything that must hold before a change lands.

use std::{
    process::{Command, Stdio},
    time::Instant,
};

use anyhow::{Context, Result, ensure};

use crate::shell::{python_with, run};

type Step = (&'static str, fn() -> Result<()>);

pub(crate) fn run_all() -> Result<()> {
    let steps: [Step; 5] = [
        ("format", format),
        ("lints", lints),
        ("tests", tests),
        ("deep tests in release", release_tests),
        ("outside judge", oracle),
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

/// Perft and the brute-force comparisons go deeper when they are fast.
fn release_tests() -> Result<()> {
    run("cargo", &["test", "--quiet", "--release", "--package", "xiangqi"])
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
