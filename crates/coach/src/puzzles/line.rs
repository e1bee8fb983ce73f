//! What changes hands along a solution, and when the gain is home.

use xiangqi::{Move, Piece, PieceKind, PieceValues, Position, Square};

/// What pieces are worth when exchanges are counted: a soldier is ten.
pub(super) const VALUES: PieceValues = [1000, 20, 20, 40, 90, 45, 10];
/// Less than this is no gain: a soldier at home, or one guard for a soldier.
pub(super) const GAIN: i32 = 15;

/// A soldier across the river is worth two.
pub(super) fn worth(piece: Piece, square: Square) -> i32 {
    let has_crossed = piece.kind() == PieceKind::Soldier && !square.is_home_of(piece.color());
    VALUES[piece.kind().index()] * if has_crossed { 2 } else { 1 }
}

/// A line on the board: the positions, the first one before its first move, and what was taken.
pub(super) struct Walk {
    pub(super) positions: Vec<Position>,
    pub(super) moves: Vec<Move>,
    pub(super) taken: Vec<Option<Piece>>,
}

impl Walk {
    /// Stops at the first move that is not legal.
    pub(super) fn new(start: &Position, line: &[Move]) -> Walk {
        let mut walk = Walk { positions: vec![*start], moves: Vec::new(), taken: Vec::new() };
        let mut position = *start;
        for &mv in line {
            let Ok(played) = position.play(mv) else { break };
            walk.moves.push(mv);
            walk.taken.push(played.captured);
            walk.positions.push(position);
        }
        walk
    }

    pub(super) fn last(&self) -> &Position {
        &self.positions[self.moves.len()]
    }

    /// The solver's moves, counted in plies from 0.
    pub(super) fn own_plies(&self) -> impl Iterator<Item = usize> {
        (0..self.moves.len()).step_by(2)
    }

    /// What the first side has won by then.
    pub(super) fn balance(&self, plies: usize) -> i32 {
        let taken = self.taken.iter().zip(&self.moves).take(plies).enumerate();
        let value = |(ply, (piece, mv)): (usize, (&Option<Piece>, &Move))| {
            let value = piece.map_or(0, |it| worth(it, mv.to()));
            if ply.is_multiple_of(2) { value } else { -value }
        };
        taken.map(value).sum()
    }

    /// Kinds of pieces the other side has lost along the line, like for like left out.
    pub(super) fn won(&self) -> Vec<PieceKind> {
        let side = |first: usize| {
            let taken = self.taken.iter().skip(first).step_by(2);
            taken.flatten().map(|it| it.kind()).collect::<Vec<_>>()
        };
        let mut won = side(0);
        for lost in side(1) {
            if let Some(index) = won.iter().position(|&it| it == lost) {
                won.remove(index);
            }
        }
        won
    }

    /// The gain is home: something was won, and the other side has no capture that wins it back.
    pub(super) fn is_home(&self) -> bool {
        GAIN <= self.balance(self.moves.len()) && !wins_something(self.last())
    }
}

/// Has the side to move a legal capture that wins something by count?
fn wins_something(position: &Position) -> bool {
    position.captures().iter().any(|&it| position.see_at_least(it, GAIN, &VALUES))
}

/// The side to move has no move: mated, or without a move, which loses as well.
pub fn is_mated(position: &Position) -> bool {
    !position.has_legal_move()
}

/// What the first side wins along a line, in tenths of a soldier.
pub fn net_gain(start: &Position, line: &[Move]) -> i32 {
    let walk = Walk::new(start, line);
    walk.balance(walk.moves.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn moves(line: &str) -> Vec<Move> {
        line.split_whitespace().map(|it| it.parse().unwrap()).collect()
    }

    #[test]
    fn gains_are_counted_and_home_when_nothing_takes_back() {
        // The chariot takes a horse that a soldier protects, then nothing.
        let fen = "3k5/9/9/4p4/4n4/9/4R4/9/9/5K3 w - - 0 1";
        let position = Position::from_fen(fen).unwrap();
        let walk = Walk::new(&position, &moves("e3e5"));
        assert_eq!(walk.balance(1), 40);
        assert!(!walk.is_home());
        let walk = Walk::new(&position, &moves("e3e5 e6e5"));
        assert_eq!(walk.balance(2), -50);
        let fen = "3k5/9/9/4p4/n8/9/R8/9/9/5K3 w - - 0 1";
        let walk = Walk::new(&Position::from_fen(fen).unwrap(), &moves("a3a5"));
        assert!(walk.is_home());
        assert_eq!(walk.won(), [PieceKind::Horse]);
        assert_eq!(net_gain(&walk.positions[0], &walk.moves), 40);
    }
}
