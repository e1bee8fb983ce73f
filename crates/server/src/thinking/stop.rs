//! One sign that stops every kind of searcher.

use std::sync::atomic::{AtomicBool, Ordering};

use engine::Signals;

#[derive(Default)]
pub(crate) struct StopSign {
    flag: AtomicBool,
    signals: Signals,
}

impl StopSign {
    pub(crate) fn raise(&self) {
        self.flag.store(true, Ordering::Relaxed);
        self.signals.stop();
    }

    pub(crate) fn is_raised(&self) -> bool {
        self.flag.load(Ordering::Relaxed)
    }

    /// As the laboratory's searchers read it.
    pub(crate) fn flag(&self) -> &AtomicBool {
        &self.flag
    }

    /// As the engine reads it.
    pub(crate) fn signals(&self) -> &Signals {
        &self.signals
    }
}
