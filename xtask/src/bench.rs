//! `cargo xtask bench`: speed as a ratio to a peer, both measured in turns on the same machine.

use std::{
    io::Write,
    process::{Command, Stdio},
    time::{Duration, Instant},
};

use anyhow::{Context, Result, ensure};
use engine::bench::bench_games;
use protocol::{Client, Go, Search, TimeLimits};
use xiangqi::{Game, Move};

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

/// The positions of `chuhe bench`, one second each, 64 MB, in turns: ours with the network, with
/// the classical evaluation, on two threads, and Debian's fairy-stockfish. All count a node per
/// move made; nodes and time are those of their last reports.
pub(crate) fn search() -> Result<()> {
    const OURS: &str = "target/release/chuhe-engine";
    run("cargo", &["build", "--quiet", "--release", "--package", "chuhe"])?;
    let peer = ensure_program("fairy-stockfish", "fairy-stockfish")?;
    let mut network = Runner::start(OURS, &[])?;
    let mut classical = Runner::start(OURS, &[("EvalFile", "classical")])?;
    let mut two_threads = Runner::start(OURS, &[("Threads", "2")])?;
    let mut theirs = Runner::start(&peer.to_string_lossy(), &[])?;
    for (index, game) in bench_games().enumerate() {
        for runner in [&mut network, &mut classical, &mut two_threads, &mut theirs] {
            runner.search(&game)?;
        }
        let ratio = network.speed() / theirs.speed();
        eprintln!("position {}: ratio so far {ratio:.2}", index + 1);
    }
    let show = |name: &str, runner: &Runner| {
        let (speed, ratio) = (runner.speed(), runner.speed() / theirs.speed());
        println!("{name:<24}{speed:>9.0} nodes/s, {ratio:.2} times fairy-stockfish");
    };
    show("chuhe", &network);
    show("chuhe, classical", &classical);
    show("chuhe, two threads", &two_threads);
    show("fairy-stockfish", &theirs);
    println!("two threads are {:.2} times one", two_threads.speed() / network.speed());
    Ok(())
}

/// An engine and what it has searched so far.
struct Runner {
    client: Client,
    nodes: u64,
    time: Duration,
}

impl Runner {
    fn start(program: &str, options: &[(&str, &str)]) -> Result<Runner> {
        let mut client = Client::start(program, &[], TimeLimits::default())?;
        for (name, value) in [("Threads", "1"), ("Hash", "64")].iter().chain(options) {
            client.set_option(name, value)?;
        }
        Ok(Runner { client, nodes: 0, time: Duration::ZERO })
    }

    fn search(&mut self, game: &Game) -> Result<()> {
        let go = Go { move_time: Some(SEARCH_TIME), ..Go::default() };
        let moves: Vec<Move> = game.moves().collect();
        let search = Search { start: game.start(), moves: &moves, go: &go };
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
