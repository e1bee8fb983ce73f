//! A position that goes down a tree and up again without being copied.

use xiangqi::{Move, Played, Position};

/// The position after a path of moves.
#[derive(Clone, Debug)]
pub(crate) struct Walker {
    position: Position,
    path: Vec<Played>,
}

impl Walker {
    pub(crate) fn new(start: Position) -> Walker {
        Walker { position: start, path: Vec::new() }
    }

    pub(crate) fn position(&self) -> &Position {
        &self.position
    }

    pub(crate) fn depth(&self) -> usize {
        self.path.len()
    }

    /// Plays a move known to be legal.
    pub(crate) fn play(&mut self, mv: Move) {
        self.path.push(self.position.play_unchecked(mv));
    }

    /// Takes moves back until the path has this length.
    pub(crate) fn unwind(&mut self, depth: usize) {
        while depth < self.path.len() {
            if let Some(played) = self.path.pop() {
                self.position.undo(played);
            }
        }
    }
}
