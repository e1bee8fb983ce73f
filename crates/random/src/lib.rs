//! Random numbers from a seed, the same on every machine: SplitMix64 (Steele, Lea and Flood,
//! "Fast splittable pseudorandom number generators", 2014). Any seed is a good seed, and skipping
//! ahead is one multiplication.
//!
//! The sequence of a seed is a promise. Files of self-play, the order of a match's openings, the
//! games of the zoo and the errors of weak levels all depend on it, so what a method returns for a
//! seed never changes; a better method gets a new name. Nothing here is a secret anyone could
//! keep: tokens come from the system.

#![no_std]

/// What SplitMix64 adds between two numbers: the golden ratio in 64 bits.
const GAMMA: u64 = 0x9e37_79b9_7f4a_7c15;

/// A sequence of numbers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Random {
    state: u64,
}

impl Random {
    pub const fn new(seed: u64) -> Random {
        Random { state: seed }
    }

    /// A sequence of its own for each pair of numbers.
    pub const fn of(seed: u64, number: u64) -> Random {
        Random::new(mix(seed) ^ mix(number).rotate_left(32))
    }

    pub const fn number(&mut self) -> u64 {
        let number = mix(self.state);
        self.state = self.state.wrapping_add(GAMMA);
        number
    }

    /// Leaves so many numbers out.
    pub const fn skip(&mut self, count: u64) {
        self.state = self.state.wrapping_add(GAMMA.wrapping_mul(count));
    }

    /// From 0 up to, but not including, `end`, each equally likely; 0 if `end` is 0.
    ///
    /// Numbers from the last, incomplete stretch of `end` values are drawn again, since they
    /// would make small results a little more likely.
    pub const fn below(&mut self, end: usize) -> usize {
        let end = end as u64;
        if end == 0 {
            return 0;
        }
        let surplus = (u64::MAX % end + 1) % end;
        loop {
            let number = self.number();
            if number <= u64::MAX - surplus {
                return (number % end) as usize;
            }
        }
    }

    /// The same range as [`Random::below`] by scaling one number down, without a division. Games
    /// of self-play and training runs were made with it, so both ways stay.
    pub const fn scaled(&mut self, end: usize) -> usize {
        ((self.number() as u128 * end as u128) >> 64) as usize
    }

    /// From 0 up to, but not including, 1.
    pub const fn unit(&mut self) -> f64 {
        unit(self.number())
    }

    /// One of the items; `None` if there is none.
    pub fn pick<'a, T>(&mut self, items: &'a [T]) -> Option<&'a T> {
        items.get(self.below(items.len()))
    }

    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        shuffle(items, |end| self.below(end));
    }

    /// [`Random::shuffle`] with the numbers of [`Random::scaled`].
    pub fn shuffle_scaled<T>(&mut self, items: &mut [T]) {
        shuffle(items, |end| self.scaled(end));
    }
}

/// The first number of a seed: a good hash of a number.
pub const fn mix(seed: u64) -> u64 {
    let mut mixed = seed.wrapping_add(GAMMA);
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ (mixed >> 31)
}

/// A seed from a name or any other bytes (FNV-1a): the same bytes give the same seed for ever.
pub fn seed_of(bytes: impl IntoIterator<Item = u8>) -> u64 {
    const START: u64 = 0xcbf2_9ce4_8422_2325;
    const PRIME: u64 = 0x0100_0000_01b3;
    bytes.into_iter().fold(START, |seed, byte| (seed ^ u64::from(byte)).wrapping_mul(PRIME))
}

/// A number of 64 random bits, scaled to lie from 0 up to, but not at, 1.
pub const fn unit(number: u64) -> f64 {
    (number >> 11) as f64 / (1_u64 << 53) as f64
}

/// Fisher and Yates, from the last item to the first.
fn shuffle<T>(items: &mut [T], mut below: impl FnMut(usize) -> usize) {
    for last in (1..items.len()).rev() {
        items.swap(last, below(last + 1));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_those_of_the_published_generator() {
        let mut random = Random::new(1_234_567);
        let numbers = [(); 3].map(|()| random.number());
        assert_eq!(
            numbers,
            [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423]
        );
    }

    #[test]
    fn seeds_of_bytes_are_those_of_the_published_hash() {
        assert_eq!(seed_of([]), 0xcbf2_9ce4_8422_2325);
        assert_eq!(seed_of(*b"foobar"), 0x8594_4171_f739_67e8);
    }

    /// What files and games were made with: these numbers may never change.
    #[test]
    fn a_seed_keeps_its_promise() {
        let draw = |seed, draw: fn(&mut Random) -> usize| {
            let mut random = Random::new(seed);
            [(); 8].map(|()| draw(&mut random))
        };
        assert_eq!(draw(7, |it| it.below(6)), [3, 0, 0, 3, 4, 3, 4, 0]);
        assert_eq!(draw(7, |it| it.scaled(6)), [2, 0, 5, 3, 2, 1, 2, 1]);
        assert_eq!(Random::of(1, 2).number(), 3_514_088_158_620_334_992);
        assert_eq!(Random::new(7).unit(), 0.3898297483912715);
        let order = |shuffle: fn(&mut Random, &mut [u8])| {
            let mut items = [0, 1, 2, 3, 4, 5, 6, 7];
            shuffle(&mut Random::new(7), &mut items);
            items
        };
        assert_eq!(order(Random::shuffle), [1, 4, 5, 2, 6, 0, 3, 7]);
        assert_eq!(order(Random::shuffle_scaled), [7, 4, 6, 1, 2, 5, 0, 3]);
    }

    #[test]
    fn numbers_stay_in_range_and_every_result_occurs() {
        let mut random = Random::of(1, 2);
        let mut counts = [[0; 6]; 2];
        for _ in 0..600 {
            counts[0][random.below(6)] += 1;
            counts[1][random.scaled(6)] += 1;
            assert!((0.0..1.0).contains(&random.unit()));
        }
        assert!(counts.iter().flatten().all(|it| (60..140).contains(it)), "{counts:?}");
        assert_eq!((random.below(0), random.scaled(0)), (0, 0));
        assert_eq!(random.pick::<u8>(&[]), None);
        assert_eq!(random.pick(&[3]), Some(&3));
    }

    #[test]
    fn sequences_differ_and_can_be_skipped_through() {
        assert_ne!(Random::of(1, 2), Random::of(2, 1));
        assert_ne!(Random::of(0, 0), Random::of(0, 1));
        let (mut one, mut other) = (Random::new(5), Random::new(5));
        (0..100).for_each(|_| _ = one.number());
        other.skip(100);
        assert_eq!(one, other);
    }

    #[test]
    fn shuffling_loses_nothing() {
        let mut items = core::array::from_fn::<usize, 100, _>(|it| it);
        let sorted = items;
        for shuffle in [Random::shuffle, Random::shuffle_scaled] {
            shuffle(&mut Random::of(3, 3), &mut items);
            assert_ne!(items, sorted);
            items.sort_unstable();
            assert_eq!(items, sorted);
        }
    }
}
