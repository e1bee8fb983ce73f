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
        let standing = self.standing();
        let [red, black] = Color::BOTH.map(|color| only_general(color, &standing));
        let generals = [red?, black?];
        for piece in Piece::ALL {
            check_piece(piece, standing[piece.index()])?;
        }
        let position = Position::from_checked(self, generals);
        check_turn(&position)?;
        Ok(position)
    }

    /// Where each piece stands.
    fn standing(&self) -> [Bitboard; Piece::COUNT] {
        let mut standing = [Bitboard::EMPTY; Piece::COUNT];
        for square in Square::all() {
            if let Some(piece) = self.board[square.index()] {
                standing[piece.index()].insert(square);
            }
        }
        standing
    }
}

fn only_general(color: Color, standing: &[Bitboard; Piece::COUNT]) -> Result<Square, SetupError> {
    let generals = standing[Piece::new(color, PieceKind::General).index()];
    match (generals.first(), generals.len()) {
        (Some(square), 1) => Ok(square),
        (_, found) => Err(SetupError::GeneralCount { color, found: found as usize }),
    }
}

fn check_piece(piece: Piece, standing: Bitboard) -> Result<(), SetupError> {
    let found = standing.len() as usize;
    if piece.kind().full_count() < found {
        return Err(SetupError::TooMany { piece, found });
    }
    match standing.into_iter().find(|&square| !can_stand_on(piece, square)) {
        Some(square) => Err(SetupError::UnreachablePoint { piece, square }),
        None => Ok(()),
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
