//! Turns: whose clock ticks, and when a machine thinks and plays.

use std::time::Duration;

use tokio::{sync::mpsc, time::Instant};
use xiangqi::Color;

use super::{Command, Room};
use crate::{
    error::Refusal,
    pool::{Listener, Urgency},
    table::ClockRule,
    thinker::{Choice, Progress, Task},
    wire::{self, ToViewer},
};

/// No machine thinks longer about one move.
const LONGEST_THOUGHT: Duration = Duration::from_secs(15);
/// A machine that could not think or play tries again after this, then after twice as long, and
/// so on up to a minute.
const RETRY: Duration = Duration::from_secs(1);
const MOST_DOUBLINGS: u32 = 6;
/// Progress is shown at most this often.
const PROGRESS_EVERY: Duration = Duration::from_millis(120);

impl Room {
    pub(super) fn begin_turn(&mut self) {
        self.turn += 1;
        self.search = None;
        self.draw_offer = None;
        self.undo_request = None;
        self.timer.restart();
        let nobody_waits = self.viewers.is_empty() && self.table.humans() < 2;
        if nobody_waits || self.paused {
            self.timer.pause();
        }
        self.plan_thinking();
    }

    pub(super) fn clock_ticks(&self) -> bool {
        self.table.clock_runs() && self.timer.is_running()
    }

    /// What the side to move has left, while its clock ticks.
    pub(super) fn time_left(&self) -> Option<Duration> {
        let left = self.table.time_left(self.table.turn()).filter(|_| self.clock_ticks())?;
        Some(left.saturating_sub(self.timer.elapsed()))
    }

    pub(super) fn clocks(&self) -> wire::Clocks {
        let turn = self.table.turn();
        let spent = if self.table.clock_runs() { self.timer.elapsed() } else { Duration::ZERO };
        let left = |color| {
            let spent = if color == turn { spent } else { Duration::ZERO };
            self.table.time_left(color).map(|it| it.saturating_sub(spent).as_millis() as u64)
        };
        let running = self.clock_ticks().then_some(turn.into());
        wire::Clocks { red: left(Color::Red), black: left(Color::Black), running }
    }

    pub(super) fn plan_thinking(&mut self) {
        self.think_at = None;
        let is_wanted = self.table.machine_to_move().is_some() && !self.viewers.is_empty();
        if !is_wanted || self.paused {
            return;
        }
        let pace = if self.table.humans() == 0 { self.pace } else { Duration::ZERO };
        if pace.is_zero() {
            self.think();
        } else {
            self.think_at = Some(Instant::now() + pace);
        }
    }

    pub(super) fn think(&mut self) {
        self.think_at = None;
        let Some(strength) = self.table.machine_to_move().cloned() else { return };
        let task = Task {
            game: self.table.game().clone(),
            strength,
            rules: self.table.setup().rules,
            seed: self.seed(),
            time: self.thinking_time(),
            lines: 1,
        };
        let listener = MoveListener { inbox: self.own_inbox.clone(), turn: self.turn };
        match self.pool.submit(Urgency::Game, task, Box::new(listener)) {
            Ok(search) => self.search = Some(search),
            // The queue is full: try again soon.
            Err(refusal) => return self.try_again(&refusal),
        }
        let (plies, side) = (self.table.plies().len(), self.table.turn().into());
        self.broadcast(&ToViewer::Thinking { plies, side, progress: wire::Progress::waiting() });
    }

    /// From the game's name, so that it is the same after a restart.
    pub(super) fn seed(&self) -> u64 {
        let mix = |seed: u64, byte: u8| (seed ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        self.id.bytes().fold(0xcbf2_9ce4_8422_2325, mix)
    }

    /// A machine never thinks so long that its flag could fall.
    pub(super) fn thinking_time(&self) -> Duration {
        let left = self
            .table
            .time_left(self.table.turn())
            .map(|it| it.saturating_sub(self.timer.elapsed()));
        let share = match (self.table.setup().clock, left) {
            (Some(ClockRule::Game { increment, .. }), Some(left)) => {
                (left / 25 + increment / 2).min(left / 2)
            }
            (Some(ClockRule::Move { .. }), Some(left)) => left * 3 / 5,
            _ => LONGEST_THOUGHT,
        };
        share.min(LONGEST_THOUGHT)
    }

    pub(super) fn show_progress(&mut self, progress: &Progress) {
        let is_soon = self.last_progress.is_some_and(|it| it.elapsed() < PROGRESS_EVERY);
        if is_soon {
            return;
        }
        self.last_progress = Some(Instant::now());
        let progress = wire::Progress::of(self.table.game().position(), progress);
        let (plies, side) = (self.table.plies().len(), self.table.turn().into());
        self.broadcast(&ToViewer::Thinking { plies, side, progress });
    }

    pub(super) async fn machine_move(&mut self, choice: Option<Choice>) {
        self.search = None;
        let played = match choice {
            Some(choice) => self.play(choice.mv, choice.score, choice.depth).await,
            None => Err(Refusal::Fault),
        };
        match played {
            Ok(()) => self.failures = 0,
            Err(refusal) => self.try_again(&refusal),
        }
    }

    /// The viewers hear what went wrong; the machine gets another chance.
    fn try_again(&mut self, refusal: &Refusal) {
        self.log(refusal);
        self.broadcast(&ToViewer::answer(0, Err(refusal.clone())));
        self.think_at = Some(Instant::now() + RETRY * 2_u32.pow(self.failures));
        self.failures = (self.failures + 1).min(MOST_DOUBLINGS);
    }

    pub(super) fn log(&self, refusal: &Refusal) {
        tracing::warn!(game = %self.id, "{}", refusal.message());
    }
}

struct MoveListener {
    inbox: mpsc::WeakSender<Command>,
    turn: u64,
}

impl Listener for MoveListener {
    fn progress(&mut self, progress: Progress) {
        if let Some(inbox) = self.inbox.upgrade() {
            // Progress that finds no room is dropped: newer follows.
            let _ = inbox.try_send(Command::Thought { turn: self.turn, progress });
        }
    }

    fn finished(&mut self, choice: Option<Choice>, _: bool) {
        if let Some(inbox) = self.inbox.upgrade() {
            let _ = inbox.blocking_send(Command::Chosen { turn: self.turn, choice });
        }
    }
}
