//! Ten levels of play, their ratings, and by how much each falls short of full strength. How a
//! level errs is in `blindness.rs`.

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

/// From level 2 on a mate that is seen is played.
const PLAYS_MATES: u8 = 20;

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

    /// Is a mate that is seen always played?
    pub(crate) fn plays_mates(self) -> bool {
        PLAYS_MATES <= self.tenths
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
}
