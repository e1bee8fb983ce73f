//! The hand with which readers build a tree: it checks every move, cuts what is illegal, and
//! keeps the memory of a document in proportion to the file it comes from.

use xiangqi::{Move, Position};

use super::{Document, NodeId, Notes, Walker};
use crate::dropped::{Dropped, Report, Why};

/// No game of people or engines comes near this; it bounds the stack of moves to take back.
const LONGEST_LINE: usize = 30_000;

/// A document may cost this much more than [`BYTES_PER_BYTE`] times its file.
const FREE_BYTES: usize = 1 << 20;
const BYTES_PER_BYTE: usize = 7;

/// A place to come back to.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Mark {
    node: NodeId,
    depth: u32,
    cut: u32,
}

pub(crate) struct Cursor {
    document: Document,
    walker: Walker,
    node: NodeId,
    /// How many moves we are behind one that was cut.
    cut: usize,
    budget: usize,
    report: Report,
}

impl Cursor {
    /// `size` is that of the text or bytes this game is read from, `most_moves` how many they can
    /// hold.
    pub(crate) fn new(start: Position, size: usize, most_moves: usize) -> Cursor {
        Cursor {
            document: Document::with_capacity(start, most_moves),
            walker: Walker::new(start),
            node: NodeId::ROOT,
            cut: 0,
            budget: FREE_BYTES.saturating_add(size.saturating_mul(BYTES_PER_BYTE)),
            report: Report::default(),
        }
    }

    pub(crate) fn finish(mut self) -> (Document, Vec<Dropped>) {
        self.document.nodes.shrink_to_fit();
        (self.document, self.report.finish())
    }

    pub(crate) fn document_mut(&mut self) -> &mut Document {
        &mut self.document
    }

    pub(crate) fn position(&self) -> &Position {
        self.walker.position()
    }

    /// Are we behind a move that was cut?
    pub(crate) fn is_cut(&self) -> bool {
        0 < self.cut
    }

    pub(crate) fn move_count(&self) -> usize {
        self.document.len()
    }

    /// Plies since the start, those that were cut included.
    pub(crate) fn depth(&self) -> usize {
        self.walker.depth() + self.cut
    }

    /// Plays a move. An illegal one is reported as `found`, and it and all that follows is cut.
    pub(crate) fn play(&mut self, mv: Option<Move>, found: impl FnOnce() -> String) {
        if self.is_cut() {
            self.cut += 1;
            return;
        }
        let legal = mv.filter(|&it| self.walker.position().is_legal(it));
        let why = match legal {
            None => Why::IllegalMove,
            Some(_) if LONGEST_LINE <= self.walker.depth() => Why::TooLong,
            Some(_) if !self.pay(size_of::<super::Node>()) => Why::TooLarge,
            Some(mv) => {
                self.walker.play(mv);
                self.node = self.document.add(self.node, mv);
                return;
            }
        };
        self.drop_here(why, found());
        self.cut = 1;
    }

    /// Reports something at the ply that would be next.
    pub(crate) fn drop_here(&mut self, why: Why, found: String) {
        let ply = self.depth() + 1;
        let number = move_number(self.document.start(), ply);
        self.report.add(Dropped { game: 0, number: Some(number), found, why });
    }

    /// Reports something that belongs to no move.
    pub(crate) fn drop_somewhere(&mut self, why: Why, found: String) {
        self.report.add(Dropped { game: 0, number: None, found, why });
    }

    /// Goes back to the position so many plies after the start.
    pub(crate) fn unwind(&mut self, depth: usize) {
        let whole = self.walker.depth();
        if whole <= depth {
            self.cut = self.cut.min(depth - whole);
            return;
        }
        self.cut = 0;
        for _ in depth..whole {
            self.node = self.document.parent(self.node).unwrap_or(NodeId::ROOT);
        }
        self.walker.unwind(depth);
    }

    pub(crate) fn mark(&self) -> Mark {
        Mark { node: self.node, depth: self.walker.depth() as u32, cut: self.cut as u32 }
    }

    /// Returns from a variation to the move it is an alternative of.
    pub(crate) fn return_to(&mut self, mark: Mark) {
        let depth = mark.depth as usize;
        self.cut = 0;
        self.unwind(depth.saturating_sub(1));
        if self.node != mark.node {
            if let Some(mv) = self.document.mv(mark.node) {
                self.walker.play(mv);
            }
            self.node = mark.node;
        }
        self.cut = mark.cut as usize;
    }

    /// Goes to any node of the tree.
    pub(crate) fn go_to(&mut self, node: NodeId) {
        let back = |it: &NodeId| self.document.parent(*it);
        let path: Vec<Move> =
            std::iter::successors(Some(node), back).filter_map(|it| self.document.mv(it)).collect();
        self.unwind(0);
        path.into_iter().rev().for_each(|mv| self.walker.play(mv));
        self.node = node;
    }

    pub(crate) fn node(&self) -> NodeId {
        self.node
    }

    /// What is said about the present node; nothing is said about cut ones.
    pub(crate) fn note(&mut self, size: usize, write: impl FnOnce(&mut Notes)) {
        if self.is_cut() {
            return;
        }
        if self.pay(size_of::<Notes>() + 2 * size) {
            write(self.document.notes_mut(self.node));
        } else {
            self.drop_here(Why::TooLarge, String::new());
        }
    }

    pub(crate) fn comment(&mut self, text: &str) {
        let is_blank = text.trim_matches(|it: char| it.is_whitespace() || it == '\0').is_empty();
        if !is_blank {
            self.note(text.len(), |notes| notes.add_after(text));
        }
    }

    fn pay(&mut self, price: usize) -> bool {
        let left = self.budget.checked_sub(price);
        self.budget = left.unwrap_or(self.budget);
        left.is_some()
    }
}

/// The number a score sheet gives to a ply, counted from 1: two plies share one.
fn move_number(start: &Position, ply: usize) -> usize {
    let is_black_first = start.side() == xiangqi::Color::Black;
    (ply - 1 + usize::from(is_black_first)) / 2 + 1
}
