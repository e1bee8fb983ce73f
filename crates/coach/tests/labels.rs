//! Do labels tell what a much closer look sees? At every position of own games a beginner is asked
//! for a move. It is reviewed, and both positions around it are searched again with ten times the
//! nodes: moves that lose a whole piece or run into a mate should be called mistakes or blunders,
//! quiet moves that lose next to nothing should not be called anything.
//!
//! A glance tells which moves look harmless, and of these only one in [`ONE_IN`], drawn by chance,
//! is looked at closely; what is found there counts so many times, so that nothing is left out that
//! the glance does not see.
//!
//! A small set by default. The full one, with the numbers of `docs/review.md`:
//!
//! ```text
//! CHUHE_LABELS=300 cargo test --release -p coach --test labels -- --nocapture
//! ```
//!
//! takes two cores half an hour; `CHUHE_LABELS_NODES=15000` reviews with less. What was ended goes on
//! with other games, to be added up by hand: `CHUHE_LABELS_SEED=41` begins with number 41.

use std::fmt;

use coach::{DECIDED, Label, Review, Settings, chance, look, of_other_side};
use engine::{Engine, Level, Limits, Score, Signals};
use random::Random;
use xiangqi::{Game, Move, RuleSet, Status};

/// Centipawns of a horse or cannon, nearly: 264 are the worth of a horse.
const PIECE: i32 = 240;
/// The mover's chances before and after; outside of them the game is over but for the last moves,
/// and two searches agree on nothing but that.
const STILL_A_GAME: (f64, f64) = (2.0, 98.0);
/// A quiet move loses less than this.
const QUIET: f64 = 2.0;
/// Nodes of a glance.
const GLANCE: u64 = 15_000;
/// A move that loses less than this at a glance, in centipawns, looks harmless.
const HARMLESS: i32 = PIECE / 2;
/// Of the moves that look harmless, or belong to decided games, one in so many is looked at.
const ONE_IN: usize = 10;
const LONGEST: usize = 120;
const RANDOM_PLIES: usize = 4;

#[derive(Default)]
struct Count {
    seen: usize,
    right: usize,
}

impl Count {
    fn add(&mut self, is_right: bool, weight: usize) {
        self.seen += weight;
        self.right += weight * usize::from(is_right);
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

/// The best move, or one of a level that sees little.
fn choice(engine: &mut Engine, game: &Game, level: Option<Level>, seed: u64) -> Move {
    let limits = Limits { level, seed, ..Limits::nodes(2_000) };
    engine.search(game, &limits, &Signals::new(), &mut |_| {}).best.unwrap()
}

fn label_of(engine: &mut Engine, one_move: &Game, nodes: u64) -> Option<Label> {
    let mut review = Review::new(one_move.clone(), Settings { nodes, ..Settings::default() });
    while let Some(&ask) = review.wanted().first() {
        let answer = look(engine, &review.task(ask), &Signals::new());
        review.take(ask, answer);
    }
    review.report().moves[0].label
}

/// What a search thinks of a position, for the side to move; `None` if the game is over.
fn score_of(engine: &mut Engine, game: &Game, nodes: u64) -> Option<Score> {
    let is_open = game.outcome(RuleSet::Asian).0 == Status::Ongoing;
    let limits = Limits::nodes(nodes);
    is_open.then(|| engine.search(game, &limits, &Signals::new(), &mut |_| {}).score)
}

/// Before and after a move, as the mover sees it.
type Change = (Score, Score);

fn still_matters((before, after): Change) -> bool {
    STILL_A_GAME.0 <= chance(before) && chance(after) <= STILL_A_GAME.1
}

/// So much is lost, in centipawns; all if the mover is mated now and was not before.
fn loss((before, after): Change) -> i32 {
    match (before, after) {
        (Score::Centipawns(before), Score::Centipawns(after)) => {
            before.clamp(-DECIDED, DECIDED) - after.clamp(-DECIDED, DECIDED)
        }
        (_, Score::MatedIn { .. }) if !matches!(before, Score::MatedIn { .. }) => DECIDED,
        _ => 0,
    }
}

/// A move, what the second opinion says of it, and its label.
struct Sample {
    seed: u64,
    ply: usize,
    change: Change,
    takes: bool,
    label: Option<Label>,
    /// For how many moves it stands.
    weight: usize,
}

impl Sample {
    /// The second opinion sees a piece less, or a mate that was not there.
    fn loses(&self) -> bool {
        PIECE <= loss(self.change)
    }

    /// Takes nothing and loses next to nothing.
    fn is_quiet(&self) -> bool {
        let (before, after) = self.change;
        !self.takes && !self.loses() && chance(before) - chance(after) < QUIET
    }

    fn print(&self) {
        let Sample { seed, ply, change, label, weight, .. } = self;
        println!("seed {seed} ply {}: {change:?}, {label:?}, times {weight}", ply + 1);
    }

    fn is_called_wrong(&self) -> bool {
        matches!(self.label, Some(Label::Mistake | Label::Blunder | Label::MissedMate))
    }
}

/// What a beginner would have played in an own game, as far as it was drawn.
fn samples(seed: u64, nodes: u64) -> Vec<Sample> {
    let [mut player, mut beginner, mut glancing] = [16; 3].map(|it| Engine::new(it, 1));
    let mut engine = Engine::new(64, 1);
    let level = Level::new(1 + (seed % 2) as u8);
    let mut random = Random::new(seed);
    let mut game = Game::default();
    let mut samples = Vec::new();
    while game.len() < LONGEST {
        if game.len() < RANDOM_PLIES {
            game.play(*random.pick(&game.position().legal_moves()).unwrap()).unwrap();
            continue;
        }
        let Some(before) = score_of(&mut glancing, &game, GLANCE) else { break };
        if !still_matters((before, before)) {
            break;
        }
        let mv = choice(&mut beginner, &game, level, seed);
        // A game of one move, as if it began here.
        let position = *game.position();
        let (start, one_move) = (Game::new(position), Game::with_moves(position, [mv]).unwrap());
        let after = score_of(&mut glancing, &one_move, GLANCE).map(of_other_side);
        let is_harmless =
            after.is_none_or(|it| loss((before, it)) < HARMLESS || !still_matters((before, it)));
        let weight = match (is_harmless, random.below(ONE_IN)) {
            (false, _) => 1,
            (true, 0) => ONE_IN,
            (true, _) => 0,
        };
        if 0 < weight {
            engine.clear();
            let label = label_of(&mut engine, &one_move, nodes);
            engine.clear();
            let best = score_of(&mut engine, &start, 10 * nodes);
            let played = score_of(&mut engine, &one_move, 10 * nodes).map(of_other_side);
            let takes = position.piece_at(mv.to()).is_some();
            let ply = game.len();
            samples.extend(best.zip(played).map(|change| Sample {
                seed,
                ply,
                change,
                takes,
                label,
                weight,
            }));
        }
        let mv = choice(&mut player, &game, None, seed);
        game.play(mv).unwrap();
    }
    samples
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
            if it.loses() && !still_matters(it.change) {
                hopeless.add(it.is_called_wrong(), it.weight);
            } else if it.loses() {
                losing.add(it.is_called_wrong(), it.weight);
                if !it.is_called_wrong() {
                    it.print();
                }
            } else if it.is_quiet() {
                let is_right = it.label.is_none_or(|it| it == Label::OnlyMove);
                quiet.add(is_right, it.weight);
                if !is_right {
                    it.print();
                }
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
