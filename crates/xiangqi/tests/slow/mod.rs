//! The rules again, written for the eye and not for speed: every test of the fast generator
//! compares with this. Shares nothing with the library but squares, pieces and positions.

#![allow(dead_code, reason = "each test file uses its own part of this module")]

use random::Random;
use xiangqi::{Color, Move, Piece, PieceKind, Position, Setup, Square};

pub(crate) type Board = [Option<Piece>; Square::COUNT];

pub(crate) fn board_of(position: &Position) -> Board {
    position.setup().board
}

/// Where the piece on `from` could go, its general's safety aside.
pub(crate) fn targets(board: &Board, from: Square) -> Vec<Square> {
    let Some(piece) = board[from.index()] else { return Vec::new() };
    let is_free = |square: Square| board[square.index()].is_none();
    let is_own =
        |square: Square| board[square.index()].is_some_and(|it| it.color() == piece.color());
    let mut found = Vec::new();
    match piece.kind() {
        PieceKind::General | PieceKind::Advisor => {
            for (df, dr) in around(piece.kind() == PieceKind::Advisor) {
                found.extend(from.step(df, dr).filter(|it| it.is_in_palace()));
            }
        }
        PieceKind::Elephant => {
            for (df, dr) in around(true) {
                let eye_is_free = from.step(df, dr).is_some_and(is_free);
                let to = from.step(2 * df, 2 * dr).filter(|it| it.is_home_of(piece.color()));
                found.extend(to.filter(|_| eye_is_free));
            }
        }
        PieceKind::Horse => {
            for (df, dr) in around(false) {
                if from.step(df, dr).is_some_and(is_free) {
                    found.extend(from.step(2 * df + dr, 2 * dr + df));
                    found.extend(from.step(2 * df - dr, 2 * dr - df));
                }
            }
        }
        PieceKind::Chariot | PieceKind::Cannon => {
            for (df, dr) in around(false) {
                let mut screens = 0;
                let mut at = from.step(df, dr);
                while let Some(to) = at {
                    let takes_after = if piece.kind() == PieceKind::Cannon { 1 } else { 0 };
                    if is_free(to) {
                        found.extend((screens == 0).then_some(to));
                    } else {
                        found.extend((screens == takes_after).then_some(to));
                        screens += 1;
                    }
                    at = to.step(df, dr);
                }
            }
        }
        PieceKind::Soldier => {
            found.extend(from.step(0, piece.color().forward()));
            if !from.is_home_of(piece.color()) {
                found.extend(from.step(-1, 0));
                found.extend(from.step(1, 0));
            }
        }
    }
    found.retain(|&it| !is_own(it));
    found
}

fn around(diagonal: bool) -> [(i8, i8); 4] {
    if diagonal { [(1, 1), (1, -1), (-1, 1), (-1, -1)] } else { [(1, 0), (0, 1), (-1, 0), (0, -1)] }
}

pub(crate) fn general(board: &Board, color: Color) -> Square {
    let general = Some(Piece::new(color, PieceKind::General));
    Square::all().find(|it| board[it.index()] == general).expect("every side has a general")
}

/// Who could take the general of `color`, facing generals included.
pub(crate) fn attackers(board: &Board, color: Color) -> Vec<Square> {
    let target = general(board, color);
    let enemy = |it: &Square| board[it.index()].is_some_and(|it| it.color() != color);
    let mut found: Vec<Square> =
        Square::all().filter(enemy).filter(|&it| targets(board, it).contains(&target)).collect();
    let other = general(board, !color);
    let (low, high) = (target.rank().min(other.rank()), target.rank().max(other.rank()));
    let is_open = (low + 1..high)
        .all(|rank| board[Square::new(target.file(), rank).unwrap().index()].is_none());
    if other.file() == target.file() && is_open {
        found.push(other);
    }
    found.sort_unstable();
    found
}

pub(crate) fn after(board: &Board, mv: Move) -> Board {
    let mut board = *board;
    board[mv.to().index()] = board[mv.from().index()].take();
    board
}

pub(crate) fn legal_moves(board: &Board, side: Color) -> Vec<Move> {
    let mut found = Vec::new();
    for from in Square::all().filter(|it| board[it.index()].is_some_and(|it| it.color() == side)) {
        for to in targets(board, from) {
            let mv = Move::new(from, to).unwrap();
            if attackers(&after(board, mv), side).is_empty() {
                found.push(mv);
            }
        }
    }
    found.sort_unstable();
    found
}

/// Random legal play from the start position or, for odd seeds, from a random odd endgame.
pub(crate) fn walk(seed: u64, plies: usize, mut visit: impl FnMut(&mut Position)) {
    let mut random = Random::new(seed);
    let mut position =
        if seed.is_multiple_of(2) { Position::start() } else { odd_position(&mut random) };
    for _ in 0..plies {
        visit(&mut position);
        let moves = position.legal_moves();
        if moves.is_empty() {
            return;
        }
        position.play_unchecked(moves[random.below(moves.len())]);
    }
}

/// A few pieces thrown on the board, where cannons, horses and bare generals meet.
pub(crate) fn odd_position(random: &mut Random) -> Position {
    loop {
        let mut setup = Setup::empty();
        if random.below(2) == 1 {
            setup.side = Color::Black;
        }
        let count = 2 + random.below(12);
        for number in 0..count {
            let piece = match number {
                0 => Piece::RedGeneral,
                1 => Piece::BlackGeneral,
                _ => Piece::ALL[random.below(Piece::COUNT)],
            };
            let square = Square::from_index(random.below(Square::COUNT)).unwrap();
            if xiangqi::can_stand_on(piece, square) {
                setup.board[square.index()] = Some(piece);
            }
        }
        if let Ok(position) = setup.position() {
            return position;
        }
    }
}
