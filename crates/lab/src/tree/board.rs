//! The board a search plays on: a position whose evaluation is kept up to date, with a count of
//! the positions entered.

use std::sync::atomic::{AtomicBool, Ordering};

use xiangqi::{Color, Move, MoveList, Piece, Played, Position, Square};

use super::{
    score::{Window, lost_at},
    watch::{Ending, Watch},
};
use crate::evaluation::{Evaluation, Values};

/// The search was told to stop. Carries no score on purpose: there is none to trust.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stopped;

pub(crate) type Value = Result<i32, Stopped>;

/// `W` watches the search; `()` does not, and costs nothing.
pub(crate) struct Board<'a, W = ()> {
    position: Position,
    /// The moves from the root to here.
    path: Vec<Played>,
    values: &'static Values,
    /// Red's value minus Black's.
    balance: i32,
    nodes: u64,
    /// So many may be entered.
    most_nodes: u64,
    stop: &'a AtomicBool,
    watch: W,
}

impl<'a, W: Watch> Board<'a, W> {
    pub(crate) fn new(
        position: Position,
        evaluation: Evaluation,
        stop: &'a AtomicBool,
        watch: W,
    ) -> Board<'a, W> {
        Board::with_values(position, evaluation.values(), stop, watch)
    }

    pub(crate) fn with_values(
        position: Position,
        values: &'static Values,
        stop: &'a AtomicBool,
        watch: W,
    ) -> Board<'a, W> {
        let for_red = |(square, piece): (Square, Piece)| {
            let value = values[piece.index()][square.index()];
            if piece.color() == Color::Red { value } else { -value }
        };
        let balance = position.placement().map(for_red).sum();
        Board {
            position,
            path: Vec::new(),
            values,
            balance,
            nodes: 0,
            most_nodes: u64::MAX,
            stop,
            watch,
        }
    }

    /// The search stops when so many positions were entered.
    pub(crate) fn limit_nodes(&mut self, most: u64) {
        self.most_nodes = most;
    }

    pub(crate) fn legal_moves(&self) -> MoveList {
        self.position.legal_moves()
    }

    /// A search begins here, at the root.
    pub(crate) fn start(&mut self) {
        self.watch.start();
    }

    /// The search that began at the root is over.
    pub(crate) fn finish(&mut self, score: i32) {
        self.watch.leave(score);
    }

    /// Enters the position after a move, where `window` is what will matter to the opponent.
    ///
    /// After `Stopped` the board is of no more use: moves on the way are not taken back.
    #[inline]
    pub(crate) fn play(&mut self, mv: Move, window: Window) -> Result<(), Stopped> {
        // Asking other threads at every position would cost more than playing the move.
        if self.nodes.is_multiple_of(1024) && self.stop.load(Ordering::Relaxed) {
            return Err(Stopped);
        }
        if self.most_nodes <= self.nodes {
            return Err(Stopped);
        }
        self.watch.enter(&self.position, mv, window);
        let played = self.position.play_unchecked(mv);
        self.balance += self.change(played);
        self.path.push(played);
        self.nodes += 1;
        Ok(())
    }

    /// Goes back, knowing the score of the position left, for the side to move in it.
    #[inline]
    pub(crate) fn undo(&mut self, score: i32) {
        self.watch.leave(score);
        if let Some(played) = self.path.pop() {
            self.balance -= self.change(played);
            self.position.undo(played);
        }
    }

    /// The end of the line: the evaluation for the side to move.
    #[inline]
    pub(crate) fn evaluate(&mut self) -> i32 {
        self.watch.ending(Ending::Evaluated);
        match self.position.side() {
            Color::Red => self.balance,
            Color::Black => -self.balance,
        }
    }

    /// The score if there is no legal move: lost, the sooner the worse.
    #[inline]
    pub(crate) fn lost(&self) -> i32 {
        lost_at(self.ply())
    }

    /// Plies from the root.
    #[inline]
    pub(crate) fn ply(&self) -> usize {
        self.path.len()
    }

    /// Positions entered so far, the root not among them.
    pub(crate) fn nodes(&self) -> u64 {
        self.nodes
    }

    pub(crate) fn position(&self) -> &Position {
        &self.position
    }

    /// Tells whoever watches how the search of this position ended.
    #[inline]
    pub(crate) fn note(&mut self, ending: Ending) {
        self.watch.ending(ending);
    }

    pub(crate) fn into_watch(self) -> W {
        self.watch
    }

    /// What a move adds to Red's value minus Black's.
    #[inline]
    fn change(&self, played: Played) -> i32 {
        let own = &self.values[played.piece.index()];
        let mut gain = own[played.mv.to().index()] - own[played.mv.from().index()];
        if let Some(captured) = played.captured {
            gain += self.values[captured.index()][played.mv.to().index()];
        }
        match played.piece.color() {
            Color::Red => gain,
            Color::Black => -gain,
        }
    }
}
