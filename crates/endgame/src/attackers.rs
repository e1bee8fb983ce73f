//! The strong side's pieces that can cross the river, all placements numbered.
//!
//! Pieces of one kind are a set, numbered by the combinatorial number system; the sets of all
//! kinds together are digits of one number. Soldiers have 55 points, the others 90.

use xiangqi::{Bitboard, PieceKind, Square};

use crate::material::{ATTACKERS, Material, STRONG};

/// The pieces of one kind.
struct Group {
    kind: PieceKind,
    count: usize,
    /// Their digit's weight in the number of a placement.
    weight: usize,
    /// First of their points in a row of `points`.
    first: usize,
}

/// How placements are numbered.
pub(crate) struct Attackers {
    groups: Vec<Group>,
    len: usize,
    pieces: usize,
}

/// The attackers of a position, by kind in the order of [`STRONG`].
pub(crate) type Sets = [Bitboard; ATTACKERS];

impl Attackers {
    pub(crate) fn new(material: &Material) -> Attackers {
        let len = Attackers::count_of(material);
        let (mut groups, mut weight, mut first) = (Vec::new(), len, 0);
        for (&kind, &count) in STRONG.iter().zip(&material.strong[..ATTACKERS]) {
            let count = usize::from(count);
            if count == 0 {
                continue;
            }
            weight /= group_size(kind, count);
            groups.push(Group { kind, count, weight, first });
            first += count;
        }
        Attackers { groups, len, pieces: material.attackers() }
    }

    /// How many placements a material has.
    pub(crate) fn count_of(material: &Material) -> usize {
        (0..ATTACKERS).map(|it| group_size(STRONG[it], usize::from(material.strong[it]))).product()
    }

    pub(crate) fn count(&self) -> usize {
        self.len
    }

    /// The number of a placement; `None` if the counts differ or a soldier stands where none can.
    #[inline]
    pub(crate) fn number(&self, sets: &Sets, is_mirrored: bool) -> Option<usize> {
        let mut number = 0;
        let mut groups = self.groups.iter();
        for (&kind, &set) in STRONG.iter().zip(sets) {
            if set.is_empty() {
                continue;
            }
            let group = groups.next()?;
            if group.kind != kind || group.count != set.len() as usize {
                return None;
            }
            if kind == PieceKind::Soldier && set.into_iter().any(|it| !is_soldier_point(it)) {
                return None;
            }
            let seen = |it: Square| if is_mirrored { it.mirror_files() } else { it };
            number += group.weight * rank(kind, set.map(seen));
        }
        groups.next().is_none().then_some(number)
    }

    /// The sets that have a number; two of them may share a point.
    pub(crate) fn sets(&self, number: usize) -> Sets {
        let mut points = Vec::with_capacity(self.pieces);
        self.push_points(number, &mut points);
        let mut sets = [Bitboard::EMPTY; ATTACKERS];
        for group in &self.groups {
            let at = STRONG.iter().position(|&it| it == group.kind).unwrap_or(0);
            sets[at] = points[group.first..group.first + group.count].iter().copied().collect();
        }
        sets
    }

    fn push_points(&self, number: usize, points: &mut Vec<Square>) {
        let mut rest = number;
        for group in &self.groups {
            unrank(group.kind, group.count, rest / group.weight, points);
            rest %= group.weight;
        }
    }
}

/// All placements written down, for building, which asks for each of them many times.
pub(crate) struct Placements<'a> {
    attackers: &'a Attackers,
    /// As many points as there are pieces for each placement, sorted within a group.
    points: Vec<Square>,
    /// The points together; empty if two pieces stand on one.
    occupied: Vec<Bitboard>,
    /// The number of the mirror image.
    mirrors: Vec<u32>,
}

