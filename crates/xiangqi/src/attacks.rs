//! Where each piece strikes: steps, legs, eyes, screens.
//!
//! Steppers read one table entry per point. Horses and elephants add the four points that can
//! block them as a four-bit index. Chariots and cannons look at their rank (nine bits) and their
//! file (ten bits) separately: the tables stay small enough for the first-level caches, and no
//! instruction beyond shifts and one multiplication is needed to find the index.

use crate::{bitboard::Bitboard, color::Color, piece::PieceKind, square::Square};

type PerSquare = [Bitboard; Square::COUNT];
type PerSquareAndBlockers = [[Bitboard; 16]; Square::COUNT];

const STRAIGHT: [(i8, i8); 4] = [(0, -1), (-1, 0), (1, 0), (0, 1)];
const DIAGONAL: [(i8, i8); 4] = [(-1, -1), (1, -1), (-1, 1), (1, 1)];

static GENERAL: PerSquare = palace_steps(STRAIGHT);
static ADVISOR: PerSquare = palace_steps(DIAGONAL);
static SOLDIER: [PerSquare; 2] = [soldier_steps(Color::Red), soldier_steps(Color::Black)];
static SOLDIER_ORIGINS: [PerSquare; 2] = [reverse(&SOLDIER[0]), reverse(&SOLDIER[1])];
static ELEPHANT: PerSquareAndBlockers = elephant_table();
static HORSE: PerSquareAndBlockers = horse_table();
static HORSE_ORIGINS: PerSquareAndBlockers = horse_origin_table();
static HORSE_RING: PerSquare = horse_ring();
static CROSS: PerSquare = cross();
static CHECK_ZONE: PerSquare = check_zone();

/// One rank or file seen from one of its points, as bits of that line.
#[derive(Clone, Copy)]
struct Line {
    /// The free points up to and including the first piece on either side.
    slide: u16,
    /// The second piece on either side: what a cannon takes over the first.
    jump: u16,
}

static RANK_LINES: [[Line; 512]; 9] = line_table::<512, 9>();
static FILE_LINES: [[Line; 1024]; 10] = line_table::<1024, 10>();
/// Up to seven bits of a file, nine places apart as on the board.
static FILE_SPREAD: [u64; 128] = file_spread();
/// What moves the bits of each rank to their place in the lower or the upper word of a board.
static RANK_PLACE: [(u64, u64); 10] = rank_places();

#[inline(always)]
pub fn general_steps(from: Square) -> Bitboard {
    GENERAL[from.index()]
}

#[inline(always)]
pub fn advisor_steps(from: Square) -> Bitboard {
    ADVISOR[from.index()]
}

#[inline(always)]
pub fn soldier_steps_of(color: Color, from: Square) -> Bitboard {
    SOLDIER[color.index()][from.index()]
}

/// The points from which a soldier of `color` strikes `to`.
#[inline(always)]
pub fn soldier_origins(color: Color, to: Square) -> Bitboard {
    SOLDIER_ORIGINS[color.index()][to.index()]
}

#[inline(always)]
pub fn elephant_steps(from: Square, occupied: Bitboard) -> Bitboard {
    ELEPHANT[from.index()][diagonal_neighbors(from, occupied)]
}

#[inline(always)]
pub fn horse_steps(from: Square, occupied: Bitboard) -> Bitboard {
    HORSE[from.index()][straight_neighbors(from, occupied)]
}

/// The points from which a horse strikes `to`. Not the same as `horse_steps`: the leg stands
/// next to the horse, not next to its target.
#[inline(always)]
pub fn horse_origins(to: Square, occupied: Bitboard) -> Bitboard {
    HORSE_ORIGINS[to.index()][diagonal_neighbors(to, occupied)]
}

/// The points a horse's jump away, blocked or not.
#[inline(always)]
pub fn horse_ring_of(square: Square) -> Bitboard {
    HORSE_RING[square.index()]
}

/// The rank and the file of a point, without the point itself.
#[inline(always)]
pub fn cross_of(square: Square) -> Bitboard {
    CROSS[square.index()]
}

/// The points that matter for a check on a general: its lines, the points a horse strikes it
/// from, and the legs of those horses. A move that neither leaves nor enters them gives none.
#[inline(always)]
pub(crate) fn check_zone_of(general: Square) -> Bitboard {
    CHECK_ZONE[general.index()]
}

