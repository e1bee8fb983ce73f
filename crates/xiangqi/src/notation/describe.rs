//! What a move is in words: which piece, picked out how, going which way, how far.

use crate::{
    bitboard::Bitboard,
    color::Color,
    moves::Move,
    piece::{Piece, PieceKind},
    position::Position,
    square::Square,
};

/// The way a piece goes, as its owner sees it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Way {
    Advance,
    Retreat,
    Sideways,
}

/// A move in words, before any choice of characters.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Described {
    pub(super) piece: Piece,
    /// The file it leaves, 1 to 9 from its owner's right.
    pub(super) file: u8,
    pub(super) way: Way,
    /// Steps for straight movers going up or down, otherwise the file it reaches.
    pub(super) number: u8,
    pub(super) crowd: Crowd,
}

/// Where the piece stands among its equals.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Crowd {
    /// Equal pieces on its file, itself included.
    pub(super) on_file: u8,
    /// Its place among these, from the front, counting from 1.
    pub(super) place: u8,
    /// Files that hold two or more soldiers. Zero for other pieces.
    pub(super) crowded_files: u8,
    /// Its place among the soldiers of all crowded files, from the right, then from the front.
    pub(super) place_in_crowd: u8,
}

impl Crowd {
    pub(super) fn is_alone(&self) -> bool {
        self.on_file == 1
    }

    /// Two on one file and no other such file: front and rear tell them apart.
    pub(super) fn is_plain_pair(&self) -> bool {
        self.on_file == 2 && self.crowded_files <= 1
    }
}

/// `None` if nothing stands where the move begins.
pub(super) fn describe(position: &Position, mv: Move) -> Option<Described> {
    let piece = position.piece_at(mv.from())?;
    let (from, to) = (mv.from(), mv.to());
    let ranks = (to.rank() - from.rank()) * piece.color().forward();
    let way = match ranks {
        0 => Way::Sideways,
        1.. => Way::Advance,
        _ => Way::Retreat,
    };
    let goes_straight = from.file() == to.file();
    let number = if goes_straight { ranks.unsigned_abs() } else { own_file(piece.color(), to) };
    Some(Described {
        piece,
        file: own_file(piece.color(), from),
        way,
        number,
        crowd: crowd(position, piece, from),
    })
}

/// Files count from 1 at the owner's right hand.
fn own_file(color: Color, square: Square) -> u8 {
    match color {
        Color::Red => 9 - square.file() as u8,
        Color::Black => square.file() as u8 + 1,
    }
}

fn crowd(position: &Position, piece: Piece, square: Square) -> Crowd {
    // The way an advisor or elephant goes tells which of two it is.
    let needs_no_place = matches!(piece.kind(), PieceKind::Advisor | PieceKind::Elephant);
    if needs_no_place {
        return Crowd { on_file: 1, place: 1, crowded_files: 0, place_in_crowd: 1 };
    }
    let equals = position.pieces(piece);
    let on_file = equals & Bitboard::file(square.file());
    let is_ahead = |other: &Square| 0 < (other.rank() - square.rank()) * piece.color().forward();
    let place = on_file.filter(is_ahead).count() as u8 + 1;

    let (mut crowded_files, mut before) = (0, 0);
    if piece.kind() == PieceKind::Soldier {
        for file in 0..9 {
            let soldiers = equals & Bitboard::file(file);
            let Some(any) = soldiers.first().filter(|_| soldiers.is_many()) else { continue };
            crowded_files += 1;
            if own_file(piece.color(), any) < own_file(piece.color(), square) {
                before += soldiers.len() as u8;
            }
        }
    }
    Crowd { on_file: on_file.len() as u8, place, crowded_files, place_in_crowd: before + place }
}
