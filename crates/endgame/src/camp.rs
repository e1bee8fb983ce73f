//! A side's camp: general, advisors and elephants at home, all placements numbered.
//!
//! The camps of both sides never meet, and a camp has few placements, so all of them are listed
//! once with what a step of each piece leads to.

use xiangqi::{
    Bitboard, Color, Piece, PieceKind, Square,
    attacks::{advisor_steps, elephant_steps, general_steps},
    can_stand_on,
};

/// A placement.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Camp {
    pub(crate) general: Square,
    pub(crate) advisors: Bitboard,
    pub(crate) elephants: Bitboard,
}

impl Camp {
    pub(crate) fn occupied(&self) -> Bitboard {
        self.advisors.union(self.elephants).with(self.general)
    }

    pub(crate) fn mirrored(&self) -> Camp {
        Camp {
            general: self.general.mirror_files(),
            advisors: self.advisors.map(Square::mirror_files).collect(),
            elephants: self.elephants.map(Square::mirror_files).collect(),
        }
    }

    /// The camp without what stands on the point.
    pub(crate) fn without(&self, square: Square) -> Camp {
        Camp {
            general: self.general,
            advisors: self.advisors.without(square),
            elephants: self.elephants.without(square),
        }
    }

    /// The camp after the piece on `from` went to `to`.
    pub(crate) fn after(&self, from: Square, to: Square) -> Camp {
        let shifted =
            |set: Bitboard| if set.contains(from) { set.without(from).with(to) } else { set };
        let general = if self.general == from { to } else { self.general };
        Camp { general, advisors: shifted(self.advisors), elephants: shifted(self.elephants) }
    }

    /// Where each piece of the camp may step on a board with these pieces, own ones left out.
    pub(crate) fn targets(&self, occupied: Bitboard) -> impl Iterator<Item = (Square, Bitboard)> {
        let own = self.occupied();
        let general = std::iter::once((self.general, general_steps(self.general)));
        let advisors = self.advisors.map(|from| (from, advisor_steps(from)));
        let elephants = self.elephants.map(move |from| (from, elephant_steps(from, occupied)));
        general.chain(advisors).chain(elephants).map(move |(from, to)| (from, to.minus(own)))
    }
}

/// A step to a free point: where it leads, and what must not stand in the way.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Step {
    /// The number of the camp that results.
    pub(crate) camp: u32,
    /// The result is the mirror image of that camp.
    pub(crate) is_mirrored: bool,
    /// The target, and the elephant's eye.
    pub(crate) needs_free: Bitboard,
}

/// All placements of one side's camp.
pub(crate) struct Camps {
    list: Vec<Camp>,
    /// By [`key`]: twice the number, plus one if that camp must be mirrored to get this one;
    /// `NONE` where two pieces stand on one point or the counts differ.
    numbers: Vec<u16>,
    color: Color,
}

impl Camps {
    /// All placements. With `is_folded`, of two mirror images only the first is kept.
    pub(crate) fn new(color: Color, advisors: u8, elephants: u8, is_folded: bool) -> Camps {
        let mut camps = Camps { list: Vec::new(), numbers: vec![NONE; 9 << 12], color };
        for general in points(color, PieceKind::General) {
            for advisors in subsets(&points(color, PieceKind::Advisor), advisors) {
                for elephants in subsets(&points(color, PieceKind::Elephant), elephants) {
                    camps.add(Camp { general, advisors, elephants }, is_folded);
                }
            }
        }
        camps
    }

    fn add(&mut self, camp: Camp, is_folded: bool) {
        let is_crowded = camp.occupied().len() != 1 + camp.advisors.len() + camp.elephants.len();
        let key = key(self.color, &camp);
        if is_crowded || self.numbers[key] != NONE {
            return;
        }
        let number = self.list.len() as u16 * 2;
        self.numbers[key] = number;
        self.list.push(camp);
        let image = camp.mirrored();
        if is_folded && image != camp {
            let key = self::key(self.color, &image);
            self.numbers[key] = number + 1;
        }
    }

    /// The steps from each camp.
    pub(crate) fn steps(&self) -> Vec<Vec<Step>> {
        self.list.iter().map(|it| self.steps_of(it)).collect()
    }

