//! A* and uniform-cost search over (cell, supplies), with dominance.
//!
//! Both are the same loop; they differ in the order in which waiting states are taken:
//!
//! * uniform-cost search takes the state with the fewest steps g so far;
//! * A* takes the smallest f = g + h, where h is the Manhattan distance to the goal, and among
//!   equal f the smallest g.
//!
//! h never overestimates (a step changes row or column by one, walls and supplies only make
//! the way longer), so it is admissible. It changes by exactly one with each step while g
//! grows by one, so f never falls along a path: h is consistent.
//!
//! **Dominance.** A state is useless if its cell was reached in as few steps with at least as
//! many supplies. Call the others *efficient*. Neither algorithm ever expands a state that is
//! not efficient, and one number per cell is enough to see to that: the most supplies with which
//! the cell was entered so far. Why this is right: let B and A be two states of one cell with
//! g(B) < g(A). The board of cells is two-colored like a chess board, so g(A) >= g(B) + 2 and
//! f(A) >= f(B) + 2.
//!
//! 1. B enters the queue before A does. The predecessor of A has f >= f(A) - 2 >= f(B), that
//!    of B has f <= f(B); if these are equal, the predecessor of B still comes first because
//!    it has the smaller g. So when A arrives, the number in the cell knows of B.
//! 2. B leaves the queue before A enters it: the predecessor of A comes at f(B) and
//!    g(A) - 1 > g(B) at the earliest. So when B is taken, the number in the cell stems from
//!    states with at most g(B) steps, and it exceeds B's supplies only if B is useless.
//!
//! (For uniform-cost search put h = 0: everything happens in the order of g.)
//!
//! **A\* never expands more than uniform-cost search.** Let g* be the length of the shortest
//! way. Uniform-cost search expands every efficient state with g < g* - 1 and at least one with
//! g = g* - 1, the one that sees the goal. A* expands only efficient states with
//! g + h <= g*, none of them the goal, so h >= 1 and g <= g* - 1; and only one with
//! g = g* - 1, since h = 1 there means that it stands next to the goal, sees it, and ends the
//! search. If there is no way, both expand all efficient states. The tie rule matters: taking
//! the larger g first, which is often recommended, expands states that later turn out to be
//! useless; on 1,517 of 30,000 small random maps uniform-cost search then had less to do.

use std::{collections::BTreeMap, str::FromStr};

use super::{
    map::{Cell, Map, Step},
    refills::Refills,
};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Algorithm {
    AStar,
    UniformCost,
}

impl Algorithm {
    pub const BOTH: [Algorithm; 2] = [Algorithm::AStar, Algorithm::UniformCost];

    /// The name on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Algorithm::AStar => "astar",
            Algorithm::UniformCost => "ucs",
        }
    }
}

impl FromStr for Algorithm {
    type Err = String;

    fn from_str(name: &str) -> Result<Algorithm, String> {
        let found = Algorithm::BOTH.into_iter().find(|it| it.name() == name);
        found.ok_or_else(|| format!("the algorithms are astar and ucs, not {name}"))
    }
}

/// What a search found, and how many states it expanded for it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Outcome {
    /// The steps from start to goal; `None` if there is no way.
    pub path: Option<Vec<Step>>,
    /// States whose neighbors were looked at. The goal is recognized when it is first seen, and
    /// is not among them.
    pub expanded: u64,
}

impl Outcome {
    /// The two lines of the answer: the number of steps and their letters, or -1 and nothing.
    pub fn answer(&self) -> String {
        match &self.path {
            Some(path) => {
                let letters: String = path.iter().map(|step| step.letter()).collect();
                format!("{}\n{letters}\n", path.len())
            }
            None => "-1\n\n".to_owned(),
        }
    }
}

/// One expanded state, for whoever wants to watch.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Expansion {
    pub row: usize,
    pub column: usize,
    pub supplies: u32,
    /// Steps from the start.
    pub steps: u32,
    /// The estimate of steps to the goal; 0 in uniform-cost search.
    pub estimate: u32,
}

