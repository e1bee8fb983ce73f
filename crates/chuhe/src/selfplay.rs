//! `chuhe selfplay`: games of the engine against itself, kept in a file that only grows.

use std::{
    num::NonZeroUsize,
    path::{Path, PathBuf},
    process::ExitCode,
    sync::atomic::AtomicBool,
    thread,
};

use anyhow::{Context, Result, ensure};
use chuhe::{files::ensure_regular, network, shards::Shard};
use trainer::{
    pile::{Fate, Filter, Source, Statistics},
    selfplay::{self, Openings, Options},
};

use crate::{common::print, progress::Progress, signature};

#[derive(clap::Args)]
pub(crate) struct Args {
    /// The file of games; a run that was cut off goes on with it
    #[arg(long, value_name = "F")]
    out: PathBuf,
    /// Play only part I of N of the games, for chuhe merge to join; any machine may play any part
    #[arg(long, value_name = "I/N")]
    shard: Option<Shard>,
    /// How many games the file has in the end, or all shards together
    #[arg(long, value_name = "N", default_value_t = 10_000,
        value_parser = clap::value_parser!(u64).range(1..=1_000_000_000_000))]
    games: u64,
    /// Nodes per move; the iteration begun is finished
    #[arg(long, value_name = "N", default_value_t = 1000,
        value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    nodes: u64,
    /// Games at once; all cores if not given
    #[arg(long, value_name = "T")]
    threads: Option<NonZeroUsize>,
    /// The same seed gives the same games; files to be used together need different ones
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// Who judges positions: a network file, or classical
    #[arg(long, value_name = "FILE", default_value = network::DEFAULT)]
    net: String,
    /// Games whose openings half of the games go on from, between plies 6 and 30: lines of moves
    /// or a PGN file; what comes after a game is over, or cannot be read, is not used
    #[arg(long, value_name = "F")]
    openings: Option<PathBuf>,
    /// Play nothing; say what is in the file
    #[arg(long)]
    statistics: bool,
}

pub(crate) fn run(args: &Args) -> Result<ExitCode> {
    if args.statistics {
        return statistics(args);
    }
    let cores = thread::available_parallelism().map_or(1, NonZeroUsize::get);
    let options = Options {
        games: args.shard.map_or(0..args.games, |it| it.range(args.games)),
        nodes: args.nodes,
        threads: args.threads.map_or(cores, NonZeroUsize::get).min(512),
        seed: args.seed,
        evaluation: network::load(&args.net)?,
        openings: args.openings.as_deref().map_or(Ok(Openings::default()), read_openings)?,
        bench: Some(signature::count_bench()),
        shard: args.shard.map(|it| it.label(args.games)),
    };
    if args.out.exists() {
        ensure_regular(&args.out).with_context(|| args.out.display().to_string())?;
    }
    let mut display = Progress::new();
    let never = AtomicBool::new(false);
    let done = selfplay::run(&args.out, &options, &never, &mut |it| show(&mut display, it))
        .with_context(|| args.out.display().to_string())?;
    drop(display);
    if let Some(sentence) = done.damage.sentence() {
        eprintln!("warning: {sentence}; their games were played again");
    }
    print(&format!(
        "{} games, {} positions in {}\n",
        done.games,
        done.positions,
        args.out.display()
    ))?;
    Ok(ExitCode::SUCCESS)
}

fn read_openings(file: &Path) -> Result<Openings> {
    // Masters play on where the rules would have ended the game: the moves before that are as good.
    let found = arena::openings::read_beginnings(file, Openings::PLIES)
        .with_context(|| file.display().to_string())?;
    let openings = Openings::new(found.into_iter().map(|it| (it.start, it.moves)));
    ensure!(!openings.is_empty(), "{}: no game is long enough to go on from", file.display());
    Ok(openings)
}

fn statistics(args: &Args) -> Result<ExitCode> {
    let name = || args.out.display().to_string();
    let source = Source::whole(&args.out).with_context(name)?;
    let found = Statistics::of(&[source], &Filter::default()).with_context(name)?;
    let share = |count: u64, all: u64| 100.0 * count as f64 / all.max(1) as f64;
    let mut text = format!(
        "{} games: {:.1} % won by Red, {:.1} % by Black, {:.1} % drawn, {:.1} % broken off\n\
         {:.1} % ended by the rules, the others by agreement\n\
         {} positions, {:.2} bytes each\n",
        found.games,
        share(found.red_wins, found.games),
        share(found.black_wins, found.games),
        share(found.draws, found.games),
        share(found.unknown, found.games),
        share(found.ended_by_rules, found.games),
        found.positions,
        found.bytes as f64 / found.positions.max(1) as f64
    );
    for (name, count) in Fate::NAMES.iter().zip(found.fates) {
        text.push_str(&format!("{name:<14}{count:>12} {:5.1} %\n", share(count, found.positions)));
    }
    let chances = found.results.best_chances();
    text.push_str(&format!(
        "best scale {:.0}\nwin as likely as not at {:.0}, spread {:.0}\n",
        found.results.best_scale(),
        chances.even,
        chances.spread
    ));
    if let Some(sentence) = found.damage.sentence() {
        text.push_str(&format!("{sentence}\n"));
    }
    print(&text)?;
    Ok(ExitCode::SUCCESS)
}

fn show(display: &mut Progress, reached: &selfplay::Progress) {
    let text = format!(
        "games, {} positions, {:.0} positions/s, {} % draws",
        reached.positions,
        reached.positions_per_second(),
        100 * reached.draws / reached.new_games.max(1)
    );
    display.tell(reached.games, reached.total_games, &text, reached.time_left());
}
