//! What viewers ask of a room, and who may ask it.

use std::time::Duration;

use tokio::sync::mpsc;
use xiangqi::Color;

use super::{
    commands::{Ask, Command},
    error::RoomError,
    live::Room,
    news::{News, Pace},
};
use crate::{
    game::{
        error::GameError,
        state::{Ending, Event},
    },
    thinking::{
        owner::{Claim, Urgency},
        pool::Listener,
        task::{Aim, Choice, Thought},
    },
};

const HINT_TIME: Duration = Duration::from_millis(900);
const SLOWEST_PACE: Duration = Duration::from_secs(60);
/// A machine agrees to a draw from this ply on, if it stands no better than this (centipawns).
const DRAW_FROM_PLY: usize = 40;
const DRAW_BELOW: i32 = 20;

impl Room {
    pub(super) async fn ask(&mut self, viewer: u64, ask: Ask) -> Result<(), RoomError> {
        match ask {
            Ask::Sync => {
                self.tell_game(viewer);
                Ok(())
            }
            Ask::Move { plies, text } => self.ask_move(viewer, plies, &text).await,
            Ask::Undo => self.ask_undo(viewer).await,
            Ask::Redo => self.ask_redo(viewer).await,
            Ask::Hint => self.ask_hint(viewer),
            Ask::Draw => self.ask_draw(viewer).await,
            Ask::Decline => self.decline(viewer),
            Ask::Resign => self.resign(viewer).await,
            Ask::Swap => self.swap(viewer).await,
            Ask::Rematch => self.ask_rematch(viewer).await,
            Ask::Pace { paused, delay_ms } => self.set_pace(viewer, paused, delay_ms),
            Ask::Step => self.step(viewer),
        }
    }

    /// The colors a viewer plays.
    fn colors_of(&self, viewer: u64) -> Result<Vec<Color>, RoomError> {
        self.audience.colors_of(viewer, self.state.swapped())
    }

    /// `Some` single color that decides alone, `None` if the viewer plays both; whether all human
    /// seats are the viewer's, so that nobody else need be asked.
    pub(super) fn decider(&self, viewer: u64) -> Result<(Option<Color>, bool), RoomError> {
        let colors = self.colors_of(viewer)?;
        let alone = self.state.humans() <= colors.len();
        Ok((if colors.len() == 1 { Some(colors[0]) } else { None }, alone))
    }

    async fn ask_move(&mut self, viewer: u64, plies: usize, text: &str) -> Result<(), RoomError> {
        let colors = self.colors_of(viewer)?;
        self.state.check_ongoing()?;
        if plies != self.state.plies().len() {
            return Err(RoomError::Stale);
        }
        if !colors.contains(&self.state.turn()) {
            return Err(RoomError::NotYourTurn);
        }
        let mv = self.state.check_move(text)?;
        self.play(mv, None, None).await
    }

    async fn ask_undo(&mut self, viewer: u64) -> Result<(), RoomError> {
        let (color, alone) = self.decider(viewer)?;
        if alone {
            let plies = self.state.plies_to_undo(color)?;
            return self.take_back(plies).await;
        }
        self.state.check_ongoing()?;
        if let Some(asker) = self.offers.take_back_asked_of(color) {
            let plies = self.state.plies_to_undo(Some(asker))?;
            return self.take_back(plies).await;
        }
        self.state.plies_to_undo(color)?;
        self.offers.take_back = color;
        self.tell_game_to_all();
        Ok(())
    }

    async fn take_back(&mut self, plies: usize) -> Result<(), RoomError> {
        self.change(vec![Event::TookBack { plies }]).await
    }

    async fn ask_redo(&mut self, viewer: u64) -> Result<(), RoomError> {
        let (color, alone) = self.decider(viewer)?;
        if !alone {
            return Err(GameError::NothingToRedo.into());
        }
        let plies = self.state.plies_to_redo(color)?;
        self.change(plies.into_iter().map(Event::Played).collect()).await
    }

