//! Watching a search from outside, so that the searches themselves stay on one screen.

use xiangqi::{Move, Position};

use super::score::Window;

/// How the search of one position ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ending {
    /// All moves were tried.
    Searched,
    /// The last ply: the evaluation was taken.
    Evaluated,
    /// No legal move: lost.
    NoMoves,
    /// `by` reached beta, so the opponent will not come here; `skipped` moves were not tried.
    Cut { by: Move, skipped: usize },
    /// The table knew the answer.
    Table,
}

impl Ending {
    /// The name in a trace.
    pub const fn name(self) -> &'static str {
        match self {
            Ending::Searched => "searched",
            Ending::Evaluated => "evaluated",
            Ending::NoMoves => "no_moves",
            Ending::Cut { .. } => "cut",
            Ending::Table => "table",
        }
    }
}

/// Called by the board at every step of a search.
pub(crate) trait Watch {
    /// A search begins at the root, with the full window. One with iterations begins again.
    fn start(&mut self);

    /// `mv` is about to be played in `position`; `window` is that of the opponent.
    fn enter(&mut self, position: &Position, mv: Move, window: Window);

    /// How the position at hand ended. Without a call it was searched to the end.
    fn ending(&mut self, ending: Ending);

    /// The position at hand is left with this score for the side to move in it.
    fn leave(&mut self, score: i32);
}

/// Nobody watches.
impl Watch for () {
    #[inline(always)]
    fn start(&mut self) {}

    #[inline(always)]
    fn enter(&mut self, _: &Position, _: Move, _: Window) {}

    #[inline(always)]
    fn ending(&mut self, _: Ending) {}

    #[inline(always)]
    fn leave(&mut self, _: i32) {}
}
