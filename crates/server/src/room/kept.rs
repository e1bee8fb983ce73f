//! A game that a league keeps going: nobody has to watch. Bots think elsewhere and are told when it is
//! their turn; their clocks tick from that moment, and stand still while they are away, for as long
//! as the grace period lasts.

use std::time::Duration;

use xiangqi::Color;

use super::{
    error::RoomError,
    keeping::{BotAsk, BotLine, GameOver, Kept},
    live::Room,
    news::{BotNews, BotTurn, News},
};
use crate::game::{
    error::GameError,
    fault::{Fault, FaultKind},
    setup::ClockRule,
    state::{Ending, GameState},
};

/// What is forgiven of a bot's time, for the way of a message there and back.
const MARGIN: Duration = Duration::from_millis(300);
/// What a bot is told to take for a move in a game without a clock.
const UNTIMED_MOVE: Duration = Duration::from_secs(2);

impl Room {
    pub(super) async fn keep(&mut self, kept: Kept) {
        match kept {
            Kept::Begin(keeping) => {
                self.keeping = Some(*keeping);
                self.begin_turn();
            }
            Kept::Here { color, line } => self.bot_comes(color, line),
            Kept::Gone { viewer, why } => self.bot_leaves(viewer, why),
            Kept::Excuse { color } => self.excuse(color),
            Kept::Forfeit { color, fault } => self.forfeit(color, fault).await,
            Kept::Release => {
                self.keeping = None;
                self.turn.abandon();
                self.turn.stop_clock();
            }
            Kept::Ask { viewer, re, ask } => {
                let line = self.line_of(viewer);
                let outcome = self.bot_asks(viewer, ask).await;
                let news = News::Answer { re, outcome: outcome.as_ref().copied() };
                if let Some(line) = line {
                    let _ = line.outbox.send(self.audience.text(&news));
                }
            }
        }
    }

    fn line_of(&self, viewer: u64) -> Option<BotLine> {
        let keeping = self.keeping.as_ref()?;
        keeping.seats[keeping.color_of(viewer)?.index()].line.clone()
    }

    fn bot_comes(&mut self, color: Color, line: BotLine) {
        let Some(keeping) = &mut self.keeping else { return };
        let seat = &mut keeping.seats[color.index()];
        seat.line = Some(line);
        seat.absence.lasted.pause();
        seat.absence.is_excused = false;
        if self.state.turn() == color {
            self.call_bot();
        }
    }

    fn bot_leaves(&mut self, viewer: u64, why: FaultKind) {
        let Some(keeping) = &mut self.keeping else { return };
        let Some(color) = keeping.color_of(viewer) else { return };
        let seat = &mut keeping.seats[color.index()];
        seat.line = None;
        seat.absence.why = why;
        if self.state.turn() == color {
            self.call_bot();
        }
    }

    fn excuse(&mut self, color: Color) {
        let Some(keeping) = &mut self.keeping else { return };
        let seat = &mut keeping.seats[color.index()];
        seat.absence.is_excused = true;
        if let Some(line) = seat.line.take() {
            let _ = line.outbox.send(self.audience.bot_text(&BotNews::Wait { id: &self.id }));
        }
        if self.state.turn() == color {
            self.call_bot();
        }
    }

    async fn forfeit(&mut self, color: Color, fault: Fault) {
        if self.state.standing().is_over() {
            return;
        }
        let ending = Ending::Faulted(color, fault);
        self.end(ending).await.unwrap_or_else(|error| self.log(&error));
    }

    /// A turn of a kept game begins, or its end is told.
    pub(super) fn begin_kept_turn(&mut self) {
        if self.state.standing().is_over() {
            self.tell_end();
        } else if self.state.player(self.state.turn()).is_bot() {
            self.call_bot();
        }
    }

