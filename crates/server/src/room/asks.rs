//! What viewers ask of a room, and who may ask it.

use std::time::Duration;

use tokio::sync::mpsc;
use xiangqi::Color;

use super::{Command, Room};
use crate::{
    error::Refusal,
    pool::{Listener, Urgency},
    sentences::Sentence,
    table::{Ending, Event},
    thinker::{Choice, Progress, Strength, Task},
    wire::{self, Request, ToViewer},
};

const HINT_TIME: Duration = Duration::from_millis(900);
const SLOWEST_PACE: Duration = Duration::from_secs(60);
/// A machine agrees to a draw from this ply on, if it stands no better than this (centipawns).
const DRAW_FROM_PLY: usize = 40;
const DRAW_BELOW: i32 = 20;

impl Room {
    pub(super) async fn ask(&mut self, viewer: u64, request: Request) -> Result<(), Refusal> {
        match request {
            Request::Hello { .. } => {
                Err(Refusal::Malformed(Sentence::new("已经说过 hello", "hello was said already")))
            }
            Request::Sync => {
                if let Some(there) = self.viewers.get(&viewer) {
                    let view = self.view(there);
                    self.send(viewer, &view);
                }
                Ok(())
            }
            Request::Move { plies, mv } => self.ask_move(viewer, plies, &mv).await,
            Request::Undo => self.ask_undo(viewer).await,
            Request::Redo => self.ask_redo(viewer).await,
            Request::Hint => self.ask_hint(viewer),
            Request::Draw => self.ask_draw(viewer).await,
            Request::Decline => self.decline(viewer),
            Request::Resign => self.resign(viewer).await,
            Request::Swap => self.swap(viewer).await,
            Request::Pace { paused, delay_ms } => self.set_pace(viewer, paused, delay_ms),
            Request::Step => self.step(viewer),
        }
    }

    /// The colors a viewer plays.
    pub(super) fn colors_of(&self, viewer: u64) -> Result<Vec<Color>, Refusal> {
        let there = self.viewers.get(&viewer).ok_or(Refusal::NotYourSeat)?;
        let colors: Vec<Color> =
            Color::BOTH.into_iter().filter(|&it| self.holds(there, it)).collect();
        if colors.is_empty() { Err(Refusal::NotYourSeat) } else { Ok(colors) }
    }

    /// `Some` single color that decides alone, `None` if the viewer plays both; whether all human
    /// seats are the viewer's, so that nobody else need be asked.
    pub(super) fn decider(&self, viewer: u64) -> Result<(Option<Color>, bool), Refusal> {
        let colors = self.colors_of(viewer)?;
        let alone = self.table.humans() <= colors.len();
        Ok((if colors.len() == 1 { Some(colors[0]) } else { None }, alone))
    }

    pub(super) async fn ask_move(
        &mut self,
        viewer: u64,
        plies: usize,
        text: &str,
    ) -> Result<(), Refusal> {
        let colors = self.colors_of(viewer)?;
        self.table.check_ongoing()?;
        if plies != self.table.plies().len() {
            return Err(Refusal::Stale);
        }
        if !colors.contains(&self.table.turn()) {
            return Err(Refusal::NotYourTurn);
        }
        let mv = self.table.check_move(text)?;
        self.play(mv, None, None).await
    }

    pub(super) async fn ask_undo(&mut self, viewer: u64) -> Result<(), Refusal> {
        let (color, alone) = self.decider(viewer)?;
        if alone {
            let plies = self.table.plies_to_undo(color)?;
            return self.take_back(plies).await;
        }
        self.table.check_ongoing()?;
        if self.undo_request == color.map(Color::opponent) {
            let plies = self.table.plies_to_undo(self.undo_request)?;
            return self.take_back(plies).await;
        }
        self.table.plies_to_undo(color)?;
        self.undo_request = color;
        self.broadcast_view();
        Ok(())
    }

    pub(super) async fn take_back(&mut self, plies: usize) -> Result<(), Refusal> {
        self.commit(vec![Event::TookBack { plies }]).await?;
        self.begin_turn();
        self.broadcast_view();
        Ok(())
    }

    pub(super) async fn ask_redo(&mut self, viewer: u64) -> Result<(), Refusal> {
        let (color, alone) = self.decider(viewer)?;
        if !alone {
            return Err(Refusal::NothingToRedo);
        }
        let plies = self.table.plies_to_redo(color)?;
        self.commit(plies.into_iter().map(Event::Played).collect()).await?;
        self.begin_turn();
        self.broadcast_view();
        Ok(())
    }

