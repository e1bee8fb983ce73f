//! The referee's word: how a game stands, and why.

use crate::{
    explain::Explanation,
    rules::{Reason, RuleSet, Status},
};

/// The referee's word.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Verdict {
    pub rules: RuleSet,
    pub status: Status,
    /// `None` exactly while the game goes on.
    pub reason: Option<Reason>,
    pub explanation: Explanation,
}

impl Verdict {
    pub fn is_over(&self) -> bool {
        self.status != Status::Ongoing
    }
}
