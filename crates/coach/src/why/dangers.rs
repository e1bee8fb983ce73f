//! What threatens a general: mates that have a name, the hollow cannon, horses at the palace.

use xiangqi::{
    Bitboard, Color, PieceKind, Position, Square,
    attacks::{between, general_steps},
};

use super::{
    fact::{Fact, HorseSpot, MatePattern, Placed},
    walk::Walk,
};

/// The first danger for the general of the side that moves first, which it was not in before.
pub(super) fn first_danger(walk: &Walk, until: usize) -> Option<Fact> {
    let color = walk.mover();
    let old = &walk.positions[0];
    for at in 1..=until.min(walk.len()) {
        let position = &walk.positions[at];
        if let Some(cannon) = hollow_cannon(position, color)
            && hollow_cannon(old, color).is_none()
        {
            let general = general_of(position, color)?;
            return Some(Fact::HollowCannon { cannon, general, at });
        }
        if position.side() == color
            && let Some((horse, spot)) = horse_check(position)
        {
            return Some(Fact::HorseCheck { horse, spot, at });
        }
    }
    bare_general(walk, until)
}

fn general_of(position: &Position, color: Color) -> Option<Placed> {
    let square = position.general(color);
    Some((position.piece_at(square)?, square))
}

/// A cannon of the other side on the general's file or rank with nothing between them.
pub(super) fn hollow_cannon(position: &Position, color: Color) -> Option<Placed> {
    let general = position.general(color);
    let mut cannons = position.of(color.opponent(), PieceKind::Cannon);
    cannons
        .find(|&it| {
            it.file() == general.file() && !between(it, general).intersects(position.occupied())
        })
        .and_then(|it| Some((position.piece_at(it)?, it)))
}

/// A horse that gives check from one of the feared points.
fn horse_check(position: &Position) -> Option<(Placed, HorseSpot)> {
    let mut horses = position.checkers() & position.of_kind(PieceKind::Horse);
    horses.find_map(|it| Some(((position.piece_at(it)?, it), spot(it, position.side())?)))
}

fn spot(square: Square, defender: Color) -> Option<HorseSpot> {
    let square = if defender == Color::Red { square } else { square.flip_ranks() };
    match (square.file(), square.rank()) {
        (2 | 6, 1) => Some(HorseSpot::BesidePalace),
        (3 | 5, 2) => Some(HorseSpot::PalaceCorner),
        _ => None,
    }
}

fn bare_general(walk: &Walk, until: usize) -> Option<Fact> {
    let color = walk.mover();
    let until = until.min(walk.len());
    let is_bare = |it: &Position| it.of(color, PieceKind::Advisor).is_empty();
    let own = walk.positions[..=until].iter().filter(|it| it.side() == color).skip(1);
    let checks = own.filter(|it| is_bare(it) && it.in_check()).count();
    let general = general_of(&walk.positions[until], color)?;
    (2 <= checks).then_some(Fact::BareGeneral { general, checks, at: until })
}

/// The name of a mate, if it has one. The side to move has no legal move.
pub(super) fn mate_pattern(position: &Position) -> Option<MatePattern> {
    let color = position.side();
    let checkers = position.checkers();
    let Some(checker) = checkers.first() else { return Some(MatePattern::Stalemate) };
    if checkers.is_many() {
        return Some(MatePattern::DoubleCheck);
    }
    let named = match position.piece_at(checker)?.kind() {
        PieceKind::Cannon => cannon_mate(position, checker),
        PieceKind::Horse => spot(checker, color).map(|it| match it {
            HorseSpot::BesidePalace => MatePattern::HorseBesidePalace,
            HorseSpot::PalaceCorner => MatePattern::HorseOnPalaceCorner,
        }),
        _ => None,
    };
    named.or_else(|| is_closed_by_general(position).then_some(MatePattern::FacingGenerals))
}

fn cannon_mate(position: &Position, cannon: Square) -> Option<MatePattern> {
    let color = position.side();
    let general = position.general(color);
    let screen = (between(cannon, general) & position.occupied()).first()?;
    let piece = position.piece_at(screen)?;
    let distance = (screen.file() - general.file()).abs() + (screen.rank() - general.rank()).abs();
    match (piece.kind(), piece.color() == color) {
        (PieceKind::Cannon, false) => Some(MatePattern::DoubleCannon),
        (PieceKind::Horse, false) if distance == 2 => Some(MatePattern::CannonBehindHorse),
        (PieceKind::Advisor, true) if is_walled_in(position, cannon) => {
            Some(MatePattern::Smothered)
        }
        _ => None,
    }
}

/// Every step of the general is taken by its own pieces or lies on the cannon's line.
fn is_walled_in(position: &Position, cannon: Square) -> bool {
    let general = position.general(position.side());
    let line = if cannon.file() == general.file() {
        Bitboard::file(general.file())
    } else {
        Bitboard::rank(general.rank())
    };
    let free = general_steps(general).minus(position.of_color(position.side()));
    free.is_subset_of(line)
}

/// Is there a step that nothing forbids but the other general on an open file?
fn is_closed_by_general(position: &Position) -> bool {
    let color = position.side();
    let (general, other) = (position.general(color), position.general(color.opponent()));
    let steps = general_steps(general).minus(position.of_color(color));
    steps.into_iter().any(|to| {
        let occupied = position.occupied().without(general).with(to);
        let enemies = position.of_color(color.opponent()).without(other).without(to);
        let is_attacked = position.attackers_to(to, occupied).intersects(enemies);
        let faces = to.file() == other.file() && !between(to, other).intersects(occupied);
        faces && !is_attacked
    })
}
