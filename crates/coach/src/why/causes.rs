//! Why a piece could be taken: nobody protects it, two things were attacked at once, its protector
//! is pinned or has too much to do, or it had no way out.

use xiangqi::{Color, Move, PieceKind, Position, Square, attacks::targets};

use super::{
    fact::{Fact, Placed},
    walk::{Walk, worth},
};

/// The cause of a capture, the `ply`-th move of the line counted from 0.
pub(super) fn of_capture(walk: &Walk, ply: usize) -> Option<Fact> {
    overloaded(walk, ply)
        .or_else(|| double_attack(walk, ply))
        .or_else(|| pinned_protector(walk, ply))
        .or_else(|| trapped(walk, ply))
        .or_else(|| hanging(walk, ply))
}

/// The first capture of such a piece by the other side.
pub(super) fn first_capture(walk: &Walk, loser: Color, lost: &[PieceKind]) -> Option<usize> {
    walk.played.iter().position(|it| {
        it.captured.is_some_and(|it| it.color() == loser && lost.contains(&it.kind()))
    })
}

fn placed(position: &Position, square: Square) -> Option<Placed> {
    Some((position.piece_at(square)?, square))
}

/// Who can take back after a capture, pins aside; then those who may.
fn takers_back(position: &Position, capture: Move) -> (Vec<Move>, Vec<Move>) {
    let mut after = *position;
    after.play_unchecked(capture);
    let takers = after.attackers_to(capture.to(), after.occupied()) & after.of_color(after.side());
    let moves: Vec<Move> = takers.filter_map(|it| Move::new(it, capture.to())).collect();
    let legal = moves.iter().copied().filter(|&it| after.is_legal(it)).collect();
    (moves, legal)
}

/// Would this capture win something: the victim is worth more, or nothing may take back?
fn pays(position: &Position, capture: Move) -> bool {
    let value = |square| position.piece_at(square).map_or(0, |it| worth(it, square));
    value(capture.from()) < value(capture.to()) || takers_back(position, capture).1.is_empty()
}

/// What a piece would take with profit if its side were to move.
fn prey(position: &Position, attacker: Square) -> Vec<Placed> {
    let Some(piece) = position.piece_at(attacker) else { return Vec::new() };
    let enemies = position.of_color(piece.color().opponent());
    let enemies = enemies.without(position.general(piece.color().opponent()));
    let reach = targets(piece.kind(), piece.color(), attacker, position.occupied()) & enemies;
    let may = position.legal_moves_of(piece.color());
    let turned = turned_to(position, piece.color());
    reach
        .filter_map(|it| Move::new(attacker, it))
        .filter(|it| may.contains(it) && pays(&turned, *it))
        .filter_map(|it| placed(position, it.to()))
        .collect()
}

/// The same board with this side to move, to look at its captures and nothing else.
fn turned_to(position: &Position, color: Color) -> Position {
    let mut turned = *position;
    if turned.side() != color {
        turned.pass_unchecked();
    }
    turned
}

/// Only what stands unprotected at once is left hanging; what is won later has other causes.
fn hanging(walk: &Walk, ply: usize) -> Option<Fact> {
    if ply != 1 {
        return None;
    }
    let (position, mv) = (&walk.positions[ply], walk.played[ply].mv);
    let is_protected = !takers_back(position, mv).1.is_empty();
    let (victim, taker) = (placed(position, mv.to())?, placed(position, mv.from())?);
    let is_lesser = worth(taker.0, taker.1) < worth(victim.0, victim.1);
    (!is_protected || is_lesser).then_some(Fact::Hanging {
        victim,
        taker,
        is_protected,
        at: ply + 1,
    })
}

fn pinned_protector(walk: &Walk, ply: usize) -> Option<Fact> {
    let (position, capture) = (&walk.positions[ply], walk.played[ply].mv);
    let (all, legal) = takers_back(position, capture);
    if !legal.is_empty() {
        return None;
    }
    let after = &walk.positions[ply + 1];
    // A general that may not take is no protector anybody would have counted on.
    let back = *all.iter().find(|it| it.from() != after.general(after.side()))?;
    let mut exposed = *after;
    exposed.play_unchecked(back);
    let color = after.side();
    let checker = turned_to(&exposed, color).checkers().first()?;
    // In check already: that is not the protector's doing.
    let is_pin = !after.checkers().contains(checker);
    is_pin.then_some(Fact::PinnedProtector {
        victim: placed(position, capture.to())?,
        protector: placed(after, back.from())?,
        exposed_to: placed(&exposed, checker)?,
        at: ply + 1,
    })
}

