//! One open room: a task that owns a game, its audience, its turn and its offers. Requests arrive
//! one after another, so nothing here needs a lock. An event is stored before anyone hears of it:
//! `commit` is where a move goes to disk.

use std::{sync::Arc, time::Duration};

use tokio::{sync::mpsc, time::Instant};
use xiangqi::Move;

use super::{
    audience::{Audience, Hello},
    commands::Command,
    error::RoomError,
    keeping::Keeping,
    news::{GameNews, MakeVoice, News, Present, SeatsHeld},
    offers::Offers,
    turn::Turn,
};
use crate::{
    game::{
        score::RedScore,
        state::{Ending, Event, GameState, Ply},
    },
    store::{
        Store,
        reads::StoredGame,
        writes::{Shown, Write},
    },
    thinking::pool::Pool,
};

/// Requests that may wait for a room.
const INBOX: usize = 256;
/// An empty room is put away after this.
const IDLE: Duration = Duration::from_secs(60);
/// Moves and take-backs of one game; after so many it can only be ended.
pub(crate) const MOST_EVENTS: usize = 5000;

pub(crate) struct Room {
    pub(super) id: String,
    pub(super) state: GameState,
    /// How many events made the state.
    events: usize,
    pub(super) audience: Audience,
    pub(super) turn: Turn,
    pub(super) offers: Offers,
    /// The game in which its players went on.
    pub(super) next: Option<String>,
    pub(super) store: Store,
    pub(super) pool: Arc<Pool>,
    pub(super) own_inbox: mpsc::WeakSender<Command>,
    /// A league directs the game: it goes on without viewers while it is kept, and else not at all.
    pub(super) in_league: bool,
    pub(super) keeping: Option<Keeping>,
}

/// Starts a room. It ends when its inbox is gone or it stood empty for a while.
pub(crate) fn open(
    id: String,
    stored: StoredGame,
    store: Store,
    pool: Arc<Pool>,
    voice: MakeVoice,
) -> mpsc::Sender<Command> {
    let (inbox, commands) = mpsc::channel(INBOX);
    let room = Room {
        id,
        state: stored.state,
        events: stored.events,
        audience: Audience::new(stored.seats, voice()),
        turn: Turn::default(),
        offers: Offers::default(),
        next: stored.next,
        store,
        pool,
        own_inbox: inbox.downgrade(),
        in_league: stored.in_league,
        keeping: None,
    };
    tokio::spawn(room.run(commands));
    inbox
}

impl Room {
    async fn run(mut self, mut commands: mpsc::Receiver<Command>) {
        self.begin_turn();
        loop {
            let was_watched = !self.audience.is_empty();
            let wake = self.next_wake();
            let command = tokio::select! {
                command = commands.recv() => command,
                () = sleep_until(wake) => {
                    if self.is_abandoned() {
                        break;
                    }
                    self.on_time().await;
                    self.pause_if_left_alone(was_watched);
                    continue;
                }
            };
            match command {
                None => break,
                Some(Command::Delete) => {
                    self.audience.tell_all(&News::Deleted);
                    break;
                }
                Some(command) => self.handle(command).await,
            }
            self.pause_if_left_alone(was_watched);
        }
        // Whoever still waits for an answer gets none and asks again for the room.
        commands.close();
    }

    /// When something happens by itself: a flag falls, a machine begins to think, the room closes.
    fn next_wake(&self) -> Option<Instant> {
        let now = Instant::now();
        let flag_falls = self.time_to_flag().map(|it| now + it);
        let gives_up = self.time_to_give_up().map(|it| now + it);
        let may_close = !self.clock_ticks() && self.keeping.is_none();
        let closes = self.audience.empty_since().filter(|_| may_close).map(|it| it + IDLE);
        let planned = [self.turn.think_at(), self.turn.play_at()];
        [flag_falls, gives_up, closes].into_iter().chain(planned).flatten().min()
    }

    /// No move can be added any more.
    pub(super) fn is_full(&self) -> bool {
        MOST_EVENTS <= self.events
    }

    fn clock_ticks(&self) -> bool {
        self.turn.clock_ticks(&self.state)
    }

    fn is_abandoned(&self) -> bool {
        let empty_since = self.audience.empty_since();
        let is_long_empty = empty_since.is_some_and(|it| it + IDLE <= Instant::now());
        is_long_empty && !self.clock_ticks() && self.keeping.is_none()
    }

    async fn on_time(&mut self) {
        let now = Instant::now();
        if self.time_to_flag().is_some_and(|it| it.is_zero()) {
            let loser = self.state.turn();
            self.end(Ending::OutOfTime(loser)).await.unwrap_or_else(|error| self.log(&error));
        }
        if self.time_to_give_up().is_some_and(|it| it.is_zero()) {
            self.give_up_waiting().await;
        }
        if self.turn.think_at().is_some_and(|it| it <= now) {
            self.think();
        }
        if let Some(choice) = self.turn.release() {
            self.machine_move(choice).await;
        }
    }

    /// Nobody watches any more: the search stops, and so does the clock unless another human waits.
    fn pause_if_left_alone(&mut self, was_watched: bool) {
        if was_watched && self.audience.is_empty() && !self.in_league {
            self.turn.abandon();
            if self.state.humans() < 2 {
                self.turn.stop_clock();
            }
        }
    }

