//! One game room: a task that owns a table, its viewers and its searches. Requests arrive one
//! after another, so nothing here needs a lock. An event is stored before anyone hears of it.

use std::{collections::HashMap, sync::Arc, time::Duration};

use tokio::{
    sync::{mpsc, oneshot},
    time::Instant,
};
use xiangqi::{Color, Move};

use crate::{
    error::Refusal,
    pool::{Listener, Pool, Search, Urgency},
    secret::TokenHash,
    store::{Loaded, Seats, Shown, Store, Write},
    table::{ClockRule, Ending, Event, Ply, Table},
    thinker::{Choice, Progress, RedScore, Strength, Task},
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
/// No machine thinks longer about one move.
const LONGEST_THOUGHT: Duration = Duration::from_secs(15);
const HINT_TIME: Duration = Duration::from_millis(900);
const SLOWEST_PACE: Duration = Duration::from_secs(60);
/// A machine that could not think or play tries again after this.
const RETRY: Duration = Duration::from_secs(1);
/// Progress is shown at most this often.
const PROGRESS_EVERY: Duration = Duration::from_millis(120);
/// A machine agrees to a draw from this ply on, if it stands no better than this (centipawns).
const DRAW_FROM_PLY: usize = 40;
const DRAW_BELOW: i32 = 30;

pub(crate) type Outbox = mpsc::Sender<Arc<str>>;

pub(crate) enum Command {
    Join { viewer: u64, hello: Hello, answer: oneshot::Sender<Result<(), Refusal>> },
    Leave { viewer: u64 },
    Ask { viewer: u64, re: u64, request: Request },
    Thought { turn: u64, progress: Progress },
    Chosen { turn: u64, choice: Option<Choice> },
    Hinted { turn: u64, viewer: u64, choice: Option<Choice> },
    Describe { answer: oneshot::Sender<Table> },
    Delete,
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

    // Requests

    async fn ask(&mut self, viewer: u64, request: Request) -> Result<(), Refusal> {
        match request {
            Request::Hello { .. } => Err(Refusal::Malformed("hello was said already".into())),
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
    fn colors_of(&self, viewer: u64) -> Result<Vec<Color>, Refusal> {
        let there = self.viewers.get(&viewer).ok_or(Refusal::NotYourSeat)?;
        let colors: Vec<Color> =
            Color::BOTH.into_iter().filter(|&it| self.holds(there, it)).collect();
        if colors.is_empty() { Err(Refusal::NotYourSeat) } else { Ok(colors) }
    }

    /// `Some` single color that decides alone, `None` if the viewer plays both; whether all human
    /// seats are the viewer's, so that nobody else need be asked.
    fn decider(&self, viewer: u64) -> Result<(Option<Color>, bool), Refusal> {
        let colors = self.colors_of(viewer)?;
        let alone = self.table.humans() <= colors.len();
        Ok((if colors.len() == 1 { Some(colors[0]) } else { None }, alone))
    }

    async fn ask_move(&mut self, viewer: u64, plies: usize, text: &str) -> Result<(), Refusal> {
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

    async fn ask_undo(&mut self, viewer: u64) -> Result<(), Refusal> {
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

    async fn take_back(&mut self, plies: usize) -> Result<(), Refusal> {
        self.commit(vec![Event::TookBack { plies }]).await?;
        self.begin_turn();
        self.broadcast_view();
        Ok(())
    }

    async fn ask_redo(&mut self, viewer: u64) -> Result<(), Refusal> {
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

    fn ask_hint(&mut self, viewer: u64) -> Result<(), Refusal> {
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

    fn show_hint(&mut self, viewer: u64, choice: Option<Choice>) {
        let Some(choice) = choice else { return };
        let hint = ToViewer::Hint {
            plies: self.table.plies().len(),
            best: wire::Naming::of(self.table.game().position(), choice.mv),
            score: choice.score.map(wire::Score::from).unwrap_or_default(),
        };
        self.send(viewer, &hint);
    }

    async fn ask_draw(&mut self, viewer: u64) -> Result<(), Refusal> {
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
    fn machine_agrees(&self) -> bool {
        let machine = Color::BOTH.into_iter().find(|&it| !self.table.player(it).is_human());
        let last = self.table.plies().iter().rev().find_map(|it| it.score);
        match (machine, last) {
            (Some(machine), Some(score)) => {
                DRAW_FROM_PLY <= self.table.plies().len() && score.for_side(machine) <= DRAW_BELOW
            }
            _ => false,
        }
    }

    fn decline(&mut self, viewer: u64) -> Result<(), Refusal> {
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

    async fn resign(&mut self, viewer: u64) -> Result<(), Refusal> {
        let (color, _) = self.decider(viewer)?;
        self.table.check_ongoing()?;
        self.end(Ending::Resigned(color.unwrap_or(self.table.turn()))).await
    }

    async fn swap(&mut self, viewer: u64) -> Result<(), Refusal> {
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

    fn check_host(&self, viewer: u64) -> Result<(), Refusal> {
        if self.table.humans() != 0 {
            return Err(Refusal::NotWatching);
        }
        let is_host = self.viewers.get(&viewer).is_some_and(|it| it.host);
        if is_host { Ok(()) } else { Err(Refusal::NotYourSeat) }
    }

    fn set_pace(&mut self, viewer: u64, paused: bool, delay_ms: u64) -> Result<(), Refusal> {
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

    fn step(&mut self, viewer: u64) -> Result<(), Refusal> {
        self.check_host(viewer)?;
        self.table.check_ongoing()?;
        if self.paused && self.search.is_none() {
            self.timer.resume();
            self.think();
        }
        Ok(())
    }

    // Events

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
                position.play(ply.mv);
            } else {
                self.named.push(wire::Ply::of(&mut position, ply.mv, Some(ply)));
            }
        }
    }

    // Turns, clocks and machines

    fn begin_turn(&mut self) {
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

    fn clock_ticks(&self) -> bool {
        self.table.clock_runs() && self.timer.is_running()
    }

    /// What the side to move has left, while its clock ticks.
    fn time_left(&self) -> Option<Duration> {
        let left = self.table.time_left(self.table.turn()).filter(|_| self.clock_ticks())?;
        Some(left.saturating_sub(self.timer.elapsed()))
    }

    fn clocks(&self) -> wire::Clocks {
        let turn = self.table.turn();
        let spent = if self.table.clock_runs() { self.timer.elapsed() } else { Duration::ZERO };
        let left = |color| {
            let spent = if color == turn { spent } else { Duration::ZERO };
            self.table.time_left(color).map(|it| it.saturating_sub(spent).as_millis() as u64)
        };
        let running = self.clock_ticks().then_some(turn.into());
        wire::Clocks { red: left(Color::Red), black: left(Color::Black), running }
    }

    fn plan_thinking(&mut self) {
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

    fn think(&mut self) {
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
            Err(_) => self.think_at = Some(Instant::now() + RETRY),
        }
        let (plies, side) = (self.table.plies().len(), self.table.turn().into());
        self.broadcast(&ToViewer::Thinking { plies, side, progress: wire::Progress::waiting() });
    }

    /// From the game's name, so that it is the same after a restart.
    fn seed(&self) -> u64 {
        let mix = |seed: u64, byte: u8| (seed ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        self.id.bytes().fold(0xcbf2_9ce4_8422_2325, mix)
    }

    /// A machine never thinks so long that its flag could fall.
    fn thinking_time(&self) -> Duration {
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

    fn show_progress(&mut self, progress: &Progress) {
        let is_soon = self.last_progress.is_some_and(|it| it.elapsed() < PROGRESS_EVERY);
        if is_soon {
            return;
        }
        self.last_progress = Some(Instant::now());
        let progress = wire::Progress::of(self.table.game().position(), progress);
        let (plies, side) = (self.table.plies().len(), self.table.turn().into());
        self.broadcast(&ToViewer::Thinking { plies, side, progress });
    }

    async fn machine_move(&mut self, choice: Option<Choice>) {
        self.search = None;
        let played = match choice {
            Some(choice) => self.play(choice.mv, choice.score, choice.depth).await,
            None => Err(Refusal::Busy),
        };
        if let Err(refusal) = played {
            self.log(&refusal);
            self.think_at = Some(Instant::now() + RETRY);
        }
    }

    fn log(&self, refusal: &Refusal) {
        tracing::warn!(game = %self.id, "{}", refusal.message());
    }
}

async fn sleep_until(wake: Option<Instant>) {
    match wake {
        Some(wake) => tokio::time::sleep_until(wake).await,
        None => std::future::pending().await,
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
