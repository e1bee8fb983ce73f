//! The search threads: few, shared by all rooms, with a fair and bounded queue (`queue.rs`).
//!
//! The threads take what processor time the others leave: no search, however many there are, keeps a
//! request waiting. One more thread, the warden, ends searches that had their slice when somebody
//! waits, and tells those who wait their place.

use std::{
    panic::{self, AssertUnwindSafe},
    sync::{Arc, Condvar, Mutex, MutexGuard, Weak},
    thread,
    time::{Duration, Instant},
};

use super::{
    owner::Claim,
    priority,
    queue::{Crew, PoolFull, Queue},
    stop::StopSign,
    task::{Choice, Task, Thinker, Thought},
};

/// How often the warden looks while somebody waits, and after how many looks it tells places.
const LOOK_EVERY: Duration = Duration::from_millis(50);
const LOOKS_TO_TELL: u32 = 10;

/// What a search tells the one who asked. `waits` and `thought` must not block.
pub(crate) trait Listener: Send {
    /// It has not begun: so many are served first, and then this one (1 is the next).
    fn waits(&mut self, place: usize);
    fn thought(&mut self, thought: Thought);
    /// `made_room`: the search was cut short because others wait.
    fn finished(&mut self, choice: Option<Choice>, made_room: bool);
}

/// What a thread is given to do.
enum Work {
    Search { task: Box<Task>, listener: Box<dyn Listener> },
    Experiment(Box<dyn FnOnce(&StopSign) + Send>),
}

struct State {
    queue: Queue<Work>,
    closed: bool,
}

struct Shared {
    state: Mutex<State>,
    /// Threads without work wait here, and the warden while nobody else waits.
    wake: Condvar,
    wake_warden: Condvar,
}

pub(crate) struct Pool {
    shared: Arc<Shared>,
    threads: Mutex<Vec<thread::JoinHandle<()>>>,
}

/// A search that waits or is under way. Dropping it takes it out of the queue, or stops it.
pub(crate) struct Search {
    number: u64,
    stop: Arc<StopSign>,
    shared: Weak<Shared>,
}

impl Search {
    /// It ends soon and is still heard.
    pub(crate) fn stop(&self) {
        self.stop.raise();
    }
}

impl Drop for Search {
    fn drop(&mut self) {
        self.stop.raise();
        if let Some(shared) = self.shared.upgrade() {
            // A statement of its own: the lock is free before the work is dropped.
            let withdrawn = shared.lock().queue.withdraw(self.number);
            drop(withdrawn);
        }
    }
}

impl Pool {
    pub(crate) fn new(
        crew: Crew,
        make: impl Fn(usize) -> Box<dyn Thinker>,
    ) -> std::io::Result<Pool> {
        let shared = Arc::new(Shared {
            state: Mutex::new(State { queue: Queue::new(crew), closed: false }),
            wake: Condvar::new(),
            wake_warden: Condvar::new(),
        });
        let mut handles = Vec::new();
        for number in 0..crew.threads.max(1) {
            let (shared, thinker) = (Arc::clone(&shared), make(number));
            let work = move || {
                priority::give_way();
                shared.work(thinker, number);
            };
            handles.push(thread::Builder::new().name(format!("search {number}")).spawn(work)?);
        }
        let watched = Arc::clone(&shared);
        let warden = thread::Builder::new().name("search warden".into());
        handles.push(warden.spawn(move || watched.watch())?);
        Ok(Pool { shared, threads: Mutex::new(handles) })
    }

    pub(crate) fn submit(
        &self,
        claim: Claim,
        task: Task,
        listener: Box<dyn Listener>,
    ) -> Result<Search, PoolFull> {
        self.push(claim, Work::Search { task: Box::new(task), listener })
    }

    /// Work that is no search of a game, and looks at its stop sign often.
    pub(crate) fn run(
        &self,
        claim: Claim,
        experiment: impl FnOnce(&StopSign) + Send + 'static,
    ) -> Result<Search, PoolFull> {
        self.push(claim, Work::Experiment(Box::new(experiment)))
    }

    fn push(&self, claim: Claim, work: Work) -> Result<Search, PoolFull> {
        let mut state = self.shared.lock();
        if state.closed {
            return Err(PoolFull(0));
        }
        let stop = Arc::new(StopSign::default());
        let number = state.queue.push(claim, Arc::clone(&stop), work, Instant::now())?;
        drop(state);
        // Not every thread serves everything, so all are called.
        self.shared.wake.notify_all();
        self.shared.wake_warden.notify_one();
        Ok(Search { number, stop, shared: Arc::downgrade(&self.shared) })
    }

    /// Takes no more work, stops what is under way and waits for the threads.
    pub(crate) fn close(&self) {
        let mut state = self.shared.lock();
        state.closed = true;
        let unserved = state.queue.clear();
        drop(state);
        drop(unserved);
        self.shared.wake.notify_all();
        self.shared.wake_warden.notify_all();
        let threads =
            std::mem::take(&mut *self.threads.lock().unwrap_or_else(|it| it.into_inner()));
        for thread in threads {
            let _ = thread.join();
        }
    }
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    fn work(&self, mut thinker: Box<dyn Thinker>, number: usize) {
        while let Some((work, stop)) = self.next(number) {
            match work {
                Work::Search { task, listener } => {
                    self.search(&mut *thinker, number, &task, listener, &stop);
                }
                Work::Experiment(run) => {
                    // Whoever waits for an answer sees that there is none.
                    if panic::catch_unwind(AssertUnwindSafe(|| run(&stop))).is_err() {
                        tracing::error!("an experiment failed");
                    }
                    self.lock().queue.finish(number, Instant::now());
                    self.wake.notify_all();
                }
            }
        }
    }

