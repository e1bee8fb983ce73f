//! One search of a session, on its own thread.

use std::{
    io,
    sync::{Arc, Mutex, PoisonError},
    thread::{self, JoinHandle},
    time::Duration,
};

use protocol::Reply;

use super::{
    brain::{Orders, Plan},
    output::Output,
};

/// A search that gives its searcher back.
pub(super) struct Thinking<S> {
    pub(super) orders: Arc<Orders>,
    thread: JoinHandle<S>,
    /// Set, under its lock, with the words that end the search.
    has_answered: Arc<Mutex<bool>>,
}

impl<S: Send + 'static> Thinking<S> {
    pub(super) fn begin(
        plan: Plan<S>,
        mut searcher: S,
        is_pondering: bool,
        output: Output,
    ) -> io::Result<Thinking<S>> {
        let orders = Arc::new(Orders::new(is_pondering));
        let has_answered = Arc::new(Mutex::new(false));
        let (heard, answered) = (Arc::clone(&orders), Arc::clone(&has_answered));
        let work = move || {
            let say = |info| output.reply(&Reply::Info(info));
            let last_words = (plan.search)(&mut searcher, &heard, &say);
            wait_for_permission(plan.is_endless, &heard);
            let mut answered = answered.lock().unwrap_or_else(PoisonError::into_inner);
            last_words.iter().for_each(|it| output.reply(it));
            *answered = true;
            drop(answered);
            searcher
        };
        let thread = thread::Builder::new().name("thinking".to_owned()).spawn(work)?;
        Ok(Thinking { orders, thread, has_answered })
    }

    /// Waits for an answer that is just being said, so that it cannot cross a `stop`.
    pub(super) fn has_answered(&self) -> bool {
        *self.has_answered.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn is_over(&self) -> bool {
        self.thread.is_finished()
    }

    /// Waits for the searcher; `None` if it is lost.
    pub(super) fn finish(self) -> Option<S> {
        self.thread.join().ok()
    }
}

/// While pondering, and in an endless search, the move is said only when asked for.
fn wait_for_permission(is_endless: bool, orders: &Orders) {
    let signals = &orders.signals;
    while (is_endless || signals.is_pondering()) && !signals.is_stopped() {
        thread::sleep(Duration::from_millis(2));
    }
}
