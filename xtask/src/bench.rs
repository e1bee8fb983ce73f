//! `cargo xtask bench`: speed as a ratio to a peer, both measured in turns on the same machine.

use std::{
    io::Write,
    process::{Command, Stdio},
    time::{Duration, Instant},
};

use anyhow::{Context, Result, ensure};

use crate::shell::{ensure_program, run};

const ROUNDS: usize = 3;
const EXPECTED: &str = "Nodes searched: 133312995";

/// Start position, depth 5, one thread, against Debian's fairy-stockfish. The best of several
/// rounds counts, since other work on the machine only ever slows a program down.
pub(crate) fn perft() -> Result<()> {
    run("cargo", &["build", "--quiet", "--release", "--package", "chuhe"])?;
    let peer = ensure_program("fairy-stockfish", "fairy-stockfish")?;
    let (mut ours, mut theirs) = (Duration::MAX, Duration::MAX);
    for round in 1..=ROUNDS {
        ours = ours.min(time(&mut chuhe_perft(), "")?);
        theirs = theirs.min(time(
            &mut Command::new(&peer),
            "uci\nsetoption name UCI_Variant value xiangqi\nposition startpos\ngo perft 5\nquit\n",
        )?);
        eprintln!("round {round} of {ROUNDS}");
    }
    let speed = |time: Duration| 133.312_995 / time.as_secs_f64();
    println!("chuhe            {:8.1} million nodes/s", speed(ours));
    println!("fairy-stockfish  {:8.1} million nodes/s", speed(theirs));
    println!("ratio            {:8.1}", theirs.as_secs_f64() / ours.as_secs_f64());
    Ok(())
}

fn chuhe_perft() -> Command {
    let mut command = Command::new("target/release/chuhe");
    command.args(["perft", "--depth", "5"]);
    command
}

/// The time a program takes to count depth 5, its start included.
fn time(command: &mut Command, input: &str) -> Result<Duration> {
    let started = Instant::now();
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .with_context(|| format!("cannot start {:?}", command.get_program()))?;
    child.stdin.take().context("no input")?.write_all(input.as_bytes())?;
    let output = child.wait_with_output()?;
    let elapsed = started.elapsed();
    let text = String::from_utf8_lossy(&output.stdout);
    ensure!(text.contains(EXPECTED), "{:?} did not say {EXPECTED:?}", command.get_program());
    Ok(elapsed)
}