/// The capturer's move before attacked this piece and something else, or gave check with it.
fn double_attack(walk: &Walk, ply: usize) -> Option<Fact> {
    let before = ply.checked_sub(2)?;
    let (attack, capture) = (walk.played[before].mv, walk.played[ply].mv);
    let (old, new) = (&walk.positions[before], &walk.positions[before + 1]);
    let victim = placed(&walk.positions[ply], capture.to())?;
    let stood_there = new.piece_at(capture.to()) == Some(victim.0);
    let by_attacker = capture.from() == attack.to();
    if !stood_there || !by_attacker {
        return None;
    }
    let attacked_before = prey(old, attack.from());
    let mut targets = prey(new, attack.to());
    targets.retain(|it| !attacked_before.contains(it));
    let checks = new.in_check();
    // Taking may be impossible only because the other side is to answer the check first.
    let is_double = targets.contains(&victim) && 2 <= targets.len() + usize::from(checks);
    is_double.then_some(Fact::DoubleAttack {
        attacker: placed(new, attack.to())?,
        checks,
        targets,
        at: before + 1,
    })
}

/// A capture, the only protector takes back, and what else it protected is taken.
fn overloaded(walk: &Walk, ply: usize) -> Option<Fact> {
    let first = ply.checked_sub(2)?;
    let (bait, back, capture) =
        (walk.played[first], walk.played[first + 1].mv, walk.played[ply].mv);
    let position = &walk.positions[first];
    let is_taken_back = bait.captured.is_some() && back.to() == bait.mv.to();
    let second = placed(position, capture.to())?;
    let is_same = walk.played[ply].captured == Some(second.0) && capture.from() != bait.mv.to();
    let could_take = position.is_legal(capture);
    if !is_taken_back || !is_same || !could_take || capture.to() == bait.mv.to() {
        return None;
    }
    let only = |capture: Move| match takers_back(position, capture).1[..] {
        [only] => Some(only.from()),
        _ => None,
    };
    let is_overloaded = only(bait.mv) == Some(back.from())
        && only(capture) == Some(back.from())
        && takers_back(&walk.positions[ply], capture).1.is_empty();
    is_overloaded.then_some(Fact::Overloaded {
        protector: placed(position, back.from())?,
        wards: [placed(position, bait.mv.to())?, second],
        at: ply + 1,
    })
}

/// Attacked by the move before, and every move of the piece loses it as well.
fn trapped(walk: &Walk, ply: usize) -> Option<Fact> {
    let before = ply.checked_sub(2)?;
    let position = &walk.positions[before + 1];
    let capture = walk.played[ply].mv;
    let victim = placed(position, capture.to())?;
    let is_piece =
        matches!(victim.0.kind(), PieceKind::Chariot | PieceKind::Horse | PieceKind::Cannon);
    let is_same = walk.played[ply].captured == Some(victim.0);
    if !is_piece || !is_same || position.in_check() || !is_attacked(position, victim.1) {
        return None;
    }
    let own: Vec<Move> =
        position.legal_moves().iter().copied().filter(|it| it.from() == victim.1).collect();
    let is_lost_everywhere = own.iter().all(|&mv| {
        let mut after = *position;
        let takes_as_much = after
            .play_unchecked(mv)
            .captured
            .is_some_and(|it| worth(victim.0, victim.1) <= worth(it, mv.to()));
        !takes_as_much && is_attacked(&after, mv.to())
    });
    is_lost_everywhere.then_some(Fact::Trapped {
        victim,
        attacker: placed(&walk.positions[ply], capture.from())?,
        at: before + 1,
    })
}

/// Could the other side take the piece on this point with profit?
fn is_attacked(position: &Position, square: Square) -> bool {
    let Some(piece) = position.piece_at(square) else { return false };
    let color = piece.color().opponent();
    let turned = turned_to(position, color);
    let moves = position.legal_moves_of(color);
    moves.iter().any(|it| it.to() == square && pays(&turned, *it))
}