/// Finds a shortest way, and calls `watch` with each expanded state in order.
pub fn search(map: &Map, algorithm: Algorithm, mut watch: impl FnMut(Expansion)) -> Outcome {
    let mut search = Search::new(map, algorithm);
    while let Some(((f, steps), bucket)) = search.queue.pop_first() {
        for state in bucket {
            let is_useless = state.supplies < search.most_supplies[state.cell as usize];
            if is_useless {
                continue;
            }
            search.expanded += 1;
            let (row, column) = map.place(state.cell);
            let supplies = state.supplies;
            watch(Expansion { row, column, supplies, steps, estimate: f - steps });
            if search.expand(state, f, steps) == Goal::Seen {
                let path = search.refills.path_to(map, state.origin, map.goal());
                return Outcome { path: Some(path), expanded: search.expanded };
            }
        }
        search.queue_children(f, steps + 1);
    }
    Outcome { path: None, expanded: search.expanded }
}

/// A state in the queue.
#[derive(Clone, Copy)]
struct Waiting {
    cell: u32,
    supplies: u32,
    /// Where the bag was last full: the start or a supply point.
    origin: u32,
}

#[derive(PartialEq, Eq)]
enum Goal {
    Seen,
    NotYet,
}

struct Search<'a> {
    map: &'a Map,
    algorithm: Algorithm,
    /// By f, then g. All states that share both lie in one bucket, so that the tree is asked
    /// once per bucket and not once per state.
    queue: BTreeMap<(u32, u32), Vec<Waiting>>,
    /// New states, by how much their f exceeds that of the bucket at hand: 0 or 2 in A*,
    /// always 1 in uniform-cost search.
    children: [Vec<Waiting>; 3],
    /// For each cell the most supplies it was entered with; 0 if never, since a state with
    /// nothing left can go nowhere and is not kept.
    most_supplies: Vec<u32>,
    refills: Refills,
    expanded: u64,
}

impl Search<'_> {
    fn new(map: &Map, algorithm: Algorithm) -> Search<'_> {
        let mut search = Search {
            map,
            algorithm,
            queue: BTreeMap::new(),
            children: Default::default(),
            most_supplies: vec![0; map.cells().len()],
            refills: Refills::default(),
            expanded: 0,
        };
        let (cell, supplies) = (map.start(), map.supplies());
        if 0 < supplies {
            search.most_supplies[cell as usize] = supplies;
            let start = Waiting { cell, supplies, origin: cell };
            search.queue.insert((search.estimate(cell), 0), vec![start]);
        }
        search
    }

    /// Looks at the four neighbors and keeps those that are new or reached with more supplies.
    fn expand(&mut self, state: Waiting, f: u32, steps: u32) -> Goal {
        for step in Step::ALL {
            let cell = self.map.neighbor(state.cell, step);
            let (supplies, origin) = match self.map.cells()[cell as usize] {
                Cell::Wall => continue,
                Cell::Goal => return Goal::Seen,
                Cell::Supply => (self.map.supplies(), cell),
                Cell::Free | Cell::Start => (state.supplies - 1, state.origin),
            };
            let is_useless = supplies <= self.most_supplies[cell as usize];
            if is_useless {
                continue;
            }
            self.most_supplies[cell as usize] = supplies;
            if origin == cell {
                self.refills.note(cell, state.origin);
            }
            let rise = steps + 1 + self.estimate(cell) - f;
            self.children[rise as usize].push(Waiting { cell, supplies, origin });
        }
        Goal::NotYet
    }

    fn queue_children(&mut self, f: u32, steps: u32) {
        for (rise, states) in (0..).zip(&mut self.children) {
            if !states.is_empty() {
                self.queue.entry((f + rise, steps)).or_default().append(states);
            }
        }
    }

    /// h: the Manhattan distance to the goal, or nothing at all.
    fn estimate(&self, cell: u32) -> u32 {
        match self.algorithm {
            Algorithm::UniformCost => 0,
            Algorithm::AStar => self.map.distance_to_goal(cell),
        }
    }
}
