//! Numbers that look random and repeat themselves on every machine.

/// Splitmix64: any seed is a good seed, and skipping ahead is one addition.
#[derive(Clone, Debug)]
pub(crate) struct Random(u64);

impl Random {
    /// A stream of its own for each pair of numbers.
    pub(crate) fn of(seed: u64, number: u64) -> Random {
        let mut first = Random(seed);
        Random(first.next() ^ Random(number).next().rotate_left(32))
    }

    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// From 0 up to, but not including, `limit`; 0 if there is nothing to choose from.
    pub(crate) fn below(&mut self, limit: usize) -> usize {
        ((u128::from(self.next()) * limit as u128) >> 64) as usize
    }

    /// From 0 up to, but not including, 1.
    pub(crate) fn fraction(&mut self) -> f64 {
        (self.next() >> 11) as f64 / (1_u64 << 53) as f64
    }

    pub(crate) fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last + 1));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_stay_in_range_and_streams_differ() {
        let mut random = Random::of(1, 2);
        assert!((0..1000).all(|_| random.below(7) < 7));
        assert_eq!(random.below(0), 0);
        assert_ne!(Random::of(1, 2).next(), Random::of(2, 1).next());
        assert_ne!(Random::of(0, 0).next(), Random::of(0, 1).next());
    }

    #[test]
    fn shuffling_loses_nothing() {
        let mut items: Vec<usize> = (0..100).collect();
        Random::of(3, 3).shuffle(&mut items);
        assert_ne!(items, (0..100).collect::<Vec<_>>());
        items.sort();
        assert_eq!(items, (0..100).collect::<Vec<_>>());
    }
}
