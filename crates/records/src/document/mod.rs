//! A game as a document: headers, the start position, and a tree of moves with what was said
//! about them.

mod cursor;
mod date;
mod headers;
mod notes;
mod walker;

use xiangqi::{Move, Position, Status};

pub(crate) use cursor::{Cursor, Mark};
pub use date::date_of;
pub use headers::{Headers, tag};
pub use notes::{Evaluation, Notes};
pub(crate) use walker::Walker;

/// A node of the tree: the start position, or the position after a move.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct NodeId(u32);

impl NodeId {
    /// The start position.
    pub const ROOT: NodeId = NodeId(0);

    fn index(self) -> usize {
        self.0 as usize
    }
}

/// No node; the root is nobody's child or sibling, so its number is free for this.
const NONE: u32 = 0;

/// Small, because a file may hold a move in four bytes.
#[derive(Clone, Copy, Debug)]
struct Node {
    /// `None` for the root only.
    mv: Option<Move>,
    parent: u32,
    first_child: u32,
    last_child: u32,
    next_sibling: u32,
    /// One more than the place in `notes`, or zero.
    notes: u32,
}

/// One game. The first child of a node is the main line, its siblings are variations.
#[derive(Clone, Debug)]
pub struct Document {
    pub headers: Headers,
    pub result: Status,
    start: Position,
    nodes: Vec<Node>,
    notes: Vec<Notes>,
}

impl Document {
    pub fn new(start: Position) -> Document {
        Document::with_capacity(start, 0)
    }

    /// Room for so many moves at once, where a reader knows how many there can be.
    pub(crate) fn with_capacity(start: Position, moves: usize) -> Document {
        let mut nodes = Vec::with_capacity(moves + 1);
        nodes.push(Node {
            mv: None,
            parent: NONE,
            first_child: NONE,
            last_child: NONE,
            next_sibling: NONE,
            notes: 0,
        });
        let headers = Headers::default();
        Document { headers, result: Status::Ongoing, start, nodes, notes: Vec::new() }
    }

    pub fn start(&self) -> &Position {
        &self.start
    }

    /// Moves in the tree, variations included.
    pub fn len(&self) -> usize {
        self.nodes.len() - 1
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The move that leads to this node; `None` for the root.
    pub fn mv(&self, node: NodeId) -> Option<Move> {
        self.nodes[node.index()].mv
    }

    pub fn parent(&self, node: NodeId) -> Option<NodeId> {
        (node != NodeId::ROOT).then(|| NodeId(self.nodes[node.index()].parent))
    }

    pub fn children(&self, node: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        let first = self.first_child(node);
        std::iter::successors(first, |&it| self.next_sibling(it))
    }

    pub fn first_child(&self, node: NodeId) -> Option<NodeId> {
        some(self.nodes[node.index()].first_child)
    }

    pub fn next_sibling(&self, node: NodeId) -> Option<NodeId> {
        some(self.nodes[node.index()].next_sibling)
    }

    /// Appends a move after `parent`, behind the children it has. The move is not checked here:
    /// readers go through a cursor, which does.
    pub fn add(&mut self, parent: NodeId, mv: Move) -> NodeId {
        let id = self.nodes.len() as u32;
        let elder = std::mem::replace(&mut self.nodes[parent.index()].last_child, id);
        match elder {
            NONE => self.nodes[parent.index()].first_child = id,
            _ => self.nodes[elder as usize].next_sibling = id,
        }
        if self.nodes.len() == self.nodes.capacity() {
            // Doubling would cost a large tree twice what it needs.
            self.nodes.reserve_exact(self.nodes.len() / 4 + 64);
        }
        self.nodes.push(Node {
            mv: Some(mv),
            parent: parent.0,
            first_child: NONE,
            last_child: NONE,
            next_sibling: NONE,
            notes: 0,
        });
        NodeId(id)
    }

    /// What was said about a node, if anything.
    pub fn notes(&self, node: NodeId) -> Option<&Notes> {
        let place = self.nodes[node.index()].notes;
        self.notes.get((place as usize).checked_sub(1)?).filter(|it| !it.is_empty())
    }

    pub fn notes_mut(&mut self, node: NodeId) -> &mut Notes {
        let place = &mut self.nodes[node.index()].notes;
        if *place == 0 {
            self.notes.push(Notes::default());
            *place = self.notes.len() as u32;
        }
        &mut self.notes[*place as usize - 1]
    }

    /// The first child at every step.
    pub fn main_line(&self) -> impl Iterator<Item = NodeId> + '_ {
        std::iter::successors(self.first_child(NodeId::ROOT), |&it| self.first_child(it))
    }

    pub fn main_moves(&self) -> impl Iterator<Item = Move> + '_ {
        self.main_line().filter_map(|it| self.mv(it))
    }

    /// Every node but the root with its ply, counted from 1: parents before children, the main
    /// line first.
    pub fn preorder(&self) -> impl Iterator<Item = (NodeId, usize)> + '_ {
        let mut next = self.first_child(NodeId::ROOT).map(|it| (it, 1));
        std::iter::from_fn(move || {
            let (node, ply) = next?;
            next = self.following(node, ply);
            Some((node, ply))
        })
    }

    fn following(&self, node: NodeId, ply: usize) -> Option<(NodeId, usize)> {
        if let Some(child) = self.first_child(node) {
            return Some((child, ply + 1));
        }
        let (mut node, mut ply) = (node, ply);
        loop {
            if let Some(sibling) = self.next_sibling(node) {
                return Some((sibling, ply));
            }
            node = self.parent(node).filter(|&it| it != NodeId::ROOT)?;
            ply -= 1;
        }
    }

    /// Positions, the start included, about which something was said.
    pub fn comment_count(&self) -> usize {
        self.notes.iter().filter(|it| it.says_something()).count()
    }

    /// Children beyond the first, over all positions.
    pub fn variation_count(&self) -> usize {
        let is_younger = |node: &Node| {
            let first = self.nodes[node.parent as usize].first_child as usize;
            !std::ptr::eq(node, &self.nodes[first])
        };
        self.nodes.iter().skip(1).filter(|it| is_younger(it)).count()
    }
}

fn some(id: u32) -> Option<NodeId> {
    (id != NONE).then_some(NodeId(id))
}

/// The same game, whatever the order in which its nodes were added.
impl PartialEq for Document {
    fn eq(&self, other: &Document) -> bool {
        let same_frame = self.headers == other.headers
            && self.result == other.result
            && self.start == other.start
            && self.len() == other.len()
            && self.notes(NodeId::ROOT) == other.notes(NodeId::ROOT);
        let tree = |it: &Document| -> Vec<(usize, Option<Move>, NodeId)> {
            it.preorder().map(|(node, ply)| (ply, it.mv(node), node)).collect()
        };
        same_frame
            && tree(self).iter().zip(&tree(other)).all(|(ours, theirs)| {
                (ours.0, ours.1) == (theirs.0, theirs.1)
                    && self.notes(ours.2) == other.notes(theirs.2)
            })
    }
}

const _: () = assert!(size_of::<Node>() <= 24, "a move of four bytes must not cost more");
