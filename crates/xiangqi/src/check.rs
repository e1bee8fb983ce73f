//! Is a general attacked, by whom, and which moves would leave it so?
//!
//! Three things make Xiangqi checks odd. Generals strike each other along an open file. A cannon
//! needs exactly one piece between, so both leaving and entering its line can give check. A horse
//! is blocked by the piece next to it, so a piece can be pinned to the leg of a horse.

use crate::{
    attacks::{
        between, check_zone_of, cross_of, horse_origins, horse_ring_of, slides_and_jumps,
        soldier_origins,
    },
    bitboard::Bitboard,
    color::Color,
    moves::Move,
    piece::PieceKind,
    position::Position,
    square::Square,
};

/// What the lines through the general of the side to move say about its moves.
#[derive(Clone, Copy)]
pub struct Guard {
    /// Enemy pieces that give check.
    pub checkers: Bitboard,
    /// Own pieces whose leaving may expose the general: each of their moves needs a look.
    pub pinned: Bitboard,
    /// Points where any own piece would become a cannon's screen: between the general and a
    /// cannon that looks at it over nothing.
    pub hollow: Bitboard,
}

impl Position {
    /// Enemy pieces that attack the general of the side to move.
    #[inline(always)]
    pub fn checkers(&self) -> Bitboard {
        self.attackers_of_general(self.side(), self.occupied(), Bitboard::EMPTY)
    }

    #[inline(always)]
    pub fn in_check(&self) -> bool {
        !self.checkers().is_empty()
    }

    /// Pieces that attack the general of `color` where it stands, if the board were `occupied`
    /// and the pieces in `gone` were not there.
    #[inline(always)]
    pub(crate) fn attackers_of_general(
        &self,
        color: Color,
        occupied: Bitboard,
        gone: Bitboard,
    ) -> Bitboard {
        self.general_attackers_at(self.general(color), color, occupied, gone)
    }

    /// The same with the general of `color` standing on `square`.
    #[inline(always)]
    pub(crate) fn general_attackers_at(
        &self,
        square: Square,
        color: Color,
        occupied: Bitboard,
        gone: Bitboard,
    ) -> Bitboard {
        let enemy = color.opponent();
        let them = self.of_color(enemy).minus(gone);
        let mut attackers =
            soldier_origins(enemy, square) & self.of_kind(PieceKind::Soldier) & them;

        let horses = self.of_kind(PieceKind::Horse) & them;
        if horses.intersects(horse_ring_of(square)) {
            attackers |= horse_origins(square, occupied) & horses;
        }

        let sliders = self.of_kind(PieceKind::Chariot) | self.of_kind(PieceKind::General);
        let cannons = self.of_kind(PieceKind::Cannon);
        if ((sliders | cannons) & them).intersects(cross_of(square)) {
            let (slides, jumps) = slides_and_jumps(square, occupied);
            attackers |= (slides & sliders | jumps & cannons) & them;
        }
        attackers
    }

    /// One look along the lines of the general of the side to move.
    #[inline(always)]
    pub fn guard(&self) -> Guard {
        let us = self.side();
        let general = self.general(us);
        let occupied = self.occupied();
        let own = self.of_color(us);
        let them = self.of_color(us.opponent());
        let mut guard = Guard {
            checkers: soldier_origins(us.opponent(), general)
                & self.of_kind(PieceKind::Soldier)
                & them,
            pinned: Bitboard::EMPTY,
            hollow: Bitboard::EMPTY,
        };

        let horses = self.of_kind(PieceKind::Horse) & them & horse_ring_of(general);
        if !horses.is_empty() {
            let checkers = horse_origins(general, occupied) & horses;
            guard.checkers |= checkers;
            for horse in horses.minus(checkers) {
                guard.pinned |= Bitboard::of(leg(horse, general)) & own;
            }
        }

        let cross = cross_of(general) & them;
        let sliders = self.of_kind(PieceKind::Chariot) | self.of_kind(PieceKind::General);
        for slider in sliders & cross {
            let path = between(general, slider) & occupied;
            if path.is_empty() {
                guard.checkers.insert(slider);
            } else if !path.is_many() {
                guard.pinned |= path & own;
            }
        }
        for cannon in self.of_kind(PieceKind::Cannon) & cross {
            let line = between(general, cannon);
            let path = line & occupied;
            match path.len() {
                0 => guard.hollow |= line,
                1 => guard.checkers.insert(cannon),
                2 => guard.pinned |= path & own,
                _ => {}
            }
        }
        guard
    }

    /// Would the general of the side to move be safe after this pseudo-legal move?
    #[inline(always)]
    pub(crate) fn leaves_general_safe(&self, mv: Move) -> bool {
        let us = self.side();
        let (from, to) = (mv.from(), mv.to());
        let occupied = self.occupied().without(from).with(to);
        let general = if from == self.general(us) { to } else { self.general(us) };
        self.general_attackers_at(general, us, occupied, Bitboard::of(to)).is_empty()
    }

    /// Does this pseudo-legal move attack the enemy general, by the moved piece or by a piece
    /// whose line, screen or leg the move changed?
    #[inline(always)]
    pub fn gives_check(&self, mv: Move) -> bool {
        let us = self.side();
        let (from, to) = (mv.from(), mv.to());
        let general = self.general(us.opponent());
        let zone = check_zone_of(general);
        if !zone.contains(to) && !zone.contains(from) {
            return false;
        }
        let occupied = self.occupied().without(from).with(to);
        let Some(piece) = self.piece_at(from) else { return false };

        let rest = Bitboard::of(from);
        if !self.attackers_of_general(us.opponent(), occupied, rest).is_empty() {
            return true;
        }
        match piece.kind() {
            PieceKind::General | PieceKind::Chariot => {
                cross_of(general).contains(to) && !between(general, to).intersects(occupied)
            }
            PieceKind::Cannon => {
                let path = between(general, to) & occupied;
                cross_of(general).contains(to) && !path.is_empty() && !path.is_many()
            }
            PieceKind::Horse => {
                horse_ring_of(general).contains(to) && horse_origins(general, occupied).contains(to)
            }
            PieceKind::Soldier => soldier_origins(us, general).contains(to),
            PieceKind::Advisor | PieceKind::Elephant => false,
        }
    }
}

/// The point next to the horse that it steps over on its way to `target`, a jump away.
#[inline(always)]
pub(crate) fn leg(horse: Square, target: Square) -> Square {
    let (files, ranks) = (target.file() - horse.file(), target.rank() - horse.rank());
    // The longer part of the jump is two steps: half of it is the leg, the shorter part is none.
    horse.step(files / 2, ranks / 2).unwrap_or(horse)
}
