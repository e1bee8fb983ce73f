//! The thinker of a search thread: the engine at every level, and the zoo of the laboratory.

use std::{sync::Arc, time::Duration};

use endgame::Tables;
use engine::{Bound, Clock, Engine, Level, Limits, Report, Score};
use lab::zoo::{Member, ZooPlayer};
use random::Random;
use xiangqi::Color;

use super::{
    repertoire::opening_move,
    stop::StopSign,
    task::{Aim, Choice, RunningClock, Task, Thinker, Thought, ThoughtLine},
};
use crate::game::{player::MachinePlayer, score::RedScore, setup::ClockRule};

/// Memory of one thread's engine at full strength.
const HASH_MEGABYTES: usize = 16;
/// The other levels look at few positions, and forget them whenever another game comes to this
/// thread: what is small is soon cleared.
const LEVEL_HASH_MEGABYTES: usize = 1;

/// Without a clock, weak levels stop at their nodes long before; the strongest ones answer within
/// this.
const UNTIMED_MOVE: Duration = Duration::from_secs(4);
/// With a clock the engine plans its time, but the thread is for others too.
const LONGEST_MOVE: Duration = Duration::from_secs(15);
/// Between the end of a search and the stop of the room's clock lie a queue and a sync of the disk.
const OVERHEAD: Duration = Duration::from_millis(150);

pub(crate) struct Searcher {
    engine: Engine,
    /// Plays levels 1 to 9: their misjudgments stay out of the memory of the strong one.
    handicapped: Engine,
    random: Random,
}

impl Searcher {
    pub(crate) fn new(seed: u64) -> Searcher {
        Searcher {
            engine: Engine::new(HASH_MEGABYTES, 1),
            handicapped: Engine::new(LEVEL_HASH_MEGABYTES, 1),
            random: Random::new(seed),
        }
    }

    /// The strong one asks endgame tables.
    pub(crate) fn with_endings(mut self, tables: Arc<Tables>) -> Searcher {
        self.engine.set_endings(Some(tables));
        self
    }

    fn search(
        &mut self,
        task: &Task,
        limits: &Limits,
        stop: &StopSign,
        report: &mut (dyn FnMut(Thought) + Send),
    ) -> Option<Choice> {
        let mover = task.game.position().side();
        let is_weaker = limits.level.is_some_and(|it| !it.is_full());
        let engine = if is_weaker { &mut self.handicapped } else { &mut self.engine };
        engine.set_rules(task.rules);
        let mut thought = Thought::default();
        let result = engine.search(&task.game, limits, stop.signals(), &mut |news| {
            note(&mut thought, news, mover);
            report(thought.clone());
        });
        let (score, depth) = (red_score(result.score, mover), u32::try_from(result.depth).ok());
        Some(Choice { mv: result.best?, score: Some(score), depth })
    }

    /// The zoo speaks of its own evaluation, which is no centipawns: its scores stay its own.
    fn play_zoo(&mut self, member: Member, task: &Task, stop: &StopSign) -> Option<Choice> {
        let mut player = ZooPlayer::new(member, self.random.number(), 1);
        let found = player.choose(&task.game, stop.flag());
        // Who is stopped before the first thought plays anything.
        let any = || task.game.position().legal_moves().first().copied();
        Some(Choice { mv: found.best_move.or_else(any)?, score: None, depth: None })
    }
}

impl Thinker for Searcher {
    fn think(
        &mut self,
        task: &Task,
        stop: &StopSign,
        report: &mut (dyn FnMut(Thought) + Send),
    ) -> Option<Choice> {
        let limits = match task.aim {
            Aim::Move { machine: MachinePlayer::Zoo(member), .. } => {
                return self.play_zoo(member, task, stop);
            }
            Aim::Move { machine: MachinePlayer::Level(level), seed, clock, by_heart } => {
                let known = by_heart.then(|| opening_move(level, &task.game, seed)).flatten();
                if let Some(mv) = known {
                    return Some(Choice { mv, score: None, depth: None });
                }
                Limits {
                    level: Level::new(level.get()),
                    // What a level overlooks it overlooks for a whole game.
                    seed,
                    ..move_limits(clock.as_ref())
                }
            }
            Aim::Analysis { time, lines } => {
                Limits { move_time: Some(time), multi_pv: lines, ..Limits::default() }
            }
        };
        self.search(task, &limits, stop, report)
    }
}

/// How long a machine may think about a move.
fn move_limits(clock: Option<&RunningClock>) -> Limits {
    let Some(clock) = clock else { return Limits::move_time(UNTIMED_MOVE) };
    let (increment, moves_to_go) = match clock.rule {
        ClockRule::Game { increment, .. } => (increment, None),
        ClockRule::Move { .. } => (Duration::ZERO, Some(1)),
    };
    let clock = Clock { left: clock.left_now(), increment, moves_to_go, overhead: OVERHEAD };
    Limits { clock: Some(clock), ..Limits::move_time(LONGEST_MOVE) }
}

