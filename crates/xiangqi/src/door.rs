//! The one door through which a drawn board becomes a [`Position`].

use crate::{
    bitboard::Bitboard,
    color::Color,
    piece::{Piece, PieceKind},
    position::Position,
    setup::{Setup, SetupError, can_stand_on},
    square::Square,
};

impl Setup {
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
