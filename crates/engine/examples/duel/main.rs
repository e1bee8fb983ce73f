//! Plays the engine against itself with two sets of tunables, in one process: `--help` tells how.

mod game;
mod options;
mod screening;
mod spsa;

use std::{
    process::exit,
    sync::{
        Mutex,
        atomic::{AtomicUsize, Ordering},
    },
    thread,
};

use arena::statistics::{Decision, Sprt};
use engine::Engine;
use game::Table;
use options::Options;
use screening::Trial;

/// Pairs between two tables of a screening.
const SCREENING_INTERVAL: usize = 250;

fn main() {
    let options = match Options::read(std::env::args().skip(1)) {
        Ok(Some(options)) => options,
        Ok(None) => return println!("{}", options::HELP),
        Err(why) => {
            eprintln!("duel: {why} (--help lists the options)");
            exit(2);
        }
    };
    if let Some(file) = &options.spsa {
        if let Err(why) = spsa::run(&options, file) {
            eprintln!("duel: {why}");
            exit(2);
        }
        return;
    }
    let next = AtomicUsize::new(0);
    let trials = Mutex::new(Vec::new());
    on_threads(options.threads, || play_pairs(&options, &next, &trials));
}

/// The same work on so many threads with room for a search each.
fn on_threads(threads: usize, work: impl Fn() + Sync) {
    thread::scope(|scope| {
        for _ in 0..threads {
            thread::Builder::new()
                .stack_size(Engine::STACK_SIZE)
                .spawn_scoped(scope, &work)
                .expect("a thread");
        }
    });
}

/// Takes one pair of games after the other until all are played or the test has decided.
fn play_pairs(options: &Options, next: &AtomicUsize, trials: &Mutex<Vec<Trial>>) {
    let mut table = Table::new(options);
    loop {
        let pair = next.fetch_add(1, Ordering::Relaxed);
        if options.games <= 2 * pair {
            return;
        }
        let seed = options.seed.wrapping_add(pair as u64);
        let sides = screening::sides(seed);
        let mut params = options.params.clone();
        for (index, params) in params.iter_mut().enumerate() {
            for (bit, change) in options.changes.iter().enumerate() {
                if (sides >> bit & 1 == 1) == (index == 0) {
                    options::set_params(params, change).expect("read before");
                }
            }
        }
        let points = table.play_pair(seed, params);
        let mut trials = trials.lock().expect("no thread panics while it counts");
        trials.push(Trial { sides, points });
        if options.changes.is_empty() {
            if print(&trials, options.sprt.as_ref()).is_some() {
                next.store(options.games, Ordering::Relaxed);
            }
        } else if trials.len().is_multiple_of(SCREENING_INTERVAL)
            || options.games <= 2 * trials.len()
        {
            screening::print(&options.changes, &trials);
        }
    }
}

/// Score and Elo with a 95 % interval from the variance of pairs.
/// Tells whether the test, if there is one, has decided.
fn print(trials: &[Trial], sprt: Option<&Sprt>) -> Option<Decision> {
    // Pairs by the points of side A: 0, 0.5, 1, 1.5, 2.
    let mut tally = [0; 5];
    trials.iter().for_each(|it| tally[it.points] += 1);
    let n = trials.len() as f64;
    let scores = || trials.iter().map(|it| it.points as f64 / 4.0);
    let mean = scores().sum::<f64>() / n;
    let variance = scores().map(|it| (it - mean).powi(2)).sum::<f64>() / n;
    let error = 1.96 * (variance / n).sqrt();
    println!(
        "games {} score {:.1} % elo {:+.0} [{:+.0}, {:+.0}] pairs {tally:?}",
        2 * trials.len(),
        100.0 * mean,
        elo(mean),
        elo(mean - error),
        elo(mean + error),
    );
    let sprt = sprt?;
    let llr = sprt.llr(&tally);
    let decision = sprt.decision(llr);
    let verdict = match decision {
        None => "goes on",
        Some(Decision::AcceptH0) => "H0 accepted: no gain",
        Some(Decision::AcceptH1) => "H1 accepted: a gain",
    };
    let (low, high) = sprt.bounds();
    println!("SPRT [{}, {}]: llr {llr:.2} [{low:.2}, {high:.2}] {verdict}", sprt.elo0, sprt.elo1);
    decision
}

fn elo(score: f64) -> f64 {
    -400.0 * (1.0 / score.clamp(0.001, 0.999) - 1.0).log10()
}
