//! The board, whose turn it is, and the counters that a FEN carries.

use std::{error, fmt};

use crate::{
    bitboard::Bitboard,
    color::Color,
    moves::{Move, MoveList},
    piece::{Piece, PieceKind},
    setup::Setup,
    square::Square,
    zobrist::{piece_key, turn_key},
};

/// A position that passed the checks of [`Setup`]: one general on each side in its palace, no
/// more pieces than a set has, each on a point it can reach, and the side that just moved not
/// in check. Code behind that door never doubts it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Position {
    /// The same placement three times, for three kinds of questions: what stands here, where
    /// are the horses, where is Red.
    board: [Option<Piece>; Square::COUNT],
    kinds: [Bitboard; PieceKind::COUNT],
    colors: [Bitboard; 2],
    generals: [Square; 2],
    side: Color,
    hash: u64,
    plies_since_capture: u16,
    move_number: u16,
}

/// What a move did, which is all that is needed to take it back.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Played {
    pub mv: Move,
    pub piece: Piece,
    pub captured: Option<Piece>,
    plies_since_capture: u16,
}

/// The move is not legal in the position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct IllegalMove(pub Move);

impl fmt::Display for IllegalMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} is not a legal move here", self.0)
    }
}

impl error::Error for IllegalMove {}

/// The side is in check, so it cannot pass.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct InCheck(pub Color);

impl fmt::Display for InCheck {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} is in check and cannot pass", self.0)
    }
}

impl error::Error for InCheck {}

impl Position {
    pub const START_FEN: &str =
        "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";

    pub fn start() -> Position {
        Position::from_fen(Position::START_FEN).expect("the start position is a position")
    }

    /// The caller has checked the setup.
    pub(crate) fn from_checked(setup: &Setup, generals: [Square; 2]) -> Position {
        let mut position = Position {
            board: [None; Square::COUNT],
            kinds: [Bitboard::EMPTY; PieceKind::COUNT],
            colors: [Bitboard::EMPTY; 2],
            generals,
            side: setup.side,
            hash: if setup.side == Color::Black { turn_key() } else { 0 },
            plies_since_capture: setup.plies_since_capture,
            move_number: setup.move_number,
        };
        for square in Square::all() {
            if let Some(piece) = setup.board[square.index()] {
                position.put(piece, square);
            }
        }
        position
    }

    /// The description that leads back to this position.
    pub fn setup(&self) -> Setup {
        Setup {
            board: self.board,
            side: self.side,
            plies_since_capture: self.plies_since_capture,
            move_number: self.move_number,
        }
    }

    /// Whose turn it is.
    #[inline(always)]
    pub fn side(&self) -> Color {
        self.side
    }