#[inline(always)]
pub fn chariot_slides(from: Square, occupied: Bitboard) -> Bitboard {
    let (rank, file) = lines(from, occupied);
    on_board(from, rank.slide, file.slide)
}

/// The pieces a cannon could take, whoever owns them.
#[inline(always)]
pub fn cannon_jumps(from: Square, occupied: Bitboard) -> Bitboard {
    let (rank, file) = lines(from, occupied);
    on_board(from, rank.jump, file.jump)
}

/// `chariot_slides` and `cannon_jumps` for the price of one.
#[inline(always)]
pub fn slides_and_jumps(from: Square, occupied: Bitboard) -> (Bitboard, Bitboard) {
    let (rank, file) = lines(from, occupied);
    (on_board(from, rank.slide, file.slide), on_board(from, rank.jump, file.jump))
}

/// Where a piece may go if any target were free to take: cannons slide to free points and jump
/// to occupied ones.
#[inline(always)]
pub fn targets(kind: PieceKind, color: Color, from: Square, occupied: Bitboard) -> Bitboard {
    match kind {
        PieceKind::General => general_steps(from),
        PieceKind::Advisor => advisor_steps(from),
        PieceKind::Elephant => elephant_steps(from, occupied),
        PieceKind::Horse => horse_steps(from, occupied),
        PieceKind::Chariot => chariot_slides(from, occupied),
        PieceKind::Cannon => {
            let (slides, jumps) = slides_and_jumps(from, occupied);
            slides.minus(occupied) | jumps
        }
        PieceKind::Soldier => soldier_steps_of(color, from),
    }
}

/// The points strictly between two points of one rank or file; empty otherwise.
#[inline(always)]
pub fn between(one: Square, other: Square) -> Bitboard {
    static BETWEEN: [PerSquare; Square::COUNT] = between_table();
    BETWEEN[one.index()][other.index()]
}

#[inline(always)]
fn lines(from: Square, occupied: Bitboard) -> (Line, Line) {
    let (rank, file) = (from.rank() as usize, from.file() as usize);
    let rank_bits = window(occupied.bits(), 9 * rank) & 0x1ff;
    (RANK_LINES[file][rank_bits], FILE_LINES[rank][file_bits(file, occupied)])
}

/// The bits from `at` on, which is below 90; twenty of them can be relied on, unless the board
/// ends before. Shifting 128 bits by a variable would take several slow instructions.
#[inline(always)]
fn window(bits: u128, at: usize) -> usize {
    const HALF: usize = 44;
    if at < HALF {
        (bits as u64 >> at) as usize
    } else {
        ((bits >> HALF) as u64 >> (at - HALF)) as usize
    }
}

/// Ranks 0 to 6 fit into one word, ranks 7 to 9 into a second one that starts at this bit.
const UPPER: u32 = 63;

/// The ten bits of a file, rank 0 lowest.
#[inline(always)]
fn file_bits(file: usize, occupied: Bitboard) -> usize {
    const EVERY_NINTH: u64 = 0x0040_2010_0804_0201;
    const GATHER: u64 = 0x0101_0101_0101_0101;
    let lower = occupied.bits() as u64 >> file & EVERY_NINTH;
    let upper = (occupied.bits() >> UPPER) as usize >> file;
    // Bit 9i times 2^(56-8i) is bit 56+i. All other products miss the top byte, and no two of
    // them meet, so there are no carries.
    let lower = (lower.wrapping_mul(GATHER) >> 56) as usize;
    lower | (upper & 1) << 7 | (upper >> 1 & 1 << 8) | (upper >> 9 & 1 << 9)
}

/// Bits of a rank and of a file laid out on the board.
#[inline(always)]
fn on_board(from: Square, rank_bits: u16, file_bits: u16) -> Bitboard {
    let (rank, file) = (from.rank() as usize, from.file() as usize);
    let lower = FILE_SPREAD[(file_bits & 0x7f) as usize] << file;
    let upper = FILE_SPREAD[(file_bits >> 7 & 0x7) as usize] << file;
    let (in_lower, in_upper) = RANK_PLACE[rank];
    let lower = lower | (u64::from(rank_bits) * in_lower);
    let upper = upper | (u64::from(rank_bits) * in_upper);
    Bitboard::from_bits(u128::from(lower) | u128::from(upper) << UPPER)
}

