//! The search threads: few, shared by all rooms, with a fair and bounded queue.
//!
//! A room has at most one game search and a viewer at most one analysis under way, so first come,
//! first served is fair. Moves of games go before analyses, one thread never analyses, and an
//! analysis that ran for its slice gives way when somebody waits. The threads take what processor
//! time the others leave: no search, however many there are, keeps a request waiting.

use std::{
    collections::VecDeque,
    panic::{self, AssertUnwindSafe},
    sync::{
        Arc, Condvar, Mutex, MutexGuard,
        atomic::{AtomicUsize, Ordering},
    },
    thread,
    time::{Duration, Instant},
};

use thiserror::Error;

use super::{
    priority,
    stop::StopSign,
    task::{Choice, Task, Thinker, Thought},
};

/// Searches that may wait.
const QUEUE: usize = 4096;
/// What an analysis gets before it has to make room.
const SLICE: Duration = Duration::from_secs(2);

/// More searches wait than can be served soon, or the pool is closed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("too many searches wait")]
pub(crate) struct PoolFull;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Urgency {
    Game,
    Analysis,
}

/// What a search tells the one who asked.
pub(crate) trait Listener: Send {
    fn thought(&mut self, thought: Thought);
    /// `made_room`: the search was cut short because others wait.
    fn finished(&mut self, choice: Option<Choice>, made_room: bool);
}

struct Job {
    task: Task,
    stop: Arc<StopSign>,
    listener: Box<dyn Listener>,
}

#[derive(Default)]
struct Queue {
    games: VecDeque<Job>,
    analyses: VecDeque<Job>,
    /// The stop signs of searches under way, by thread.
    running: Vec<Option<Arc<StopSign>>>,
    closed: bool,
}

struct Shared {
    queue: Mutex<Queue>,
    wake: Condvar,
    waiting: AtomicUsize,
}

pub(crate) struct Pool {
    shared: Arc<Shared>,
    threads: Mutex<Vec<thread::JoinHandle<()>>>,
}

/// A search under way. Dropping it stops the search.
pub(crate) struct Search {
    stop: Arc<StopSign>,
}

impl Drop for Search {
    fn drop(&mut self) {
        self.stop.raise();
    }
}

impl Pool {
    pub(crate) fn new(
        threads: usize,
        make: impl Fn(usize) -> Box<dyn Thinker>,
    ) -> std::io::Result<Pool> {
        let shared = Arc::new(Shared {
            queue: Mutex::new(Queue { running: vec![None; threads.max(1)], ..Queue::default() }),
            wake: Condvar::new(),
            waiting: AtomicUsize::new(0),
        });
        let mut handles = Vec::new();
        for number in 0..threads.max(1) {
            let (shared, thinker) = (Arc::clone(&shared), make(number));
            let games_only = number == 0 && 1 < threads;
            let work = move || {
                priority::give_way();
                shared.work(thinker, number, games_only);
            };
            handles.push(thread::Builder::new().name(format!("search {number}")).spawn(work)?);
        }
        Ok(Pool { shared, threads: Mutex::new(handles) })
    }

    pub(crate) fn submit(
        &self,
        urgency: Urgency,
        task: Task,
        listener: Box<dyn Listener>,
    ) -> Result<Search, PoolFull> {
        let mut queue = self.shared.lock();
        if queue.closed || QUEUE <= queue.games.len() + queue.analyses.len() {
            return Err(PoolFull);
        }
        let stop = Arc::new(StopSign::default());
        let job = Job { task, stop: Arc::clone(&stop), listener };
        match urgency {
            Urgency::Game => queue.games.push_back(job),
            Urgency::Analysis => queue.analyses.push_back(job),
        }
        self.shared.count(&queue);
        drop(queue);
        // A thread that only serves games must not swallow the call for an analysis.
        self.shared.wake.notify_all();
        Ok(Search { stop })
    }

    /// Takes no more work, stops what is under way and waits for the threads.
    pub(crate) fn close(&self) {
        let mut queue = self.shared.lock();
        queue.closed = true;
        queue.games.clear();
        queue.analyses.clear();
        for stop in queue.running.iter().flatten() {
            stop.raise();
        }
        drop(queue);
        self.shared.wake.notify_all();
        let threads =
            std::mem::take(&mut *self.threads.lock().unwrap_or_else(|it| it.into_inner()));
        for thread in threads {
            let _ = thread.join();
        }
    }
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    fn count(&self, queue: &Queue) {
        self.waiting.store(queue.games.len() + queue.analyses.len(), Ordering::Relaxed);
    }

