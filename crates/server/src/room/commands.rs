//! What reaches a room: viewers who come, ask and go, and what searches found.

use tokio::sync::oneshot;

use super::{audience::Hello, error::RoomError, keeping::Kept};
use crate::{
    game::state::GameState,
    thinking::task::{Choice, Thought},
};

pub(crate) enum Command {
    Join {
        viewer: u64,
        hello: Hello,
        answer: oneshot::Sender<Result<(), RoomError>>,
    },
    Leave {
        viewer: u64,
    },
    Ask {
        viewer: u64,
        re: u64,
        ask: Ask,
    },
    Thought {
        turn: u64,
        thought: Thought,
    },
    /// The search is not yet under way: its place among those that wait.
    Waits {
        turn: u64,
        place: usize,
    },
    Chosen {
        turn: u64,
        choice: Option<Choice>,
    },
    Hinted {
        turn: u64,
        viewer: u64,
        choice: Option<Choice>,
    },
    Describe {
        answer: oneshot::Sender<GameState>,
    },
    /// From a league or one of its bots.
    Kept(Kept),
    Delete,
    /// A fault on demand, to see that it stays in its room.
    #[cfg(test)]
    Panic,
}

/// What a viewer asks for.
pub(crate) enum Ask {
    /// Everything about the game, once more.
    Sync,
    /// `plies` is how many were played before; the move is in any notation.
    Move {
        plies: usize,
        text: String,
    },
    Undo,
    Redo,
    Hint,
    Draw,
    Decline,
    Resign,
    Swap,
    Rematch,
    Pace {
        paused: bool,
        delay_ms: u64,
    },
    Step,
}
