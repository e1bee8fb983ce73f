//! Static exchange: what a capture wins once all recaptures are made.

use xiangqi::{Move, PieceKind, Position};

use crate::score::Value;

/// What pieces are worth in an exchange, by [`PieceKind::index`].
pub(crate) const EXCHANGE_VALUES: [Value; PieceKind::COUNT] = [0, 219, 187, 720, 1305, 773, 144];

#[inline(always)]
pub(crate) fn exchange_value(kind: PieceKind) -> Value {
    EXCHANGE_VALUES[kind.index()]
}

/// Does the move win at least `threshold` in the exchange it starts?
pub(crate) fn wins_at_least(position: &Position, mv: Move, threshold: Value) -> bool {
    let value = |it: xiangqi::Piece| exchange_value(it.kind());
    let victim = position.piece_at(mv.to()).map_or(0, value);
    let attacker = position.piece_at(mv.from()).map_or(0, value);
    threshold <= victim && (attacker <= victim || threshold <= victim - attacker)
}
