//! One sign that stops every kind of searcher.

use std::sync::atomic::{AtomicBool, Ordering};

use engine::Control;

#[derive(Default)]
pub(crate) struct StopSign {
    flag: AtomicBool,
    control: Control,
}

impl StopSign {
    pub(crate) fn raise(&self) {
        self.flag.store(true, Ordering::Relaxed);
        self.control.stop();
    }

    pub(crate) fn is_raised(&self) -> bool {
        self.flag.load(Ordering::Relaxed)
    }

    /// As the laboratory's searchers read it.
    pub(crate) fn flag(&self) -> &AtomicBool {
        &self.flag
    }

    /// As the engine reads it.
    pub(crate) fn control(&self) -> &Control {
        &self.control
    }
}
