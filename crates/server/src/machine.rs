//! The thinker of a search thread: the engine at every level, and the zoo of the laboratory.

use std::time::Duration;

use engine::{Bound, Engine, Level, Limits, Report, Score};
use lab::zoo::{Member, ZooPlayer};
use random::Random;
use xiangqi::Color;

use crate::{
    stop::StopSign,
    thinker::{Choice, Line, Progress, RedScore, Strength, Task, Thinker},
};

/// Memory of one thread's engine at full strength.
const HASH_MEGABYTES: usize = 16;
/// The other levels look at few positions, and forget them whenever another game comes to this
/// thread: what is small is soon cleared.
const LEVEL_HASH_MEGABYTES: usize = 1;

pub(crate) const LEVELS: u8 = 10;

/// Weak levels stop at their nodes long before; the strongest ones answer within this.
const LEVEL_TIME: Duration = Duration::from_secs(4);

pub(crate) struct Machine {
    engine: Engine,
    /// Plays levels 1 to 9: their misjudgments stay out of the memory of the strong one.
    handicapped: Engine,
    random: Random,
}

impl Machine {
    pub(crate) fn new(seed: u64) -> Machine {
        Machine {
            engine: Engine::new(HASH_MEGABYTES, 1),
            handicapped: Engine::new(LEVEL_HASH_MEGABYTES, 1),
            random: Random::new(seed),
        }
    }

    fn play_level(
        &mut self,
        level: u8,
        task: &Task,
        stop: &StopSign,
        report: &mut (dyn FnMut(Progress) + Send),
    ) -> Option<Choice> {
        let limits = Limits {
            level: Level::new(level),
            // What a level overlooks it overlooks for a whole game.
            seed: task.seed,
            move_time: Some(task.time.min(LEVEL_TIME)),
            ..Limits::default()
        };
        self.choose(task, &limits, stop, report)
    }

    fn choose(
        &mut self,
        task: &Task,
        limits: &Limits,
        stop: &StopSign,
        report: &mut (dyn FnMut(Progress) + Send),
    ) -> Option<Choice> {
        let mover = task.game.position().side();
        let is_weaker = limits.level.is_some_and(|it| !it.is_full());
        let engine = if is_weaker { &mut self.handicapped } else { &mut self.engine };
        engine.set_rules(task.rules);
        let mut progress = Progress::default();
        let result = engine.search(&task.game, limits, stop.signals(), &mut |news| {
            note(&mut progress, news, mover);
            report(progress.clone());
        });
        let (score, depth) = (red_score(result.score, mover), u32::try_from(result.depth).ok());
        Some(Choice { mv: result.best?, score: Some(score), depth })
    }

    /// The zoo speaks of its own evaluation, which is no centipawns: its scores stay its own.
    fn play_zoo(&mut self, name: &str, task: &Task, stop: &StopSign) -> Option<Choice> {
        let member: Member = name.parse().ok()?;
        let found = ZooPlayer::new(member, self.random.number(), 1).choose(&task.game, stop.flag());
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
                self.choose(task, &limits, stop, report)
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
    // What lies behind is of the depth before: a move that rose from there is not told twice.
    let first = news.line[0];
    let mut rank = 0;
    progress.lines.retain(|it| {
        rank += 1;
        rank <= index + 1 || it.moves.first() != Some(&first)
    });
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
        Task { game, strength, rules: RuleSet::Asian, seed: 1, time, lines: 1 }
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
