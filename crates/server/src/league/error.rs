//! Why a league does not do what it is asked.

use thiserror::Error;

use crate::{
    game::league::{MOST_GAMES, MOST_PLAYERS},
    room::error::RoomError,
    store::error::StoreError,
};

#[derive(Debug, Error)]
pub(crate) enum LeagueError {
    #[error("there is no such league")]
    NoSuchLeague,
    /// The same for a wrong code and a wrong key, so that nobody learns which it was.
    #[error("no league has this join code, or the bot's key is not of this league")]
    WrongCode,
    #[error("this needs the secret of whoever made the league")]
    NotTheAdmin,
    #[error("another player of this league has this name")]
    NameTaken,
    #[error("a bot needs a name of 1 to 24 letters that does not begin with level: or zoo:")]
    BadName,
    #[error("a league has at most {MOST_PLAYERS} players")]
    TooManyPlayers,
    #[error("a league needs two players")]
    TooFewPlayers,
    #[error("these are more than {MOST_GAMES} games: choose fewer games of a pairing")]
    TooManyGames,
    #[error("this league has begun: only its own bots may come back")]
    HasBegun,
    #[error("this league is over")]
    IsOver,
    #[error("this bot was removed from the league")]
    WasRemoved,
    #[error("there is no such player in this league")]
    NoSuchBot,
    #[error("this bot is not connected")]
    NotConnected,
    #[error("this bot plays two people already")]
    TooManyChallenges,
    #[error("the server is busy: try again")]
    Busy,
    #[error(transparent)]
    Room(#[from] RoomError),
    #[error(transparent)]
    Store(#[from] StoreError),
}
