//! One pair of games: an opening, played twice with colors swapped.

use std::time::Duration;

use adjudication::{Adjudicator, Agreed, Agreements, DrawRule, WinRule};
use engine::{Clock, Engine, Level, Limits, Params, Signals};
use random::Random;
use xiangqi::{Color, Game, Position, RuleSet, Status};

use crate::options::Options;

const RANDOM_PLIES: usize = 8;
/// An opening may favor one side by this much at most, in the evaluation's unit.
const OPENING_BALANCE: i32 = 450;
const LONGEST_GAME: usize = 300;
/// In the evaluation's unit.
const AGREEMENTS: Agreements = Agreements {
    win: Some(WinRule { score: 2160, moves: 3 }),
    draw: Some(DrawRule { score: 20, moves: 6, from_move: 35 }),
};
const HASH_MEGABYTES: usize = 8;

/// Two engines and what each may do.
pub(crate) struct Table {
    engines: [Engine; 2],
    nodes: [u64; 2],
    levels: [Option<Level>; 2],
    /// At the start of a game, and what passes for a second on it; instead of nodes a move.
    clock: Option<Clock>,
    pace: u64,
}

impl Table {
    pub(crate) fn new(options: &Options) -> Table {
        let engines = options.evaluations.clone().map(|evaluation| {
            let mut engine = Engine::new(HASH_MEGABYTES, 1);
            engine.set_evaluation(evaluation);
            engine.set_in_place(true);
            engine
        });
        let &Options { nodes, levels, clock, pace, .. } = options;
        Table { engines, nodes, levels, clock, pace }
    }

    /// The half points of the first side in two games from the opening of this seed.
    pub(crate) fn play_pair(&mut self, seed: u64, params: [Params; 2]) -> usize {
        for (engine, params) in self.engines.iter_mut().zip(params) {
            engine.set_params(params);
        }
        let opening = random_opening(seed);
        (0..2).map(|first| self.play(&opening, first)).sum()
    }

    /// Plays one game; returns the half points of side A, which moves first if `first` is 0.
    fn play(&mut self, opening: &Game, first: usize) -> usize {
        self.engines.iter_mut().for_each(Engine::clear);
        let mut game = opening.clone();
        let mut adjudicator = Adjudicator::new(AGREEMENTS);
        let mut clocks = [self.clock; 2];
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
                level: self.levels[player],
                seed: game_seed,
                clock: clocks[player],
                pace: Some(self.pace),
                nodes: self.clock.is_none().then_some(self.nodes[player]),
                ..Limits::default()
            };
            let result = self.engines[player].search(&game, &limits, &Signals::new(), &mut |_| {});
            if let Some(clock) = &mut clocks[player] {
                let used = Duration::from_secs_f64(result.nodes as f64 / self.pace as f64);
                clock.left = clock.left.saturating_sub(used) + clock.increment;
            }
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
