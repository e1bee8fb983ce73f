//! Mates that have a name, each with an exact meaning on the board.
//!
//! A mate may have several names at once. Points are told from the defender's side: his general
//! begins on file 4, rank 0. "A step" is a point beside the general, inside the palace, on which
//! none of his own pieces stands.

use xiangqi::{
    Bitboard, Color, PieceKind, Position, Square,
    attacks::{between, general_steps, targets},
};

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum MatePattern {
    /// 困毙: no check, and no move.
    Stalemate,
    /// 双将: two pieces or more give check.
    DoubleCheck,
    /// 重炮: a cannon gives check over another cannon of its side.
    DoubleCannon,
    /// 马后炮: a cannon gives check over a horse of its side, which stands on the same line two
    /// points from the general and so guards the points beside him.
    CannonBehindHorse,
    /// 闷宫: a cannon gives check over an advisor of the defender, and every step lies on its line.
    Smothered,
    /// 卧槽马: a horse gives check from file 2 or 6, rank 1, in front of an elephant's home.
    HorseBesidePalace,
    /// 挂角马: a horse gives check from file 3 or 5, rank 2, the front corner of the palace.
    HorseOnPalaceCorner,
    /// 钓鱼马: a chariot gives check, and a horse on file 2 or 6, rank 2, guards it or a step.
    AnglerHorse,
    /// 八角马: the general stands on a corner of the palace, and a horse on the opposite corner
    /// guards both points beside him; something else gives check.
    OctagonHorse,
    /// 铁门栓: the general is at home, a cannon on his file has exactly two pieces between them and
    /// so forbids the nearer one to leave, and a chariot or a soldier gives check from beside him.
    IronBolt,
    /// 双车错: a chariot gives check along a rank or a file, and the other one holds a step on the
    /// neighboring rank or file.
    TwoChariots,
    /// 天地炮: the general is at home, one cannon stands on his file and one on his rank.
    HeavenAndEarthCannons,
    /// 白脸将: there is a step that nothing forbids but the other general on an open file.
    FacingGenerals,
}

impl MatePattern {
    pub const ALL: [MatePattern; 13] = [
        MatePattern::Stalemate,
        MatePattern::DoubleCheck,
        MatePattern::DoubleCannon,
        MatePattern::CannonBehindHorse,
        MatePattern::Smothered,
        MatePattern::HorseBesidePalace,
        MatePattern::HorseOnPalaceCorner,
        MatePattern::AnglerHorse,
        MatePattern::OctagonHorse,
        MatePattern::IronBolt,
        MatePattern::TwoChariots,
        MatePattern::HeavenAndEarthCannons,
        MatePattern::FacingGenerals,
    ];

    /// The word in files, which stays.
    pub const fn name(self) -> &'static str {
        match self {
            MatePattern::Stalemate => "stalemate",
            MatePattern::DoubleCheck => "double_check",
            MatePattern::DoubleCannon => "double_cannon",
            MatePattern::CannonBehindHorse => "cannon_behind_horse",
            MatePattern::Smothered => "smothered",
            MatePattern::HorseBesidePalace => "horse_beside_palace",
            MatePattern::HorseOnPalaceCorner => "horse_on_palace_corner",
            MatePattern::AnglerHorse => "angler_horse",
            MatePattern::OctagonHorse => "octagon_horse",
            MatePattern::IronBolt => "iron_bolt",
            MatePattern::TwoChariots => "two_chariots",
            MatePattern::HeavenAndEarthCannons => "heaven_and_earth_cannons",
            MatePattern::FacingGenerals => "facing_generals",
        }
    }
}

/// The names of a mate, the most telling one first. The side to move has no legal move.
pub(crate) fn patterns(position: &Position) -> Vec<MatePattern> {
    let mate = Mate::new(position);
    MatePattern::ALL.into_iter().filter(|&it| mate.is(it)).collect()
}

/// A mate and what every name asks about.
struct Mate<'a> {
    position: &'a Position,
    defender: Color,
    general: Square,
    checkers: Bitboard,
    steps: Bitboard,
}

