//! Quiescence: captures until the position is quiet enough to be evaluated; all answers when in
//! check. A side without moves has lost, in check or not.

use super::{Kind, Node, Outcome, Worker, prune::table_cutoff};
use crate::{
    picker::Picker,
    score::{INFINITE, Value, from_table, is_decisive, is_loss, mated_in, to_table},
    see::wins_at_least,
    table::{Entry, Limit},
};

impl Worker<'_> {
    pub(super) fn quiesce<K: Kind>(&mut self, node: Node) -> Outcome {
        self.enter(node.ply)?;
        let (ply, mut alpha) = (node.ply, node.alpha);
        if K::PV {
            self.lines[ply].len = 0;
        }
        if let Some(value) = self.adjudicate(ply) {
            return Ok(value);
        }

        let key = self.board.key();
        let entry = self.shared.table.get(key);
        if let Some(entry) = entry
            && !K::PV
        {
            let value = from_table(entry.value, ply);
            if table_cutoff(&entry, value, &Node { depth: 0, ..node }) {
                return Ok(value);
            }
        }
        let was_pv = K::PV || entry.is_some_and(|it| it.was_pv);
        let in_check = self.board.in_check();
        let mut best = -INFINITE;
        let mut raw_eval = Entry::NO_EVAL;
        if !in_check {
            raw_eval = match entry {
                Some(entry) if entry.eval != Entry::NO_EVAL => entry.eval,
                _ => self.judge(),
            };
            best = self.stand_pat(raw_eval, ply, entry);
            if node.beta <= best {
                let value = if is_decisive(best) { best } else { (best + node.beta) / 2 };
                let limit = Limit::Lower;
                let mv = None;
                if entry.is_none() {
                    let entry = Entry { mv, value, eval: raw_eval, depth: 0, limit, was_pv };
                    self.shared.table.put(key, entry);
                }
                return Ok(value);
            }
            alpha = alpha.max(best);
        }

        let guard = self.board.position.guard();
        let table_move = entry.and_then(|it| it.mv);
        let mut picker = if in_check {
            Picker::new(&self.scene(ply, &guard), table_move)
        } else {
            Picker::captures(&self.scene(ply, &guard), table_move)
        };
        let (mut number, mut best_move) = (0, None);
        while let Some(mv) = picker.next(&self.scene(ply, &guard)) {
            number += 1;
            if self.overlooks(mv, ply) {
                continue;
            }
            let gives_check = self.board.position.gives_check(mv);
            if !is_loss(best) {
                if in_check && self.board.position.piece_at(mv.to()).is_none() {
                    // One answer holds: quiet ones need not be better.
                    picker.skip_quiets();
                    if 1 < number {
                        continue;
                    }
                }
                if !in_check && !wins_at_least(&self.board.position, mv, self.params().qs_see) {
                    continue;
                }
            }
            self.play(ply, mv, gives_check);
            let child =
                Node { alpha: -node.beta, beta: -alpha, depth: 0, ply: ply + 1, cut_node: false };
            let value = self.quiesce::<K>(child).map(|it| -it);
            self.board.undo();
            let value = value?;
            if best < value {
                best = value;
                if alpha < value {
                    best_move = Some(mv);
                    if K::PV {
                        self.extend_line(ply, mv);
                    }
                    if node.beta <= value {
                        break;
                    }
                    alpha = value;
                }
            }
        }

        if number == 0 && (in_check || !self.board.position.has_legal_move()) {
            return Ok(mated_in(ply));
        }
        let limit = if node.beta <= best { Limit::Lower } else { Limit::Upper };
        if !crate::score::is_by_rule(best) {
            let value = to_table(best, ply);
            let entry = Entry { mv: best_move, value, eval: raw_eval, depth: 0, limit, was_pv };
            self.shared.table.put(key, entry);
        }
        Ok(best)
    }

    /// What doing nothing is worth, bettered by what the table knows.
    #[inline(always)]
    fn stand_pat(&self, raw_eval: Value, ply: usize, entry: Option<Entry>) -> Value {
        let (eval, _) = self.corrected(raw_eval, ply);
        let Some(entry) = entry else { return eval };
        let value = from_table(entry.value, ply);
        let agrees = if eval < value { entry.limit.is_lower() } else { entry.limit.is_upper() };
        if agrees && !is_decisive(value) { value } else { eval }
    }
}
