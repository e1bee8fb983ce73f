//! A game as data: who plays, under which rules and clock, what happened, what may happen next;
//! duels of several games and leagues of many players; games as documents; the secrets that open a seat.
//!
//! This room must not know how anything is stored (SQL), shown (HTTP, serde, the page's words in
//! two languages) or searched (threads, pools), and no clock ticks in it: time comes in as
//! durations that somebody else measured. Its errors are its own.

pub(crate) mod duel;
pub(crate) mod error;
pub(crate) mod fault;
pub(crate) mod import;
pub(crate) mod league;
pub(crate) mod player;
pub(crate) mod record;
pub(crate) mod score;
pub(crate) mod secret;
pub(crate) mod setup;
pub(crate) mod state;
pub(crate) mod training;
