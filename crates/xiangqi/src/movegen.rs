//! Legal moves.
//!
//! [`Guard`] answers most legality questions for all moves at once. Only moves of pinned pieces,
//! of the general, and answers to check are tried one by one.

use crate::{
    attacks::{
        advisor_steps, between, elephant_steps, general_steps, horse_steps, slides_and_jumps,
        soldier_steps_of, targets,
    },
    bitboard::Bitboard,
    check::{Guard, leg},
    color::Color,
    moves::{Move, MoveList},
    piece::PieceKind,
    position::Position,
    square::Square,
};

impl Position {
    /// All legal moves. None means the side to move has lost.
    pub fn legal_moves(&self) -> MoveList {
        let mut list = MoveList::new();
        self.generate(&self.guard(), Bitboard::ALL, &mut list);
        list
    }

    /// The legal moves that take a piece.
    pub fn captures(&self) -> MoveList {
        let mut list = MoveList::new();
        self.generate(&self.guard(), self.of_color(self.side().opponent()), &mut list);
        list
    }

    /// The legal moves that take nothing.
    pub fn quiets(&self) -> MoveList {
        let mut list = MoveList::new();
        self.generate(&self.guard(), !self.occupied(), &mut list);
        list
    }

    /// The same for a caller that has the guard already: legal moves onto `onto`.
    #[inline(always)]
    pub fn generate(&self, guard: &Guard, onto: Bitboard, list: &mut MoveList) {
        let mut push = |from: Square, targets: Bitboard| {
            for to in targets {
                list.push(Move::between(from, to));
            }
        };
        self.each_legal(guard, onto, &mut push);
    }

    /// How many legal moves there are, without writing them down.
    #[inline(always)]
    pub fn count_legal(&self) -> u64 {
        let guard = self.guard();
        let onto = !self.of_color(self.side());
        let mut count = 0;
        let mut add = |_, targets: Bitboard| count += targets.len();
        if !guard.checkers.is_empty() {
            self.each_evasion(&guard, onto, &mut add);
        } else {
            // Soldiers are many and step alike: all at once instead of one by one.
            let soldiers = self.of(self.side(), PieceKind::Soldier).minus(guard.pinned);
            self.each_while_safe(&guard, onto, soldiers, &mut add);
            count += self.count_soldier_steps(soldiers, onto.minus(guard.hollow));
        }
        u64::from(count)
    }

    #[inline(always)]
    fn count_soldier_steps(&self, soldiers: Bitboard, onto: Bitboard) -> u32 {
        let (forward, abroad) = match self.side() {
            Color::Red => (soldiers.shift_up(), soldiers & Bitboard::home_of(Color::Black)),
            Color::Black => (soldiers.shift_down(), soldiers & Bitboard::home_of(Color::Red)),
        };
        (forward & onto).len()
            + (abroad.shift_left() & onto).len()
            + (abroad.shift_right() & onto).len()
    }

    pub fn has_legal_move(&self) -> bool {
        // Counting is as quick as looking for the first.
        self.count_legal() != 0
    }

    /// Is this move, of whatever origin, legal here?
    pub fn is_legal(&self, mv: Move) -> bool {
        self.is_pseudo_legal(mv) && self.is_safe(&self.guard(), mv)
    }

    /// Does a piece of the side to move go that way, its general's safety aside?
    #[inline(always)]
    pub fn is_pseudo_legal(&self, mv: Move) -> bool {
        let us = self.side();
        let Some(piece) = self.piece_at(mv.from()) else { return false };
        piece.color() == us
            && !self.of_color(us).contains(mv.to())
            && targets(piece.kind(), us, mv.from(), self.occupied()).contains(mv.to())
    }

    /// Does this pseudo-legal move leave the own general safe?
    #[inline(always)]
    pub fn is_safe(&self, guard: &Guard, mv: Move) -> bool {
        let needs_a_look = !guard.checkers.is_empty()
            || mv.from() == self.general(self.side())
            || guard.pinned.contains(mv.from())
            || guard.hollow.contains(mv.to());
        !needs_a_look || self.leaves_general_safe(mv)
    }

