//! One game room: a task that owns a table, its viewers and its searches. Requests arrive one
//! after another, so nothing here needs a lock. An event is stored before anyone hears of it.

mod asks;
mod turns;

use std::{collections::HashMap, sync::Arc, time::Duration};

use tokio::{
    sync::{mpsc, oneshot},
    time::Instant,
};
use xiangqi::{Color, Move};

use crate::{
    error::Refusal,
    pool::{Pool, Search},
    secret::TokenHash,
    store::{Loaded, Seats, Shown, Store, Write},
    table::{Ending, Event, Ply, Table},
    thinker::{Choice, Progress, RedScore},
    timer::TurnTimer,
    wire::{self, Request, ToViewer},
};

/// Requests that may wait for a room.
const INBOX: usize = 256;
/// Messages that may wait for a viewer; who is slower is disconnected and may come back.
pub(crate) const OUTBOX: usize = 128;
/// Viewers of one game.
const MOST_VIEWERS: usize = 300;
/// An empty room is put away after this.
const IDLE: Duration = Duration::from_secs(60);

pub(crate) type Outbox = mpsc::Sender<Arc<str>>;

pub(crate) enum Command {
    Join {
        viewer: u64,
        hello: Hello,
        answer: oneshot::Sender<Result<(), Refusal>>,
    },
    Leave {
        viewer: u64,
    },
    Ask {
        viewer: u64,
        re: u64,
        request: Request,
    },
    Thought {
        turn: u64,
        progress: Progress,
    },
    Chosen {
        turn: u64,
        choice: Option<Choice>,
    },
    Hinted {
        turn: u64,
        viewer: u64,
        choice: Option<Choice>,
    },
    Describe {
        answer: oneshot::Sender<Table>,
    },
    Delete,
    /// A fault on demand, to see that it stays in its room.
    #[cfg(test)]
    Panic,
}

/// How a viewer introduces itself.
pub(crate) struct Hello {
    pub(crate) outbox: Outbox,
    pub(crate) tokens: Vec<TokenHash>,
    pub(crate) visitor: Option<TokenHash>,
}

struct Viewer {
    outbox: Outbox,
    /// Seats as they were given out, before any swap: Red, Black.
    seats: [bool; 2],
    host: bool,
    hint: Option<Search>,
}

pub(crate) struct Room {
    id: String,
    table: Table,
    /// The plies with their names, as viewers get them.
    named: Vec<wire::Ply>,
    seats: Seats,
    events: usize,
    viewers: HashMap<u64, Viewer>,
    timer: TurnTimer,
    /// Counts turns, so that answers of older searches are recognized.
    turn: u64,
    search: Option<Search>,
    last_progress: Option<Instant>,
    think_at: Option<Instant>,
    /// How often in a row a machine could not think or play.
    failures: u32,
    empty_since: Option<Instant>,
    draw_offer: Option<Color>,
    undo_request: Option<Color>,
    paused: bool,
    pace: Duration,
    store: Store,
    pool: Arc<Pool>,
    own_inbox: mpsc::WeakSender<Command>,
}

/// Starts a room. It ends when its inbox is gone or it stood empty for a while.
pub(crate) fn open(
    id: String,
    loaded: Loaded,
    store: Store,
    pool: Arc<Pool>,
) -> mpsc::Sender<Command> {
    let (inbox, commands) = mpsc::channel(INBOX);
    let room = Room {
        id,
        named: wire::plies_of(&loaded.table),
        table: loaded.table,
        seats: loaded.seats,
        events: loaded.events,
        viewers: HashMap::new(),
        timer: TurnTimer::default(),
        turn: 0,
        search: None,
        last_progress: None,
        think_at: None,
        failures: 0,
        empty_since: Some(Instant::now()),
        draw_offer: None,
        undo_request: None,
        paused: false,
        pace: Duration::from_secs(1),
        store,
        pool,
        own_inbox: inbox.downgrade(),
    };
    tokio::spawn(room.run(commands));
    inbox
}

impl Room {
    async fn run(mut self, mut commands: mpsc::Receiver<Command>) {
        self.begin_turn();
        loop {
            let wake = self.next_wake();
            let command = tokio::select! {
                command = commands.recv() => command,
                () = sleep_until(wake) => {
                    if self.is_abandoned() {
                        break;
                    }
                    self.on_time().await;
                    continue;
                }
            };
            match command {
                None => break,
                Some(Command::Delete) => {
                    self.broadcast(&ToViewer::Deleted);
                    break;
                }
                Some(command) => self.handle(command).await,
            }
        }
        // Whoever still waits for an answer gets none and asks again for the room.
        commands.close();
    }

