//! Do labels tell what a much closer look sees? Own games of weak levels are reviewed, and every
//! position is searched again with ten times the nodes: moves that lose a whole piece or run into
//! a mate should be called mistakes or blunders, quiet moves that lose next to nothing should not
//! be called anything.
//!
//! A small set by default. The full one, with the numbers of `docs/review.md`:
//!
//! ```text
//! CHUHE_LABELS=300 cargo test --release -p coach --test labels -- --nocapture
//! ```
//!
//! takes two quiet cores some hours; `CHUHE_LABELS_NODES=15000` reviews with less. What was ended
//! goes on with other games, to be added up by hand: `CHUHE_LABELS_SEED=41` begins with number 41.

use std::fmt;

use coach::{DECIDED, Label, Review, Settings, chance, look, of_other_side};
use engine::{Engine, Level, Limits, Score, Signals};
use random::Random;
use xiangqi::{Game, RuleSet, Status};

/// Centipawns of a horse or cannon, nearly: 264 are the worth of a horse.
const PIECE: i32 = 240;
/// The mover's chances before and after; outside of them the game is over but for the last moves,
/// and two searches agree on nothing but that.
const STILL_A_GAME: (f64, f64) = (2.0, 98.0);
/// A quiet move loses less than this.
const QUIET: f64 = 2.0;
const LONGEST: usize = 120;
const RANDOM_PLIES: usize = 4;

#[derive(Default)]
struct Count {
    seen: usize,
    right: usize,
}

impl Count {
    fn add(&mut self, is_right: bool) {
        self.seen += 1;
        self.right += usize::from(is_right);
    }

    fn share(&self) -> f64 {
        100.0 * self.right as f64 / self.seen.max(1) as f64
    }
}

impl fmt::Display for Count {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} of {} ({:.1} %)", self.right, self.seen, self.share())
    }
}

/// A game of a weak level against itself, a few random moves at its start: nobody errs as often.
fn own_game(engine: &mut Engine, seed: u64) -> Game {
    let mut random = Random::new(seed);
    let level = Level::new(1 + (seed % 2) as u8);
    let mut game = Game::default();
    while game.len() < LONGEST && game.outcome(RuleSet::Asian).0 == Status::Ongoing {
        let moves = game.position().legal_moves();
        let mv = if game.len() < RANDOM_PLIES {
            moves[random.below(moves.len())]
        } else {
            let limits = Limits { level, seed, ..Limits::nodes(2_000) };
            engine.search(&game, &limits, &Signals::new(), &mut |_| {}).best.unwrap()
        };
        game.play(mv).unwrap();
    }
    game
}

fn reviewed(engine: &mut Engine, game: &Game, nodes: u64) -> Review {
    let mut review = Review::new(game.clone(), Settings { nodes, ..Settings::default() });
    while let Some(&ask) = review.wanted().first() {
        let answer = look(engine, &review.task(ask), &Signals::new());
        review.take(ask, answer);
    }
    review
}

/// What a closer look thinks of every position up to the `last`, for the side to move.
fn second_opinion(engine: &mut Engine, game: &Game, last: usize, nodes: u64) -> Vec<Score> {
    let mut played = Game::new(*game.start());
    let mut score_of =
        |it: &Game| engine.search(it, &Limits::nodes(nodes), &Signals::new(), &mut |_| {}).score;
    let mut scores = vec![score_of(&played)];
    for mv in game.moves().take(last) {
        played.play(mv).unwrap();
        if played.outcome(RuleSet::Asian).0 == Status::Ongoing {
            scores.push(score_of(&played));
        }
    }
    scores
}

/// A move, and what both looks say of it.
struct Sample {
    seed: u64,
    ply: usize,
    /// Chances of the mover in percent by the second opinion.
    before: f64,
    after: f64,
    /// The second opinion sees a piece less, or a mate that was not there.
    loses: bool,
    /// Takes nothing and loses next to nothing.
    is_quiet: bool,
    label: Option<Label>,
}

