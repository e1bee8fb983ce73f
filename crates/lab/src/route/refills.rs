//! Memory for the path: which refill followed which.
//!
//! Keeping the predecessor of every state would cost memory without bound, since a cell can
//! have as many states as there are amounts of supplies. It is enough to remember, for each supply
//! point, the refill before it. Between two refills in a row the search has walked a shortest way
//! (a shorter one would have reached the second refill sooner), so any shortest way will do,
//! and a plain breadth-first search finds one again.

use std::collections::HashMap;

use super::map::{Cell, Map, Step};

#[derive(Default)]
pub(super) struct Refills {
    /// For each supply point reached, the supply point or start before it.
    reached_from: HashMap<u32, u32>,
}

impl Refills {
    /// A supply point is reached for the first time, and that is the best time.
    pub(super) fn note(&mut self, refill: u32, origin: u32) {
        self.reached_from.insert(refill, origin);
    }

    /// The whole path from the start to `goal`, which was seen after refilling at `origin`.
    pub(super) fn path_to(&self, map: &Map, origin: u32, goal: u32) -> Vec<Step> {
        let mut legs = vec![(origin, goal)];
        let mut refill = origin;
        while let Some(&before) = self.reached_from.get(&refill) {
            legs.push((before, refill));
            refill = before;
        }

        let mut walker = Walker::new(map);
        legs.iter().rev().flat_map(|&(from, to)| walker.leg(from, to)).collect()
    }
}

/// Breadth-first search from cell to cell, with one table for all legs.
struct Walker<'a> {
    map: &'a Map,
    /// The step by which a cell was entered.
    entered_by: Vec<Option<Step>>,
}

impl Walker<'_> {
    fn new(map: &Map) -> Walker<'_> {
        Walker { map, entered_by: vec![None; map.cells().len()] }
    }

    fn leg(&mut self, from: u32, to: u32) -> Vec<Step> {
        let mut seen = vec![from];
        let mut next = 0;
        while self.entered_by[to as usize].is_none() && next < seen.len() {
            let cell = seen[next];
            next += 1;
            for step in Step::ALL {
                let neighbor = self.map.neighbor(cell, step);
                let is_wall = self.map.cells()[neighbor as usize] == Cell::Wall;
                let is_new = self.entered_by[neighbor as usize].is_none() && neighbor != from;
                if !is_wall && is_new {
                    self.entered_by[neighbor as usize] = Some(step);
                    seen.push(neighbor);
                }
            }
        }
        let steps = self.walk_back(to);
        seen.into_iter().for_each(|cell| self.entered_by[cell as usize] = None);
        steps
    }

    fn walk_back(&self, to: u32) -> Vec<Step> {
        let mut steps = Vec::new();
        let mut cell = to;
        while let Some(step) = self.entered_by[cell as usize] {
            steps.push(step);
            cell = self.map.neighbor(cell, step.reversed());
        }
        steps.reverse();
        steps
    }
}
