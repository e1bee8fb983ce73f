//! Untrusted descriptions of a position, and the one door through which they become a
//! [`Position`].

use std::{error, fmt};

use crate::{
    bitboard::Bitboard,
    color::Color,
    piece::{Piece, PieceKind},
    position::Position,
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

    /// Checks everything a position promises.
    pub fn position(&self) -> Result<Position, SetupError> {
        let red = self.only_general(Color::Red)?;
        let black = self.only_general(Color::Black)?;
        for piece in Piece::ALL {
            self.check_piece(piece)?;
        }
        let position = Position::from_checked(self, [red, black]);
        check_turn(&position)?;
        Ok(position)
    }

    fn squares_of(&self, piece: Piece) -> impl Iterator<Item = Square> + '_ {
        Square::all().filter(move |it| self.board[it.index()] == Some(piece))
    }

    fn only_general(&self, color: Color) -> Result<Square, SetupError> {
        let general = Piece::new(color, PieceKind::General);
        let mut found = self.squares_of(general);
        match (found.next(), found.next()) {
            (Some(square), None) => Ok(square),
            _ => Err(SetupError::GeneralCount { color, found: self.squares_of(general).count() }),
        }
    }

    fn check_piece(&self, piece: Piece) -> Result<(), SetupError> {
        let found = self.squares_of(piece).count();
        if piece.kind().full_count() < found {
            return Err(SetupError::TooMany { piece, found });
        }
        match self.squares_of(piece).find(|&square| !can_stand_on(piece, square)) {
            Some(square) => Err(SetupError::UnreachablePoint { piece, square }),
            None => Ok(()),
        }
    }
}

/// Can the piece ever get to this point?
pub fn can_stand_on(piece: Piece, square: Square) -> bool {
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
fn is_advisor_point(square: Square) -> bool {
    matches!((home_rank(square), square.file()), (0 | 2, 3 | 5) | (1, 4))
}

/// Seven points on each side are connected by elephant steps.
fn is_elephant_point(square: Square) -> bool {
    matches!((home_rank(square), square.file()), (0 | 4, 2 | 6) | (2, 0 | 4 | 8))
}

/// The rank counted from the back rank of the half it lies in.
fn home_rank(square: Square) -> i8 {
    square.rank().min(9 - square.rank())
}

/// The side that just moved cannot have left its general to be taken.
fn check_turn(position: &Position) -> Result<(), SetupError> {
    let waiting = position.side().opponent();
    let general = position.general(waiting);
    let mut attackers =
        position.attackers_of_general(waiting, position.occupied(), Bitboard::EMPTY);
    if attackers.contains(position.general(position.side())) {
        let file = char::from(b'a' + general.file() as u8);
        return Err(SetupError::GeneralsFacing { file });
    }
    match attackers.next().and_then(|from| Some((from, position.piece_at(from)?))) {
        None => Ok(()),
        Some((from, attacker)) => {
            Err(SetupError::MoverCanTakeGeneral { side: position.side(), general, attacker, from })
        }
    }
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
