//! The engine's end of the line, shared by the session and its search.

use std::{
    io::Write,
    sync::{Arc, Mutex, PoisonError},
};

use protocol::{Dialect, Reply};

/// Clones write to the same place, whole lines at a time.
#[derive(Clone)]
pub(super) struct Output {
    writer: Arc<Mutex<Box<dyn Write + Send>>>,
    dialect: Dialect,
}

impl Output {
    pub(super) fn new(writer: Box<dyn Write + Send>, dialect: Dialect) -> Output {
        Output { writer: Arc::new(Mutex::new(writer)), dialect }
    }

    pub(super) fn dialect(&self) -> Dialect {
        self.dialect
    }

    pub(super) fn set_dialect(&mut self, dialect: Dialect) {
        self.dialect = dialect;
    }

    pub(super) fn reply(&self, reply: &Reply) {
        let line = reply.line(self.dialect);
        let mut writer = self.writer.lock().unwrap_or_else(PoisonError::into_inner);
        // A host that no longer listens will close our input too, which ends the session.
        let _ = writeln!(writer, "{line}").and_then(|()| writer.flush());
    }
}
