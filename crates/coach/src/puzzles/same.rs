//! Positions that are the same to a solver: mirrored, or with the colors exchanged.

use xiangqi::{Color, Move, Piece, Position, Setup, Square};

/// The position as books print it: Red to move, counters at their beginning. The moves turn along.
///
/// The rules know no difference between the sides, so this is the same puzzle.
pub fn normal(position: &Position) -> (Position, fn(Move) -> Move) {
    let turn: fn(Move) -> Move = match position.side() {
        Color::Red => |mv| mv,
        Color::Black => Move::flip_ranks,
    };
    let is_black = position.side() == Color::Black;
    let placed = position.placement().map(|(square, piece)| match is_black {
        true => (square.flip_ranks(), Piece::new(piece.color().opponent(), piece.kind())),
        false => (square, piece),
    });
    (draw(placed).unwrap_or(*position), turn)
}

/// One number for a position, its mirror image and both with colors exchanged.
pub fn position_key(position: &Position) -> u64 {
    let (red, _) = normal(position);
    let mirrored = draw(red.placement().map(|(square, piece)| (square.mirror_files(), piece)));
    mirrored.map_or(red.hash(), |it| it.hash().min(red.hash()))
}

/// A board with Red to move. What stood on a board before stands on this one too.
fn draw(placed: impl Iterator<Item = (Square, Piece)>) -> Option<Position> {
    let mut setup = Setup::empty();
    placed.for_each(|(square, piece)| setup.board[square.index()] = Some(piece));
    setup.position().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mirrors_and_colors_make_no_new_puzzle() {
        let fens = [
            "3k5/9/9/9/9/2R6/9/9/9/4K4 w - - 3 20",
            "5k3/9/9/9/9/6R2/9/9/9/4K4 w - - 0 1",
            "4k4/9/9/9/2r6/9/9/9/9/3K5 b - - 0 1",
            "4k4/9/9/9/6r2/9/9/9/9/5K3 b - - 9 44",
        ];
        let keys = fens.map(|it| position_key(&Position::from_fen(it).unwrap()));
        assert!(keys.iter().all(|it| *it == keys[0]), "{keys:?}");
        let other = Position::from_fen("3k5/9/9/9/9/3R5/9/9/9/4K4 b - - 0 1").unwrap();
        assert_ne!(position_key(&other), keys[0]);

        let black = Position::from_fen(fens[2]).unwrap();
        let (red, turn) = normal(&black);
        assert_eq!(red.fen(), "3k5/9/9/9/9/2R6/9/9/9/4K4 w - - 0 1");
        let turned: Vec<Move> = black.legal_moves().iter().map(|&it| turn(it)).collect();
        assert!(turned.iter().all(|&it| red.is_legal(it)));
    }
}