/// Puts a line of the engine's report in its place.
fn note(thought: &mut Thought, news: &Report, mover: Color) {
    thought.depth = u32::try_from(news.depth).unwrap_or(0);
    thought.nodes = news.nodes;
    thought.nodes_per_second = news.nodes_per_second();
    if news.bound != Bound::Exact || news.line.is_empty() {
        return;
    }
    let line = ThoughtLine { score: red_score(news.score, mover), moves: news.line.clone() };
    let index = news.rank.max(1) - 1;
    match thought.lines.get_mut(index) {
        Some(place) => *place = line,
        None => thought.lines.push(line),
    }
    // What lies behind is of the depth before: a move that rose from there is not told twice.
    let first = news.line[0];
    let mut rank = 0;
    thought.lines.retain(|it| {
        rank += 1;
        rank <= index + 1 || it.moves.first() != Some(&first)
    });
}

fn red_score(score: Score, mover: Color) -> RedScore {
    let moves = |plies: i32| (plies + 1) / 2;
    let score = match score {
        Score::Centipawns(value) => RedScore::Centipawns(value),
        Score::MateIn { plies } => RedScore::Mate(moves(plies)),
        Score::MatedIn { plies } => RedScore::Mate(-moves(plies)),
        Score::RuleWin { plies } => RedScore::Rule(moves(plies).max(1)),
        Score::RuleLoss { plies } => RedScore::Rule(-moves(plies).max(1)),
    };
    score.for_red(mover)
}

#[cfg(test)]
mod tests {
    use std::time::Instant;

    use xiangqi::{Game, Position, RuleSet};

    use super::*;
    use crate::game::player::LevelNumber;

    fn task(aim: Aim) -> Task {
        Task { game: Game::new(Position::start()), rules: RuleSet::Asian, aim }
    }

    fn level(number: u8, clock: Option<RunningClock>) -> Aim {
        let machine = MachinePlayer::Level(LevelNumber::new(number).unwrap());
        Aim::Move { machine, seed: 1, clock, by_heart: false }
    }

    #[test]
    fn weak_levels_and_the_zoo_play_legal_moves_at_once() {
        let mut searcher = Searcher::new(1);
        let machine = MachinePlayer::Zoo(Member::Greedy);
        let greedy = Aim::Move { machine, seed: 1, clock: None, by_heart: true };
        for aim in [level(1, None), level(3, None), greedy] {
            let task = task(aim);
            let choice = searcher.think(&task, &StopSign::default(), &mut |_| {}).unwrap();
            assert!(task.game.position().is_legal(choice.mv), "{aim:?}");
        }
    }

    #[test]
    fn a_raised_sign_stops_a_long_search() {
        let stop = StopSign::default();
        stop.raise();
        let analysis = Aim::Analysis { time: Duration::from_secs(20), lines: 1 };
        let choice = Searcher::new(1).think(&task(analysis), &stop, &mut |_| {});
        assert!(choice.is_some(), "even then there is a move");
    }

    #[test]
    fn the_engine_gets_the_clock_as_it_is_when_the_search_begins() {
        let second = Duration::from_secs(1);
        let rule = ClockRule::Game { base: 60 * second, increment: 2 * second };
        let since = Instant::now().checked_sub(3 * second).unwrap();
        let limits = move_limits(Some(&RunningClock { rule, left: 10 * second, since }));
        let clock = limits.clock.unwrap();
        assert!(clock.left <= 7 * second, "three seconds went by in the queue: {clock:?}");
        assert_eq!((clock.increment, clock.moves_to_go), (2 * second, None));
        assert_eq!(limits.move_time, Some(LONGEST_MOVE));
        let rule = ClockRule::Move { each: 30 * second };
        let limits = move_limits(Some(&RunningClock { rule, left: 30 * second, since }));
        assert_eq!(limits.clock.unwrap().moves_to_go, Some(1));
        assert_eq!(move_limits(None).clock, None);
    }

    #[test]
    fn the_strongest_level_keeps_an_eye_on_its_flag() {
        let rule = ClockRule::Move { each: Duration::from_secs(1) };
        let left = Duration::from_millis(300);
        let started = Instant::now();
        let clock = RunningClock { rule, left, since: started };
        let task = task(level(10, Some(clock)));
        let choice = Searcher::new(1).think(&task, &StopSign::default(), &mut |_| {});
        assert!(choice.is_some());
        assert!(started.elapsed() < UNTIMED_MOVE, "the clock ends it, not the patience");
    }

    #[test]
    fn scores_are_told_for_red() {
        let lost = Score::MatedIn { plies: 4 };
        assert_eq!(red_score(lost, Color::Black), RedScore::Mate(2));
        assert_eq!(red_score(Score::RuleWin { plies: 5 }, Color::Black), RedScore::Rule(-3));
        assert_eq!(red_score(Score::RuleLoss { plies: 0 }, Color::Black), RedScore::Rule(1));
        assert_eq!(red_score(Score::Centipawns(30), Color::Black), RedScore::Centipawns(-30));
    }
}