/// Which of the four straight neighbors are occupied, in the order of `STRAIGHT`. Beyond an
/// edge the bits are noise, which the tables ignore.
#[inline(always)]
fn straight_neighbors(square: Square, occupied: Bitboard) -> usize {
    let around = window(occupied.bits() << 9, square.index());
    around & 1 | around >> 7 & 2 | around >> 8 & 4 | around >> 15 & 8
}

/// The same for the diagonal neighbors, in the order of `DIAGONAL`.
#[inline(always)]
fn diagonal_neighbors(square: Square, occupied: Bitboard) -> usize {
    let around = window(occupied.bits() << 10, square.index());
    around & 1 | around >> 1 & 2 | around >> 16 & 4 | around >> 17 & 8
}

const fn square_at(index: usize) -> Square {
    Square::from_known_index(index as u32)
}

const fn palace_steps(directions: [(i8, i8); 4]) -> PerSquare {
    let mut table = [Bitboard::EMPTY; Square::COUNT];
    let mut index = 0;
    while index < Square::COUNT {
        let from = square_at(index);
        let mut d = 0;
        while d < 4 {
            // Both palaces share this table: no step leads from one into the other.
            if let Some(to) = from.step(directions[d].0, directions[d].1)
                && from.is_in_palace()
                && to.is_in_palace()
            {
                table[index].insert(to);
            }
            d += 1;
        }
        index += 1;
    }
    table
}

const fn soldier_steps(color: Color) -> PerSquare {
    let mut table = [Bitboard::EMPTY; Square::COUNT];
    let mut index = 0;
    while index < Square::COUNT {
        let from = square_at(index);
        if let Some(to) = from.step(0, color.forward()) {
            table[index].insert(to);
        }
        if !from.is_home_of(color) {
            if let Some(to) = from.step(-1, 0) {
                table[index].insert(to);
            }
            if let Some(to) = from.step(1, 0) {
                table[index].insert(to);
            }
        }
        index += 1;
    }
    table
}

const fn reverse(forward: &PerSquare) -> PerSquare {
    let mut table = [Bitboard::EMPTY; Square::COUNT];
    let mut from = 0;
    while from < Square::COUNT {
        let mut to = 0;
        while to < Square::COUNT {
            if forward[from].contains(square_at(to)) {
                table[to].insert(square_at(from));
            }
            to += 1;
        }
        from += 1;
    }
    table
}

const fn elephant_table() -> PerSquareAndBlockers {
    let mut table = [[Bitboard::EMPTY; 16]; Square::COUNT];
    let mut index = 0;
    while index < Square::COUNT {
        let from = square_at(index);
        let mut blockers = 0;
        while blockers < 16 {
            let mut d = 0;
            while d < 4 {
                let (df, dr) = DIAGONAL[d];
                let eye_is_free = blockers >> d & 1 == 0;
                if let Some(to) = from.step(2 * df, 2 * dr)
                    && eye_is_free
                    && from.is_home_of(Color::Red) == to.is_home_of(Color::Red)
                {
                    table[index][blockers].insert(to);
                }
                d += 1;
            }
            blockers += 1;
        }
        index += 1;
    }
    table
}

const fn horse_table() -> PerSquareAndBlockers {
    let mut table = [[Bitboard::EMPTY; 16]; Square::COUNT];
    let mut index = 0;
    while index < Square::COUNT {
        let from = square_at(index);
        let mut blockers = 0;
        while blockers < 16 {
            let mut d = 0;
            while d < 4 {
                let (df, dr) = STRAIGHT[d];
                // Past the leg, one step to either side of the direction taken.
                if blockers >> d & 1 == 0 {
                    if let Some(to) = from.step(2 * df + dr, 2 * dr + df) {
                        table[index][blockers].insert(to);
                    }
                    if let Some(to) = from.step(2 * df - dr, 2 * dr - df) {
                        table[index][blockers].insert(to);
                    }
                }
                d += 1;
            }
            blockers += 1;
        }
        index += 1;
    }
    table
}

const fn horse_origin_table() -> PerSquareAndBlockers {
    let mut table = [[Bitboard::EMPTY; 16]; Square::COUNT];
    let mut index = 0;
    while index < Square::COUNT {
        let to = square_at(index);
        let mut blockers = 0;
        while blockers < 16 {
            let mut d = 0;
            while d < 4 {
                let (df, dr) = DIAGONAL[d];
                // The target's diagonal neighbor is the leg of the two horses just beyond it.
                if blockers >> d & 1 == 0 {
                    if let Some(from) = to.step(2 * df, dr) {
                        table[index][blockers].insert(from);
                    }
                    if let Some(from) = to.step(df, 2 * dr) {
                        table[index][blockers].insert(from);
                    }
                }
                d += 1;
            }
            blockers += 1;
        }
        index += 1;
    }
    table
}

