//! The order in which a search expands its states, as data for drawing.

use super::{
    map::Map,
    search::{Algorithm, Expansion, Outcome, search},
};

/// The answer of a search, and how it came to it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Trace {
    pub algorithm: Algorithm,
    pub outcome: Outcome,
    /// The expanded states in order, as far as the limit allowed.
    pub order: Vec<Expansion>,
}

impl Trace {
    /// Did everything fit?
    pub fn is_complete(&self) -> bool {
        self.outcome.expanded == self.order.len() as u64
    }
}

/// Runs a search and keeps at most `limit` of its states; the outcome counts all.
pub fn trace(map: &Map, algorithm: Algorithm, limit: usize) -> Trace {
    let mut order = Vec::new();
    let outcome = search(map, algorithm, |expansion| {
        if order.len() < limit {
            order.push(expansion);
        }
    });
    Trace { algorithm, outcome, order }
}

#[test]
fn the_trace_is_bounded_but_counts_everything() {
    let map = Map::parse("1 4 9\n3 0 0 4\n").unwrap();
    let bounded = trace(&map, Algorithm::AStar, 2);
    assert_eq!((bounded.order.len(), bounded.outcome.expanded), (2, 3));
    assert!(!bounded.is_complete());
    assert!(trace(&map, Algorithm::UniformCost, 100).is_complete());
}
