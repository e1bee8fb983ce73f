//! The web app: HTTP and WebSocket, game rooms, storage. `serve` is all a program needs.
//!
//! The folders are the layers; each knows those above it in this list and none below:
//!
//! - `game/` a game as data: what may happen, what happened, records, duels;
//! - `thinking/` who thinks, on a bounded pool of threads;
//! - `store/` games on disk, the only place with SQL;
//! - `room/` one task per open game: audience, turn, offers;
//! - `league/` one task per open league: bots, games, rounds;
//! - `door/` connections: how many, how fast, from whom;
//! - `http/` routes, sockets and the page's words, the only place with serde.
//!
//! A connection comes in by `door/serving.rs`. A request passes `http/router.rs` (limits, origin) and reaches a handler or a socket. A message
//! on a socket is refused in `http/socket.rs` (rate, form) or by its room, in `room/asks.rs`; every
//! refusal gets its code and its sentences in `http/refusal.rs`. A move that a room accepts is
//! stored by `Room::commit` in `room/live.rs`, as a row that `store/writes.rs` inserts, before
//! anyone hears of it.

mod door;
mod game;
mod http;
mod league;
mod reviews;
mod room;
mod serve;
mod store;
mod thinking;

#[cfg(test)]
mod tests;

#[doc(hidden)]
pub use game::import::is_importable;
#[doc(hidden)]
pub use http::is_bot_message;
pub use http::wire::traces;
pub use serve::{ServeOptions, data_file, endgame_folder, serve};
pub use store::{backup, library};
