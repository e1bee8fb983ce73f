//! What the evaluation looks at. Every term is a count times a weight from one flat table.

use xiangqi::{
    Bitboard, Color, PieceKind, Position, Square,
    attacks::{
        advisor_steps, between, chariot_slides, cross_of, elephant_steps, general_steps,
        horse_steps, slides_and_jumps, soldier_steps_of,
    },
};

/// Half a board: the tables are the same left and right.
pub const HALF_BOARD: usize = 50;

// Where each family of weights starts.
pub const PIECE_SQUARE: usize = 0;
pub const CHARIOT_MOBILITY: usize = PIECE_SQUARE + PieceKind::COUNT * HALF_BOARD;
pub const CANNON_MOBILITY: usize = CHARIOT_MOBILITY + 18;
pub const HORSE_MOBILITY: usize = CANNON_MOBILITY + 18;
/// By how much force points at the enemy palace.
pub const PALACE_ATTACK: usize = HORSE_MOBILITY + 9;
/// By how far an open line from the general reaches.
pub const GENERAL_OPENNESS: usize = PALACE_ATTACK + PALACE_ATTACK_STEPS;
/// A cannon that looks at the general over nothing, by distance.
pub const HOLLOW_CANNON: usize = GENERAL_OPENNESS + 18;
/// A cannon that looks at the general over two pieces, by how many of them are the enemy's.
pub const LURKING_CANNON: usize = HOLLOW_CANNON + 9;
/// Own advisors against enemy cannons, chariots, horses: three by three each.
pub const ADVISORS: usize = LURKING_CANNON + 3;
pub const ELEPHANTS: usize = ADVISORS + 27;
/// Enemy pieces attacked by a soldier, by horse or cannon, or by a chariot; by their kind.
pub const THREAT_BY_SOLDIER: usize = ELEPHANTS + 27;
pub const THREAT_BY_MINOR: usize = THREAT_BY_SOLDIER + PieceKind::COUNT;
pub const THREAT_BY_CHARIOT: usize = THREAT_BY_MINOR + PieceKind::COUNT;
/// Enemy pieces that are attacked and not defended, by their kind.
pub const HANGING: usize = THREAT_BY_CHARIOT + PieceKind::COUNT;
/// Two soldiers side by side.
pub const SOLDIER_PAIR: usize = HANGING + PieceKind::COUNT;
pub const TEMPO: usize = SOLDIER_PAIR + 1;
pub const TERMS: usize = TEMPO + 1;

pub const PALACE_ATTACK_STEPS: usize = 24;

/// Takes the terms one by one.
pub trait Sink {
    fn add(&mut self, color: Color, term: usize);
}

/// What one side strikes, collected while its pieces are counted.
#[derive(Clone, Copy, Default)]
struct Strikes {
    by_soldier: Bitboard,
    by_minor: Bitboard,
    by_chariot: Bitboard,
    /// By anything at all.
    any: Bitboard,
    palace_force: usize,
}

/// Every term but those of [`super::collect_placement`], which are kept up move by move.
#[inline(always)]
pub fn collect(position: &Position, sink: &mut impl Sink) {
    let strikes = Color::BOTH.map(|color| pieces(position, color, sink));
    for color in Color::BOTH {
        let (own, enemy) = (&strikes[color.index()], &strikes[color.opponent().index()]);
        threats(position, color, own, enemy, sink);
        openness(position, color, sink);
        sink.add(color, PALACE_ATTACK + own.palace_force.min(PALACE_ATTACK_STEPS - 1));
    }
    sink.add(position.side(), TEMPO);
}

#[inline(always)]
fn pieces(position: &Position, color: Color, sink: &mut impl Sink) -> Strikes {
    let occupied = position.occupied();
    let own = position.of_color(color);
    let general = position.general(color.opponent());
    let palace = palace_of(color.opponent());
    let near = general_steps(general).with(general);
    let mut strikes = Strikes::default();
    let force = |attacks: Bitboard, weight: usize| {
        if attacks.intersects(palace) { weight + (attacks & near).len() as usize } else { 0 }
    };

    for square in position.of(color, PieceKind::Chariot) {
        let attacks = chariot_slides(square, occupied);
        sink.add(color, CHARIOT_MOBILITY + attacks.minus(own).len() as usize);
        strikes.by_chariot |= attacks;
        strikes.palace_force += force(attacks, 3);
    }
    for square in position.of(color, PieceKind::Cannon) {
        let (slides, jumps) = slides_and_jumps(square, occupied);
        sink.add(color, CANNON_MOBILITY + slides.minus(occupied).len() as usize);
        strikes.by_minor |= jumps;
        strikes.palace_force += force(jumps, 2);
        if cross_of(general).contains(square) {
            cannon_on_general(position, color, square, sink);
        }
    }
    for square in position.of(color, PieceKind::Horse) {
        let attacks = horse_steps(square, occupied);
        sink.add(color, HORSE_MOBILITY + attacks.minus(own).len() as usize);
        strikes.by_minor |= attacks;
        strikes.palace_force += force(attacks, 2);
    }
    let soldiers = position.of(color, PieceKind::Soldier);
    for square in soldiers {
        let attacks = soldier_steps_of(color, square);
        strikes.by_soldier |= attacks;
        strikes.palace_force += force(attacks, 1);
    }
    for _ in soldiers & soldiers.beside() {
        sink.add(color, SOLDIER_PAIR);
    }
    strikes.any =
        strikes.by_soldier | strikes.by_minor | strikes.by_chariot | home(position, color);
    strikes
}