    /// When something happens by itself: a flag falls, a machine begins to think, the room closes.
    fn next_wake(&self) -> Option<Instant> {
        let flag_falls = self.time_left().map(|it| Instant::now() + it);
        let closes = self.empty_since.filter(|_| !self.clock_ticks()).map(|it| it + IDLE);
        [flag_falls, self.think_at, closes].into_iter().flatten().min()
    }

    fn is_abandoned(&self) -> bool {
        let is_long_empty = self.empty_since.is_some_and(|it| it + IDLE <= Instant::now());
        is_long_empty && !self.clock_ticks()
    }

    async fn on_time(&mut self) {
        let now = Instant::now();
        if self.time_left().is_some_and(|it| it.is_zero()) {
            let loser = self.table.turn();
            self.end(Ending::OutOfTime(loser)).await.unwrap_or_else(|refusal| self.log(&refusal));
        }
        if self.think_at.is_some_and(|it| it <= now) {
            self.think();
        }
    }

    async fn handle(&mut self, command: Command) {
        match command {
            Command::Join { viewer, hello, answer } => {
                let _ = answer.send(self.join(viewer, hello).await);
            }
            Command::Leave { viewer } => self.leave(viewer),
            Command::Ask { viewer, re, request } => {
                let outcome = self.ask(viewer, request).await;
                self.send(viewer, &ToViewer::answer(re, outcome));
            }
            Command::Thought { turn, progress } if turn == self.turn => {
                self.show_progress(&progress)
            }
            Command::Chosen { turn, choice } if turn == self.turn => {
                self.machine_move(choice).await
            }
            Command::Hinted { turn, viewer, choice } if turn == self.turn => {
                self.show_hint(viewer, choice);
            }
            Command::Describe { answer } => {
                let _ = answer.send(self.table.clone());
            }
            #[cfg(test)]
            Command::Panic => panic!("injected"),
            Command::Thought { .. }
            | Command::Chosen { .. }
            | Command::Hinted { .. }
            | Command::Delete => (),
        }
    }

    // Viewers

    async fn join(&mut self, viewer: u64, hello: Hello) -> Result<(), Refusal> {
        if MOST_VIEWERS <= self.viewers.len() {
            return Err(Refusal::Busy);
        }
        let holds = |seat: Option<TokenHash>| seat.is_some_and(|it| hello.tokens.contains(&it));
        let seats = self.seats.colors.map(holds);
        let host = holds(self.seats.host);
        if let Some(visitor) = hello.visitor.filter(|_| host || seats.contains(&true)) {
            self.store.write(Write::Shelve { id: self.id.clone(), visitor }).await?;
        }
        self.viewers.insert(viewer, Viewer { outbox: hello.outbox, seats, host, hint: None });
        let was_empty = self.empty_since.take().is_some();
        if was_empty {
            self.resume();
        }
        self.send(viewer, &self.view(&self.viewers[&viewer]));
        self.broadcast(&ToViewer::Present(self.present()));
        Ok(())
    }

    fn leave(&mut self, viewer: u64) {
        if self.viewers.remove(&viewer).is_none() {
            return;
        }
        if self.viewers.is_empty() {
            self.empty_since = Some(Instant::now());
            self.pause_for_nobody();
        }
        self.broadcast(&ToViewer::Present(self.present()));
    }

    /// Nobody watches: the search stops, and so does the clock unless another human waits.
    fn pause_for_nobody(&mut self) {
        self.turn += 1;
        self.search = None;
        self.think_at = None;
        if self.table.humans() < 2 {
            self.timer.pause();
        }
    }

    fn resume(&mut self) {
        self.timer.resume();
        self.plan_thinking();
    }

    fn send(&mut self, viewer: u64, message: &ToViewer) {
        let text: Arc<str> = message.text().into();
        self.send_text(viewer, text);
    }

    fn send_text(&mut self, viewer: u64, text: Arc<str>) {
        let Some(there) = self.viewers.get(&viewer) else { return };
        if there.outbox.try_send(text).is_err() {
            // Too slow or gone: it will come back and be told everything anew.
            self.viewers.remove(&viewer);
            if self.viewers.is_empty() {
                self.empty_since = Some(Instant::now());
                self.pause_for_nobody();
            }
        }
    }

    fn broadcast(&mut self, message: &ToViewer) {
        let text: Arc<str> = message.text().into();
        let viewers: Vec<u64> = self.viewers.keys().copied().collect();
        for viewer in viewers {
            self.send_text(viewer, Arc::clone(&text));
        }
    }

