//! A room's machines: when they think, and what becomes of their moves.

use std::time::Duration;

use tokio::sync::mpsc;

use super::{commands::Command, error::RoomError, live::Room, news::News};
use crate::thinking::{
    owner::{Claim, Urgency},
    pool::Listener,
    task::{Aim, Choice, Task, Thought},
};

/// An answer comes no sooner after the player's move: one sees first what one did.
const LEAST_THINKING: Duration = Duration::from_millis(400);
/// Who has less on the clock does not wait.
const SHORT_OF_TIME: Duration = Duration::from_secs(5);

impl Room {
    pub(super) fn begin_turn(&mut self) {
        self.turn.begin();
        self.offers.clear();
        let nobody_waits = self.audience.is_empty() && self.state.humans() < 2;
        let stands_still = if self.in_league { self.keeping.is_none() } else { nobody_waits };
        if stands_still || self.turn.pace.paused {
            self.turn.stop_clock();
        }
        self.plan_thinking();
        self.begin_kept_turn();
    }

    pub(super) fn plan_thinking(&mut self) {
        self.turn.plan_thinking(None);
        let is_awaited =
            if self.in_league { self.keeping.is_some() } else { !self.audience.is_empty() };
        let is_wanted = self.state.machine_to_move().is_some() && is_awaited;
        if !is_wanted || self.turn.pace.paused || self.is_full() {
            return;
        }
        let is_show = self.state.humans() == 0 && !self.in_league;
        let delay = if is_show { self.turn.pace.delay } else { Duration::ZERO };
        if delay.is_zero() {
            self.think();
        } else {
            self.turn.plan_thinking(Some(delay));
        }
    }

    pub(super) fn think(&mut self) {
        self.turn.plan_thinking(None);
        let Some(machine) = self.state.machine_to_move() else { return };
        let keeper = self.keeping.as_ref().map(|it| it.owner);
        let Some(owner) = keeper.or_else(|| self.audience.owner()) else { return };
        let clock = self.turn.running_clock(&self.state);
        // Games between machines measure them.
        let by_heart = 0 < self.state.humans();
        let task = self.task(Aim::Move { machine, seed: self.seed(), clock, by_heart });
        let listener = MoveListener { inbox: self.own_inbox.clone(), turn: self.turn.number() };
        let claim = Claim { owner, urgency: Urgency::Game };
        match self.pool.submit(claim, task, Box::new(listener)) {
            Ok(search) => self.turn.search_began(search),
            // The queue is full: try again soon.
            Err(error) => return self.try_again(&error.into()),
        }
        self.audience.tell_all(&News::Thinking { state: &self.state, thought: None, place: None });
    }

    pub(super) fn task(&self, aim: Aim) -> Task {
        Task { game: self.state.game().clone(), rules: self.state.setup().rules, aim }
    }

    /// From the game's name, so that it is the same after a restart.
    fn seed(&self) -> u64 {
        random::seed_of(self.id.bytes())
    }

    pub(super) fn show_thought(&mut self, thought: &Thought) {
        if self.turn.may_show_thought() {
            let (state, thought) = (&self.state, Some(thought));
            self.audience.tell_all(&News::Thinking { state, thought, place: None });
        }
    }

    /// The machine's search still waits for its thread.
    pub(super) fn show_place(&mut self, place: usize) {
        let news = News::Thinking { state: &self.state, thought: None, place: Some(place) };
        self.audience.tell_all(&news);
    }

    /// A machine has chosen: it waits a little if the player's own piece still glides.
    pub(super) async fn chosen(&mut self, choice: Option<Choice>) {
        self.turn.search_ended();
        let early = LEAST_THINKING.saturating_sub(self.turn.spent());
        let is_hasty = self.state.humans() == 1 && !early.is_zero();
        let has_time = self.turn.time_left(&self.state).is_none_or(|left| SHORT_OF_TIME < left);
        if is_hasty && has_time && choice.is_some() {
            self.turn.hold(choice, early);
        } else {
            self.machine_move(choice).await;
        }
    }

    pub(super) async fn machine_move(&mut self, choice: Option<Choice>) {
        let played = match choice {
            Some(choice) => self.play(choice.mv, choice.score, choice.depth).await,
            None => Err(RoomError::NoChoice),
        };
        match played {
            Ok(()) => self.turn.succeeded(),
            Err(error) => self.try_again(&error),
        }
    }

    /// The viewers hear what went wrong; the machine gets another chance.
    fn try_again(&mut self, error: &RoomError) {
        self.log(error);
        self.audience.tell_all(&News::Answer { re: 0, outcome: Err(error) });
        self.turn.plan_retry();
    }
}

struct MoveListener {
    inbox: mpsc::WeakSender<Command>,
    turn: u64,
}

impl Listener for MoveListener {
    fn waits(&mut self, place: usize) {
        if let Some(inbox) = self.inbox.upgrade() {
            let _ = inbox.try_send(Command::Waits { turn: self.turn, place });
        }
    }

    fn thought(&mut self, thought: Thought) {
        if let Some(inbox) = self.inbox.upgrade() {
            // A thought that finds no room is dropped: newer ones follow.
            let _ = inbox.try_send(Command::Thought { turn: self.turn, thought });
        }
    }

    fn finished(&mut self, choice: Option<Choice>, _: bool) {
        if let Some(inbox) = self.inbox.upgrade() {
            let _ = inbox.blocking_send(Command::Chosen { turn: self.turn, choice });
        }
    }
}
