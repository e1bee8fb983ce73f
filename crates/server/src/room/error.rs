//! Why a room does not do what it is asked.

use thiserror::Error;

use crate::{game::error::GameError, store::error::StoreError, thinking::queue::PoolFull};

#[derive(Debug, Error)]
pub(crate) enum RoomError {
    #[error("there is no such game")]
    NoSuchGame,
    #[error("this needs the token of a seat in the game")]
    NotYourSeat,
    #[error("the other side is to move")]
    NotYourTurn,
    #[error("the game has moved on")]
    Stale,
    #[error("there is no offer to answer")]
    NothingToAnswer,
    #[error("sides are swapped only against an engine")]
    NoSwap,
    #[error("this game is not between two engines")]
    NotWatching,
    #[error("the opponent declines the draw")]
    DrawDeclined,
    #[error("this seat was given to somebody else: you may watch")]
    SeatTaken,
    #[error("there are no hints in a game between two people")]
    NoHints,
    #[error("a game of a league has no rematch: play the bot again from the league's page")]
    NotInLeagues,
    #[error("the game is not over yet")]
    NotOver,
    #[error(
        "this game has too many moves and take-backs: resign, agree to a draw, or start another"
    )]
    TooLong,
    #[error("too many games are open")]
    TooManyRooms,
    #[error("too many watch this game, or it closes")]
    Full,
    /// A searcher came back without a move.
    #[error("the search failed")]
    NoChoice,
    #[error(transparent)]
    Game(#[from] GameError),
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error(transparent)]
    Pool(#[from] PoolFull),
}
