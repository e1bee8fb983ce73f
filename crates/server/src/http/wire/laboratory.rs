//! The laboratory.

use serde::{Deserialize, Serialize};

/// `POST /api/lab/tree`
#[derive(Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct LabTree {
    #[cfg_attr(test, ts(optional = nullable))]
    pub(crate) fen: Option<String>,
    pub(crate) algorithm: String,
    pub(crate) depth: u32,
    /// How many positions are recorded, and how far from the root.
    #[cfg_attr(test, ts(optional = nullable))]
    pub(crate) nodes: Option<usize>,
    #[cfg_attr(test, ts(optional = nullable))]
    pub(crate) plies: Option<usize>,
    /// How moves are written: `zh` (default), `tr`, `wxf` or `iccs`.
    #[cfg_attr(test, ts(optional = nullable))]
    pub(crate) notation: Option<String>,
}

/// `POST /api/lab/compare`
#[derive(Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct LabCompare {
    #[cfg_attr(test, ts(optional = nullable))]
    pub(crate) fen: Option<String>,
    pub(crate) depth: u32,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct LabCount {
    pub(crate) algorithm: &'static str,
    pub(crate) depth: u32,
    pub(crate) score: i32,
    #[cfg_attr(test, ts(type = "number"))]
    pub(crate) nodes: u64,
    #[cfg_attr(test, ts(type = "number"))]
    pub(crate) evaluations: u64,
    #[cfg_attr(test, ts(type = "number"))]
    pub(crate) cuts: u64,
    pub(crate) complete: bool,
}

/// `POST /api/lab/route`
#[derive(Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct LabRoute {
    pub(crate) map: String,
}
