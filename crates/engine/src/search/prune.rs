//! Answers without searching: one small function per heuristic.

use super::Node;
use crate::{
    params::Params,
    score::{Bound, Value, is_decisive, is_loss, is_win},
    table::Entry,
};

/// What a node found out about its position before trying moves.
#[derive(Clone, Copy)]
pub(super) struct Facts {
    pub(super) in_check: bool,
    /// As evaluated, for the table.
    pub(super) raw_eval: Value,
    /// Corrected by experience.
    pub(super) static_eval: Value,
    /// Bettered by what the table knows.
    pub(super) eval: Value,
    /// By how much experience corrected the evaluation.
    pub(super) correction: Value,
    pub(super) improving: bool,
    pub(super) opponent_worsening: bool,
    pub(super) was_pv: bool,
    pub(super) entry: Option<Entry>,
    pub(super) table_value: Value,
    pub(super) table_capture: bool,
    pub(super) excluded: bool,
    /// Has the side to move a chariot, horse or cannon? Without, passing may be the best move.
    pub(super) has_major: bool,
}

/// Does the table answer the question of the window?
#[inline(always)]
pub(super) fn table_cutoff(entry: &Entry, value: Value, node: &Node) -> bool {
    entry.depth >= node.depth
        && match entry.bound {
            None => false,
            Some(Bound::Exact) => true,
            Some(Bound::Lower) => node.beta <= value,
            Some(Bound::Upper) => value <= node.alpha,
        }
}

/// The evaluation, or the table's value where that is known to be on the other side of it.
#[inline(always)]
pub(super) fn bettered(eval: Value, entry: Option<Entry>, table_value: Value) -> Value {
    let Some(entry) = entry else { return eval };
    let agrees = if eval < table_value { entry.is_lower() } else { entry.is_upper() };
    if agrees && !is_decisive(table_value) { table_value } else { eval }
}

/// Reverse futility pruning: the position looks better than beta by more than the remaining
/// plies usually change, so the opponent will not allow it.
#[inline(always)]
pub(super) fn reverse_futility(params: &Params, node: &Node, facts: &Facts) -> Option<Value> {
    let is_safe_guess = node.depth <= params.rfp_depth
        && !facts.was_pv
        && !is_loss(node.beta)
        && !is_win(facts.eval)
        && (facts.entry.is_none_or(|it| it.mv.is_none()) || facts.table_capture);
    let saved = if facts.improving { params.rfp_improving } else { 0 }
        + if facts.opponent_worsening { params.rfp_improving / 3 } else { 0 };
    let margin = params.rfp_margin * node.depth - saved + facts.correction.abs() / 4;
    // Halfway between what was asked and what was guessed.
    (is_safe_guess && node.beta <= facts.eval - margin.max(0))
        .then_some((7 * node.beta + 3 * facts.eval) / 10)
}

/// Razoring: so far below alpha that only captures could help; the caller asks them.
#[inline(always)]
pub(super) fn is_hopeless(params: &Params, node: &Node, facts: &Facts) -> bool {
    node.depth <= params.razor_depth
        && !is_win(node.alpha)
        && facts.eval
            < node.alpha - params.razor_base - params.razor_margin * node.depth * node.depth
}

/// Null move: by how many plies to reduce after passing, if passing is worth a try.
#[inline(always)]
pub(super) fn null_move_reduction(params: &Params, node: &Node, facts: &Facts) -> Option<i32> {
    let may_pass = params.nmp_depth <= node.depth
        && facts.has_major
        && !is_loss(node.beta)
        && node.beta <= facts.eval
        && node.beta <= facts.static_eval + 20 * node.depth - 60;
    let surplus = ((facts.eval - node.beta) / params.nmp_eval_divisor).min(params.nmp_eval_most);
    may_pass.then_some(params.nmp_base + node.depth / params.nmp_depth_divisor + surplus)
}

/// Late move pruning: after so many quiet moves the rest is not tried.
#[inline(always)]
pub(super) fn late_move_count(params: &Params, depth: i32, improving: bool) -> usize {
    let count = params.lmp_base + depth * depth;
    (if improving { count } else { count / 2 }) as usize
}

/// Futility pruning: even with a bonus per remaining ply the quiet move stays below alpha.
#[inline(always)]
pub(super) fn futility_value(params: &Params, facts: &Facts, depth: i32) -> Value {
    facts.static_eval + params.fp_base + params.fp_margin * depth
}

#[cfg(test)]
mod tests {
    use super::*;

    const NODE: Node = Node { alpha: 99, beta: 100, depth: 2, ply: 4, cut_node: true };

    fn facts(eval: Value) -> Facts {
        Facts {
            in_check: false,
            raw_eval: eval,
            static_eval: eval,
            eval,
            correction: 0,
            improving: false,
            opponent_worsening: false,
            was_pv: false,
            entry: None,
            table_value: 0,
            table_capture: false,
            excluded: false,
            has_major: true,
        }
    }

    #[test]
    fn reverse_futility_needs_the_margin() {
        let params = Params::default();
        let margin = 2 * params.rfp_margin;
        assert!(reverse_futility(&params, &NODE, &facts(100 + margin)).is_some());
        assert!(reverse_futility(&params, &NODE, &facts(99 + margin)).is_none());
        let was_pv = Facts { was_pv: true, ..facts(5000) };
        assert!(reverse_futility(&params, &NODE, &was_pv).is_none());
    }

    #[test]
    fn nobody_passes_without_a_major_piece_or_below_beta() {
        let params = Params::default();
        let node = Node { depth: 8, ..NODE };
        assert!(null_move_reduction(&params, &node, &facts(300)).is_some());
        assert!(null_move_reduction(&params, &node, &facts(90)).is_none());
        let bare = Facts { has_major: false, ..facts(300) };
        assert!(null_move_reduction(&params, &node, &bare).is_none());
    }

    #[test]
    fn guesses_never_look_like_proven_wins() {
        let params = Params::default();
        for eval in [500, crate::score::EVAL_LIMIT] {
            let value = reverse_futility(&params, &NODE, &facts(eval));
            assert!(value.is_none_or(|it| !is_win(it)));
        }
    }
}
