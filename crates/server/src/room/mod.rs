//! Game rooms: one task per open game, with its audience, its turn and its offers.
//!
//! A room asks `game/` what a request means, has `store/` keep it, and asks `thinking/` for the
//! moves of machines. It must not know HTTP, sockets, serde or the words of the page: what it has
//! to say leaves as `News`, and a `Voice` that it is given turns news into text.

mod asks;
pub(crate) mod audience;
pub(crate) mod commands;
pub(crate) mod error;
mod friends;
pub(crate) mod keeping;
mod kept;
mod live;
pub(crate) mod news;
pub(crate) mod offers;
pub(crate) mod outbox;
pub(crate) mod rooms;
mod stopwatch;
mod thinks;
mod turn;
