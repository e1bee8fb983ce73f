//! Why something cannot happen in a game, or a text is no record.

use lab::BoardError;
use records::Refused;
use thiserror::Error;
use xiangqi::{IllegalMove, NotationError, SetupError};

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
    #[error("the record has more moves than a page can show")]
    TooLarge,
    #[error(transparent)]
    Refused(#[from] Refused),
    #[error(transparent)]
    Position(#[from] SetupError),
    #[error(transparent)]
    Board(#[from] BoardError),
    #[error(transparent)]
    Illegal(#[from] NotationError),
}