impl Mate<'_> {
    fn new(position: &Position) -> Mate<'_> {
        let defender = position.side();
        let general = position.general(defender);
        let steps = general_steps(general).minus(position.of_color(defender));
        Mate { position, defender, general, checkers: position.checkers(), steps }
    }

    fn is(&self, pattern: MatePattern) -> bool {
        match pattern {
            MatePattern::Stalemate => self.checkers.is_empty(),
            MatePattern::DoubleCheck => self.checkers.is_many(),
            MatePattern::DoubleCannon => self.is_over(PieceKind::Cannon, None),
            MatePattern::CannonBehindHorse => self.is_over(PieceKind::Horse, Some(2)),
            MatePattern::Smothered => self.is_smothered(),
            MatePattern::HorseBesidePalace => self.has_horse_check([(2, 1), (6, 1)]),
            MatePattern::HorseOnPalaceCorner => self.has_horse_check([(3, 2), (5, 2)]),
            MatePattern::AnglerHorse => self.has_angler(),
            MatePattern::OctagonHorse => self.has_octagon_horse(),
            MatePattern::IronBolt => self.is_bolted(),
            MatePattern::TwoChariots => self.has_two_chariots(),
            MatePattern::HeavenAndEarthCannons => self.has_heaven_and_earth(),
            MatePattern::FacingGenerals => self.is_closed_by_general(),
        }
    }

    fn of(&self, kind: PieceKind) -> Bitboard {
        self.position.of(self.defender.opponent(), kind)
    }

    fn checkers_of(&self, kind: PieceKind) -> Bitboard {
        self.checkers & self.of(kind)
    }

    /// File and rank as the defender counts them.
    fn seen(&self, square: Square) -> (i8, i8) {
        let square = if self.defender == Color::Red { square } else { square.flip_ranks() };
        (square.file(), square.rank())
    }

    fn is_general_at_home(&self) -> bool {
        self.seen(self.general) == (4, 0)
    }

    fn reach(&self, from: Square, kind: PieceKind) -> Bitboard {
        targets(kind, self.defender.opponent(), from, self.position.occupied())
    }

    /// A cannon gives check over such a piece of its own side, so far from the general.
    fn is_over(&self, kind: PieceKind, distance: Option<i8>) -> bool {
        self.checkers_of(PieceKind::Cannon).into_iter().any(|cannon| {
            let screens = between(cannon, self.general) & self.position.occupied();
            let far = |it: Square| steps_between(it, self.general);
            (screens & self.of(kind)).into_iter().any(|it| distance.is_none_or(|is| far(it) == is))
        })
    }

    fn is_smothered(&self) -> bool {
        self.checkers_of(PieceKind::Cannon).into_iter().any(|cannon| {
            let screens = between(cannon, self.general) & self.position.occupied();
            let line = if cannon.file() == self.general.file() {
                Bitboard::file(cannon.file())
            } else {
                Bitboard::rank(cannon.rank())
            };
            screens.intersects(self.position.of(self.defender, PieceKind::Advisor))
                && self.steps.is_subset_of(line)
        })
    }

    fn has_horse_check(&self, points: [(i8, i8); 2]) -> bool {
        let mut horses = self.checkers_of(PieceKind::Horse).into_iter();
        horses.any(|it| points.contains(&self.seen(it)))
    }

    fn has_angler(&self) -> bool {
        let chariots = self.checkers_of(PieceKind::Chariot);
        let mut horses = self.of(PieceKind::Horse).into_iter();
        !chariots.is_empty()
            && horses.any(|it| {
                [(2, 2), (6, 2)].contains(&self.seen(it))
                    && self.reach(it, PieceKind::Horse).intersects(self.steps.union(chariots))
            })
    }

    fn has_octagon_horse(&self) -> bool {
        let (file, rank) = self.seen(self.general);
        let is_corner = file != 4 && rank != 1;
        let mut horses = self.of(PieceKind::Horse).minus(self.checkers).into_iter();
        is_corner
            && !self.checkers.is_empty()
            && horses.any(|it| {
                self.seen(it) == (8 - file, 2 - rank)
                    && general_steps(self.general).is_subset_of(self.reach(it, PieceKind::Horse))
            })
    }

    fn is_bolted(&self) -> bool {
        let beside = general_steps(self.general) & Bitboard::rank(self.general.rank());
        let bolts =
            self.checkers_of(PieceKind::Chariot).union(self.checkers_of(PieceKind::Soldier));
        let mut cannons = self.of(PieceKind::Cannon).into_iter();
        self.is_general_at_home()
            && bolts.intersects(beside)
            && cannons.any(|it| {
                let screens = between(it, self.general) & self.position.occupied();
                it.file() == self.general.file() && screens.len() == 2
            })
    }

    fn has_two_chariots(&self) -> bool {
        let all = self.of(PieceKind::Chariot);
        self.checkers_of(PieceKind::Chariot).into_iter().any(|checker| {
            all.without(checker).into_iter().any(|other| {
                let is_rank = checker.rank() == self.general.rank();
                let apart = |one: Square| match is_rank {
                    true => (one.rank() - self.general.rank()).abs(),
                    false => (one.file() - self.general.file()).abs(),
                };
                let line = if is_rank {
                    Bitboard::rank(other.rank())
                } else {
                    Bitboard::file(other.file())
                };
                let held = self.reach(other, PieceKind::Chariot) & self.steps & line;
                apart(other) == 1 && !held.is_empty()
            })
        })
    }

    fn has_heaven_and_earth(&self) -> bool {
        let cannons = self.of(PieceKind::Cannon);
        let (file, rank) = (self.general.file(), self.general.rank());
        self.is_general_at_home()
            && cannons.intersects(Bitboard::file(file))
            && cannons.intersects(Bitboard::rank(rank))
    }

    fn is_closed_by_general(&self) -> bool {
        let position = self.position;
        let other = position.general(self.defender.opponent());
        self.steps.into_iter().any(|to| {
            let occupied = position.occupied().without(self.general).with(to);
            let enemies = position.of_color(self.defender.opponent()).without(other).without(to);
            let is_attacked = position.attackers_to(to, occupied).intersects(enemies);
            let faces = to.file() == other.file() && !between(to, other).intersects(occupied);
            faces && !is_attacked
        })
    }
}

