//! Untrusted descriptions of a position, where pieces may stand, and what can be wrong. The
//! door through which they become a [`Position`](crate::Position) is in `door.rs`.

use std::{error, fmt};

use crate::{
    color::Color,
    piece::{Piece, PieceKind},
    square::Square,
};

/// A board as somebody drew it: anything may stand anywhere.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Setup {
    pub board: [Option<Piece>; Square::COUNT],
    pub side: Color,
    pub plies_since_capture: u16,
    pub move_number: u16,
}

/// Why a drawn board cannot arise in a game, with the spot to repair.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SetupError {
    GeneralCount { color: Color, found: usize },
    TooMany { piece: Piece, found: usize },
    UnreachablePoint { piece: Piece, square: Square },
    GeneralsFacing { file: char },
    MoverCanTakeGeneral { side: Color, general: Square, attacker: Piece, from: Square },
}

impl Setup {
    pub fn empty() -> Setup {
        Setup {
            board: [None; Square::COUNT],
            side: Color::Red,
            plies_since_capture: 0,
            move_number: 1,
        }
    }
}

/// Can the piece ever get to this point?
pub const fn can_stand_on(piece: Piece, square: Square) -> bool {
    let color = piece.color();
    let is_home = square.is_home_of(color);
    match piece.kind() {
        PieceKind::General => is_home && square.is_in_palace(),
        PieceKind::Advisor => is_home && is_advisor_point(square),
        PieceKind::Elephant => is_home && is_elephant_point(square),
        // Soldiers start on the fourth rank. One rank behind it is let pass, because a diagram of
        // the rule book (tests/cases/repetition.json, wxf-102) has a soldier there.
        PieceKind::Soldier => !is_home || (2 <= home_rank(square) && square.file() % 2 == 0),
        PieceKind::Horse | PieceKind::Chariot | PieceKind::Cannon => true,
    }
}

/// The four corners and the center of the palace.
const fn is_advisor_point(square: Square) -> bool {
    matches!((home_rank(square), square.file()), (0 | 2, 3 | 5) | (1, 4))
}

/// Seven points on each side are connected by elephant steps.
const fn is_elephant_point(square: Square) -> bool {
    matches!((home_rank(square), square.file()), (0 | 4, 2 | 6) | (2, 0 | 4 | 8))
}

/// The rank counted from the back rank of the half it lies in.
const fn home_rank(square: Square) -> i8 {
    if square.rank() < 5 { square.rank() } else { 9 - square.rank() }
}

impl fmt::Display for SetupError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SetupError::GeneralCount { color, found: 0 } => write!(f, "{color} has no general"),
            SetupError::GeneralCount { color, found } => {
                write!(f, "{color} has {found} generals instead of one")
            }
            SetupError::TooMany { piece, found } => {
                let most = piece.kind().full_count();
                let (color, name) = (piece.color(), piece.kind().plural());
                write!(f, "{color} has {found} {name}, a set has only {most}")
            }
            SetupError::UnreachablePoint { piece, square } => {
                write!(f, "a {} can never stand on {square}", piece.name())
            }
            SetupError::GeneralsFacing { file } => {
                write!(f, "the generals face each other on the open {file} file")
            }
            SetupError::MoverCanTakeGeneral { side, general, attacker, from } => write!(
                f,
                "it is {side}'s turn, yet the {} on {from} could take the general on {general}",
                attacker.name()
            ),
        }
    }
}

impl error::Error for SetupError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seven_points_for_elephants_and_five_for_advisors() {
        let count = |piece| Square::all().filter(|&it| can_stand_on(piece, it)).count();
        assert_eq!(count(Piece::RedElephant), 7);
        assert_eq!(count(Piece::BlackElephant), 7);
        assert_eq!(count(Piece::RedAdvisor), 5);
        assert_eq!(count(Piece::BlackAdvisor), 5);
        assert_eq!(count(Piece::RedGeneral), 9);
        assert_eq!(count(Piece::RedSoldier), 60);
        assert_eq!(count(Piece::BlackSoldier), 60);
        assert_eq!(count(Piece::RedCannon), 90);
    }
}
