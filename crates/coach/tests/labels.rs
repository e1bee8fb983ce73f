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

use coach::{Label, Review, Settings, chance, look, of_other_side};
use engine::{Engine, Level, Limits, Score, Signals};
use random::Random;
use xiangqi::{Game, RuleSet, Status};

/// What a horse or cannon is worth, nearly: the unit is a hundredth of an even chance.
const PIECE: i32 = 240;
/// A piece more or less must still matter: the mover's chances before and after.
const STILL_A_GAME: (f64, f64) = (20.0, 80.0);
/// A quiet move loses less than this.
const QUIET: f64 = 2.0;
const LONGEST: usize = 120;

#[derive(Default, Debug)]
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

/// A game of a level against itself, a few random moves at its start.
fn own_game(engine: &mut Engine, seed: u64) -> Game {
    let mut random = Random::new(seed);
    let level = Level::new(2 + (seed % 4) as u8);
    let mut game = Game::default();
    while game.len() < LONGEST && game.outcome(RuleSet::Asian).0 == Status::Ongoing {
        let moves = game.position().legal_moves();
        let mv = if game.len() < 4 {
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
        let answer = look(engine, &review.task(ask));
        review.take(ask, answer);
    }
    review
}

/// What a closer look thinks of every position up to the `last`, for the side to move.
fn second_opinion(engine: &mut Engine, game: &Game, last: usize, nodes: u64) -> Vec<Score> {
    let moves: Vec<_> = game.moves().collect();
    let mut game = Game::new(*game.start());
    let mut scores = Vec::new();
    for ply in 0..=last {
        let limits = Limits::nodes(nodes);
        scores.push(engine.search(&game, &limits, &Signals::new(), &mut |_| {}).score);
        if let Some(&mv) = moves.get(ply) {
            game.play(mv).unwrap();
        }
    }
    scores
}

#[test]
fn labels_agree_with_a_second_opinion() {
    let wanted = std::env::var("CHUHE_LABELS").ok().and_then(|it| it.parse().ok());
    let (size, nodes) = match wanted {
        Some(size) => (size, Settings::DEFAULT_NODES),
        None => (6, 2_500),
    };
    let (mut losing, mut quiet) = (Count::default(), Count::default());
    let mut player = Engine::new(16, 1);
    let (mut reviewer, mut opinion) = (Engine::new(64, 1), Engine::new(64, 1));
    let mut seed = 0;
    while losing.seen < size || quiet.seen < size {
        seed += 1;
        player.clear();
        reviewer.clear();
        opinion.clear();
        let game = own_game(&mut player, seed);
        let report = reviewed(&mut reviewer, &game, nodes).report();
        let plies = game.plies();
        // What follows once the game is decided would be left out below.
        let is_open = |it: &Option<f64>| it.is_some_and(|it| (2.0..=98.0).contains(&it));
        let last = report.chances.iter().rposition(is_open).map_or(0, |it| it + 1);
        let scores = second_opinion(&mut opinion, &game, last.min(plies.len()), 10 * nodes);
        for (ply, judged) in report.moves.iter().enumerate().take(scores.len() - 1).skip(4) {
            let (before, after) = (scores[ply], of_other_side(scores[ply + 1]));
            let (from, to) = (chance(before), chance(after));
            let is_mated = after.mate_moves().is_some_and(|it| it < 0);
            let was_mated = before.mate_moves().is_some_and(|it| it < 0);
            let drop = before.as_centipawns() - after.as_centipawns();
            let matters = STILL_A_GAME.0 <= from && to <= STILL_A_GAME.1;
            let loses = matters && (PIECE <= drop || (is_mated && !was_mated));
            let is_quiet = plies[ply].played.captured.is_none() && from - to < QUIET;
            if loses && losing.seen < size {
                let is_right = matches!(
                    judged.label,
                    Some(Label::Mistake | Label::Blunder | Label::MissedMate)
                );
                losing.add(is_right);
                if !is_right {
                    println!("seed {seed} ply {} {from:.0} -> {to:.0} {judged:?}", ply + 1);
                }
            } else if is_quiet && (5.0..=95.0).contains(&from) && quiet.seen < size {
                quiet.add(judged.label.is_none());
            }
        }
    }
    println!(
        "{seed} games, {nodes} nodes: losing {} of {} ({:.1} %), quiet {} of {} ({:.1} %)",
        losing.right,
        losing.seen,
        losing.share(),
        quiet.right,
        quiet.seen,
        quiet.share()
    );
    let least = if wanted.is_some() { 95.0 } else { 75.0 };
    assert!(least <= losing.share() && least <= quiet.share(), "{losing:?} {quiet:?}");
}