    /// Sends everything to everyone; viewers with the same seats share one text.
    fn broadcast_view(&mut self) {
        let mut texts: HashMap<([bool; 2], bool), Arc<str>> = HashMap::new();
        let viewers: Vec<u64> = self.viewers.keys().copied().collect();
        for viewer in viewers {
            let Some(there) = self.viewers.get(&viewer) else { continue };
            let key = (there.seats, there.host);
            let text = texts.entry(key).or_insert_with(|| self.view(there).text().into());
            let text = Arc::clone(text);
            self.send_text(viewer, text);
        }
    }

    fn view(&self, viewer: &Viewer) -> ToViewer {
        let color_seats = Color::BOTH.into_iter().filter(|&it| self.holds(viewer, it));
        let colors = color_seats.map(|it| match it {
            Color::Red => wire::Seat::Red,
            Color::Black => wire::Seat::Black,
        });
        ToViewer::Game(Box::new(wire::GameView {
            id: self.id.clone(),
            you: colors.chain(viewer.host.then_some(wire::Seat::Host)).collect(),
            players: (&self.table).into(),
            rules: self.table.setup().rules.name(),
            clock: self.table.setup().clock.map(wire::Clock::from),
            start: (&self.table.setup().start).into(),
            plies: self.named.clone(),
            position: self.table.game().position().into(),
            status: self.table.standing().into(),
            clocks: self.clocks(),
            undone: self.table.undone(),
            draw_offer: self.draw_offer.map(Into::into),
            undo_request: self.undo_request.map(Into::into),
            paused: self.paused,
            delay_ms: self.pace.as_millis() as u64,
            present: self.present(),
        }))
    }

    fn holds(&self, viewer: &Viewer, color: Color) -> bool {
        let seat = if self.table.swapped() { color.opponent() } else { color };
        viewer.seats[seat.index()]
    }

    fn present(&self) -> wire::Present {
        let is_here = |color| self.viewers.values().any(|it| self.holds(it, color));
        let watching =
            self.viewers.values().filter(|it| !it.host && it.seats == [false; 2]).count();
        wire::Present { red: is_here(Color::Red), black: is_here(Color::Black), watching }
    }

    async fn play(
        &mut self,
        mv: Move,
        score: Option<RedScore>,
        depth: Option<u32>,
    ) -> Result<(), Refusal> {
        let spent = self.timer.elapsed();
        let counted = if self.table.clock_runs() { spent } else { Duration::ZERO };
        let left = self.table.time_left(self.table.turn());
        let left =
            self.table.setup().clock.zip(left).map(|(rule, left)| rule.after_move(left, counted));
        self.commit(vec![Event::Played(Ply { mv, spent, left, score, depth })]).await?;
        self.begin_turn();
        let Some(ply) = self.named.last().cloned() else { return Ok(()) };
        self.broadcast(&ToViewer::Moved(Box::new(wire::Moved {
            plies: self.table.plies().len(),
            ply,
            position: self.table.game().position().into(),
            status: self.table.standing().into(),
            clocks: self.clocks(),
            undone: self.table.undone(),
        })));
        Ok(())
    }

    async fn end(&mut self, ending: Ending) -> Result<(), Refusal> {
        self.commit(vec![Event::Ended(ending)]).await?;
        self.begin_turn();
        self.broadcast_view();
        Ok(())
    }

    /// Tries the events on a copy, stores them, and only then makes the copy the table.
    async fn commit(&mut self, events: Vec<Event>) -> Result<(), Refusal> {
        let mut next = self.table.clone();
        for event in &events {
            next.apply(event)?;
        }
        let count = events.len();
        let shown = Shown::from(&next);
        let write = Write::Append { id: self.id.clone(), first: self.events, events, shown };
        self.store.write(write).await?;
        self.events += count;
        self.table = next;
        self.name_plies();
        Ok(())
    }

    /// Brings the named plies up to date. Earlier ones stay unless the table changed below them.
    fn name_plies(&mut self) {
        let plies = self.table.plies();
        let is_same = |index: usize| self.named[index].naming.mv == plies[index].mv.to_string();
        let common = (0..self.named.len().min(plies.len())).take_while(|&it| is_same(it)).count();
        self.named.truncate(common);
        let mut position = self.table.setup().start;
        for (index, ply) in plies.iter().enumerate() {
            if index < common {
                position.play_unchecked(ply.mv);
            } else {
                self.named.push(wire::Ply::of(&mut position, ply.mv, Some(ply)));
            }
        }
    }
}

async fn sleep_until(wake: Option<Instant>) {
    match wake {
        Some(wake) => tokio::time::sleep_until(wake).await,
        None => std::future::pending().await,
    }
}
