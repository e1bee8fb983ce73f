//! `cargo xtask bench`: speed as a ratio to a peer, both measured in turns on the same machine.

use std::{
    io::Write,
    process::{Command, Stdio},
    time::{Duration, Instant},
};

use anyhow::{Context, Result, ensure};
use engine::{Line, bench::bench_lines};
use protocol::{Client, Go, Search, TimeLimits};

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

const SEARCH_TIME: Duration = Duration::from_secs(1);

/// The positions of `chuhe bench`, one second each, one thread, 64 MB, in turns. Both engines
/// count a node per move made; nodes and time are those of their last reports.
pub(crate) fn search() -> Result<()> {
    run("cargo", &["build", "--quiet", "--release", "--package", "chuhe"])?;
    let peer = ensure_program("fairy-stockfish", "fairy-stockfish")?;
    let mut ours = Runner::start("target/release/chuhe-engine")?;
    let mut theirs = Runner::start(&peer.to_string_lossy())?;
    for (index, line) in bench_lines().enumerate() {
        ours.search(&line)?;
        theirs.search(&line)?;
        let ratio = ours.speed() / theirs.speed();
        eprintln!("position {}: ratio so far {ratio:.2}", index + 1);
    }
    println!("chuhe            {:8.0} nodes/s", ours.speed());
    println!("fairy-stockfish  {:8.0} nodes/s", theirs.speed());
    println!("ratio            {:8.2}", ours.speed() / theirs.speed());
    Ok(())
}

/// An engine and what it has searched so far.
struct Runner {
    client: Client,
    nodes: u64,
    time: Duration,
}

impl Runner {
    fn start(program: &str) -> Result<Runner> {
        let mut client = Client::start(program, &[], TimeLimits::default())?;
        client.set_option("Threads", "1")?;
        client.set_option("Hash", "64")?;
        Ok(Runner { client, nodes: 0, time: Duration::ZERO })
    }

    fn search(&mut self, line: &Line) -> Result<()> {
        let go = Go { move_time: Some(SEARCH_TIME), ..Go::default() };
        let search = Search { start: &line.start, moves: &line.moves, go: &go };
        self.client.new_game()?;
        let info = self.client.think(&search, Some(10 * SEARCH_TIME), &mut |_| {})?.info;
        if let Some((nodes, time)) = info.and_then(|it| Some((it.nodes?, it.time?))) {
            self.nodes += nodes;
            self.time += time;
        }
        Ok(())
    }

    fn speed(&self) -> f64 {
        self.nodes as f64 / self.time.as_secs_f64().max(0.001)
    }
}