    #[inline(always)]
    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        self.board[square.index()]
    }

    #[inline(always)]
    pub fn pieces(&self, piece: Piece) -> Bitboard {
        self.of(piece.color(), piece.kind())
    }

    #[inline(always)]
    pub fn of(&self, color: Color, kind: PieceKind) -> Bitboard {
        self.kinds[kind.index()] & self.colors[color.index()]
    }

    #[inline(always)]
    pub fn of_kind(&self, kind: PieceKind) -> Bitboard {
        self.kinds[kind.index()]
    }

    #[inline(always)]
    pub fn of_color(&self, color: Color) -> Bitboard {
        self.colors[color.index()]
    }

    #[inline(always)]
    pub fn occupied(&self) -> Bitboard {
        self.colors[0] | self.colors[1]
    }

    #[inline(always)]
    pub fn general(&self, color: Color) -> Square {
        self.generals[color.index()]
    }

    /// Has the side anything that can cross the river? Without it, it cannot win.
    #[inline(always)]
    pub fn can_attack(&self, color: Color) -> bool {
        let attackers = self.of_kind(PieceKind::Chariot)
            | self.of_kind(PieceKind::Horse)
            | self.of_kind(PieceKind::Cannon)
            | self.of_kind(PieceKind::Soldier);
        attackers.intersects(self.of_color(color))
    }

    /// Tells placements and turns apart; counters do not matter.
    #[inline(always)]
    pub fn hash(&self) -> u64 {
        self.hash
    }

    /// Plies since the last capture, or as the FEN said if there was none since.
    #[inline(always)]
    pub fn plies_since_capture(&self) -> u16 {
        self.plies_since_capture
    }

    /// Counts pairs of moves from 1, as in a FEN.
    pub fn move_number(&self) -> u16 {
        self.move_number
    }

    /// What the hash must always be; a test compares.
    pub fn hash_from_scratch(&self) -> u64 {
        let turn = if self.side == Color::Black { turn_key() } else { 0 };
        self.placement().fold(turn, |hash, (square, piece)| hash ^ piece_key(piece, square))
    }

    /// The key after a move, for fetching a table entry before playing it.
    #[inline(always)]
    pub fn hash_after(&self, mv: Move) -> u64 {
        let mut hash = self.hash ^ turn_key();
        if let Some(piece) = self.piece_at(mv.from()) {
            hash ^= piece_key(piece, mv.from()) ^ piece_key(piece, mv.to());
        }
        if let Some(captured) = self.piece_at(mv.to()) {
            hash ^= piece_key(captured, mv.to());
        }
        hash
    }

    /// Every piece with its point, Red's left corner first.
    pub fn placement(&self) -> impl Iterator<Item = (Square, Piece)> + '_ {
        self.occupied().filter_map(|square| Some((square, self.piece_at(square)?)))
    }

    /// Plays a move, if it is legal; else nothing changes.
    pub fn play(&mut self, mv: Move) -> Result<Played, IllegalMove> {
        if !self.is_legal(mv) {
            return Err(IllegalMove(mv));
        }
        Ok(self.play_unchecked(mv))
    }

    /// Plays a move without asking whether it is one, for searches.
    ///
    /// The caller guarantees that the move is legal here: it comes from the generator, or
    /// [`Position::is_legal`] said so. Any other move leaves something that is no position.
    #[inline(always)]
    pub fn play_unchecked(&mut self, mv: Move) -> Played {
        let (from, to) = (mv.from(), mv.to());
        let piece = self.piece_at(from).unwrap_or(Piece::RedSoldier);
        debug_assert!(self.piece_at(from).is_some_and(|it| it.color() == self.side), "{mv}");
        let captured = self.piece_at(to);
        let played = Played { mv, piece, captured, plies_since_capture: self.plies_since_capture };

        self.plies_since_capture = self.plies_since_capture.saturating_add(1);
        if let Some(captured) = captured {
            self.take(captured, to);
            self.plies_since_capture = 0;
        }
        self.shift(piece, from, to);
        self.move_number = self.move_number.saturating_add(self.side as u16);
        self.turn();
        played
    }

    /// Takes back the last move; `played` is what playing it returned.
    #[inline(always)]
    pub fn undo(&mut self, played: Played) {
        let (from, to) = (played.mv.from(), played.mv.to());
        self.turn();
        self.move_number = self.move_number.saturating_sub(self.side as u16);
        self.shift(played.piece, to, from);
        if let Some(captured) = played.captured {
            self.put(captured, to);
        }
        self.plies_since_capture = played.plies_since_capture;
    }

    /// Passes the move: the same board with the other side to move. Nobody may pass in check.
    pub fn pass(&mut self) -> Result<(), InCheck> {
        if self.in_check() {
            return Err(InCheck(self.side));
        }
        self.turn();
        Ok(())
    }

    /// Passes the move without asking, for searches. Passing again takes it back.
    ///
    /// The caller guarantees that the side to move is not in check: else its general could be
    /// taken, and what is left is no position.
    #[inline(always)]
    pub fn pass_unchecked(&mut self) {
        self.turn();
    }

    /// The moves `color` has if it is to move, and would have if it were. Taking the general of a
    /// side in check is none of them.
    pub fn legal_moves_of(&self, color: Color) -> MoveList {
        if color == self.side {
            return self.legal_moves();
        }
        // Not a position if the side to move is in check, so it does not leave this function.
        let mut turned = *self;
        turned.turn();
        let general = self.general(self.side);
        let mut moves = turned.legal_moves();
        moves.retain(|mv| mv.to() != general);
        moves
    }

    #[inline(always)]
    fn turn(&mut self) {
        self.side = self.side.opponent();
        self.hash ^= turn_key();
    }

    #[inline(always)]
    fn put(&mut self, piece: Piece, square: Square) {
        self.board[square.index()] = Some(piece);
        self.kinds[piece.kind().index()] |= Bitboard::of(square);
        self.colors[piece.color().index()] |= Bitboard::of(square);
        self.hash ^= piece_key(piece, square);
    }

    #[inline(always)]
    fn take(&mut self, piece: Piece, square: Square) {
        self.board[square.index()] = None;
        self.kinds[piece.kind().index()] ^= Bitboard::of(square);
        self.colors[piece.color().index()] ^= Bitboard::of(square);
        self.hash ^= piece_key(piece, square);
    }

    #[inline(always)]
    fn shift(&mut self, piece: Piece, from: Square, to: Square) {
        let both = Bitboard::of(from) | Bitboard::of(to);
        self.board[from.index()] = None;
        self.board[to.index()] = Some(piece);
        self.kinds[piece.kind().index()] ^= both;
        self.colors[piece.color().index()] ^= both;
        self.hash ^= piece_key(piece, from) ^ piece_key(piece, to);
        if piece.kind() == PieceKind::General {
            self.generals[piece.color().index()] = to;
        }
    }
}

impl Default for Position {
    fn default() -> Position {
        Position::start()
    }
}

/// The FEN and a drawing, so that a failed test can be read.
impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}\n{}", self.fen(), self.diagram())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_legal_changes_nothing() {
        let start = Position::start();
        // From an empty point, the opponent's piece, onto an own piece, over the leg.
        for text in ["e4e5", "h9g7", "a0a3", "b0d1"] {
            let (mut position, mv) = (start, text.parse().unwrap());
            assert_eq!(position.play(mv), Err(IllegalMove(mv)));
            assert_eq!(position, start);
        }
        let mut position = start;
        let played = position.play("h2e2".parse().unwrap()).unwrap();
        assert_ne!(position, start);
        position.undo(played);
        assert_eq!(position, start);
    }

    #[test]
    fn nobody_passes_in_check() {
        let mut position: Position = "3ak4/9/9/9/9/9/9/9/9/3KR4 b".parse().unwrap();
        let before = position;
        assert_eq!(position.pass(), Err(InCheck(Color::Black)));
        assert_eq!(position, before);
        let moves = position.legal_moves_of(Color::Red);
        assert!(
            !moves.is_empty() && moves.iter().all(|it| it.to() != position.general(Color::Black))
        );
        assert_eq!(Position::start().pass(), Ok(()));
    }
}