    /// The next work of a thread; `None` when the pool is closed.
    fn next(&self, number: usize) -> Option<(Work, Arc<StopSign>)> {
        let mut state = self.lock();
        loop {
            if state.closed {
                return None;
            }
            if let Some(next) = state.queue.next(number, Instant::now()) {
                return Some(next);
            }
            state = self.wake.wait(state).unwrap_or_else(|poisoned| poisoned.into_inner());
        }
    }

    fn search(
        &self,
        thinker: &mut dyn Thinker,
        number: usize,
        task: &Task,
        mut listener: Box<dyn Listener>,
        stop: &StopSign,
    ) {
        let mut report = |thought| listener.thought(thought);
        // A fault of a searcher costs one move, not the thread that serves everyone.
        let thought = AssertUnwindSafe(|| thinker.think(task, stop, &mut report));
        let choice = panic::catch_unwind(thought).unwrap_or_else(|_| {
            tracing::error!("a search failed in {}", task.game.position().fen());
            None
        });
        let made_room = self.lock().queue.finish(number, Instant::now());
        // Its share is free, which may be what another thread's next work waits for.
        self.wake.notify_all();
        let is_unwanted = stop.is_raised() && !made_room;
        if !is_unwanted {
            listener.finished(choice, made_room);
        }
    }

    /// The warden's round.
    fn watch(&self) {
        let mut looks: u32 = 0;
        let mut state = self.lock();
        while !state.closed {
            if state.queue.is_empty() {
                let woken = self.wake_warden.wait(state);
                state = woken.unwrap_or_else(|poisoned| poisoned.into_inner());
                continue;
            }
            let woken = self.wake_warden.wait_timeout(state, LOOK_EVERY);
            state = woken.unwrap_or_else(|poisoned| poisoned.into_inner()).0;
            let now = Instant::now();
            state.queue.make_room(now);
            looks = looks.wrapping_add(1);
            if looks.is_multiple_of(LOOKS_TO_TELL) {
                state.queue.tell_places(now, |work, place| {
                    if let Work::Search { listener, .. } = work {
                        listener.waits(place);
                    }
                });
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use xiangqi::{Game, Position, RuleSet};

    use super::*;
    use crate::{
        game::player::{LevelNumber, MachinePlayer},
        thinking::{
            owner::{Owner, Urgency},
            task::Aim,
        },
    };

    const ENDLESS: Aim = Aim::Analysis { time: Duration::from_secs(60), lines: 1 };

    /// Analyses until told to stop.
    struct Patient;

    impl Thinker for Patient {
        fn think(
            &mut self,
            task: &Task,
            stop: &StopSign,
            _: &mut (dyn FnMut(Thought) + Send),
        ) -> Option<Choice> {
            while task.aim == ENDLESS && !stop.is_raised() {
                thread::yield_now();
            }
            let mv = *task.game.position().legal_moves().first()?;
            Some(Choice { mv, score: None, depth: None })
        }
    }

    struct Finish(mpsc::Sender<&'static str>, &'static str);

    impl Listener for Finish {
        fn waits(&mut self, _: usize) {}

        fn thought(&mut self, _: Thought) {}

        fn finished(&mut self, _: Option<Choice>, _: bool) {
            let _ = self.0.send(self.1);
        }
    }

    fn task(aim: Aim) -> Task {
        Task { game: Game::new(Position::start()), rules: RuleSet::Asian, aim }
    }

    fn claim(urgency: Urgency) -> Claim {
        Claim { owner: Owner::new([127, 0, 0, 1].into(), 1), urgency }
    }

    fn a_move() -> Aim {
        let machine = MachinePlayer::Level(LevelNumber::new(1).unwrap());
        Aim::Move { machine, seed: 0, clock: None, by_heart: false }
    }

    #[test]
    fn games_are_served_while_an_analysis_runs_forever() {
        let pool = Pool::new(Crew::for_processors(1), |_| Box::new(Patient)).unwrap();
        let (send, receive) = mpsc::channel();
        let listen = |name| Box::new(Finish(send.clone(), name));
        let endless =
            pool.submit(claim(Urgency::Analysis), task(ENDLESS), listen("analysis")).unwrap();
        let _game = pool.submit(claim(Urgency::Game), task(a_move()), listen("game")).unwrap();
        assert_eq!(receive.recv(), Ok("game"));
        drop(endless);
        pool.close();
        drop(send);
        assert!(receive.recv().is_err(), "a dropped search reports nothing");
    }

    #[test]
    fn a_search_nobody_waits_for_is_skipped() {
        let pool = Pool::new(Crew { threads: 1, share: 1 }, |_| Box::new(Patient)).unwrap();
        let (send, receive) = mpsc::channel();
        let listen = |name| Box::new(Finish(send.clone(), name));
        let blocker = pool.submit(claim(Urgency::Game), task(ENDLESS), listen("blocker")).unwrap();
        drop(pool.submit(claim(Urgency::Game), task(ENDLESS), listen("unwanted")).unwrap());
        let _last = pool.submit(claim(Urgency::Game), task(a_move()), listen("last")).unwrap();
        drop(blocker);
        assert_eq!(receive.recv(), Ok("last"));
        pool.close();
        assert!(pool.submit(claim(Urgency::Game), task(ENDLESS), listen("late")).is_err());
    }
}
