//! A search as data: every position it entered, in order, for drawing.

use std::sync::atomic::AtomicBool;

use xiangqi::{Move, Position, Style};

use super::{
    Algorithm, Found,
    board::Board,
    run,
    score::Window,
    watch::{Ending, Watch},
};
use crate::evaluation::Evaluation;

/// The beginning of a search, in the order in which positions were entered.
#[derive(Clone, Debug)]
pub struct Trace {
    pub found: Found,
    /// The roots (one, or one per depth with iterative deepening) and what lies below them.
    pub nodes: Vec<TracedNode>,
    /// How many positions were evaluated and how many were cut, recorded or not.
    pub evaluations: u64,
    pub cuts: u64,
}

#[derive(Clone, Debug)]
pub struct TracedNode {
    /// The index of the position before; `None` at a root.
    pub parent: Option<usize>,
    /// How the position was reached; `None` at a root.
    pub mv: Option<Move>,
    /// The same in the notation asked for.
    pub notation: String,
    pub window: Window,
    /// For the side to move here; `None` if the search was stopped before it knew.
    pub score: Option<i32>,
    pub ending: Ending,
    /// `Ending::Cut::by` in the notation asked for.
    pub refutation: Option<String>,
}

/// How much of a search is recorded; what lies beyond is counted only.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TraceLimits {
    /// Positions, in the order of the search.
    pub nodes: usize,
    /// Plies from the root: 1 records the moves of the root and nothing below them.
    pub plies: usize,
    /// How moves are written.
    pub style: Style,
}

impl TraceLimits {
    pub const NONE: TraceLimits =
        TraceLimits { nodes: usize::MAX, plies: usize::MAX, style: Style::Chinese };
}

/// Searches and records what the limits allow.
pub fn trace(
    position: &Position,
    evaluation: Evaluation,
    algorithm: Algorithm,
    depth: u32,
    limits: TraceLimits,
    stop: &AtomicBool,
) -> Trace {
    let mut board = Board::new(*position, evaluation, stop, Tracer::new(*position, limits));
    let found = run(&mut board, algorithm, depth);
    let tracer = board.into_watch();
    Trace { found, nodes: tracer.nodes, evaluations: tracer.evaluations, cuts: tracer.cuts }
}

struct Tracer {
    root: Position,
    limits: TraceLimits,
    nodes: Vec<TracedNode>,
    /// The path from the root to the position at hand.
    path: Vec<Step>,
    evaluations: u64,
    cuts: u64,
}

/// One position on the path.
struct Step {
    /// Its index, unless a limit was reached.
    index: Option<usize>,
    position: Position,
    has_children: bool,
    ending: Option<Ending>,
}

impl Tracer {
    fn new(root: Position, limits: TraceLimits) -> Tracer {
        Tracer { root, limits, nodes: Vec::new(), path: Vec::new(), evaluations: 0, cuts: 0 }
    }

    fn record(
        &mut self,
        parent: Option<usize>,
        mv: Option<Move>,
        notation: String,
        window: Window,
    ) -> usize {
        self.nodes.push(TracedNode {
            parent,
            mv,
            notation,
            window,
            score: None,
            ending: Ending::Searched,
            refutation: None,
        });
        self.nodes.len() - 1
    }
}

impl Watch for Tracer {
    fn start(&mut self) {
        let is_recorded = self.nodes.len() < self.limits.nodes;
        let index = is_recorded.then(|| self.record(None, None, String::new(), Window::FULL));
        self.path = vec![Step { index, position: self.root, has_children: false, ending: None }];
    }

    fn enter(&mut self, position: &Position, mv: Move, window: Window) {
        let parent = self.path.last_mut().and_then(|step| {
            step.has_children = true;
            step.index
        });
        let is_near = self.path.len() <= self.limits.plies;
        let is_recorded = parent.is_some() && is_near && self.nodes.len() < self.limits.nodes;
        let index = is_recorded.then(|| {
            self.record(parent, Some(mv), position.write_move(mv, self.limits.style), window)
        });
        let mut after = *position;
        after.play_unchecked(mv);
        self.path.push(Step { index, position: after, has_children: false, ending: None });
    }

    fn ending(&mut self, ending: Ending) {
        self.evaluations += u64::from(ending == Ending::Evaluated);
        self.cuts += u64::from(matches!(ending, Ending::Cut { .. }));
        if let Some(step) = self.path.last_mut() {
            step.ending = Some(ending);
        }
    }

    fn leave(&mut self, score: i32) {
        let Some(step) = self.path.pop() else { return };
        let Some(node) = step.index.and_then(|index| self.nodes.get_mut(index)) else { return };
        node.score = Some(score);
        node.ending = match step.ending {
            Some(ending) => ending,
            None if step.has_children => Ending::Searched,
            None => Ending::NoMoves,
        };
        if let Ending::Cut { by, .. } = node.ending {
            node.refutation = Some(step.position.write_move(by, self.limits.style));
        }
    }
}

impl Trace {
    /// Did everything fit?
    pub fn is_complete(&self) -> bool {
        let roots = self.nodes.iter().filter(|it| it.parent.is_none()).count();
        (self.nodes.len() - roots) as u64 == self.found.nodes
    }
}
