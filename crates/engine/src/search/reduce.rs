//! Late move reductions: how much less deep to look at moves that are probably not the best.

use super::Node;
use crate::params::Params;

/// One ply of reduction.
pub(crate) const PLY: i32 = 1024;
const SIZE: usize = 64;

/// The base reductions by depth and move number.
pub(crate) struct Reductions([[i32; SIZE]; SIZE]);

impl Reductions {
    pub(crate) fn new(params: &Params) -> Reductions {
        let mut table = [[0; SIZE]; SIZE];
        let base = f64::from(params.lmr_base) / 100.0;
        let divisor = f64::from(params.lmr_divisor) / 100.0;
        for (depth, row) in table.iter_mut().enumerate().skip(1) {
            for (number, entry) in row.iter_mut().enumerate().skip(1) {
                let product = (depth as f64).ln() * (number as f64).ln();
                *entry = ((base + product / divisor) * f64::from(PLY)) as i32;
            }
        }
        Reductions(table)
    }

    #[inline(always)]
    pub(crate) fn base(&self, depth: i32, number: usize) -> i32 {
        self.0[(depth as usize).min(SIZE - 1)][number.min(SIZE - 1)]
    }
}

/// What speaks for looking deeper or less deep at one move.
#[derive(Clone, Copy)]
pub(super) struct Doubts {
    pub(super) is_pv: bool,
    pub(super) was_pv: bool,
    pub(super) improving: bool,
    pub(super) gives_check: bool,
    pub(super) has_table_move: bool,
    pub(super) table_capture: bool,
    /// Cutoffs already seen among the children of this node.
    pub(super) cutoffs: i32,
    pub(super) history: i32,
}

/// The base reduction, more where a cutoff is expected, less where the move may matter.
#[inline(always)]
pub(super) fn adjust(params: &Params, node: &Node, base: i32, doubts: Doubts) -> i32 {
    let when = |condition: bool, amount: i32| if condition { amount } else { 0 };
    base + when(node.cut_node, params.lmr_cut_node)
        + when(node.cut_node && !doubts.has_table_move, params.lmr_no_table_move)
        + when(!doubts.improving, params.lmr_not_improving)
        + when(doubts.table_capture, params.lmr_table_capture)
        + when(3 < doubts.cutoffs, params.lmr_cutoffs)
        - when(doubts.was_pv, params.lmr_was_pv)
        - when(doubts.is_pv, params.lmr_pv)
        - when(doubts.gives_check, params.lmr_check)
        - doubts.history * PLY / params.lmr_history
}
