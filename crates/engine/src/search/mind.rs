//! What a thread keeps from search to search: what it learned, and memory that short searches
//! would spend their time asking for and filling.

use super::{FRAMES_BEFORE, Frame, Variation};
use crate::{
    eval::{Evaluation, Judge},
    history::History,
    score::MAX_PLY,
};

pub(crate) struct Mind {
    pub(super) history: History,
    pub(super) kept: Kept,
}

/// Lent to the worker of a search, who brings it back.
#[derive(Default)]
pub(super) struct Kept {
    /// Knows the last position searched, so the next one costs it only the difference.
    judge: Option<Judge>,
    frames: Box<[Frame]>,
    lines: Box<[Variation]>,
}

impl Mind {
    pub(crate) fn new() -> Mind {
        Mind { history: History::new(), kept: Kept::default() }
    }

    /// Forgets what was learned.
    pub(crate) fn clear(&mut self) {
        self.history.clear();
    }

    /// The judge belongs to an evaluation, and goes with it.
    pub(crate) fn dismiss_judge(&mut self) {
        self.kept.judge = None;
    }
}

impl Kept {
    pub(super) fn take_judge(&mut self, evaluation: &Evaluation) -> Judge {
        self.judge.take().unwrap_or_else(|| Judge::new(evaluation))
    }

    /// All frames empty; of the lines only the lengths count, which every node sets for itself.
    pub(super) fn take_frames(&mut self) -> (Box<[Frame]>, Box<[Variation]>) {
        if self.frames.is_empty() {
            self.frames = vec![Frame::EMPTY; MAX_PLY + FRAMES_BEFORE + 8].into_boxed_slice();
            self.lines = vec![Variation::EMPTY; MAX_PLY + 8].into_boxed_slice();
        }
        self.frames.fill(Frame::EMPTY);
        (std::mem::take(&mut self.frames), std::mem::take(&mut self.lines))
    }

    pub(super) fn bring_back(
        &mut self,
        judge: Judge,
        frames: Box<[Frame]>,
        lines: Box<[Variation]>,
    ) {
        *self = Kept { judge: Some(judge), frames, lines };
    }
}
