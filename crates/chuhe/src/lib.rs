//! What the programs share: the engine session that `chuhe uci`, `chuhe ucci` and
//! `chuhe-engine` run.

pub mod session;