    fn work(&self, mut thinker: Box<dyn Thinker>, number: usize, games_only: bool) {
        while let Some((urgency, job)) = self.next(number, games_only) {
            self.serve(&mut *thinker, urgency, job);
        }
    }

    /// The next job that is still wanted; `None` when the pool is closed.
    fn next(&self, number: usize, games_only: bool) -> Option<(Urgency, Job)> {
        let mut queue = self.lock();
        queue.running[number] = None;
        loop {
            if queue.closed {
                return None;
            }
            let game = queue.games.pop_front().map(|it| (Urgency::Game, it));
            let found = match game {
                None if !games_only => queue.analyses.pop_front().map(|it| (Urgency::Analysis, it)),
                game => game,
            };
            self.count(&queue);
            match found {
                Some((_, job)) if job.stop.is_raised() => continue,
                Some((urgency, job)) => {
                    queue.running[number] = Some(Arc::clone(&job.stop));
                    return Some((urgency, job));
                }
                None => {
                    queue = self.wake.wait(queue).unwrap_or_else(|poisoned| poisoned.into_inner());
                }
            }
        }
    }

    fn serve(&self, thinker: &mut dyn Thinker, urgency: Urgency, mut job: Job) {
        let started = Instant::now();
        let mut made_room = false;
        let (stop, listener) = (Arc::clone(&job.stop), &mut job.listener);
        let mut report = |thought| {
            listener.thought(thought);
            let is_due = urgency == Urgency::Analysis && SLICE <= started.elapsed();
            if is_due && 0 < self.waiting.load(Ordering::Relaxed) {
                made_room = true;
                stop.raise();
            }
        };
        // A fault of a searcher costs one move, not the thread that serves everyone.
        let thought = AssertUnwindSafe(|| thinker.think(&job.task, &stop, &mut report));
        let choice = panic::catch_unwind(thought).unwrap_or_else(|_| {
            tracing::error!("a search failed in {}", job.task.game.position().fen());
            None
        });
        let was_unwanted = job.stop.is_raised() && !made_room;
        if !was_unwanted {
            job.listener.finished(choice, made_room);
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
        thinking::task::Aim,
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
        fn thought(&mut self, _: Thought) {}

        fn finished(&mut self, _: Option<Choice>, _: bool) {
            let _ = self.0.send(self.1);
        }
    }

    fn task(aim: Aim) -> Task {
        Task { game: Game::new(Position::start()), rules: RuleSet::Asian, aim }
    }

    fn a_move() -> Aim {
        let machine = MachinePlayer::Level(LevelNumber::new(1).unwrap());
        Aim::Move { machine, seed: 0, clock: None, by_heart: false }
    }

    #[test]
    fn games_are_served_while_an_analysis_runs_forever() {
        let pool = Pool::new(2, |_| Box::new(Patient)).unwrap();
        let (send, receive) = mpsc::channel();
        let listen = |name| Box::new(Finish(send.clone(), name));
        let endless = pool.submit(Urgency::Analysis, task(ENDLESS), listen("analysis")).unwrap();
        let _game = pool.submit(Urgency::Game, task(a_move()), listen("game")).unwrap();
        assert_eq!(receive.recv(), Ok("game"));
        drop(endless);
        pool.close();
        drop(send);
        assert!(receive.recv().is_err(), "a dropped search reports nothing");
    }

    #[test]
    fn a_search_nobody_waits_for_is_skipped() {
        let pool = Pool::new(1, |_| Box::new(Patient)).unwrap();
        let (send, receive) = mpsc::channel();
        let listen = |name| Box::new(Finish(send.clone(), name));
        let blocker = pool.submit(Urgency::Game, task(ENDLESS), listen("blocker")).unwrap();
        drop(pool.submit(Urgency::Game, task(ENDLESS), listen("unwanted")).unwrap());
        let _last = pool.submit(Urgency::Game, task(a_move()), listen("last")).unwrap();
        drop(blocker);
        assert_eq!(receive.recv(), Ok("last"));
        pool.close();
        assert!(pool.submit(Urgency::Game, task(ENDLESS), listen("late")).is_err());
    }
}
