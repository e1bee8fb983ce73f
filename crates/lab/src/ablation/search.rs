//! One search in which every part can be left out. Switches that only save work (`alphabeta`,
//! `ordering`, `table`, `deepening`) never change the value, as long as the positions last; those
//! that change what is seen (`quiescence`, `positions`, `mobility`) do.

use std::sync::atomic::AtomicBool;

use xiangqi::{Color, Move, Position};

use super::recipe::Recipe;
use crate::{
    evaluation,
    tree::{
        Board, Entry, Found, Stopped, TranspositionTable, Value, Window, in_order, search_root,
    },
};

/// What a legal move more than the other side has is worth; a soldier is worth 55.
const MOVE_WORTH: i32 = 3;

/// What a searcher thought of one position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Thought {
    pub found: Found,
    /// The depth it finished; 0 if the positions were used up before that.
    pub depth: u32,
}

/// Chooses among some legal moves of a position, all of them as a rule.
pub fn think(position: &Position, moves: &[Move], recipe: &Recipe, stop: &AtomicBool) -> Thought {
    let values = evaluation::course_values(recipe.positions);
    let table = TranspositionTable::new(if recipe.table { recipe.depth } else { 0 });
    let search = Search { recipe: *recipe, table };
    let mut board = Board::with_values(*position, values, stop, ());
    board.limit_nodes(recipe.nodes);
    search.think(&mut board, moves)
}

struct Search {
    recipe: Recipe,
    table: TranspositionTable,
}

impl Search {
    /// The root: to the depth at once, or to depth 1, 2, 3, ... with the best move first.
    fn think(mut self, board: &mut Board<'_>, moves: &[Move]) -> Thought {
        let first = if self.recipe.deepening { 1 } else { self.recipe.depth };
        let mut last: Option<Thought> = None;
        for depth in first..=self.recipe.depth {
            let liked = last.and_then(|it| it.found.best_move);
            let moves = self.in_order(board.position(), moves.to_vec(), liked);
            let found = search_root(board, &moves, |board, window| {
                self.search(board, depth - 1, self.offered(window))
            });
            if !found.is_complete {
                // The last complete search knows more than half of a deeper one.
                let shallow = last.unwrap_or(Thought { found, depth: 0 });
                let found = Found { nodes: found.nodes, is_complete: false, ..shallow.found };
                return Thought { found, ..shallow };
            }
            last = Some(Thought { found, depth });
        }
        last.unwrap_or(Thought { found: search_root(board, &[], |_, _| Err(Stopped)), depth: 0 })
    }

    /// The value of a position, `depth` plies ahead.
    fn search(&mut self, board: &mut Board<'_>, depth: u32, window: Window) -> Value {
        if depth == 0 {
            return self.leaf(board, window);
        }
        let known = self.table.get(board.position()).filter(|_| self.recipe.table);
        if let Some(score) = known.and_then(|it| it.answer(depth, board.ply(), window)) {
            return Ok(score);
        }
        let liked = known.and_then(|it| it.best_move());
        let legal = board.legal_moves().to_vec();
        let mut best = (board.lost(), None);
        let mut open = window;
        for mv in self.in_order(board.position(), legal, liked) {
            board.play(mv, open.flipped())?;
            let reply = self.search(board, depth - 1, self.offered(open.flipped()))?;
            board.undo(reply);

            if best.0 < -reply {
                best = (-reply, Some(mv));
            }
            if self.recipe.alphabeta && window.beta <= best.0 {
                break;
            }
            open = open.raised_to(best.0);
        }
        if self.recipe.table {
            self.table.put(board.position(), Entry::new(best, depth, board.ply(), window));
        }
        Ok(best.0)
    }

    /// The end of a line: the evaluation, or what is left of it after all captures that pay. The
    /// side to move need not take anything, so the evaluation itself is the least it has.
    fn leaf(&mut self, board: &mut Board<'_>, window: Window) -> Value {
        let mut best = self.evaluate(board);
        if !self.recipe.quiescence || (self.recipe.alphabeta && window.beta <= best) {
            return Ok(best);
        }
        let mut open = window.raised_to(best);
        let captures = board.position().captures().to_vec();
        for mv in self.in_order(board.position(), captures, None) {
            board.play(mv, open.flipped())?;
            let reply = self.leaf(board, self.offered(open.flipped()))?;
            board.undo(reply);

            best = best.max(-reply);
            if self.recipe.alphabeta && window.beta <= best {
                break;
            }
            open = open.raised_to(best);
        }
        Ok(best)
    }

    /// For the side to move.
    fn evaluate(&self, board: &mut Board<'_>) -> i32 {
        let standing = board.evaluate();
        if !self.recipe.mobility {
            return standing;
        }
        let moves = |color: Color| board.position().legal_moves_of(color).len() as i32;
        let side = board.position().side();
        standing + MOVE_WORTH * (moves(side) - moves(side.opponent()))
    }

    /// Without ordering, moves come as the generator makes them.
    fn in_order(&self, position: &Position, moves: Vec<Move>, liked: Option<Move>) -> Vec<Move> {
        if self.recipe.ordering { in_order(position, moves, liked) } else { moves }
    }

    /// Without alpha-beta nobody hears of a window.
    fn offered(&self, window: Window) -> Window {
        if self.recipe.alphabeta { window } else { Window::FULL }
    }
}