impl Sample {
    fn still_matters(&self) -> bool {
        STILL_A_GAME.0 <= self.before && self.after <= STILL_A_GAME.1
    }

    fn is_called_wrong(&self) -> bool {
        matches!(self.label, Some(Label::Mistake | Label::Blunder | Label::MissedMate))
    }
}

/// One own game, reviewed and searched again.
fn samples(seed: u64, nodes: u64) -> Vec<Sample> {
    let game = own_game(&mut Engine::new(16, 1), seed);
    let report = reviewed(&mut Engine::new(64, 1), &game, nodes).report();
    // After the last moment with any hope left, everything loses and nothing is a mistake.
    let is_open = |it: &Option<f64>| it.is_some_and(|it| (2.0..=98.0).contains(&it));
    let last = report.chances.iter().rposition(is_open).map_or(0, |it| it + 1);
    let scores = second_opinion(&mut Engine::new(64, 1), &game, last, 10 * nodes);
    let plies = game.plies();
    let sample = |ply: usize| {
        let (before, after) = (scores[ply], of_other_side(scores[ply + 1]));
        let (from, to) = (chance(before), chance(after));
        let loses = match (before, after) {
            (Score::Centipawns(before), Score::Centipawns(after)) => {
                PIECE <= before.clamp(-DECIDED, DECIDED) - after.clamp(-DECIDED, DECIDED)
            }
            (_, Score::MatedIn { .. }) => !matches!(before, Score::MatedIn { .. }),
            _ => false,
        };
        let takes = plies[ply].played.captured.is_some();
        Sample {
            seed,
            ply,
            before: from,
            after: to,
            loses,
            is_quiet: !takes && from - to < QUIET,
            label: report.moves[ply].label,
        }
    };
    (RANDOM_PLIES..scores.len().max(1) - 1).map(sample).collect()
}

#[test]
fn labels_agree_with_a_second_opinion() {
    let asked = |name: &str| std::env::var(name).ok().and_then(|it| it.parse::<u64>().ok());
    let wanted = asked("CHUHE_LABELS");
    let (size, nodes) = match wanted {
        Some(size) => {
            (size as usize, asked("CHUHE_LABELS_NODES").unwrap_or(Settings::DEFAULT_NODES))
        }
        None => (6, 2_500),
    };
    let (mut losing, mut quiet, mut hopeless) = <(Count, Count, Count)>::default();
    let mut seeds = asked("CHUHE_LABELS_SEED").unwrap_or(1)..;
    while losing.seen < size || quiet.seen < size {
        // Two games at once, counted in the order of their seeds.
        let pair: Vec<u64> = seeds.by_ref().take(2).collect();
        let found = std::thread::scope(|scope| {
            let games: Vec<_> =
                pair.iter().map(|&seed| scope.spawn(move || samples(seed, nodes))).collect();
            games.into_iter().flat_map(|it| it.join().unwrap()).collect::<Vec<Sample>>()
        });
        for it in found {
            if it.loses && !it.still_matters() {
                hopeless.add(it.is_called_wrong());
            } else if it.loses && losing.seen < size {
                losing.add(it.is_called_wrong());
                if !it.is_called_wrong() {
                    let Sample { seed, ply, before, after, label, .. } = it;
                    println!("seed {seed} ply {}: {before:.0} to {after:.0}, {label:?}", ply + 1);
                }
            } else if it.is_quiet && !it.loses && quiet.seen < size {
                quiet.add(it.label.is_none_or(|it| it == Label::OnlyMove));
            }
        }
        if wanted.is_some() {
            println!("to seed {}: losing {losing}, quiet {quiet}", pair[1]);
        }
    }
    println!("{nodes} nodes: losing {losing}, quiet {quiet}, in hopeless games {hopeless}");
    let least = if wanted.is_some() { 95.0 } else { 75.0 };
    assert!(least <= losing.share() && least <= quiet.share(), "{losing} {quiet}");
}
