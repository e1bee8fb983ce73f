//! The web app: HTTP and WebSocket, game rooms, storage. `serve` is all a program needs.
//!
//! A request passes `router` (limits, origin), reaches a handler (`games`, `study`) or a socket
//! (`socket`, `analysis`). A socket talks to its `room`, which owns a `table`, keeps every event in
//! the `store` before telling anyone, and asks the `pool` to think.

mod analysis;
mod assets;
mod duels;
mod error;
mod games;
mod laboratory;
mod limits;
mod machine;
mod players;
mod pool;
mod priority;
mod record;
mod room;
mod rooms;
mod router;
mod secret;
mod sentences;
mod serve;
mod socket;
mod stop;
mod store;
mod study;
mod table;
mod thinker;
mod timer;
pub mod traces;
mod wire;

#[cfg(test)]
mod tests;

pub use serve::{ServeOptions, serve};
#[doc(hidden)]
pub use study::is_importable;
