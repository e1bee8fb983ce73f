//! What the programs share: the engine session that `chuhe uci`, `chuhe ucci` and
//! `chuhe-engine` run, and the names of evaluations and books.

pub mod books;
pub mod network;
pub mod session;
