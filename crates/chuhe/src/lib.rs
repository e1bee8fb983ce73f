//! What the programs share: the engine session that `chuhe uci`, `chuhe ucci` and
//! `chuhe-engine` run, the names of evaluations, books, endgame tables and files, and puzzles as
//! lines.

pub mod books;
pub mod endings;
pub mod files;
pub mod machine;
pub mod network;
pub mod puzzle_lines;
pub mod session;
pub mod shards;