/// What general, advisors and elephants defend.
#[inline(always)]
fn home(position: &Position, color: Color) -> Bitboard {
    let mut strikes = general_steps(position.general(color));
    for square in position.of(color, PieceKind::Advisor) {
        strikes |= advisor_steps(square);
    }
    for square in position.of(color, PieceKind::Elephant) {
        strikes |= elephant_steps(square, position.occupied());
    }
    strikes
}

#[inline(always)]
fn cannon_on_general(position: &Position, color: Color, cannon: Square, sink: &mut impl Sink) {
    let line = between(position.general(color.opponent()), cannon);
    let path = line & position.occupied();
    match path.len() {
        0 => sink.add(color, HOLLOW_CANNON + line.len() as usize),
        2 => {
            let enemies = (path & position.of_color(color.opponent())).len() as usize;
            sink.add(color, LURKING_CANNON + enemies);
        }
        _ => {}
    }
}

#[inline(always)]
fn threats(
    position: &Position,
    color: Color,
    own: &Strikes,
    enemy: &Strikes,
    sink: &mut impl Sink,
) {
    let victims = position.of_color(color.opponent());
    let mut each = |attacked: Bitboard, family: usize| {
        for square in attacked {
            if let Some(piece) = position.piece_at(square) {
                sink.add(color, family + piece.kind().index());
            }
        }
    };
    each(victims & own.by_soldier, THREAT_BY_SOLDIER);
    each(victims & own.by_minor, THREAT_BY_MINOR);
    each(victims & own.by_chariot, THREAT_BY_CHARIOT);
    each((victims & own.any).minus(enemy.any), HANGING);
}

#[inline(always)]
fn openness(position: &Position, color: Color, sink: &mut impl Sink) {
    let open = chariot_slides(position.general(color), position.occupied());
    sink.add(color, GENERAL_OPENNESS + open.minus(position.occupied()).len() as usize);
}

/// How many advisors and elephants a side has against which attackers, as one number.
pub(super) mod guards {
    use super::{ADVISORS, ELEPHANTS};
    use xiangqi::PieceKind;

    /// Two at most of each of five kinds.
    pub(in crate::eval) const COUNT: usize = 243;

    /// What an own piece adds to the number.
    pub(in crate::eval) const fn of_own(kind: PieceKind) -> u8 {
        match kind {
            PieceKind::Advisor => 81,
            PieceKind::Elephant => 27,
            _ => 0,
        }
    }

    /// What an enemy piece adds to the number.
    pub(in crate::eval) const fn of_enemy(kind: PieceKind) -> u8 {
        match kind {
            PieceKind::Cannon => 9,
            PieceKind::Chariot => 3,
            PieceKind::Horse => 1,
            _ => 0,
        }
    }

    /// The six terms that a number stands for.
    pub(in crate::eval) const fn terms(number: usize) -> [usize; 6] {
        let (advisors, elephants) = (number / 81, number / 27 % 3);
        let against = [number / 9 % 3, number / 3 % 3, number % 3];
        [
            ADVISORS + 3 * advisors + against[0],
            ADVISORS + 9 + 3 * advisors + against[1],
            ADVISORS + 18 + 3 * advisors + against[2],
            ELEPHANTS + 3 * elephants + against[0],
            ELEPHANTS + 9 + 3 * elephants + against[1],
            ELEPHANTS + 18 + 3 * elephants + against[2],
        ]
    }
}

#[inline(always)]
fn palace_of(color: Color) -> Bitboard {
    const FILES: Bitboard = Bitboard::file(3).union(Bitboard::file(4)).union(Bitboard::file(5));
    const BOTTOM: Bitboard = Bitboard::rank(0).union(Bitboard::rank(1)).union(Bitboard::rank(2));
    const TOP: Bitboard = Bitboard::rank(7).union(Bitboard::rank(8)).union(Bitboard::rank(9));
    match color {
        Color::Red => FILES & BOTTOM,
        Color::Black => FILES & TOP,
    }
}
