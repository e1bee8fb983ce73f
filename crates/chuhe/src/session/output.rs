//! The engine's end of the line, shared by the session and its search.

use std::{
    io::Write,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
};

use protocol::{Dialect, Reply};

/// Clones write to the same place, whole lines at a time.
#[derive(Clone)]
pub(super) struct Output {
    writer: Arc<Mutex<Box<dyn Write + Send>>>,
    is_broken: Arc<AtomicBool>,
    dialect: Dialect,
}

impl Output {
    pub(super) fn new(writer: Box<dyn Write + Send>, dialect: Dialect) -> Output {
        Output { writer: Arc::new(Mutex::new(writer)), is_broken: Arc::default(), dialect }
    }

    pub(super) fn dialect(&self) -> Dialect {
        self.dialect
    }

    /// Something could not be written.
    pub(super) fn is_broken(&self) -> bool {
        self.is_broken.load(Ordering::Relaxed)
    }

    pub(super) fn set_dialect(&mut self, dialect: Dialect) {
        self.dialect = dialect;
    }

    pub(super) fn reply(&self, reply: &Reply) {
        let line = reply.line(self.dialect);
        let mut writer = self.writer.lock().unwrap_or_else(PoisonError::into_inner);
        // A host that no longer listens will close our input too, which ends the session.
        if writeln!(writer, "{line}").and_then(|()| writer.flush()).is_err() {
            self.is_broken.store(true, Ordering::Relaxed);
        }
    }
}