    /// The bot that is to move is told so, and its clock ticks; if it is not there, it is waited for.
    fn call_bot(&mut self) {
        let color = self.state.turn();
        let is_wanted = self.state.player(color).is_bot() && !self.state.standing().is_over();
        let Some(keeping) = &mut self.keeping else { return };
        let Some(line) = keeping.seats[color.index()].line.clone().filter(|_| is_wanted) else {
            self.turn.stop_clock();
            let absence = &mut keeping.seats[color.index()].absence;
            if is_wanted && !absence.is_excused {
                absence.lasted.resume();
            }
            return;
        };
        self.turn.start_clock();
        let clocks = self.turn.clocks(&self.state);
        let left = clocks.left.map(Option::unwrap_or_default);
        let move_time = match self.state.setup().clock {
            None => Some(UNTIMED_MOVE),
            Some(ClockRule::Move { .. }) => Some(left[color.index()]),
            Some(ClockRule::Game { .. }) => None,
        };
        let (id, state, counted) = (&self.id, &self.state, keeping.counted);
        let news = BotNews::Go(BotTurn { id, state, left, move_time, counted });
        let _ = line.outbox.send(self.audience.bot_text(&news));
    }

    /// Everybody who plays hears of the end; from now on the game is like any other.
    fn tell_end(&mut self) {
        let Some(keeping) = self.keeping.take() else { return };
        let text = self.audience.bot_text(&BotNews::Over { id: &self.id, state: &self.state });
        for line in keeping.seats.iter().filter_map(|it| it.line.as_ref()) {
            let _ = line.outbox.send(text.clone());
        }
        let _ = keeping.over.send(game_over(&self.id, &self.state));
    }

    /// How long until the side to move has lost because of the clock. A machine of the server waits
    /// for its thread through no fault of its own.
    pub(super) fn time_to_flag(&self) -> Option<Duration> {
        let margin = match (&self.keeping, self.state.machine_to_move()) {
            (None, _) => Duration::ZERO,
            (Some(_), Some(_)) => return None,
            (Some(_), None) => MARGIN,
        };
        self.turn.time_to_flag(&self.state, margin)
    }

    /// How long until the bot that is to move has been away for too long.
    pub(super) fn time_to_give_up(&self) -> Option<Duration> {
        let keeping = self.keeping.as_ref()?;
        let absence = &keeping.seats[self.state.turn().index()].absence;
        let is_awaited = absence.lasted.is_running();
        is_awaited.then(|| keeping.grace.saturating_sub(absence.lasted.elapsed()))
    }

    /// The bot did not come back in time.
    pub(super) async fn give_up_waiting(&mut self) {
        let color = self.state.turn();
        let Some(keeping) = &self.keeping else { return };
        let why = keeping.seats[color.index()].absence.why;
        self.forfeit(color, Fault::plain(why)).await;
    }

    async fn bot_asks(&mut self, viewer: u64, ask: BotAsk) -> Result<(), RoomError> {
        let keeping = self.keeping.as_ref().ok_or(RoomError::NotYourSeat)?;
        let color = keeping.color_of(viewer).ok_or(RoomError::NotYourSeat)?;
        self.state.check_ongoing()?;
        match ask {
            BotAsk::Move { plies, text } => self.bot_moves(color, plies, &text).await,
            BotAsk::Resign => self.end(Ending::Resigned(color)).await,
            BotAsk::Crashed { why } => {
                self.end(Ending::Faulted(color, Fault::said(FaultKind::Crash, &why))).await
            }
        }
    }

    /// A move that is none loses the game; one that comes late or too early does nothing.
    async fn bot_moves(&mut self, color: Color, plies: usize, text: &str) -> Result<(), RoomError> {
        if plies != self.state.plies().len() {
            return Err(RoomError::Stale);
        }
        if color != self.state.turn() {
            return Err(RoomError::NotYourTurn);
        }
        match self.state.check_move(text) {
            Ok(mv) => self.play(mv, None, None).await,
            Err(GameError::Over) => Err(GameError::Over.into()),
            Err(error) => {
                let fault = Fault::said(FaultKind::IllegalMove, text);
                self.end(Ending::Faulted(color, fault)).await?;
                Err(error.into())
            }
        }
    }
}

fn game_over(id: &str, state: &GameState) -> GameOver {
    let standing = state.standing();
    GameOver {
        id: id.to_owned(),
        status: standing.status,
        reason: standing.reason.map(|it| it.name()),
        plies: state.plies().len(),
        detail: state.fault().map(|it| it.detail.clone()).unwrap_or_default(),
    }
}
