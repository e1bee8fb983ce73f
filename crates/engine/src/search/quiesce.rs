//! Quiescence: captures until the position is quiet enough to be evaluated; all answers when in
//! check. A side without moves has lost, in check or not.

use xiangqi::{Guard, Move};

use super::{
    Best, Kind, Node, Outcome, Worker,
    prune::{bettered, table_cutoff},
};
use crate::{
    picker::Picker,
    score::{
        Bound, INFINITE, Value, from_table, is_by_rule, is_decisive, is_loss, mated_in, to_table,
    },
    see::wins_at_least,
    table::Entry,
};

/// What is known about a position before its captures are tried.
#[derive(Clone, Copy)]
struct Glance {
    key: u64,
    entry: Option<Entry>,
    raw_eval: Value,
    in_check: bool,
    was_pv: bool,
}

impl Worker<'_> {
    pub(super) fn quiesce<K: Kind>(&mut self, node: Node) -> Outcome {
        self.enter(node.ply)?;
        let ply = node.ply;
        if K::PV {
            self.lines[ply].len = 0;
        }
        if let Some(value) = self.adjudicate(ply) {
            return Ok(value);
        }
        let mut glance = self.glance::<K>();
        if !K::PV
            && self.trusts_table()
            && let Some(value) = quick_answer(&glance, &node)
        {
            return Ok(value);
        }
        let mut best = Best { value: -INFINITE, mv: None, alpha: node.alpha };
        if !glance.in_check {
            glance.raw_eval = self.raw_eval(glance.entry);
            best.value = self.stand_pat(&glance, ply);
            if node.beta <= best.value {
                return Ok(self.stand(&node, &glance, best.value));
            }
            best.alpha = best.alpha.max(best.value);
        }
        self.quiesce_moves::<K>(&node, &glance, best)
    }

    #[inline(always)]
    fn glance<K: Kind>(&self) -> Glance {
        let key = self.board.key();
        let entry = self.shared.table.get(key);
        Glance {
            key,
            entry,
            raw_eval: Entry::NO_EVAL,
            in_check: self.board.in_check(),
            was_pv: K::PV || entry.is_some_and(|it| it.was_pv),
        }
    }

    /// What doing nothing is worth, bettered by what the table knows.
    #[inline(always)]
    fn stand_pat(&self, glance: &Glance, ply: usize) -> Value {
        let (eval, _) = self.corrected(glance.raw_eval, ply);
        let table_value = glance.entry.map_or(0, |it| from_table(it.value, ply));
        bettered(eval, glance.entry, table_value)
    }

    /// Doing nothing is good enough: the value, halfway between what was asked and what was found.
    #[inline(always)]
    fn stand(&self, node: &Node, glance: &Glance, best: Value) -> Value {
        let value = if is_decisive(best) { best } else { (best + node.beta) / 2 };
        if glance.entry.is_none() {
            self.keep(glance, None, value, Bound::Lower);
        }
        value
    }

    fn quiesce_moves<K: Kind>(&mut self, node: &Node, glance: &Glance, mut best: Best) -> Outcome {
        let ply = node.ply;
        let guard = self.board.position.guard();
        let mut picker = self.quiet_picker(ply, glance, &guard);
        let mut number = 0;
        while let Some(mv) = picker.next(&self.scene(ply, &guard)) {
            number += 1;
            if self.overlooks(mv, ply) || self.is_idle(glance, &best, &mut picker, mv, number) {
                continue;
            }
            let gives_check = self.board.position.gives_check(mv);
            self.play(ply, mv, gives_check);
            let (alpha, beta) = (-node.beta, -best.alpha);
            let child = Node { alpha, beta, depth: 0, ply: ply + 1, cut_node: false };
            let value = self.quiesce::<K>(child).map(|it| -it);
            self.board.undo();
            let value = value?;
            if best.raise(mv, value) {
                if K::PV {
                    self.extend_line(ply, mv);
                }
                if node.beta <= value {
                    break;
                }
            }
        }
        if number == 0 && (glance.in_check || !self.board.position.has_legal_move()) {
            return Ok(mated_in(ply));
        }
        if !is_by_rule(best.value) {
            let bound = if node.beta <= best.value { Bound::Lower } else { Bound::Upper };
            self.keep(glance, best.mv, to_table(best.value, ply), bound);
        }
        Ok(best.value)
    }

    #[inline(always)]
    fn quiet_picker(&self, ply: usize, glance: &Glance, guard: &Guard) -> Picker {
        let table_move = glance.entry.and_then(|it| it.mv);
        if glance.in_check {
            Picker::new(&self.scene(ply, guard), table_move)
        } else {
            Picker::captures(&self.scene(ply, guard), table_move)
        }
    }

    /// Is the move not worth trying, once another one holds? In check, quiet answers are not: one
    /// is enough. Otherwise captures that lose the exchange are not.
    #[inline(always)]
    fn is_idle(
        &self,
        glance: &Glance,
        best: &Best,
        picker: &mut Picker,
        mv: Move,
        number: usize,
    ) -> bool {
        if is_loss(best.value) {
            return false;
        }
        if !glance.in_check {
            return !wins_at_least(&self.board.position, mv, self.params().qs_see);
        }
        let is_quiet = self.board.position.piece_at(mv.to()).is_none();
        if is_quiet {
            picker.skip_quiets();
        }
        is_quiet && 1 < number
    }

    #[inline(always)]
    fn keep(&self, glance: &Glance, mv: Option<Move>, value: Value, bound: Bound) {
        let &Glance { key, raw_eval: eval, was_pv, .. } = glance;
        let entry = Entry { mv, value, eval, depth: 0, bound: Some(bound), was_pv };
        self.shared.table.put(key, entry);
    }
}

/// Does the table answer already?
#[inline(always)]
fn quick_answer(glance: &Glance, node: &Node) -> Option<Value> {
    let entry = glance.entry?;
    let value = from_table(entry.value, node.ply);
    table_cutoff(&entry, value, &Node { depth: 0, ..*node }).then_some(value)
}
