//! The front door: who comes in, how many at once, and how slow one may be.
//!
//! This room knows connections, addresses and the time that passes, and hands requests on to a router
//! it is given. It must not know routes, games, the database or the words of the page.

pub(crate) mod address;
mod body;
pub(crate) mod bucket;
pub(crate) mod files;
pub(crate) mod headcount;
mod places;
pub(crate) mod serving;
mod stream;
