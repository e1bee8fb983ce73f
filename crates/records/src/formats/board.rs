//! Boards as binary formats keep them: 32 pieces in a fixed order, and where each stands.

use xiangqi::{Color, Piece, PieceKind, Position, Setup, Square};

use crate::dropped::{Cause, Refused};

/// One side's pieces in the order of XQF, DhtmlXQ and the old libraries.
const ORDER: [PieceKind; 16] = [
    PieceKind::Chariot,
    PieceKind::Horse,
    PieceKind::Elephant,
    PieceKind::Advisor,
    PieceKind::General,
    PieceKind::Advisor,
    PieceKind::Elephant,
    PieceKind::Horse,
    PieceKind::Chariot,
    PieceKind::Cannon,
    PieceKind::Cannon,
    PieceKind::Soldier,
    PieceKind::Soldier,
    PieceKind::Soldier,
    PieceKind::Soldier,
    PieceKind::Soldier,
];

/// The board on which the 32 pieces stand so; `None` is off the board.
pub(crate) fn from_squares(squares: [Option<Square>; 32]) -> Setup {
    let mut setup = Setup::empty();
    for (index, square) in squares.into_iter().enumerate() {
        let color = if index < 16 { Color::Red } else { Color::Black };
        if let Some(square) = square {
            setup.board[square.index()] = Some(Piece::new(color, ORDER[index % 16]));
        }
    }
    setup
}

/// Where the 32 pieces stand, those of a kind from Red's left to right.
pub(crate) fn to_squares(position: &Position) -> [Option<Square>; 32] {
    let mut squares = [None; 32];
    for color in Color::BOTH {
        for kind in PieceKind::ALL {
            let slots = (0..16).filter(|&it| ORDER[it] == kind).map(|it| 16 * color.index() + it);
            let mut standing: Vec<Square> = position.of(color, kind).into_iter().collect();
            standing.sort_by_key(|it| (it.file(), it.rank()));
            for (slot, square) in slots.zip(standing) {
                squares[slot] = Some(square);
            }
        }
    }
    squares
}

/// Rows counted from Black's side, as most formats do.
pub(crate) fn from_top(file: u8, row: u8) -> Option<Square> {
    Square::new(i8::try_from(file).ok()?, 9i8.checked_sub_unsigned(row)?)
}

/// A position out of a board whose side to move is not to be trusted: whoever moves first moves.
pub(crate) fn start(mut setup: Setup, first: Option<Square>) -> Result<Position, Refused> {
    if let Some(piece) = first.and_then(|it| setup.board[it.index()]) {
        setup.side = piece.color();
    }
    let position = setup.position().or_else(|error| {
        // Without moves, a wrong side to move is the likelier mistake than an impossible board.
        let other = Setup { side: !setup.side, ..setup.clone() };
        other.position().map_err(|_| error).and_then(|it| match first {
            None => Ok(it),
            Some(_) => Err(error),
        })
    });
    position.map_err(|error| Refused::file(Cause::Start(error)))
}