    fn steps_of(&self, camp: &Camp) -> Vec<Step> {
        let own = camp.occupied();
        let mut steps = Vec::new();
        // Eyes are looked at when the step is taken: an empty board shows all of them.
        for (from, targets) in camp.targets(Bitboard::EMPTY) {
            for to in targets {
                let needs_free = Bitboard::of(to) | eye(from, to);
                let is_blocked = needs_free.intersects(own);
                let found = self.number(&camp.after(from, to));
                if let Some((camp, is_mirrored)) = found.filter(|_| !is_blocked) {
                    steps.push(Step { camp, is_mirrored, needs_free });
                }
            }
        }
        steps
    }

    pub(crate) fn count(&self) -> usize {
        self.list.len()
    }

    pub(crate) fn get(&self, number: usize) -> &Camp {
        &self.list[number]
    }

    /// The number of a camp, and whether it is the mirror image of the one that has it.
    pub(crate) fn number(&self, camp: &Camp) -> Option<(u32, bool)> {
        let number = self.numbers[key(self.color, camp)];
        (number != NONE).then_some((u32::from(number / 2), !number.is_multiple_of(2)))
    }
}

const NONE: u16 = u16::MAX;

/// The point in the middle of an elephant's step; nothing for shorter ones.
fn eye(from: Square, to: Square) -> Bitboard {
    let (files, ranks) = (to.file() - from.file(), to.rank() - from.rank());
    let middle = if files.abs() == 2 { from.step(files / 2, ranks / 2) } else { None };
    middle.map_or(Bitboard::EMPTY, Bitboard::of)
}

fn points(color: Color, kind: PieceKind) -> Vec<Square> {
    let piece = Piece::new(color, kind);
    Square::all().filter(|&it| can_stand_on(piece, it)).collect()
}

/// All sets of so many of the points.
fn subsets(points: &[Square], count: u8) -> Vec<Bitboard> {
    (0u32..1 << points.len())
        .filter(|bits| bits.count_ones() == u32::from(count))
        .map(|bits| {
            (0..points.len()).filter(|it| bits >> it & 1 != 0).map(|it| points[it]).collect()
        })
        .collect()
}

/// A number below `9 << 12` that tells all camps apart.
fn key(color: Color, camp: &Camp) -> usize {
    // Seen from Black's side the board is turned, so that both colors share the tables.
    let seen = |square: Square| if color == Color::Red { square } else { square.flip_ranks() };
    let general = seen(camp.general);
    let general = general.rank() as usize * 3 + (general.file() - 3) as usize;
    let mask = |set: Bitboard, numbers: &[u8; 45]| {
        set.fold(0usize, |mask, square| mask | 1 << (numbers[seen(square).index()] & 15))
    };
    general << 12
        | mask(camp.advisors, &ADVISOR_NUMBERS) << 7
        | mask(camp.elephants, &ELEPHANT_NUMBERS)
}

/// For each point of Red's half its number among the five points of advisors.
static ADVISOR_NUMBERS: [u8; 45] = numbers(Piece::RedAdvisor);
/// The same for the seven points of elephants.
static ELEPHANT_NUMBERS: [u8; 45] = numbers(Piece::RedElephant);

const fn numbers(piece: Piece) -> [u8; 45] {
    let mut numbers = [0; 45];
    let (mut index, mut next) = (0, 0);
    while index < 45 {
        if let Some(square) = Square::from_index(index)
            && can_stand_on(piece, square)
        {
            numbers[index] = next;
            next += 1;
        }
        index += 1;
    }
    numbers
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_camp_has_one_number() {
        for (advisors, elephants) in [(0, 0), (1, 0), (0, 2), (2, 2)] {
            let all = Camps::new(Color::Black, advisors, elephants, false);
            let folded = Camps::new(Color::Black, advisors, elephants, true);
            let images =
                (0..all.count()).filter(|&it| all.get(it).mirrored() == *all.get(it)).count();
            assert_eq!(folded.count(), (all.count() + images) / 2);
            for number in 0..all.count() {
                let camp = all.get(number);
                assert_eq!(all.number(camp), Some((number as u32, false)));
                let (number, is_mirrored) = folded.number(camp).unwrap();
                let kept = folded.get(number as usize);
                assert_eq!(if is_mirrored { kept.mirrored() } else { *kept }, *camp);
            }
        }
    }
}