    async fn handle(&mut self, command: Command) {
        let now = self.turn.number();
        match command {
            Command::Join { viewer, hello, answer } => {
                let _ = answer.send(self.join(viewer, hello).await);
            }
            Command::Leave { viewer } => self.leave(viewer),
            Command::Ask { viewer, re, ask } => {
                let outcome = self.ask(viewer, ask).await;
                let outcome = outcome.as_ref().copied();
                self.audience.tell(viewer, &News::Answer { re, outcome });
            }
            Command::Thought { turn, thought } if turn == now => self.show_thought(&thought),
            Command::Waits { turn, place } if turn == now => self.show_place(place),
            Command::Chosen { turn, choice } if turn == now => self.chosen(choice).await,
            Command::Hinted { turn, viewer, choice } if turn == now => {
                self.show_hint(viewer, choice.as_ref());
            }
            Command::Kept(kept) => self.keep(kept).await,
            Command::Describe { answer } => {
                let _ = answer.send(self.state.clone());
            }
            #[cfg(test)]
            Command::Panic => panic!("injected"),
            Command::Thought { .. }
            | Command::Waits { .. }
            | Command::Chosen { .. }
            | Command::Hinted { .. }
            | Command::Delete => (),
        }
    }

    async fn join(&mut self, viewer: u64, hello: Hello) -> Result<(), RoomError> {
        self.audience.check_room()?;
        let held = self.audience.seats_for(&hello.tokens);
        self.seat_guest(held, &hello).await?;
        let is_player = held.host || held.colors.contains(&true);
        if let Some(visitor) = hello.visitor.filter(|_| is_player) {
            self.store.write(Write::Shelve { id: self.id.clone(), visitor }).await?;
        }
        let was_empty = self.audience.is_empty();
        self.audience.seat(viewer, hello, held);
        if was_empty && !self.in_league {
            self.turn.start_clock();
            self.plan_thinking();
        }
        self.tell_game(viewer);
        self.tell_present();
        Ok(())
    }

    fn leave(&mut self, viewer: u64) {
        if self.audience.leave(viewer) {
            self.tell_present();
        }
    }

    fn tell_present(&mut self) {
        let present = self.audience.present(self.state.swapped());
        self.audience.tell_all(&News::Present(present));
    }

    /// Everything, to one viewer.
    pub(super) fn tell_game(&mut self, viewer: u64) {
        let swapped = self.state.swapped();
        let Some(held) = self.audience.held_by(viewer, swapped) else { return };
        let present = self.audience.present(swapped);
        let next = self.next.as_deref();
        let news = game_news(&self.id, &self.state, &self.turn, self.offers, present, next);
        self.audience.tell(viewer, &news(held));
    }

    /// Everything, to everyone.
    pub(super) fn tell_game_to_all(&mut self) {
        let swapped = self.state.swapped();
        let present = self.audience.present(swapped);
        let next = self.next.as_deref();
        let news = game_news(&self.id, &self.state, &self.turn, self.offers, present, next);
        self.audience.tell_each(swapped, news);
    }

    pub(super) async fn play(
        &mut self,
        mv: Move,
        score: Option<RedScore>,
        depth: Option<u32>,
    ) -> Result<(), RoomError> {
        let (spent, counted) = (self.turn.spent(), self.turn.counted(&self.state));
        let left = self.state.time_left(self.state.turn());
        let left =
            self.state.setup().clock.zip(left).map(|(rule, left)| rule.after_move(left, counted));
        self.commit(vec![Event::Played(Ply { mv, spent, left, score, depth })]).await?;
        self.begin_turn();
        let clocks = self.turn.clocks(&self.state);
        if let Some(ply) = self.state.plies().last() {
            self.audience.tell_all(&News::Moved { state: &self.state, ply, clocks });
        }
        Ok(())
    }

    pub(super) async fn end(&mut self, ending: Ending) -> Result<(), RoomError> {
        self.change(vec![Event::Ended(ending)]).await
    }

    /// Events that are more than a move: everyone is told everything.
    pub(super) async fn change(&mut self, events: Vec<Event>) -> Result<(), RoomError> {
        self.commit(events).await?;
        self.begin_turn();
        self.tell_game_to_all();
        Ok(())
    }

    /// Tries the events on a copy, stores them, and only then makes the copy the state.
    async fn commit(&mut self, events: Vec<Event>) -> Result<(), RoomError> {
        let mut next = self.state.clone();
        for event in &events {
            next.apply(event)?;
        }
        let count = events.len();
        let ends = events.iter().all(|it| matches!(it, Event::Ended(_)));
        if MOST_EVENTS < self.events + count && !ends {
            return Err(RoomError::TooLong);
        }
        let shown = Shown::from(&next);
        let write = Write::Append { id: self.id.clone(), first: self.events, events, shown };
        self.store.write(write).await?;
        self.events += count;
        self.state = next;
        Ok(())
    }

    pub(super) fn log(&self, error: &RoomError) {
        tracing::warn!(game = %self.id, "{error}");
    }
}

/// Everything about a game, for whoever holds these seats.
fn game_news<'a>(
    id: &'a str,
    state: &'a GameState,
    turn: &Turn,
    offers: Offers,
    present: Present,
    next: Option<&'a str>,
) -> impl Fn(SeatsHeld) -> News<'a> {
    let (clocks, pace) = (turn.clocks(state), turn.pace);
    move |you| News::Game(GameNews { id, you, state, clocks, offers, pace, present, next })
}

async fn sleep_until(wake: Option<Instant>) {
    match wake {
        Some(wake) => tokio::time::sleep_until(wake).await,
        None => std::future::pending().await,
    }
}
