//! Keys of parts of a position, by which the correction history remembers: what the evaluation
//! misjudges once, it misjudges again where the same part comes back.

use xiangqi::{Piece, PieceKind, Played, Position, Square, zobrist::piece_key};

#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) struct PartKeys {
    /// Tells the structures of soldiers apart.
    pub(crate) soldiers: u64,
    /// Tells the placements of horses and cannons apart.
    pub(crate) minors: u64,
    /// Tells everything of one side but its soldiers apart.
    pub(crate) pieces: [u64; 2],
}

impl PartKeys {
    pub(crate) fn of(position: &Position) -> PartKeys {
        let mut keys = PartKeys::default();
        for (square, piece) in position.placement() {
            keys.toggle(piece, square);
        }
        keys
    }

    #[inline(always)]
    pub(crate) fn play(&mut self, played: &Played) {
        if let Some(captured) = played.captured {
            self.toggle(captured, played.mv.to());
        }
        self.toggle(played.piece, played.mv.from());
        self.toggle(played.piece, played.mv.to());
    }

    #[inline(always)]
    fn toggle(&mut self, piece: Piece, square: Square) {
        let key = piece_key(piece, square);
        match piece.kind() {
            PieceKind::Soldier => self.soldiers ^= key,
            PieceKind::Horse | PieceKind::Cannon => {
                self.minors ^= key;
                self.pieces[piece.color().index()] ^= key;
            }
            _ => self.pieces[piece.color().index()] ^= key,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_keys_stay_true() {
        let mut position = Position::start();
        let mut keys = PartKeys::of(&position);
        for step in 0..300_usize {
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            let played = position.play_unchecked(moves[step * 7919 % moves.len()]);
            keys.play(&played);
            assert_eq!(keys, PartKeys::of(&position));
        }
    }
}
