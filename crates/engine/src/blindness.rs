//! Weaker play that errs as people do: short sight, overlooked screens and legs, hurried
//! captures, and a choice among moves that look about equally good. Never random blunders in
//! quiet positions, and what a level overlooks it overlooks for good: every error hangs on the
//! position and the game's seed, not on chance.

use random::{mix, unit};
use xiangqi::{Move, Piece, PieceKind, Position};

use crate::{
    level::{Handicap, Level},
    limits::Limits,
    score::{Value, is_win},
};

/// What is more valuable is watched more closely: how often the loss of a chariot, and that of a
/// horse or cannon, is overlooked, as a share of what the table says.
const CHARIOT_SHARE: f64 = 0.3;
const MINOR_SHARE: f64 = 0.6;
/// Plies from the root at which replies can be overlooked.
const BLIND_PLIES: usize = 3;

/// What a search needs to know to err.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Blindness {
    handicap: Handicap,
    level: Level,
    seed: u64,
}

impl Blindness {
    pub(crate) fn new(level: Level, seed: u64) -> Option<Blindness> {
        Some(Blindness { handicap: level.handicap()?, level, seed })
    }

    /// The limits as far as the level reaches.
    pub(crate) fn restrict(&self, limits: &Limits) -> Limits {
        let nodes = self.handicap.nodes as u64;
        let depth = self.handicap.depth.round() as i32;
        // Few moves lie within a small budget, and each further line costs nodes.
        let candidates = (self.handicap.budget / 5.0).ceil().clamp(1.0, 8.0) as usize;
        Limits {
            nodes: Some(limits.nodes.map_or(nodes, |it| it.min(nodes))),
            depth: Some(limits.depth.map_or(depth, |it| it.min(depth))),
            multi_pv: limits.multi_pv.max(candidates),
            ..limits.clone()
        }
    }

    /// By how much the level misjudges a position, always the same way.
    pub(crate) fn misjudgment(&self, position: &Position) -> Value {
        // The sum of four even numbers is close enough to a bell curve; each has variance 1/12.
        let mut state = mix(position.hash() ^ self.seed);
        let mut sum = 0.0;
        for _ in 0..4 {
            state = mix(state);
            sum += unit(state) - 0.5;
        }
        (sum * 3.0_f64.sqrt() * self.handicap.noise) as Value
    }

    /// Does the level fail to see this reply? People miss what a cannon takes over a screen and
    /// what a horse takes past a free leg before they miss anything else.
    pub(crate) fn overlooks(&self, position: &Position, mv: Move, ply: usize) -> bool {
        let is_reply = ply % 2 == 1 && ply <= BLIND_PLIES;
        let kind = |square| position.piece_at(square).map(Piece::kind);
        let (Some(attacker), Some(victim)) = (kind(mv.from()), kind(mv.to())) else { return false };
        let is_hard_to_see = matches!(attacker, PieceKind::Cannon | PieceKind::Horse);
        if !is_reply || !is_hard_to_see {
            return false;
        }
        let share = match victim {
            PieceKind::Chariot => CHARIOT_SHARE,
            PieceKind::Horse | PieceKind::Cannon => MINOR_SHARE,
            _ => 1.0,
        };
        let state = mix(position.hash() ^ self.seed ^ u64::from(mv.bits()));
        unit(state) * 100.0 < self.handicap.overlook * share
    }

    /// Which of the ranked root moves to play: any within the budget, better ones more likely.
    pub(crate) fn choose(&self, position: &Position, ranked: &[(Move, Value)]) -> usize {
        let is_mate = ranked.first().is_some_and(|it| is_win(it.1));
        if self.handicap.budget <= 0.0 || (is_mate && self.level.plays_mates()) {
            return 0;
        }
        let worth = |&(mv, value): &(Move, Value)| {
            let takes = position.piece_at(mv.to()).is_some();
            f64::from(value) + if takes { self.handicap.greed } else { 0.0 }
        };
        let best = ranked.iter().map(worth).fold(f64::MIN, f64::max);
        let weight = |it: &(Move, Value)| {
            let behind = best - worth(it);
            if self.handicap.budget < behind {
                0.0
            } else {
                (-behind / self.handicap.temperature).exp()
            }
        };
        let total: f64 = ranked.iter().map(weight).sum();
        let mut left = unit(mix(position.hash() ^ self.seed.rotate_left(17))) * total;
        for (index, it) in ranked.iter().enumerate() {
            left -= weight(it);
            if left < 0.0 {
                return index;
            }
        }
        0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn misjudgments_are_faithful_and_fair() {
        let blindness = Blindness::new(Level::LOWEST, 42).unwrap();
        let mut position = Position::start();
        let mut sum = 0;
        for step in 0..200_usize {
            let moves = position.legal_moves();
            if moves.is_empty() {
                position = Position::start();
                continue;
            }
            position.play_unchecked(moves[step * 31 % moves.len()]);
            let error = blindness.misjudgment(&position);
            assert_eq!(error, blindness.misjudgment(&position));
            sum += error;
        }
        assert!((sum / 200).abs() < 60, "{sum}");
    }
}
