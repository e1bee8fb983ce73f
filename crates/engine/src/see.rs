//! Static exchange: what a capture wins once all recaptures are made.

use xiangqi::{Move, PieceKind, PieceValues, Position};

use crate::score::Value;

/// What pieces are worth in an exchange, by [`PieceKind::index`].
pub(crate) const EXCHANGE_VALUES: PieceValues = [0, 219, 187, 720, 1305, 773, 144];

#[inline(always)]
pub(crate) fn exchange_value(kind: PieceKind) -> Value {
    EXCHANGE_VALUES[kind.index()]
}

/// Does the move win at least `threshold` in the exchange it starts?
#[inline(always)]
pub(crate) fn wins_at_least(position: &Position, mv: Move, threshold: Value) -> bool {
    position.see_at_least(mv, threshold, &EXCHANGE_VALUES)
}
