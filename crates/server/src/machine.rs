//! The thinker of a search thread: the engine at every level, and the zoo of the laboratory.

use std::time::Duration;

use engine::{Bound, Engine, Limits, Report, Score};
use lab::{
    Random,
    zoo::{Member, Player},
};
use xiangqi::Color;

use crate::{
    stop::StopSign,
    thinker::{Choice, Line, Progress, RedScore, Strength, Task, Thinker},
};

/// Memory of one thread's engine.
const HASH_MEGABYTES: usize = 16;

pub(crate) const LEVELS: u8 = 10;

/// How a level is held back.
struct Handicap {
    depth: Option<i32>,
    nodes: Option<u64>,
    time: Duration,
    /// It looks at so many moves and takes any that is at most `slack` centipawns worse.
    lines: usize,
    slack: i32,
}

fn handicap(level: u8) -> Handicap {
    let (depth, nodes, ms, lines, slack) = match level {
        0 | 1 => (Some(1), Some(400), 1000, 8, 160),
        2 => (Some(2), Some(1_000), 1000, 6, 110),
        3 => (Some(3), Some(3_000), 1000, 5, 70),
        4 => (Some(4), Some(10_000), 1000, 4, 45),
        5 => (Some(6), Some(30_000), 1000, 3, 25),
        6 => (Some(8), Some(80_000), 1500, 2, 12),
        7 => (None, Some(200_000), 1500, 1, 0),
        8 => (None, Some(600_000), 2000, 1, 0),
        9 => (None, Some(2_000_000), 3000, 1, 0),
        _ => (None, None, 5000, 1, 0),
    };
    Handicap { depth, nodes, time: Duration::from_millis(ms), lines, slack }
}

pub(crate) struct Machine {
    engine: Engine,
    random: Random,
}

impl Machine {
    pub(crate) fn new(seed: u64) -> Machine {
        Machine { engine: Engine::new(HASH_MEGABYTES, 1), random: Random::new(seed) }
    }

    fn ask_engine(
        &mut self,
        task: &Task,
        limits: &Limits,
        stop: &StopSign,
        report: &mut (dyn FnMut(Progress) + Send),
    ) -> Vec<Line> {
        let mover = task.game.position().side();
        let line = engine::Line { start: *task.game.start(), moves: task.game.moves().collect() };
        self.engine.set_rules(task.rules);
        let mut progress = Progress::default();
        let result = self.engine.search(&line, limits, stop.control(), &mut |news| {
            note(&mut progress, news, mover);
            report(progress.clone());
        });
        let lines = result.lines.into_iter();
        lines.map(|it| Line { score: red_score(it.score, mover), moves: it.moves }).collect()
    }

    fn play_level(
        &mut self,
        level: u8,
        task: &Task,
        stop: &StopSign,
        report: &mut (dyn FnMut(Progress) + Send),
    ) -> Option<Choice> {
        let handicap = handicap(level);
        let limits = Limits {
            depth: handicap.depth,
            nodes: handicap.nodes,
            move_time: Some(task.time.min(handicap.time)),
            multi_pv: handicap.lines,
            ..Limits::default()
        };
        let mut depth = 0;
        let lines = self.ask_engine(task, &limits, stop, &mut |progress| {
            depth = progress.depth;
            report(progress);
        });
        let mover = task.game.position().side();
        let best = lines.first()?.score.for_side(mover);
        let good = lines.iter().filter(|it| best - handicap.slack <= it.score.for_side(mover));
        let good: Vec<&Line> = good.collect();
        let line = good[self.random.below(good.len())];
        Some(Choice { mv: *line.moves.first()?, score: Some(line.score), depth: Some(depth) })
    }

    /// The zoo speaks of its own evaluation, which is no centipawns: its scores stay its own.
    fn play_zoo(&mut self, name: &str, task: &Task, stop: &StopSign) -> Option<Choice> {
        let member: Member = name.parse().ok()?;
        let found = Player::new(member, self.random.number(), 1).choose(&task.game, stop.flag());
        Some(Choice { mv: found.best_move?, score: None, depth: None })
    }
}

impl Thinker for Machine {
    fn think(
        &mut self,
        task: &Task,
        stop: &StopSign,
        report: &mut (dyn FnMut(Progress) + Send),
    ) -> Option<Choice> {
        match &task.strength {
            Strength::Level(level) => self.play_level(*level, task, stop, report),
            Strength::Zoo(name) => self.play_zoo(name, task, stop),
            Strength::Full => {
                let limits = Limits {
                    move_time: Some(task.time),
                    multi_pv: task.lines,
                    ..Limits::default()
                };
                let lines = self.ask_engine(task, &limits, stop, report);
                let best = lines.first()?;
                Some(Choice { mv: *best.moves.first()?, score: Some(best.score), depth: None })
            }
        }
    }
}

/// Puts a line of the engine's report in its place.
fn note(progress: &mut Progress, news: &Report, mover: Color) {
    progress.depth = u32::try_from(news.depth).unwrap_or(0);
    progress.nodes = news.nodes;
    progress.nodes_per_second = news.nodes_per_second();
    if news.bound != Bound::Exact || news.line.is_empty() {
        return;
    }
    let line = Line { score: red_score(news.score, mover), moves: news.line.clone() };
    let index = news.rank.max(1) - 1;
    match progress.lines.get_mut(index) {
        Some(place) => *place = line,
        None => progress.lines.push(line),
    }
}

fn red_score(score: Score, mover: Color) -> RedScore {
    let score = match score.mate_moves() {
        Some(moves) => RedScore::Mate(moves),
        None => RedScore::Centipawns(score.as_centipawns()),
    };
    score.for_red(mover)
}

#[cfg(test)]
mod tests {
    use xiangqi::{Game, Position, RuleSet};

    use super::*;

    fn task(strength: Strength) -> Task {
        let game = Game::new(Position::start());
        let time = Duration::from_secs(20);
        Task { game, strength, rules: RuleSet::Asian, time, lines: 1 }
    }

    #[test]
    fn weak_levels_and_the_zoo_play_legal_moves_at_once() {
        let mut machine = Machine::new(1);
        for strength in [Strength::Level(1), Strength::Level(3), Strength::Zoo("greedy".into())] {
            let task = task(strength);
            let choice = machine.think(&task, &StopSign::default(), &mut |_| {}).unwrap();
            assert!(task.game.position().is_legal(choice.mv), "{:?}", task.strength);
        }
    }

    #[test]
    fn a_raised_sign_stops_a_long_search() {
        let stop = StopSign::default();
        stop.raise();
        let choice = Machine::new(1).think(&task(Strength::Full), &stop, &mut |_| {});
        assert!(choice.is_some(), "even then there is a move");
    }

    #[test]
    fn scores_are_told_for_red() {
        let lost = Score::MatedIn { plies: 4 };
        assert_eq!(red_score(lost, Color::Black), RedScore::Mate(2));
        assert_eq!(red_score(Score::Centipawns(30), Color::Black), RedScore::Centipawns(-30));
    }
}
