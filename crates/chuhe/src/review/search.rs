//! Several engines at work on one review.

use std::{
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicUsize, Ordering},
    },
    thread,
};

use anyhow::Result;
use coach::{Review, look};
use engine::{Engine, Signals};
use xiangqi::RuleSet;

use super::journal::Journal;

const HASH_MEGABYTES: usize = 32;

pub(super) struct Searchers {
    engines: Vec<Engine>,
}

struct Desk<'a> {
    review: &'a mut Review,
    journal: &'a mut Journal,
    tell: &'a mut (dyn FnMut(&Review) + Send),
    problem: Option<anyhow::Error>,
}

impl Searchers {
    pub(super) fn new(threads: usize, rules: RuleSet) -> Searchers {
        let engine = || {
            let mut engine = Engine::new(HASH_MEGABYTES, 1);
            engine.set_rules(rules);
            engine
        };
        Searchers { engines: (0..threads.max(1)).map(|_| engine()).collect() }
    }

    /// Answers everything the review wants.
    pub(super) fn run(
        &mut self,
        review: &mut Review,
        journal: &mut Journal,
        tell: &mut (dyn FnMut(&Review) + Send),
    ) -> Result<()> {
        self.engines.iter_mut().for_each(Engine::clear);
        let desk = Mutex::new(Desk { review, journal, tell, problem: None });
        let lock = || desk.lock().unwrap_or_else(PoisonError::into_inner);
        loop {
            let wanted = lock().review.wanted();
            if wanted.is_empty() {
                break;
            }
            let next = AtomicUsize::new(0);
            thread::scope(|scope| {
                for engine in &mut self.engines {
                    scope.spawn(|| {
                        while let Some(&ask) = wanted.get(next.fetch_add(1, Ordering::Relaxed)) {
                            let task = lock().review.task(ask);
                            let answer = look(engine, &task, &Signals::new());
                            let mut desk = lock();
                            let noted = desk.journal.note(ask, &answer);
                            desk.problem = desk.problem.take().or(noted.err());
                            desk.review.take(ask, answer);
                            let Desk { review, tell, .. } = &mut *desk;
                            tell(review);
                        }
                    });
                }
            });
            if let Some(problem) = lock().problem.take() {
                return Err(problem);
            }
        }
        Ok(())
    }
}
