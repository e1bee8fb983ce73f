//! `go perft`: counting for hosts and scripts, to any depth, and stopped like a search.

use std::sync::atomic::Ordering;

use protocol::{Info, Reply};
use xiangqi::{Position, perft};

use super::brain::{Orders, Plan};

/// Counts of this depth take some milliseconds: between them one may be stopped.
const QUICK: u32 = 3;

/// The counts below each first move and their sum. A count that was stopped has no result.
pub(super) fn plan<S>(position: Position, depth: u32) -> Plan<S> {
    let search = move |_: &mut S, orders: &Orders, _: &super::Say<'_>| {
        if depth == 0 {
            return vec![Reply::Text("\nNodes searched: 1".to_owned())];
        }
        let (mut lines, mut total) = (Vec::new(), 0_u64);
        for &mv in &position.legal_moves() {
            let mut child = position;
            child.play_unchecked(mv);
            let Some(count) = count(&child, depth - 1, orders) else {
                return vec![Reply::Info(Info::text("perft was stopped"))];
            };
            lines.push(Reply::Text(format!("{mv}: {count}")));
            total = total.saturating_add(count);
        }
        lines.push(Reply::Text(format!("\nNodes searched: {total}")));
        lines
    };
    Plan { is_endless: false, search: Box::new(search) }
}

/// `None` if it was stopped.
fn count(position: &Position, depth: u32, orders: &Orders) -> Option<u64> {
    if orders.stop.load(Ordering::Relaxed) {
        return None;
    }
    if depth <= QUICK {
        return Some(perft(position, depth));
    }
    let mut total: u64 = 0;
    for &mv in &position.legal_moves() {
        let mut child = *position;
        child.play_unchecked(mv);
        total = total.saturating_add(count(&child, depth - 1, orders)?);
    }
    Some(total)
}
