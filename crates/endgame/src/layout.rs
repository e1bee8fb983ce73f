//! The index of a table: which number a placement has, and back.
//!
//! The number is built of three digits: the weak camp, the strong camp, the attackers. Mirror
//! images are folded by the weak camp: of a camp and its image one is kept, and a board with the
//! other is mirrored. A camp that is its own image keeps both images of the rest.

use xiangqi::{Bitboard, Color, Piece, PieceKind, Position, Setup, Square};

use crate::{
    attackers::{Attackers, Sets},
    camp::{Camp, Camps},
    material::{ATTACKERS, Material, STRONG},
};

/// A board turned so that the strong side is Red.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Placement {
    pub(crate) weak: Camp,
    pub(crate) strong: Camp,
    pub(crate) attackers: Sets,
}

impl Placement {
    /// The placement of a position whose strong side is known.
    pub(crate) fn of(position: &Position, strong: Color) -> Placement {
        let seen = |set: Bitboard| match strong {
            Color::Red => set,
            Color::Black => set.map(Square::flip_ranks).collect(),
        };
        let camp = |color| Camp {
            general: match strong {
                Color::Red => position.general(color),
                Color::Black => position.general(color).flip_ranks(),
            },
            advisors: seen(position.of(color, PieceKind::Advisor)),
            elephants: seen(position.of(color, PieceKind::Elephant)),
        };
        let mut attackers = [Bitboard::EMPTY; ATTACKERS];
        for (set, &kind) in attackers.iter_mut().zip(&STRONG) {
            *set = seen(position.of(strong, kind));
        }
        Placement { weak: camp(strong.opponent()), strong: camp(strong), attackers }
    }

    /// The board with this side to move, which may be none that can arise.
    pub(crate) fn setup(&self, side: Color) -> Setup {
        let mut setup = Setup { side, ..Setup::empty() };
        let mut put = |set: Bitboard, color, kind| {
            for square in set {
                setup.board[square.index()] = Some(Piece::new(color, kind));
            }
        };
        for (camp, color) in [(&self.strong, Color::Red), (&self.weak, Color::Black)] {
            put(Bitboard::of(camp.general), color, PieceKind::General);
            put(camp.advisors, color, PieceKind::Advisor);
            put(camp.elephants, color, PieceKind::Elephant);
        }
        for (&set, &kind) in self.attackers.iter().zip(&STRONG) {
            put(set, Color::Red, kind);
        }
        setup
    }
}

pub(crate) struct Layout {
    pub(crate) material: Material,
    pub(crate) weak: Camps,
    pub(crate) strong: Camps,
    pub(crate) attackers: Attackers,
}

impl Layout {
    pub(crate) fn new(material: &Material) -> Layout {
        let [advisors, elephants] = material.weak;
        let [.., own_advisors, own_elephants] = material.strong;
        Layout {
            material: *material,
            weak: Camps::new(Color::Black, advisors, elephants, true),
            strong: Camps::new(Color::Red, own_advisors, own_elephants, false),
            attackers: Attackers::new(material),
        }
    }

    /// How many numbers there are for each side to move, without making the layout.
    pub(crate) fn size_of(material: &Material) -> usize {
        let [advisors, elephants] = material.weak;
        let [.., own_advisors, own_elephants] = material.strong;
        Camps::new(Color::Black, advisors, elephants, true).count()
            * Camps::new(Color::Red, own_advisors, own_elephants, false).count()
            * Attackers::count_of(material)
    }

    pub(crate) fn size(&self) -> usize {
        self.weak.count() * self.strong.count() * self.attackers.count()
    }

    /// The number of a placement; `None` if it belongs to another table.
    #[inline]
    pub(crate) fn index(&self, placement: &Placement) -> Option<usize> {
        let (weak, is_mirrored) = self.weak.number(&placement.weak)?;
        let strong = if is_mirrored { placement.strong.mirrored() } else { placement.strong };
        let (strong, _) = self.strong.number(&strong)?;
        let attackers = self.attackers.number(&placement.attackers, is_mirrored)?;
        let block = weak as usize * self.strong.count() + strong as usize;
        Some(block * self.attackers.count() + attackers)
    }

    /// The placement that has a number. Pieces may share a point.
    pub(crate) fn placement(&self, index: usize) -> Placement {
        let (block, attackers) = (index / self.attackers.count(), index % self.attackers.count());
        let (weak, strong) = (block / self.strong.count(), block % self.strong.count());
        Placement {
            weak: *self.weak.get(weak),
            strong: *self.strong.get(strong),
            attackers: self.attackers.sets(attackers),
        }
    }

    /// The position that has a number, if pieces do not share a point and it can arise.
    pub(crate) fn position(&self, index: usize, side: Color) -> Option<Position> {
        let setup = self.placement(index).setup(side);
        let found = setup.board.iter().flatten().count();
        (found == self.material.pieces()).then(|| setup.position().ok()).flatten()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_placements_read_back() {
        for key in ["R-aabb", "NP-ab", "CAB-aa", "PP-b"] {
            let layout = Layout::new(&key.parse().unwrap());
            assert_eq!(layout.size(), Layout::size_of(&layout.material));
            for index in (0..layout.size()).step_by(131) {
                let Some(position) = layout.position(index, Color::Black) else { continue };
                let (material, strong) = Material::of(&position).unwrap();
                assert_eq!((material, strong), (layout.material, Color::Red));
                assert_eq!(layout.index(&Placement::of(&position, strong)), Some(index), "{key}");
            }
        }
    }
}
