//! Weaker play that errs as people do: short sight, overlooked screens and legs, hurried
//! captures, and a choice among moves that look about equally good. Never random blunders in
//! quiet positions, and what a level overlooks it overlooks for good: every error hangs on the
//! position and the game's seed, not on chance.

use xiangqi::{Move, Piece, PieceKind, Position};

use crate::{limits::Limits, score::Value, search::RootMove};

/// From 1, which a child can beat, to 10, which is full strength; in tenths, so that a rating
/// can lie between two levels.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Level {
    /// 10 to 100.
    tenths: u8,
}

/// How a level differs from full strength.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Handicap {
    /// Nodes it may look at.
    pub(crate) nodes: f64,
    /// Plies it looks ahead.
    pub(crate) depth: f64,
    /// Standard deviation of its misjudgments, a horse being 720.
    pub(crate) noise: f64,
    /// It may choose moves that look worse than the best by this much...
    pub(crate) budget: f64,
    /// ... the more evenly, the higher this is.
    pub(crate) temperature: f64,
    /// How often it overlooks a reply by cannon or horse, in percent.
    pub(crate) overlook: f64,
    /// By how much it prefers to take something.
    pub(crate) greed: f64,
}

const fn row(
    nodes: f64,
    depth: f64,
    noise: f64,
    [budget, temperature]: [f64; 2],
    overlook: f64,
    greed: f64,
) -> Handicap {
    Handicap { nodes, depth, noise, budget, temperature, overlook, greed }
}

/// Levels 1 to 9. Level 10 has none of it.
const TABLE: [Handicap; 9] = [
    row(350.0, 2.0, 135.0, [170.0, 66.0], 43.0, 75.0),
    row(830.0, 3.0, 95.0, [114.0, 45.0], 29.0, 41.0),
    row(2_200.0, 4.0, 76.0, [88.0, 36.0], 21.0, 22.5),
    row(4_100.0, 5.0, 66.0, [72.0, 30.0], 16.5, 12.5),
    row(7_400.0, 6.0, 55.0, [54.0, 23.5], 11.5, 6.0),
    row(12_000.0, 7.0, 44.5, [39.0, 17.5], 7.0, 2.5),
    row(16_000.0, 8.0, 37.5, [30.5, 13.5], 4.4, 1.1),
    row(22_000.0, 9.0, 30.4, [21.5, 9.7], 2.1, 0.3),
    row(31_000.0, 10.0, 23.5, [13.0, 6.0], 0.5, 0.0),
];

/// Where ratings between levels 9 and 10 lead to.
const ALMOST_FULL: Handicap = row(100_000.0, 18.0, 0.0, [0.0, 1.0], 0.0, 0.0);

/// The rating given to each level: 600 for level 1, then the differences measured in games between
/// neighbors (`docs/search.md`).
const RATINGS: [i32; 10] = [600, 784, 1072, 1300, 1563, 1821, 2067, 2305, 2602, 2887];

/// What is more valuable is watched more closely: how often the loss of a chariot, and that of a
/// horse or cannon, is overlooked, as a share of what the table says.
const CHARIOT_SHARE: f64 = 0.3;
const MINOR_SHARE: f64 = 0.6;
/// From here on a mate is always played.
const PLAYS_MATES: u8 = 20;
/// Plies from the root at which replies can be overlooked.
const BLIND_PLIES: usize = 3;

impl Level {
    pub const LOWEST: Level = Level { tenths: 10 };
    pub const FULL: Level = Level { tenths: 100 };

    /// `None` outside 1 to 10.
    pub fn new(number: u8) -> Option<Level> {
        (1..=10).contains(&number).then(|| Level { tenths: number * 10 })
    }

    /// The level whose rating is nearest.
    pub fn from_rating(rating: i32) -> Level {
        let mut best = Level::LOWEST;
        for tenths in 10..=100 {
            let level = Level { tenths };
            if (level.rating() - rating).abs() < (best.rating() - rating).abs() {
                best = level;
            }
        }
        best
    }

