//! The turn under way: whose clock ticks, which search runs, when a machine begins to think.

use std::time::Duration;

use tokio::time::Instant;

use super::{
    news::{Clocks, Pace},
    stopwatch::Stopwatch,
};
use crate::{
    game::state::GameState,
    thinking::{
        pool::Search,
        task::{Choice, RunningClock},
    },
};

/// A machine that could not think or play tries again after this, then after twice as long, and
/// so on up to a minute.
const RETRY: Duration = Duration::from_secs(1);
const MOST_DOUBLINGS: u32 = 6;
/// Thoughts are shown at most this often.
const THOUGHT_EVERY: Duration = Duration::from_millis(120);

#[derive(Default)]
pub(crate) struct Turn {
    /// Counts turns, so that answers of older searches are recognized.
    number: u64,
    stopwatch: Stopwatch,
    search: Option<Search>,
    think_at: Option<Instant>,
    /// A move that is chosen, and when it is played.
    held: Option<(Instant, Option<Choice>)>,
    /// How often in a row a machine could not think or play.
    failures: u32,
    thought_shown: Option<Instant>,
    pub(crate) pace: Pace,
}

impl Turn {
    /// Another turn: what was thought about the last one is no longer wanted.
    pub(crate) fn begin(&mut self) {
        self.abandon();
        self.stopwatch.restart();
    }

    /// Ends search and plan; an answer under way comes too late.
    pub(crate) fn abandon(&mut self) {
        self.number += 1;
        self.search = None;
        self.think_at = None;
        self.held = None;
    }

    /// Keeps a chosen move for a while.
    pub(crate) fn hold(&mut self, choice: Option<Choice>, wait: Duration) {
        self.held = Some((Instant::now() + wait, choice));
    }

    pub(crate) fn play_at(&self) -> Option<Instant> {
        self.held.as_ref().map(|(at, _)| *at)
    }

    /// The move that was held, once its time has come.
    pub(crate) fn release(&mut self) -> Option<Option<Choice>> {
        let is_due = self.play_at().is_some_and(|it| it <= Instant::now());
        self.held.take_if(|_| is_due).map(|(_, choice)| choice)
    }

    pub(crate) fn number(&self) -> u64 {
        self.number
    }

    pub(crate) fn stop_clock(&mut self) {
        self.stopwatch.pause();
    }

    pub(crate) fn start_clock(&mut self) {
        self.stopwatch.resume();
    }

    /// How long this turn has taken.
    pub(crate) fn spent(&self) -> Duration {
        self.stopwatch.elapsed()
    }

    pub(crate) fn clock_ticks(&self, state: &GameState) -> bool {
        state.clock_runs() && self.stopwatch.is_running()
    }

    /// What the clock of the side to move has lost in this turn.
    pub(crate) fn counted(&self, state: &GameState) -> Duration {
        if state.clock_runs() { self.spent() } else { Duration::ZERO }
    }

    /// What the side to move has left, while its clock ticks.
    pub(crate) fn time_left(&self, state: &GameState) -> Option<Duration> {
        let left = state.time_left(state.turn()).filter(|_| self.clock_ticks(state))?;
        Some(left.saturating_sub(self.spent()))
    }

    /// When the flag of the side to move falls, if so much is forgiven; while its clock ticks.
    pub(crate) fn time_to_flag(&self, state: &GameState, forgiven: Duration) -> Option<Duration> {
        let left = state.time_left(state.turn()).filter(|_| self.clock_ticks(state))?;
        Some((left + forgiven).saturating_sub(self.spent()))
    }

    pub(crate) fn clocks(&self, state: &GameState) -> Clocks {
        let turn = state.turn();
        let left = xiangqi::Color::BOTH.map(|color| {
            let spent = if color == turn { self.counted(state) } else { Duration::ZERO };
            state.time_left(color).map(|it| it.saturating_sub(spent))
        });
        Clocks { left, running: self.clock_ticks(state).then_some(turn) }
    }

    /// The clock as a searcher gets it.
    pub(crate) fn running_clock(&self, state: &GameState) -> Option<RunningClock> {
        let rule = state.setup().clock?;
        let left = state.time_left(state.turn())?.saturating_sub(self.counted(state));
        Some(RunningClock { rule, left, since: std::time::Instant::now() })
    }

    pub(crate) fn is_searching(&self) -> bool {
        self.search.is_some()
    }

    pub(crate) fn search_began(&mut self, search: Search) {
        self.search = Some(search);
    }

    pub(crate) fn search_ended(&mut self) {
        self.search = None;
    }

    pub(crate) fn think_at(&self) -> Option<Instant> {
        self.think_at
    }

    pub(crate) fn plan_thinking(&mut self, after: Option<Duration>) {
        self.think_at = after.map(|it| Instant::now() + it);
    }

    /// The longer it fails, the longer it waits.
    pub(crate) fn plan_retry(&mut self) {
        self.plan_thinking(Some(RETRY * 2_u32.pow(self.failures)));
        self.failures = (self.failures + 1).min(MOST_DOUBLINGS);
    }

    pub(crate) fn succeeded(&mut self) {
        self.failures = 0;
    }

    /// Is it time to show a thought? Whoever asks shows it.
    pub(crate) fn may_show_thought(&mut self) -> bool {
        let is_soon = self.thought_shown.is_some_and(|it| it.elapsed() < THOUGHT_EVERY);
        if !is_soon {
            self.thought_shown = Some(Instant::now());
        }
        !is_soon
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{
        player::Player,
        setup::{ClockRule, GameSetup},
        state::{Event, Ply},
    };

    fn timed_game() -> GameState {
        let players = [Player::human(None), Player::level(1).unwrap()];
        let (start, rules) = (xiangqi::Position::start(), xiangqi::RuleSet::Asian);
        let mut state =
            GameState::new(GameSetup { start, rules, players, clock: ClockRule::game(60.0, 2.0) });
        let mv = state.check_move("h2e2").unwrap();
        let left = state.time_left(state.turn());
        let ply = Ply { mv, spent: Duration::ZERO, left, score: None, depth: None };
        state.apply(&Event::Played(ply)).unwrap();
        state
    }

    #[tokio::test(start_paused = true)]
    async fn only_the_side_to_move_loses_time() {
        let state = timed_game();
        let mut turn = Turn::default();
        turn.begin();
        tokio::time::advance(Duration::from_secs(10)).await;
        let seconds = turn.clocks(&state).left.map(|it| it.unwrap().as_secs());
        assert_eq!(seconds, [60, 50]);
        assert_eq!(turn.running_clock(&state).unwrap().left, Duration::from_secs(50));
        turn.stop_clock();
        tokio::time::advance(Duration::from_secs(100)).await;
        assert_eq!((turn.time_left(&state), turn.spent()), (None, Duration::from_secs(10)));
    }

    #[tokio::test(start_paused = true)]
    async fn retries_wait_twice_as_long_each_time() {
        let mut turn = Turn::default();
        let mut waits = Vec::new();
        for _ in 0..8 {
            turn.plan_retry();
            waits.push((turn.think_at().unwrap() - Instant::now()).as_secs());
        }
        assert_eq!(waits, [1, 2, 4, 8, 16, 32, 64, 64]);
    }
}