    fn ask_hint(&mut self, viewer: u64) -> Result<(), RoomError> {
        let (_, alone) = self.decider(viewer)?;
        self.state.check_ongoing()?;
        if !alone {
            return Err(RoomError::NoHints);
        }
        let owner = self.audience.owner_of(viewer).ok_or(RoomError::NotYourSeat)?;
        let task = self.task(Aim::Analysis { time: HINT_TIME, lines: 1 });
        let (inbox, turn) = (self.own_inbox.clone(), self.turn.number());
        let listener = HintListener { inbox, viewer, turn };
        let claim = Claim { owner, urgency: Urgency::Hint };
        let search = self.pool.submit(claim, task, Box::new(listener))?;
        self.audience.keep_hint(viewer, search);
        Ok(())
    }

    pub(super) fn show_hint(&mut self, viewer: u64, choice: Option<&Choice>) {
        if let Some(choice) = choice {
            self.audience.tell(viewer, &News::Hint { state: &self.state, choice });
        }
    }

    async fn ask_draw(&mut self, viewer: u64) -> Result<(), RoomError> {
        let (color, alone) = self.decider(viewer)?;
        self.state.check_ongoing()?;
        let is_against_machine = alone && color.is_some();
        if is_against_machine && !self.machine_agrees() {
            return Err(RoomError::DrawDeclined);
        }
        if alone || self.offers.draw_is_offered_to(color) {
            return self.end(Ending::Agreed).await;
        }
        self.offers.draw = color;
        self.tell_game_to_all();
        Ok(())
    }

    /// A machine judges by its own last evaluation.
    fn machine_agrees(&self) -> bool {
        let machine = Color::BOTH.into_iter().find(|&it| !self.state.player(it).is_human());
        let last = self.state.plies().iter().rev().find_map(|it| it.score);
        match (machine, last) {
            (Some(machine), Some(score)) => {
                DRAW_FROM_PLY <= self.state.plies().len() && score.for_side(machine) <= DRAW_BELOW
            }
            _ => false,
        }
    }

    fn decline(&mut self, viewer: u64) -> Result<(), RoomError> {
        let (color, _) = self.decider(viewer)?;
        let by = color.ok_or(RoomError::NothingToAnswer)?;
        let offer = self.offers.waits_for(by).ok_or(RoomError::NothingToAnswer)?;
        self.offers.clear();
        self.tell_game_to_all();
        self.audience.tell_all(&News::Declined { offer, by });
        Ok(())
    }

    async fn resign(&mut self, viewer: u64) -> Result<(), RoomError> {
        let (color, _) = self.decider(viewer)?;
        self.state.check_ongoing()?;
        self.end(Ending::Resigned(color.unwrap_or(self.state.turn()))).await
    }

    async fn swap(&mut self, viewer: u64) -> Result<(), RoomError> {
        self.colors_of(viewer)?;
        self.state.check_ongoing()?;
        if self.state.humans() != 1 || self.in_league {
            return Err(RoomError::NoSwap);
        }
        self.change(vec![Event::Swapped]).await
    }

    pub(super) fn check_host(&self, viewer: u64) -> Result<(), RoomError> {
        if self.state.humans() != 0 {
            return Err(RoomError::NotWatching);
        }
        let held = self.audience.held_by(viewer, self.state.swapped());
        let is_host = held.is_some_and(|it| it.host);
        if is_host { Ok(()) } else { Err(RoomError::NotYourSeat) }
    }

    fn set_pace(&mut self, viewer: u64, paused: bool, delay_ms: u64) -> Result<(), RoomError> {
        self.check_host(viewer)?;
        let delay = Duration::from_millis(delay_ms).min(SLOWEST_PACE);
        self.turn.pace = Pace { paused, delay };
        if paused {
            self.turn.abandon();
            self.turn.stop_clock();
        } else if !self.turn.is_searching() {
            self.turn.start_clock();
            self.plan_thinking();
        }
        self.tell_game_to_all();
        Ok(())
    }

    fn step(&mut self, viewer: u64) -> Result<(), RoomError> {
        self.check_host(viewer)?;
        self.state.check_ongoing()?;
        if self.turn.pace.paused && !self.turn.is_searching() {
            self.turn.start_clock();
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
    fn waits(&mut self, _: usize) {}

    fn thought(&mut self, _: Thought) {}

    fn finished(&mut self, choice: Option<Choice>, _: bool) {
        let Some(inbox) = self.inbox.upgrade() else { return };
        let (turn, viewer) = (self.turn, self.viewer);
        let _ = inbox.blocking_send(Command::Hinted { turn, viewer, choice });
    }
}