    pub fn rating(self) -> i32 {
        let (below, share) = self.split();
        let [low, high] = [below, (below + 1).min(9)].map(|it| f64::from(RATINGS[it]));
        (low + (high - low) * share).round() as i32
    }

    /// The number of the level, rounded down.
    pub fn number(self) -> u8 {
        self.tenths / 10
    }

    pub fn is_full(self) -> bool {
        self == Level::FULL
    }

    fn split(self) -> (usize, f64) {
        (usize::from(self.tenths / 10 - 1), f64::from(self.tenths % 10) / 10.0)
    }

    /// `None` for full strength.
    pub(crate) fn handicap(self) -> Option<Handicap> {
        let (below, share) = self.split();
        let low = *TABLE.get(below)?;
        let high = *TABLE.get(below + 1).unwrap_or(&ALMOST_FULL);
        let mix = |low: f64, high: f64| low + (high - low) * share;
        Some(Handicap {
            // Strength grows with the logarithm of nodes.
            nodes: low.nodes * (high.nodes / low.nodes).powf(share),
            depth: mix(low.depth, high.depth),
            noise: mix(low.noise, high.noise),
            budget: mix(low.budget, high.budget),
            temperature: mix(low.temperature, high.temperature),
            overlook: mix(low.overlook, high.overlook),
            greed: mix(low.greed, high.greed),
        })
    }
}

impl Handicap {
    /// The limits as far as the level reaches.
    pub(crate) fn restrict(&self, limits: &Limits) -> Limits {
        let nodes = self.nodes as u64;
        let depth = self.depth.round() as i32;
        // Few moves lie within a small budget, and each further line costs nodes.
        let candidates = (self.budget / 5.0).ceil().clamp(1.0, 8.0) as usize;
        Limits {
            nodes: Some(limits.nodes.map_or(nodes, |it| it.min(nodes))),
            depth: Some(limits.depth.map_or(depth, |it| it.min(depth))),
            multi_pv: limits.multi_pv.max(candidates),
            ..limits.clone()
        }
    }
}

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

    pub(crate) fn handicap(&self) -> &Handicap {
        &self.handicap
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
    pub(crate) fn choose(&self, position: &Position, ranked: &[RootMove]) -> usize {
        let is_mate = ranked.first().is_some_and(|it| crate::score::is_win(it.value));
        if self.handicap.budget <= 0.0 || (is_mate && PLAYS_MATES <= self.level.tenths) {
            return 0;
        }
        let worth = |it: &RootMove| {
            let takes = position.piece_at(it.line[0].to()).is_some();
            f64::from(it.value) + if takes { self.handicap.greed } else { 0.0 }
        };
        let best = ranked.iter().map(worth).fold(f64::MIN, f64::max);
        let weight = |it: &RootMove| {
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

/// A well mixed number (the finalizer of SplitMix64).
fn mix(state: u64) -> u64 {
    let mut z = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ z >> 31
}

/// A number from 0 to below 1.
fn unit(state: u64) -> f64 {
    (state >> 11) as f64 / (1_u64 << 53) as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ratings_and_levels_agree() {
        for number in 1..=10 {
            let level = Level::new(number).unwrap();
            assert_eq!(Level::from_rating(level.rating()), level);
            assert_eq!(level.number(), number);
        }
        assert_eq!(Level::from_rating(-5), Level::LOWEST);
        assert_eq!(Level::from_rating(9999), Level::FULL);
        assert_eq!(Level::new(0), None);
        assert_eq!(Level::new(11), None);
    }

    #[test]
    fn strength_grows_with_the_level() {
        let handicaps: Vec<Handicap> =
            (10..100).filter_map(|tenths| Level { tenths }.handicap()).collect();
        for pair in handicaps.windows(2) {
            assert!(pair[0].nodes < pair[1].nodes && pair[1].noise < pair[0].noise);
        }
        assert!(Level::FULL.handicap().is_none());
    }

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
