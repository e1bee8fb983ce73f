//! Counting the leaves of the move tree: the classic proof that a generator is right.

use crate::{moves::Move, position::Position};

/// The number of move sequences of `depth` plies. The last ply is counted, not played.
pub fn perft(position: &Position, depth: u32) -> u64 {
    #[cfg(target_arch = "x86_64")]
    if modern::is_supported() {
        // SAFETY: the processor was just found to have the instructions.
        // Counting bits by one instruction instead of a dozen is worth 1.2 to 1.5 times the speed
        // (`cargo run --release -p xiangqi --example perft_speed`), and needs this one word.
        #[allow(unsafe_code, reason = "run-time choice of instructions, measured above")]
        return unsafe { modern::perft(position, depth) };
    }
    portable(position, depth)
}

/// The same, told for each first move.
pub fn perft_divide(position: &Position, depth: u32) -> Vec<(Move, u64)> {
    let mut child = *position;
    let mut counts = Vec::new();
    for &mv in &position.legal_moves() {
        let played = child.play_unchecked(mv);
        counts.push((mv, perft(&child, depth.saturating_sub(1))));
        child.undo(played);
    }
    counts
}

fn portable(position: &Position, depth: u32) -> u64 {
    node(position, depth, portable)
}

/// The whole generator once more, compiled for processors of the last decade.
#[cfg(target_arch = "x86_64")]
mod modern {
    use super::{Position, node};

    pub(super) fn is_supported() -> bool {
        is_x86_feature_detected!("popcnt")
            && is_x86_feature_detected!("lzcnt")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
    }

    #[target_feature(enable = "popcnt,lzcnt,bmi1,bmi2")]
    pub(super) fn perft(position: &Position, depth: u32) -> u64 {
        node(position, depth, |child, depth| perft(child, depth))
    }
}

/// One node, written once and inlined into each of the versions above.
#[inline(always)]
fn node(position: &Position, depth: u32, recurse: impl Fn(&Position, u32) -> u64) -> u64 {
    match depth {
        0 => 1,
        1 => position.count_legal(),
        _ => {
            let mut child = *position;
            let mut nodes = 0;
            for &mv in &position.legal_moves() {
                let played = child.play_unchecked(mv);
                nodes += recurse(&child, depth - 1);
                child.undo(played);
            }
            nodes
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_versions_count_alike() {
        let fen = "r1ba1a3/4kn3/2n1b4/pNp1p1p1p/4c4/6P2/P1P2R2P/1CcC5/9/2BAKAB2 w - - 0 1";
        let position = Position::from_fen(fen).unwrap();
        assert_eq!(perft(&position, 3), 43_929);
        assert_eq!(portable(&position, 3), 43_929);
        let divided: u64 = perft_divide(&position, 3).iter().map(|(_, count)| count).sum();
        assert_eq!(divided, 43_929);
    }
}
