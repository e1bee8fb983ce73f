//! Who thinks, and on which threads: a bounded pool of searchers that all games and analyses share.
//!
//! This room knows the engine and the laboratory's players. It must not know rooms, viewers, the
//! database or HTTP: a task comes in as data, and what is found goes out through a `Listener`.

pub(crate) mod endings;
pub(crate) mod owner;
pub(crate) mod pool;
mod priority;
pub(crate) mod queue;
mod repertoire;
pub(crate) mod searcher;
mod shares;
pub(crate) mod stop;
pub(crate) mod task;
