//! What a finished node teaches the histories.

use xiangqi::{Color, Move};

use super::{Best, Node, Worker, moves::Tried, prune::Facts};
use crate::{
    history::{CONTINUATIONS, NEAR_ROOT, PieceTo},
    params::Params,
    score::{Bound, Value, is_decisive},
};

fn bonus(params: &Params, depth: i32) -> i32 {
    (params.hist_bonus * depth - params.hist_bonus_offset).clamp(0, params.hist_bonus_most)
}

fn malus(params: &Params, depth: i32) -> i32 {
    (params.hist_malus * depth - params.hist_malus_offset).clamp(0, params.hist_malus_most)
}

impl Worker<'_> {
    /// A move raised alpha or cut: it gains, what was tried before it loses.
    pub(super) fn learn(
        &mut self,
        node: &Node,
        best: Move,
        value: Value,
        quiets: &Tried,
        captures: &Tried,
    ) {
        if value < node.beta {
            return;
        }
        let (bonus, malus) = (bonus(self.params(), node.depth), malus(self.params(), node.depth));
        if self.board.position.piece_at(best.to()).is_some() {
            self.nudge_capture(best, bonus);
        } else {
            // A single quiet move that cuts at once near the leaves says little.
            if 1 < node.depth || !quiets.is_empty() {
                self.nudge_quiet(node.ply, best, bonus);
            }
            for mv in quiets.iter() {
                self.nudge_quiet(node.ply, mv, -malus);
            }
        }
        for mv in captures.iter() {
            self.nudge_capture(mv, -malus);
        }
    }

    /// The table knew a quiet move that cuts.
    pub(super) fn reward_table_move(&mut self, ply: usize, mv: Move, depth: i32) {
        if self.board.position.is_pseudo_legal(mv) {
            self.nudge_quiet(ply, mv, bonus(self.params(), depth));
        }
    }

    /// A quiet move led here: good if the evaluation rose by it, bad if it fell.
    pub(super) fn learn_from_evaluation(&mut self, ply: usize, static_eval: Value) {
        let before = *self.frame_before(ply, 1);
        let Some(mv) = before.mv else { return };
        if before.in_check || self.board.last_was_capture() {
            return;
        }
        // Somewhat more than nothing is what a tempo is worth.
        let rise = -(static_eval + before.static_eval);
        let bonus = (rise.clamp(-110, 187) + 34) * self.params().eval_change;
        self.nudge_main(self.board.position.side().opponent(), mv, bonus);
    }

    /// Nothing here beat alpha: the move that led here was good.
    pub(super) fn reward_refuted_expectation(&mut self, node: &Node) {
        let Some(mv) = self.frame_before(node.ply, 1).mv else { return };
        let former = self.frame_before(node.ply, 1).moved;
        if self.board.last_was_capture() || former == PieceTo::NONE {
            return;
        }
        let bonus = bonus(self.params(), node.depth) / 2;
        let side = self.board.position.side().opponent();
        self.nudge_main(side, mv, bonus);
        let before = self.frame_before(node.ply, 2).moved;
        self.nudge_continuation(before, former, bonus);
    }

    fn nudge_quiet(&mut self, ply: usize, mv: Move, bonus: i32) {
        let Some(piece) = self.board.position.piece_at(mv.from()) else { return };
        self.nudge_main(piece.color(), mv, bonus);
        let piece_to = PieceTo::new(piece, mv.to());
        if ply < NEAR_ROOT {
            self.history.nudge_near_root(ply, mv, bonus);
        }
        for (plies, weight) in CONTINUATIONS {
            // In check the answers are forced: only the near past explains them.
            if 2 < plies && self.frame(ply).in_check {
                break;
            }
            let former = self.frame_before(ply, plies).moved;
            self.nudge_continuation(former, piece_to, bonus * weight / 1024);
        }
    }

    fn nudge_main(&mut self, color: Color, mv: Move, bonus: i32) {
        if self.params().main_on != 0 {
            self.history.nudge_main(color, mv, bonus);
        }
    }

    fn nudge_continuation(&mut self, former: PieceTo, piece_to: PieceTo, bonus: i32) {
        if self.params().cont_on != 0 {
            self.history.nudge_continuation(former, piece_to, bonus);
        }
    }

    fn nudge_capture(&mut self, mv: Move, bonus: i32) {
        let position = &self.board.position;
        let (Some(piece), Some(victim)) =
            (position.piece_at(mv.from()), position.piece_at(mv.to()))
        else {
            return;
        };
        if self.params().capture_history_on != 0 {
            self.history.nudge_capture(PieceTo::new(piece, mv.to()), victim.kind(), bonus);
        }
    }

    /// Where the search and the evaluation differ in a quiet position, remember by how much.
    pub(super) fn learn_correction(
        &mut self,
        node: &Node,
        facts: &Facts,
        best: &Best,
        bound: Bound,
    ) {
        let value = best.value;
        let is_capture = best.mv.is_some_and(|it| self.board.position.piece_at(it.to()).is_some());
        let says_nothing = (bound == Bound::Lower && value <= facts.static_eval)
            || (bound == Bound::Upper && facts.static_eval <= value);
        if facts.in_check || facts.excluded || is_capture || says_nothing || is_decisive(value) {
            return;
        }
        let bonus = (value - facts.static_eval) * node.depth / 8;
        let last = self.frame_before(node.ply, 1).moved;
        let side = self.board.position.side();
        self.history.nudge_correction(self.shared.params, side, self.board.keys(), last, bonus);
    }
}
