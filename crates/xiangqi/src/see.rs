//! Static exchange: what a capture wins once both sides have taken back on that point as long
//! as it pays, each time with the least valuable piece.
//!
//! Screens and legs are looked up anew after every capture, since a piece that leaves may open
//! or close the line of another. Pins are ignored; a general takes only what is unprotected.

use crate::{
    attacks::{
        advisor_steps, elephant_steps, general_steps, horse_origins, slides_and_jumps,
        soldier_origins,
    },
    bitboard::Bitboard,
    color::Color,
    moves::Move,
    piece::PieceKind,
    position::Position,
    square::Square,
};

/// What a piece of each kind is worth, in the caller's unit, indexed by [`PieceKind::index`].
pub type PieceValues = [i32; PieceKind::COUNT];

/// Who takes first: the pieces one would rather lose.
const CHEAPEST_FIRST: [PieceKind; PieceKind::COUNT] = [
    PieceKind::Soldier,
    PieceKind::Elephant,
    PieceKind::Advisor,
    PieceKind::Horse,
    PieceKind::Cannon,
    PieceKind::Chariot,
    PieceKind::General,
];

impl Position {
    /// The pieces of both sides that could take on `square` if the board were `occupied`.
    #[inline(always)]
    pub fn attackers_to(&self, square: Square, occupied: Bitboard) -> Bitboard {
        let (slides, jumps) = slides_and_jumps(square, occupied);
        let soldiers = soldier_origins(Color::Red, square) & self.of_color(Color::Red)
            | soldier_origins(Color::Black, square) & self.of_color(Color::Black);
        (slides & self.of_kind(PieceKind::Chariot)
            | jumps & self.of_kind(PieceKind::Cannon)
            | horse_origins(square, occupied) & self.of_kind(PieceKind::Horse)
            | soldiers & self.of_kind(PieceKind::Soldier)
            | elephant_steps(square, occupied) & self.of_kind(PieceKind::Elephant)
            | advisor_steps(square) & self.of_kind(PieceKind::Advisor)
            | general_steps(square) & self.of_kind(PieceKind::General))
            & occupied
    }

    /// The material that a pseudo-legal move wins (or loses, below zero).
    pub fn see(&self, mv: Move, values: &PieceValues) -> i32 {
        let value_at =
            |square| self.piece_at(square).map_or(0, |piece| values[piece.kind().index()]);

        // gains[n]: what the n-th taker has won so far if the exchange stopped after it.
        let mut gains = [0; 33];
        gains[0] = value_at(mv.to());
        let mut last = 0;
        let mut at_stake = value_at(mv.from());
        let mut occupied = self.occupied().without(mv.from()).with(mv.to());
        let mut side = self.side().opponent();
        while let Some(taker) = self.cheapest_taker(mv.to(), occupied, side) {
            last += 1;
            gains[last] = at_stake - gains[last - 1];
            at_stake = value_at(taker);
            occupied.remove(taker);
            side = side.opponent();
        }
        // Backwards: nobody has to take.
        for taker in (1..=last).rev() {
            gains[taker - 1] = -gains[taker].max(-gains[taker - 1]);
        }
        gains[0]
    }

    /// Does the move win at least `threshold`? Most answers need no exchange at all.
    #[inline]
    pub fn see_at_least(&self, mv: Move, threshold: i32, values: &PieceValues) -> bool {
        let value_at =
            |square| self.piece_at(square).map_or(0, |piece| values[piece.kind().index()]);
        let best = value_at(mv.to());
        if best < threshold {
            return false;
        }
        // By how much the side to take next would beat the threshold if it took for nothing.
        let mut surplus = value_at(mv.from()) - (best - threshold);
        if surplus <= 0 {
            return true;
        }
        let mut occupied = self.occupied().without(mv.from()).with(mv.to());
        let mut side = self.side().opponent();
        let mut holds = true;
        while let Some(taker) = self.cheapest_taker(mv.to(), occupied, side) {
            holds = !holds;
            surplus = value_at(taker) - surplus;
            // Even taking this piece back would not turn the result: a tie is the mover's.
            if surplus < i32::from(holds) {
                break;
            }
            occupied.remove(taker);
            side = side.opponent();
        }
        holds
    }

    #[inline(always)]
    fn cheapest_taker(&self, to: Square, occupied: Bitboard, side: Color) -> Option<Square> {
        let takers = self.attackers_to(to, occupied) & self.of_color(side);
        if takers.is_empty() {
            return None;
        }
        let kind =
            CHEAPEST_FIRST.into_iter().find(|&kind| takers.intersects(self.of_kind(kind)))?;
        let taker = (takers & self.of_kind(kind)).first()?;
        if kind == PieceKind::General {
            // Who still protects the point once the general, maybe a screen, has left its own?
            let attackers = self.attackers_to(to, occupied.without(taker));
            if attackers.intersects(self.of_color(side.opponent())) {
                return None;
            }
        }
        Some(taker)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The quick answer is the full exchange compared with the threshold.
    #[test]
    fn the_threshold_agrees_with_the_exchange() {
        const VALUES: PieceValues = [0, 219, 187, 720, 1305, 773, 144];
        let mut position = Position::start();
        for step in 0..600_usize {
            let moves = position.legal_moves();
            if moves.is_empty() || step % 120 == 119 {
                position = Position::start();
                continue;
            }
            for &mv in &moves {
                let value = position.see(mv, &VALUES);
                for threshold in [-1305, -187, -1, 0, 1, 144, 720, value, value + 1] {
                    let is_enough = position.see_at_least(mv, threshold, &VALUES);
                    assert_eq!(is_enough, threshold <= value, "{mv} {threshold} {position:?}");
                }
            }
            position.play_unchecked(moves[step * 7919 % moves.len()]);
        }
    }
}
