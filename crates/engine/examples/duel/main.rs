//! Plays the engine against itself with two sets of tunables, in one process: `--help` tells how.

mod options;
mod screening;

use std::{
    process::exit,
    sync::{
        Mutex,
        atomic::{AtomicUsize, Ordering},
    },
    thread,
};

use adjudication::{Adjudicator, Agreed, Agreements, DrawRule, WinRule};
use engine::{Engine, Limits, Signals};
use options::Options;
use random::Random;
use screening::Trial;
use xiangqi::{Color, Game, Position, RuleSet, Status};

const RANDOM_PLIES: usize = 8;
/// An opening may favor one side by this much at most, in the evaluation's unit.
const OPENING_BALANCE: i32 = 450;
const LONGEST_GAME: usize = 300;
/// In the evaluation's unit.
const AGREEMENTS: Agreements = Agreements {
    win: Some(WinRule { score: 2160, moves: 3 }),
    draw: Some(DrawRule { score: 20, moves: 6, from_move: 35 }),
};
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
    let next = AtomicUsize::new(0);
    let trials = Mutex::new(Vec::new());
    thread::scope(|scope| {
        for _ in 0..options.threads {
            thread::Builder::new()
                .stack_size(Engine::STACK_SIZE)
                .spawn_scoped(scope, || play_pairs(&options, &next, &trials))
                .expect("a thread");
        }
    });
}

/// Takes one pair of games after the other until all are played.
fn play_pairs(options: &Options, next: &AtomicUsize, trials: &Mutex<Vec<Trial>>) {
    let mut engines = options.evaluations.clone().map(|evaluation| {
        let mut engine = Engine::new(8, 1);
        engine.set_evaluation(evaluation);
        engine.set_in_place(true);
        engine
    });
    loop {
        let pair = next.fetch_add(1, Ordering::Relaxed);
        if options.games <= 2 * pair {
            return;
        }
        let seed = options.seed.wrapping_add(pair as u64);
        let sides = screening::sides(seed);
        for (index, engine) in engines.iter_mut().enumerate() {
            let mut params = options.params[index].clone();
            for (bit, change) in options.changes.iter().enumerate() {
                if (sides >> bit & 1 == 1) == (index == 0) {
                    options::set_params(&mut params, change).expect("read before");
                }
            }
            engine.set_params(params);
        }
        let opening = random_opening(seed);
        let points = (0..2).map(|first| play(options, &mut engines, &opening, first)).sum();
        let mut trials = trials.lock().unwrap();
        trials.push(Trial { sides, points });
        if options.changes.is_empty() {
            print(&trials);
        } else if trials.len().is_multiple_of(SCREENING_INTERVAL)
            || options.games <= 2 * trials.len()
        {
            screening::print(&options.changes, &trials);
        }
    }
}

/// Random legal moves from the start, until they lead to a playable position.
fn random_opening(seed: u64) -> Game {
    // Another stream than the sides of a screening, which take the first number of the seed.
    let mut random = Random::of(seed, 1);
    loop {
        let mut game = Game::new(Position::start());
        while game.len() < RANDOM_PLIES {
            let moves = game.position().legal_moves();
            let Some(&mv) = random.pick(&moves) else { break };
            let _ = game.play(mv);
        }
        let position = game.position();
        let mut probe = Engine::new(1, 1);
        let found =
            probe.search(&Game::new(*position), &Limits::nodes(3000), &Signals::new(), &mut |_| {});
        let is_fair = found.value.abs() <= OPENING_BALANCE;
        if is_fair && !position.legal_moves().is_empty() {
            return game;
        }
    }
}

/// Plays one game; returns the half points of side A, which moves first if `first` is 0.
fn play(options: &Options, engines: &mut [Engine; 2], opening: &Game, first: usize) -> usize {
    engines.iter_mut().for_each(Engine::clear);
    let mut game = opening.clone();
    let mut adjudicator = Adjudicator::new(AGREEMENTS);
    let game_seed = opening.position().hash() ^ first as u64;
    let red_is_a = (first == 0) == (opening.position().side() == Color::Red);
    let status = loop {
        let (status, _) = game.outcome(RuleSet::Asian);
        if status != Status::Ongoing {
            break status;
        }
        if LONGEST_GAME <= game.len() {
            break Status::Draw;
        }
        let side = game.position().side();
        let player = usize::from((side == Color::Red) != red_is_a);
        let limits = Limits {
            level: options.levels[player],
            seed: game_seed,
            ..Limits::nodes(options.nodes[player])
        };
        let result = engines[player].search(&game, &limits, &Signals::new(), &mut |_| {});
        let Some(mv) = result.best else { break Status::Draw };

        adjudicator.hear(side, Some(result.value));
        match adjudicator.agreed(game.len()) {
            Some(Agreed::Win(winner, _)) => break Status::Won(winner),
            Some(Agreed::Draw(_)) => break Status::Draw,
            None => {}
        }
        game.play(mv).expect("the engine plays legal moves");
    };
    match status {
        Status::Won(color) => 2 * usize::from((color == Color::Red) == red_is_a),
        _ => 1,
    }
}

/// Score and Elo with a 95 % interval from the variance of pairs.
fn print(trials: &[Trial]) {
    // Pairs by the points of side A: 0, 0.5, 1, 1.5, 2.
    let mut tally = [0_usize; 5];
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
}

fn elo(score: f64) -> f64 {
    -400.0 * (1.0 / score.clamp(0.001, 0.999) - 1.0).log10()
}
