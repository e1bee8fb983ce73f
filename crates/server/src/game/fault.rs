//! What a bot may do wrong, and what is remembered of it.

use super::player::clean_text;

/// Of what somebody's program said, so much is repeated to others.
const LONGEST_DETAIL: usize = 40;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum FaultKind {
    Time,
    IllegalMove,
    LostConnection,
    Crash,
    Flood,
    Removed,
}

impl FaultKind {
    pub(crate) const ALL: [FaultKind; 6] = [
        FaultKind::Time,
        FaultKind::IllegalMove,
        FaultKind::LostConnection,
        FaultKind::Crash,
        FaultKind::Flood,
        FaultKind::Removed,
    ];

    /// As games say why they ended.
    pub(crate) fn name(self) -> &'static str {
        match self {
            FaultKind::Time => "time",
            FaultKind::IllegalMove => "illegal_move",
            FaultKind::LostConnection => "lost_connection",
            FaultKind::Crash => "crash",
            FaultKind::Flood => "flood",
            FaultKind::Removed => "removed",
        }
    }

    pub(crate) fn named(word: &str) -> Option<FaultKind> {
        FaultKind::ALL.into_iter().find(|it| it.name() == word)
    }
}

/// A fault, and in the bot's own words what it was: the illegal move, the last words of a program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Fault {
    pub(crate) kind: FaultKind,
    /// Short and printable, whoever said it.
    pub(crate) detail: String,
}

impl Fault {
    pub(crate) fn plain(kind: FaultKind) -> Fault {
        Fault { kind, detail: String::new() }
    }

    pub(crate) fn said(kind: FaultKind, detail: &str) -> Fault {
        Fault { kind, detail: clean_text(detail, LONGEST_DETAIL).unwrap_or_default() }
    }
}