const fn horse_ring() -> PerSquare {
    let mut table = [Bitboard::EMPTY; Square::COUNT];
    let mut index = 0;
    while index < Square::COUNT {
        table[index] = HORSE[index][0];
        index += 1;
    }
    table
}

const fn cross() -> PerSquare {
    let mut table = [Bitboard::EMPTY; Square::COUNT];
    let mut index = 0;
    while index < Square::COUNT {
        let square = square_at(index);
        let lines = Bitboard::rank(square.rank()).union(Bitboard::file(square.file()));
        table[index] = lines.without(square);
        index += 1;
    }
    table
}

const fn check_zone() -> PerSquare {
    let mut table = [Bitboard::EMPTY; Square::COUNT];
    let mut index = 0;
    while index < Square::COUNT {
        table[index] = CROSS[index].union(HORSE_RING[index]);
        let mut d = 0;
        while d < 4 {
            if let Some(leg) = square_at(index).step(DIAGONAL[d].0, DIAGONAL[d].1) {
                table[index].insert(leg);
            }
            d += 1;
        }
        index += 1;
    }
    table
}

const fn line_table<const OCCUPANCIES: usize, const LENGTH: usize>() -> [[Line; OCCUPANCIES]; LENGTH]
{
    let mut table = [[Line { slide: 0, jump: 0 }; OCCUPANCIES]; LENGTH];
    let mut from = 0;
    while from < LENGTH {
        let mut occupied = 0;
        while occupied < OCCUPANCIES {
            table[from][occupied] = Line {
                slide: walk(occupied, from, LENGTH, 1).0 | walk(occupied, from, LENGTH, -1).0,
                jump: walk(occupied, from, LENGTH, 1).1 | walk(occupied, from, LENGTH, -1).1,
            };
            occupied += 1;
        }
        from += 1;
    }
    table
}

/// Walks one way along a line: the slides up to the first piece, and the piece behind it.
const fn walk(occupied: usize, from: usize, length: usize, step: isize) -> (u16, u16) {
    let mut slide = 0;
    let mut pieces = 0;
    let mut at = from as isize + step;
    while 0 <= at && at < length as isize {
        let is_piece = occupied >> at & 1 != 0;
        if pieces == 0 {
            slide |= 1 << at;
        } else if is_piece {
            return (slide, 1 << at);
        }
        if is_piece {
            pieces += 1;
        }
        at += step;
    }
    (slide, 0)
}

const fn file_spread() -> [u64; 128] {
    let mut table = [0; 128];
    let mut bits = 0;
    while bits < 128 {
        let mut rank = 0;
        while rank < 7 {
            if bits >> rank & 1 != 0 {
                table[bits] |= 1 << (9 * rank);
            }
            rank += 1;
        }
        bits += 1;
    }
    table
}

const fn rank_places() -> [(u64, u64); 10] {
    let mut table = [(0, 0); 10];
    let mut rank = 0;
    while rank < 10 {
        table[rank] = if rank < 7 { (1 << (9 * rank), 0) } else { (0, 1 << (9 * (rank - 7))) };
        rank += 1;
    }
    table
}