    pub(super) fn ask_hint(&mut self, viewer: u64) -> Result<(), Refusal> {
        self.colors_of(viewer)?;
        self.table.check_ongoing()?;
        let inbox = self.own_inbox.upgrade().ok_or(Refusal::Busy)?;
        let task = Task {
            game: self.table.game().clone(),
            strength: Strength::Full,
            rules: self.table.setup().rules,
            seed: self.seed(),
            time: HINT_TIME,
            lines: 1,
        };
        let listener = HintListener { inbox: inbox.downgrade(), viewer, turn: self.turn };
        let search = self.pool.submit(Urgency::Game, task, Box::new(listener))?;
        if let Some(there) = self.viewers.get_mut(&viewer) {
            there.hint = Some(search);
        }
        Ok(())
    }

    pub(super) fn show_hint(&mut self, viewer: u64, choice: Option<Choice>) {
        let Some(choice) = choice else { return };
        let hint = ToViewer::Hint {
            plies: self.table.plies().len(),
            best: wire::Naming::of(self.table.game().position(), choice.mv),
            score: choice.score.map(wire::Score::from),
        };
        self.send(viewer, &hint);
    }

    pub(super) async fn ask_draw(&mut self, viewer: u64) -> Result<(), Refusal> {
        let (color, alone) = self.decider(viewer)?;
        self.table.check_ongoing()?;
        let is_against_machine = alone && color.is_some();
        if is_against_machine && !self.machine_agrees() {
            return Err(Refusal::DrawDeclined);
        }
        if alone || self.draw_offer == color.map(Color::opponent) {
            return self.end(Ending::Agreed).await;
        }
        self.draw_offer = color;
        self.broadcast_view();
        Ok(())
    }

    /// A machine judges by its own last evaluation.
    pub(super) fn machine_agrees(&self) -> bool {
        let machine = Color::BOTH.into_iter().find(|&it| !self.table.player(it).is_human());
        let last = self.table.plies().iter().rev().find_map(|it| it.score);
        match (machine, last) {
            (Some(machine), Some(score)) => {
                DRAW_FROM_PLY <= self.table.plies().len() && score.for_side(machine) <= DRAW_BELOW
            }
            _ => false,
        }
    }

    pub(super) fn decline(&mut self, viewer: u64) -> Result<(), Refusal> {
        let (color, _) = self.decider(viewer)?;
        let opponent = color.map(Color::opponent);
        let is_asked =
            opponent.is_some() && [self.draw_offer, self.undo_request].contains(&opponent);
        if !is_asked {
            return Err(Refusal::NothingToAnswer);
        }
        (self.draw_offer, self.undo_request) = (None, None);
        self.broadcast_view();
        Ok(())
    }

    pub(super) async fn resign(&mut self, viewer: u64) -> Result<(), Refusal> {
        let (color, _) = self.decider(viewer)?;
        self.table.check_ongoing()?;
        self.end(Ending::Resigned(color.unwrap_or(self.table.turn()))).await
    }

    pub(super) async fn swap(&mut self, viewer: u64) -> Result<(), Refusal> {
        self.colors_of(viewer)?;
        self.table.check_ongoing()?;
        if self.table.humans() != 1 {
            return Err(Refusal::NoSwap);
        }
        self.commit(vec![Event::Swapped]).await?;
        self.begin_turn();
        self.broadcast_view();
        Ok(())
    }

    pub(super) fn check_host(&self, viewer: u64) -> Result<(), Refusal> {
        if self.table.humans() != 0 {
            return Err(Refusal::NotWatching);
        }
        let is_host = self.viewers.get(&viewer).is_some_and(|it| it.host);
        if is_host { Ok(()) } else { Err(Refusal::NotYourSeat) }
    }

    pub(super) fn set_pace(
        &mut self,
        viewer: u64,
        paused: bool,
        delay_ms: u64,
    ) -> Result<(), Refusal> {
        self.check_host(viewer)?;
        self.paused = paused;
        self.pace = Duration::from_millis(delay_ms).min(SLOWEST_PACE);
        if paused {
            self.turn += 1;
            self.search = None;
            self.think_at = None;
            self.timer.pause();
        } else if self.search.is_none() {
            self.timer.resume();
            self.plan_thinking();
        }
        self.broadcast_view();
        Ok(())
    }

    pub(super) fn step(&mut self, viewer: u64) -> Result<(), Refusal> {
        self.check_host(viewer)?;
        self.table.check_ongoing()?;
        if self.paused && self.search.is_none() {
            self.timer.resume();
            self.think();
        }
        Ok(())
    }
}

struct HintListener {
    inbox: mpsc::WeakSender<Command>,
    viewer: u64,
    turn: u64,
}

impl Listener for HintListener {
    fn progress(&mut self, _: Progress) {}

    fn finished(&mut self, choice: Option<Choice>, _: bool) {
        let Some(inbox) = self.inbox.upgrade() else { return };
        let (turn, viewer) = (self.turn, self.viewer);
        let _ = inbox.blocking_send(Command::Hinted { turn, viewer, choice });
    }
}
