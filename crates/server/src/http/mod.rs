//! The doors of the house: routes, sockets, the files of the page, and how much anyone may ask.
//!
//! Everything the page sees is made here: `wire/` has its types, `refusal` its refusals in two
//! languages, `voice` turns a room's news into messages. This room knows all others, and no other
//! knows it. It must not know SQL, decide what is legal, or keep a game: it asks the rooms.

mod ablation;
mod analysis;
pub(crate) mod app;
mod assets;
mod bot_socket;
mod duels;
mod endgames;
pub(crate) mod extract;
pub(crate) mod games;
pub(crate) mod hosts;
mod inviting;
pub(crate) mod laboratory;
mod league_files;
mod league_view;
mod leagues;
mod lessons;
mod library;
pub(crate) mod limits;
mod own_puzzles;
mod puzzles;
mod reading;
pub(crate) mod refusal;
mod reviews;
mod room_socket;
pub(crate) mod router;
mod sentences;
mod socket;
mod studies;
mod study;
pub(crate) mod voice;
pub(crate) mod wire;

#[doc(hidden)]
pub use bot_socket::is_bot_message;