impl<'a> Placements<'a> {
    pub(crate) fn new(attackers: &'a Attackers) -> Placements<'a> {
        let (len, pieces) = (attackers.len, attackers.pieces);
        let mut points = Vec::with_capacity(len * pieces);
        for number in 0..len {
            attackers.push_points(number, &mut points);
        }
        let occupied = points.chunks(pieces).map(|points| {
            let occupied: Bitboard = points.iter().copied().collect();
            let is_crowded = occupied.len() as usize != pieces;
            if is_crowded { Bitboard::EMPTY } else { occupied }
        });
        let occupied = occupied.collect();
        let mirrors = points.chunks(pieces).map(|points| attackers.mirror_of(points)).collect();
        Placements { attackers, points, occupied, mirrors }
    }

    #[inline(always)]
    pub(crate) fn occupied(&self, number: usize) -> Bitboard {
        self.occupied[number]
    }

    #[inline(always)]
    pub(crate) fn mirror(&self, number: usize) -> usize {
        self.mirrors[number] as usize
    }

    /// Every piece of a placement with its kind.
    #[inline(always)]
    pub(crate) fn each(&self, number: usize, mut visit: impl FnMut(PieceKind, Square)) {
        let points = self.points(number);
        for group in &self.attackers.groups {
            for &square in &points[group.first..group.first + group.count] {
                visit(group.kind, square);
            }
        }
    }

    /// The number of the placement after the piece of `kind` on `from` went to `to`.
    #[inline(always)]
    pub(crate) fn after(&self, number: usize, kind: PieceKind, from: Square, to: Square) -> usize {
        let groups = &self.attackers.groups;
        let Some(group) = groups.iter().find(|it| it.kind == kind) else { return number };
        let points = &self.points(number)[group.first..group.first + group.count];
        let (old, new) = match points {
            [_] => (rank_one(kind, from), rank_one(kind, to)),
            _ => {
                let moved = points.iter().map(|&it| if it == from { to } else { it });
                (rank(kind, points.iter().copied()), rank(kind, moved))
            }
        };
        number + new * group.weight - old * group.weight
    }

    /// The sets of a placement.
    pub(crate) fn sets(&self, number: usize) -> Sets {
        let mut sets = [Bitboard::EMPTY; ATTACKERS];
        self.each(number, |kind, square| {
            if let Some(at) = STRONG.iter().position(|&it| it == kind) {
                sets[at].insert(square);
            }
        });
        sets
    }

    #[inline(always)]
    fn points(&self, number: usize) -> &[Square] {
        let pieces = self.attackers.pieces;
        &self.points[number * pieces..][..pieces]
    }
}

impl Attackers {
    fn mirror_of(&self, points: &[Square]) -> u32 {
        let digit = |group: &Group| {
            let points = &points[group.first..group.first + group.count];
            group.weight * rank(group.kind, points.iter().map(|it| it.mirror_files()))
        };
        self.groups.iter().map(digit).sum::<usize>() as u32
    }
}

/// Can a red soldier be there without having come from nowhere? Also the number of the point.
static SOLDIER: [u8; Square::COUNT] = soldier_numbers();
static SOLDIER_POINTS: [u8; 55] = soldier_points();
const NONE: u8 = u8::MAX;

/// A soldier may stand on the point: ranks 3 and 4 on its file, beyond the river anywhere.
pub(crate) fn is_soldier_point(square: Square) -> bool {
    SOLDIER[square.index()] != NONE
}

const fn soldier_numbers() -> [u8; Square::COUNT] {
    let mut numbers = [NONE; Square::COUNT];
    let (mut index, mut next) = (0, 0);
    while index < Square::COUNT {
        let (rank, file) = (index / 9, index % 9);
        if 5 <= rank || (3 <= rank && file % 2 == 0) {
            numbers[index] = next;
            next += 1;
        }
        index += 1;
    }
    numbers
}

const fn soldier_points() -> [u8; 55] {
    let mut points = [0; 55];
    let mut index = 0;
    while index < Square::COUNT {
        if SOLDIER[index] != NONE {
            points[SOLDIER[index] as usize] = index as u8;
        }
        index += 1;
    }
    points
}

fn points_of(kind: PieceKind) -> usize {
    if kind == PieceKind::Soldier { SOLDIER_POINTS.len() } else { Square::COUNT }
}

fn group_size(kind: PieceKind, count: usize) -> usize {
    choose(points_of(kind), count)
}

/// `n` over `k`, for the small numbers of a board.
#[inline(always)]
fn choose(n: usize, k: usize) -> usize {
    match k {
        0 => 1,
        1 => n,
        _ if n < k => 0,
        2 => n * (n - 1) / 2,
        3 => n * (n - 1) * (n - 2) / 6,
        _ => (0..k).fold(1, |product, it| product * (n - it) / (it + 1)),
    }
}

#[inline(always)]
fn rank_one(kind: PieceKind, square: Square) -> usize {
    if kind == PieceKind::Soldier { usize::from(SOLDIER[square.index()]) } else { square.index() }
}

/// The number of a set: each member chooses among the points below it.
#[inline(always)]
fn rank(kind: PieceKind, points: impl Iterator<Item = Square>) -> usize {
    let mut numbers = [usize::MAX; 5];
    let mut count = 0;
    for (slot, square) in numbers.iter_mut().zip(points) {
        *slot = rank_one(kind, square);
        count += 1;
    }
    match &mut numbers[..count] {
        [] => 0,
        [one] => *one,
        [a, b] => {
            let (low, high) = (*a.min(b), *a.max(b));
            low + choose(high, 2)
        }
        many => {
            many.sort_unstable();
            many.iter().enumerate().map(|(at, &it)| choose(it, at + 1)).sum()
        }
    }
}

/// Appends the points of a set.
fn unrank(kind: PieceKind, count: usize, mut number: usize, points: &mut Vec<Square>) {
    let begin = points.len();
    let mut top = points_of(kind);
    for k in (1..=count).rev() {
        top = (0..top).rev().find(|&it| choose(it, k) <= number).unwrap_or(0);
        number -= choose(top, k).min(number);
        let index = if kind == PieceKind::Soldier { usize::from(SOLDIER_POINTS[top]) } else { top };
        points.extend(Square::from_index(index));
    }
    points[begin..].sort_unstable();
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_placement_has_one_number() {
        for key in ["R-", "RP-", "NN-", "PP-", "PPP-", "RN-"] {
            let attackers = Attackers::new(&key.parse().unwrap());
            let placements = Placements::new(&attackers);
            for number in 0..attackers.count() {
                if placements.occupied(number).is_empty() {
                    continue;
                }
                let sets = attackers.sets(number);
                assert_eq!(attackers.number(&sets, false), Some(number), "{key}");
                let mirror = placements.mirror(number);
                assert_eq!(attackers.number(&sets, true), Some(mirror), "{key}");
            }
        }
    }

    #[test]
    fn a_moved_piece_is_found_again() {
        let attackers = Attackers::new(&"NNP-".parse().unwrap());
        let placements = Placements::new(&attackers);
        for number in (0..attackers.count()).step_by(977) {
            placements.each(number, |kind, from| {
                for to in Square::all().filter(|&it| is_soldier_point(it) && it != from) {
                    let after = placements.after(number, kind, from, to);
                    let mut sets = attackers.sets(number);
                    let at = STRONG.iter().position(|&it| it == kind).unwrap();
                    if sets[at].contains(to) {
                        continue;
                    }
                    sets[at] = sets[at].without(from).with(to);
                    assert_eq!(attackers.number(&sets, false), Some(after));
                }
            });
        }
    }
}
