//! What was said about a move or about the start position.

use std::{borrow::Cow, fmt, time::Duration};

/// An engine's opinion, as `[%eval 0.38,19]` has it: from Red's side.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Evaluation {
    Centipawns(i32),
    /// Moves to mate, negative if Black mates.
    Mate(i32),
}

impl fmt::Display for Evaluation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Evaluation::Centipawns(value) => {
                let sign = if *value < 0 { "-" } else { "" };
                let value = value.unsigned_abs();
                write!(f, "{sign}{}.{:02}", value / 100, value % 100)
            }
            Evaluation::Mate(moves) => write!(f, "#{moves}"),
        }
    }
}

/// Everything a tree keeps beside the moves.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Notes {
    /// Said before the move, as at the head of a variation.
    pub before: String,
    /// Said after it. The comment of a start position stands here.
    pub after: String,
    /// Numbers of the PGN standard: 1 is `!`, 2 is `?`, 3 `!!`, 4 `??`, 5 `!?`, 6 `?!`.
    pub marks: Vec<u8>,
    pub evaluation: Option<Evaluation>,
    pub depth: Option<u32>,
    /// What was left on the mover's clock.
    pub clock: Option<Duration>,
    /// Commands we do not know, and arrows: name and argument, such as `cal` and `Gh2e2`.
    pub commands: Vec<(String, String)>,
}

impl Notes {
    pub fn is_empty(&self) -> bool {
        *self == Notes::default()
    }

    /// Is there a comment, in words or in commands? A mark alone is none.
    pub fn says_something(&self) -> bool {
        let words = !self.before.is_empty() || !self.after.is_empty();
        words || self.evaluation.is_some() || self.clock.is_some() || !self.commands.is_empty()
    }

    /// Adds to what was said after the move, on a line of its own.
    pub fn add_after(&mut self, text: &str) {
        add_line(&mut self.after, text);
    }

    pub fn add_before(&mut self, text: &str) {
        add_line(&mut self.before, text);
    }
}

/// A text with one sort of line ends and without the leftovers of memory some files have.
pub(super) fn plain(text: &str) -> Cow<'_, str> {
    let is_leftover = |it: char| it.is_control() && !matches!(it, '\n' | '\t');
    if !text.contains(is_leftover) {
        return Cow::Borrowed(text);
    }
    let text = text.replace("\r\n", "\n").replace('\r', "\n");
    Cow::Owned(text.replace(is_leftover, ""))
}

/// Comments are kept without the white space around them.
fn add_line(place: &mut String, text: &str) {
    let text = plain(text);
    let text = text.trim();
    if text.is_empty() {
        return;
    }
    if !place.is_empty() {
        place.push('\n');
    }
    place.push_str(text);
}
