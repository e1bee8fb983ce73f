//! Random numbers from a seed, the same on every machine.

/// SplitMix64 (Steele, Lea and Flood, 2014): one addition and three mixing steps per number.
#[derive(Clone, Debug)]
pub struct Random {
    state: u64,
}

impl Random {
    pub fn new(seed: u64) -> Random {
        Random { state: seed }
    }

    pub fn number(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.state;
        mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ mixed >> 31
    }

    /// A number from 0 to `end - 1`, each equally likely; 0 if `end` is 0.
    ///
    /// Numbers from the last, incomplete stretch of `end` values are drawn again, since they
    /// would make small results a little more likely.
    pub fn below(&mut self, end: usize) -> usize {
        let Some(end) = std::num::NonZeroU64::new(end as u64) else { return 0 };
        let surplus = (u64::MAX % end + 1) % end;
        loop {
            let number = self.number();
            if number <= u64::MAX - surplus {
                return (number % end) as usize;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_fixes_the_sequence_and_every_result_occurs() {
        let draw = |seed| {
            let mut random = Random::new(seed);
            (0..600).map(|_| random.below(6)).collect::<Vec<_>>()
        };
        assert_eq!(draw(7), draw(7));
        assert_ne!(draw(7), draw(8));
        for face in 0..6 {
            let count = draw(7).iter().filter(|&&it| it == face).count();
            assert!(60 < count && count < 140, "{face} came {count} times in 600");
        }
        assert_eq!(Random::new(1).below(0), 0);
    }
}