    #[inline(always)]
    fn each_legal(&self, guard: &Guard, onto: Bitboard, visit: &mut impl FnMut(Square, Bitboard)) {
        let onto = onto.minus(self.of_color(self.side()));
        if guard.checkers.is_empty() {
            self.each_while_safe(guard, onto, Bitboard::EMPTY, visit);
        } else {
            self.each_evasion(guard, onto, visit);
        }
    }

    /// Not in check: unpinned pieces go anywhere but onto hollow lines. Leaves out `others`, which
    /// the caller sees to.
    #[inline(always)]
    fn each_while_safe(
        &self,
        guard: &Guard,
        onto: Bitboard,
        others: Bitboard,
        visit: &mut impl FnMut(Square, Bitboard),
    ) {
        let us = self.side();
        let general = self.general(us);
        visit(general, self.safe_subset(general, general_steps(general) & onto));

        let onto = onto.minus(guard.hollow);
        let movers = self.of_color(us).without(general).minus(others);
        self.each_pseudo(movers.minus(guard.pinned), onto, visit);
        if !guard.pinned.is_empty() {
            self.each_pseudo(guard.pinned, onto, &mut |from, targets| {
                visit(from, self.safe_subset(from, targets));
            });
        }
    }

    /// In check: take the checker, step between, lift the cannon's screen, or run.
    #[inline(never)]
    fn each_evasion(
        &self,
        guard: &Guard,
        onto: Bitboard,
        visit: &mut impl FnMut(Square, Bitboard),
    ) {
        let us = self.side();
        let general = self.general(us);
        visit(general, self.safe_subset(general, general_steps(general) & onto));

        let mut answers = guard.checkers;
        let mut screens = Bitboard::EMPTY;
        for checker in guard.checkers {
            match self.piece_at(checker).map(|it| it.kind()) {
                Some(PieceKind::Horse) => answers.insert(leg(checker, general)),
                Some(PieceKind::Cannon) => {
                    let line = between(general, checker);
                    answers |= line;
                    screens |= line & self.of_color(us);
                }
                _ => answers |= between(general, checker),
            }
        }
        let movers = self.of_color(us).without(general);
        let mut visit_safe = |from: Square, targets: Bitboard| {
            visit(from, self.safe_subset(from, targets));
        };
        self.each_pseudo(movers.minus(screens), onto & answers, &mut visit_safe);
        self.each_pseudo(screens, onto, &mut visit_safe);
    }

    #[inline(always)]
    fn safe_subset(&self, from: Square, targets: Bitboard) -> Bitboard {
        let mut safe = targets;
        for to in targets {
            if !self.leaves_general_safe(Move::between(from, to)) {
                safe.remove(to);
            }
        }
        safe
    }

    /// The moves of `movers` (own pieces but the general) onto `onto`, safety aside.
    #[inline(always)]
    fn each_pseudo(
        &self,
        movers: Bitboard,
        onto: Bitboard,
        visit: &mut impl FnMut(Square, Bitboard),
    ) {
        let us: Color = self.side();
        let occupied = self.occupied();
        for from in movers & self.of_kind(PieceKind::Chariot) {
            visit(from, slides_and_jumps(from, occupied).0 & onto);
        }
        for from in movers & self.of_kind(PieceKind::Cannon) {
            let (slides, jumps) = slides_and_jumps(from, occupied);
            visit(from, (slides.minus(occupied) | jumps) & onto);
        }
        for from in movers & self.of_kind(PieceKind::Horse) {
            visit(from, horse_steps(from, occupied) & onto);
        }
        for from in movers & self.of_kind(PieceKind::Soldier) {
            visit(from, soldier_steps_of(us, from) & onto);
        }
        for from in movers & self.of_kind(PieceKind::Elephant) {
            visit(from, elephant_steps(from, occupied) & onto);
        }
        for from in movers & self.of_kind(PieceKind::Advisor) {
            visit(from, advisor_steps(from) & onto);
        }
    }
}
