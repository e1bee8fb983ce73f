//! The laboratory.

use serde::{Deserialize, Serialize};

/// `POST /api/lab/tree`
#[derive(Deserialize)]
pub(crate) struct LabTree {
    pub(crate) fen: Option<String>,
    pub(crate) algorithm: String,
    pub(crate) depth: u32,
    /// How many positions are recorded, and how far from the root.
    pub(crate) nodes: Option<usize>,
    pub(crate) plies: Option<usize>,
}

/// `POST /api/lab/compare`
#[derive(Deserialize)]
pub(crate) struct LabCompare {
    pub(crate) fen: Option<String>,
    pub(crate) depth: u32,
}

#[derive(Serialize)]
pub(crate) struct LabCount {
    pub(crate) algorithm: &'static str,
    pub(crate) depth: u32,
    pub(crate) score: i32,
    pub(crate) nodes: u64,
    pub(crate) evaluations: u64,
    pub(crate) cuts: u64,
    pub(crate) complete: bool,
}

/// `POST /api/lab/route`
#[derive(Deserialize)]
pub(crate) struct LabRoute {
    pub(crate) map: String,
}
