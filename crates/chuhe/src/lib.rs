//! What the programs share: the engine session that `chuhe uci`, `chuhe ucci` and
//! `chuhe-engine` run, and the names of evaluations, books and files.

pub mod books;
pub mod files;
pub mod machine;
pub mod network;
pub mod session;
