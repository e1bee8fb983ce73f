//! Why something cannot happen in a game, or a text is no record.

use lab::BoardError;
use thiserror::Error;
use xiangqi::{FenError, IllegalMove, LineError, NotationError, SetupError};

/// What a game refuses, and what a damaged file of events asks for.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub(crate) enum GameError {
    #[error("the game is over")]
    Over,
    #[error(transparent)]
    NotAMove(#[from] NotationError),
    #[error(transparent)]
    Illegal(#[from] IllegalMove),
    #[error("there is no move to take back")]
    NothingToUndo,
    #[error("there is no move to play again")]
    NothingToRedo,
}

/// A player nobody can play against. Holds the name that was asked for.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("there is no player {0}")]
pub(crate) struct UnknownPlayer(pub(crate) String);

/// Why a text or a tree of moves is no record.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub(crate) enum RecordError {
    #[error("there is no text")]
    Empty,
    #[error("the record is too large")]
    TooLarge,
    #[error(transparent)]
    Fen(#[from] FenError),
    #[error(transparent)]
    Position(#[from] SetupError),
    #[error(transparent)]
    Board(#[from] BoardError),
    #[error(transparent)]
    Moves(#[from] LineError),
    #[error(transparent)]
    Illegal(#[from] NotationError),
}