const fn between_table() -> [PerSquare; Square::COUNT] {
    let mut table = [[Bitboard::EMPTY; Square::COUNT]; Square::COUNT];
    let mut index = 0;
    while index < Square::COUNT {
        let from = square_at(index);
        let mut d = 0;
        while d < 4 {
            let mut passed = Bitboard::EMPTY;
            let mut at = from.step(STRAIGHT[d].0, STRAIGHT[d].1);
            while let Some(to) = at {
                table[index][to.index()] = passed;
                passed.insert(to);
                at = to.step(STRAIGHT[d].0, STRAIGHT[d].1);
            }
            d += 1;
        }
        index += 1;
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Reads a drawn board, Black on top: `x` target, `o` piece, `+` a piece that is a target,
    /// `@` the piece that moves.
    #[track_caller]
    fn check(drawing: &str, strike: impl Fn(Square, Bitboard) -> Bitboard) {
        let rows: Vec<Vec<char>> =
            drawing.split_whitespace().map(|row| row.chars().collect()).collect();
        assert_eq!(rows.len(), 10, "a board has ten ranks");

        let at = |square: Square| rows[9 - square.rank() as usize][square.file() as usize];
        let all = |marks: &str| Square::all().filter(|&it| marks.contains(at(it))).collect();

        let from = Square::all().find(|&it| at(it) == '@').expect("no piece drawn");
        let occupied: Bitboard = all("o+@");
        let expected: Bitboard = all("x+");
        assert_eq!(strike(from, occupied), expected);
    }

    #[test]
    fn a_blocked_leg_takes_two_jumps_away() {
        check(
            "
            .........
            .........
            .........
            ...x.x...
            ......x..
            ...o@....
            ......x..
            ...x.x...
            .........
            .........
            ",
            horse_steps,
        );
    }

    #[test]
    fn a_horse_is_attacked_past_the_leg_of_the_other() {
        check(
            "
            .........
            .........
            .........
            ...x.....
            ..x..o...
            ....@....
            ..x...x..
            ...x.x...
            .........
            .........
            ",
            horse_origins,
        );
    }

    #[test]
    fn a_chariot_slides_to_the_first_piece() {
        check(
            "
            ....o....
            ....+....
            ....x....
            ....x....
            .o+x@xx+o
            ....x....
            ....x....
            ....x....
            ....x....
            ....x....
            ",
            chariot_slides,
        );
    }

    #[test]
    fn a_cannon_jumps_one_screen_and_never_two() {
        check(
            "
            ....o....
            ....+....
            ....o....
            .........
            +..o@o..o
            .........
            .........
            ....o....
            .........
            .........
            ",
            |from, occupied| {
                // The piece on i5 is the first behind the screen on f5.
                cannon_jumps(from, occupied).without(Square::new(8, 5).unwrap())
            },
        );
    }

    #[test]
    fn an_elephant_stays_at_home_and_minds_its_eyes() {
        check(
            "
            .........
            .........
            .........
            .........
            .........
            .........
            .........
            ....@....
            ...o.....
            ......x..
            ",
            |from, occupied| elephant_steps(from, occupied) & Bitboard::rank(0),
        );
        let e2 = "e2".parse().unwrap();
        let g4: Square = "g4".parse().unwrap();
        assert_eq!(elephant_steps(e2, Bitboard::EMPTY).len(), 4);
        assert!(elephant_steps(g4, Bitboard::EMPTY).is_subset_of(Bitboard::rank(2)));
    }

    #[test]
    fn horse_steps_and_origins_mirror_each_other() {
        let occupied: Bitboard = Square::all().filter(|it| it.index() * 7 % 5 == 0).collect();
        for from in Square::all() {
            for to in Square::all() {
                assert_eq!(
                    horse_steps(from, occupied).contains(to),
                    horse_origins(to, occupied).contains(from),
                    "{from}{to}"
                );
            }
        }
    }

    /// The obvious way: walk point by point.
    fn slow_lines(from: Square, occupied: Bitboard) -> (Bitboard, Bitboard) {
        let (mut slides, mut jumps) = (Bitboard::EMPTY, Bitboard::EMPTY);
        for (df, dr) in STRAIGHT {
            let mut pieces = 0;
            let mut at = from;
            while let Some(next) = at.step(df, dr) {
                at = next;
                let is_piece = occupied.contains(at);
                if pieces == 0 {
                    slides.insert(at);
                } else if pieces == 1 && is_piece {
                    jumps.insert(at);
                }
                pieces += u32::from(is_piece);
            }
        }
        (slides, jumps)
    }

    #[test]
    fn line_tables_agree_with_walking() {
        let mut random = random::Random::new(1);
        let mut bits = || u128::from(random.number()) << 64 | u128::from(random.number());
        for round in 0..200 {
            let occupied =
                Bitboard::from_bits(if round % 2 == 0 { bits() } else { bits() & bits() });
            for from in Square::all() {
                assert_eq!(slides_and_jumps(from, occupied), slow_lines(from, occupied), "{from}");
            }
        }
    }

    #[test]
    fn between_excludes_its_ends() {
        let [e0, e9, a0, b1]: [Square; 4] = ["e0", "e9", "a0", "b1"].map(|it| it.parse().unwrap());
        assert_eq!(between(e0, e9).len(), 8);
        assert_eq!(between(e9, e0), between(e0, e9));
        assert!(between(a0, b1).is_empty());
    }
}