/// Along a file or a rank.
fn steps_between(one: Square, other: Square) -> i8 {
    (one.file() - other.file()).abs() + (one.rank() - other.rank()).abs()
}

#[cfg(test)]
mod tests {
    use xiangqi::{Piece, Setup};

    use super::*;
    use crate::puzzles::normal;

    /// A mate of Black and the names it has, in the order of [`MatePattern::ALL`]. Both its mirror image
    /// and the board with exchanged colors must have the same ones.
    fn assert_names(rows: [&str; 10], expected: &[&str]) {
        let mut setup = Setup::empty();
        setup.side = Color::Black;
        for (row, rank) in rows.iter().zip((0..10).rev()) {
            for (letter, file) in row.split(' ').zip(0..) {
                let piece = letter.chars().next().and_then(Piece::from_letter);
                setup.board[Square::new(file, rank).unwrap().index()] = piece;
            }
        }
        let mut mirrored = setup.clone();
        for square in Square::all() {
            mirrored.board[square.mirror_files().index()] = setup.board[square.index()];
        }
        for setup in [setup, mirrored] {
            let position = setup.position().unwrap();
            assert!(!position.has_legal_move(), "no mate:\n{}", position.diagram());
            for position in [position, normal(&position).0] {
                let names: Vec<&str> =
                    patterns(&position).into_iter().map(MatePattern::name).collect();
                assert_eq!(names, expected, "\n{}", position.diagram());
            }
        }
    }

    const EMPTY: &str = ". . . . . . . . .";
    const GENERAL_D: &str = ". . . K . . . . .";
    const GENERAL_E: &str = ". . . . K . . . .";

    #[test]
    fn no_check_but_no_move() {
        let mut rows = [EMPTY; 10];
        rows[0] = ". . . k . . . . .";
        rows[1] = ". . P . . . . . .";
        rows[9] = GENERAL_E;
        assert_names(rows, &["stalemate", "facing_generals"]);
    }

    #[test]
    fn two_checks_at_once() {
        let mut rows = [EMPTY; 10];
        rows[0] = ". . . a k a . . .";
        rows[2] = ". . . N . . . . .";
        rows[4] = ". . . . R . . . .";
        rows[9] = GENERAL_D;
        assert_names(rows, &["double_check", "horse_on_palace_corner"]);
    }

    #[test]
    fn cannons() {
        let mut rows = [EMPTY; 10];
        rows[0] = ". . . a k a . . .";
        rows[4] = ". . . . C . . . .";
        rows[6] = ". . . . C . . . .";
        rows[9] = GENERAL_D;
        assert_names(rows, &["double_cannon"]);

        let mut rows = [EMPTY; 10];
        rows[0] = ". . . . k . . . .";
        rows[2] = ". . . . N . . . .";
        rows[6] = ". . . . C . . . .";
        rows[9] = GENERAL_D;
        assert_names(rows, &["cannon_behind_horse"]);

        let mut rows = [EMPTY; 10];
        rows[0] = "C . . a k . . . .";
        rows[1] = ". . . . a . . . .";
        rows[9] = GENERAL_E;
        assert_names(rows, &["smothered"]);

        rows[2] = ". . . . b . . . .";
        rows[4] = ". . . . C . . . .";
        assert_names(rows, &["smothered", "heaven_and_earth_cannons"]);
    }

    #[test]
    fn horses() {
        let mut rows = [EMPTY; 10];
        rows[0] = ". . . a k a . . .";
        rows[1] = ". . N . . . . . R";
        rows[9] = GENERAL_D;
        assert_names(rows, &["horse_beside_palace"]);

        rows[1] = ". . . . . . . . R";
        rows[2] = ". . . N . . . . .";
        assert_names(rows, &["horse_on_palace_corner"]);

        let mut rows = [EMPTY; 10];
        rows[0] = ". . . . k . . . .";
        rows[1] = ". . . . R . . . .";
        rows[2] = ". . N . . . . . .";
        rows[9] = ". . . . . K . . .";
        assert_names(rows, &["angler_horse", "facing_generals"]);

        let mut rows = [EMPTY; 10];
        rows[0] = ". . . k . . . . R";
        rows[2] = ". . . . . N . . .";
        rows[9] = GENERAL_E;
        assert_names(rows, &["octagon_horse"]);
    }

    #[test]
    fn chariots() {
        let mut rows = [EMPTY; 10];
        rows[0] = ". . . R k . . . .";
        rows[1] = ". . . . a . . . .";
        rows[2] = ". . . . b . . . .";
        rows[5] = ". . . . C . . . .";
        rows[9] = GENERAL_D;
        assert_names(rows, &["iron_bolt", "facing_generals"]);

        let mut rows = [EMPTY; 10];
        rows[0] = "R . . . k . . . .";
        rows[1] = ". R . . . . . . .";
        rows[9] = GENERAL_D;
        assert_names(rows, &["two_chariots"]);
    }
}
