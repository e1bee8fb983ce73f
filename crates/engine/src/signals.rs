//! How the outside reaches into a running search.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// Shared between a search and whoever may end it. A fresh one for every search.
#[derive(Default, Debug)]
pub struct Signals {
    stop: AtomicBool,
    pondering: AtomicBool,
}

impl Signals {
    pub fn new() -> Signals {
        Signals::default()
    }

    /// For a search on the opponent's time: its clock does not run until [`Signals::ponder_hit`].
    pub fn pondering() -> Signals {
        Signals { stop: AtomicBool::new(false), pondering: AtomicBool::new(true) }
    }

    /// Ends the search within milliseconds. May be called at any time, also before it starts.
    pub fn stop(&self) {
        self.stop.store(true, Relaxed);
    }

    pub fn is_stopped(&self) -> bool {
        self.stop.load(Relaxed)
    }

    /// The expected move was played: the search becomes an ordinary one.
    pub fn ponder_hit(&self) {
        self.pondering.store(false, Relaxed);
    }

    pub fn is_pondering(&self) -> bool {
        self.pondering.load(Relaxed)
    }
}
