//! What threatens a general: the hollow cannon, horses at the palace, checks without guards.

use xiangqi::{Color, PieceKind, Position, Square, attacks::between};

use super::{
    fact::{Fact, HorseSpot, Placed},
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
