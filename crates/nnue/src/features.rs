//! What the network sees: a piece of a kind, own or the enemy's, on a point.
//!
//! Each side sees the board from its own edge. It also mirrors the board when its general stands
//! on the right of its palace, so that left and right need to be learned only once. Points a
//! piece can never reach have no number, which leaves 689 of 1260.

use xiangqi::{Color, Piece, PieceKind, Position, Square};

/// Numbers are below this.
pub const COUNT: usize = 689;

/// Planes of the side that looks, then the same planes of the enemy.
const PLANES: [PieceKind; PieceKind::COUNT] = [
    PieceKind::Chariot,
    PieceKind::Cannon,
    PieceKind::Horse,
    PieceKind::Soldier,
    PieceKind::Advisor,
    PieceKind::Elephant,
    PieceKind::General,
];

/// By side, mirror, piece and point.
static NUMBERS: [[[[u16; Square::COUNT]; Piece::COUNT]; 2]; 2] = numbers();

const UNREACHABLE: u16 = u16::MAX;

/// The feature's number for `side`, whose board is mirrored or not.
#[inline(always)]
pub fn number(side: Color, is_mirrored: bool, piece: Piece, square: Square) -> usize {
    let numbers = &NUMBERS[side.index()][usize::from(is_mirrored)];
    usize::from(numbers[piece.index()][square.index()])
}

/// Does the side see the board mirrored, with its general on this point?
#[inline(always)]
pub const fn is_mirrored(general: Square) -> bool {
    4 < general.file()
}

/// All features of a position as `side` sees them.
pub fn of(position: &Position, side: Color) -> impl Iterator<Item = usize> + '_ {
    let is_mirrored = is_mirrored(position.general(side));
    position.placement().map(move |(square, piece)| number(side, is_mirrored, piece, square))
}

const fn numbers() -> [[[[u16; Square::COUNT]; Piece::COUNT]; 2]; 2] {
    let mut table = [[[[UNREACHABLE; Square::COUNT]; Piece::COUNT]; 2]; 2];
    let mut offset = 0;
    let mut plane = 0;
    while plane < 2 * PLANES.len() {
        let (kind, is_enemy) = (PLANES[plane % PLANES.len()], PLANES.len() <= plane);
        let points = plane_numbers(kind, is_enemy);
        let mut view = 0;
        while view < 4 {
            let (side, is_mirrored) = (view / 2, view % 2 == 1);
            let owner = if is_enemy { 1 - side } else { side };
            let piece = owner * PieceKind::COUNT + kind.index();
            let mut square = 0;
            while square < Square::COUNT {
                let (mut rank, mut file) = (square / 9, square % 9);
                if side == 1 {
                    rank = 9 - rank;
                }
                if is_mirrored {
                    file = 8 - file;
                }
                let number = points.0[rank * 9 + file];
                if number != UNREACHABLE {
                    table[side][view % 2][piece][square] = offset + number;
                }
                square += 1;
            }
            view += 1;
        }
        offset += points.1;
        plane += 1;
    }
    assert!(offset as usize == COUNT);
    table
}

/// The points of a plane, numbered from 0, and how many there are.
const fn plane_numbers(kind: PieceKind, is_enemy: bool) -> ([u16; Square::COUNT], u16) {
    let mut numbers = [UNREACHABLE; Square::COUNT];
    let mut count = 0;
    let mut square = 0;
    while square < Square::COUNT {
        if is_counted(kind, is_enemy, square) {
            numbers[square] = count;
            count += 1;
        }
        square += 1;
    }
    if matches!(kind, PieceKind::Soldier) {
        // Setups may have a soldier one step behind where it starts; it counts as there.
        let mut file = 0;
        while file < 9 {
            let (behind, start) = if is_enemy { (7, 6) } else { (2, 3) };
            numbers[behind * 9 + file] = numbers[start * 9 + file];
            file += 2;
        }
    }
    (numbers, count)
}

/// Has the point, seen from the looking side's edge, a number of its own?
const fn is_counted(kind: PieceKind, is_enemy: bool, square: usize) -> bool {
    let Some(square) = Square::from_index(square) else { return false };
    let piece = Piece::new(if is_enemy { Color::Black } else { Color::Red }, kind);
    // The own general is never on the right: the board would be mirrored.
    let is_mirrored_away = matches!(kind, PieceKind::General) && !is_enemy && is_mirrored(square);
    let is_behind_start = matches!(kind, PieceKind::Soldier)
        && (square.rank() == 2 && !is_enemy || square.rank() == 7 && is_enemy);
    xiangqi::can_stand_on(piece, square) && !is_mirrored_away && !is_behind_start
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn every_reachable_point_has_a_number_and_only_those() {
        for side in Color::BOTH {
            for is_mirrored in [false, true] {
                let mut seen = HashSet::new();
                for piece in Piece::ALL {
                    for square in Square::all() {
                        let number = number(side, is_mirrored, piece, square);
                        let is_own_general = piece == Piece::new(side, PieceKind::General);
                        let is_hidden = is_own_general
                            && square.file() != 4
                            && is_mirrored != (square.file() == 5);
                        let can_be_seen = xiangqi::can_stand_on(piece, square) && !is_hidden;
                        assert_eq!(number < COUNT, can_be_seen, "{piece:?} {square}");
                        if number < COUNT {
                            seen.insert(number);
                        }
                    }
                }
                assert_eq!(seen.len(), COUNT);
            }
        }
    }

    #[test]
    fn both_sides_see_the_same_from_their_edge() {
        for piece in Piece::ALL {
            for square in Square::all() {
                let other = Piece::new(piece.color().opponent(), piece.kind());
                let here = number(Color::Red, false, piece, square);
                let there = number(Color::Black, false, other, square.flip_ranks());
                assert_eq!(here, there);
                let mirrored = number(Color::Red, true, piece, square.mirror_files());
                assert_eq!(here, mirrored);
            }
        }
    }
}
