//! The inner loops, once for every kind of processor, chosen when the program starts.
//!
//! All of them give the same numbers to the last bit: sums of integers do not depend on order.
//! The loops that add rows are written once, plainly, and compiled for each kind; the compiler
//! does as well as we could. The product at the output is written by hand, since it needs the
//! instruction that multiplies sixteen-bit numbers and adds neighbors.

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
#[cfg(target_arch = "aarch64")]
mod neon;
mod scalar;

use crate::lane::Lane;

/// Which instructions to use. Can be made only where the processor has them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct InstructionSet(Kind);

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    Scalar,
    #[cfg(target_arch = "x86_64")]
    Avx2,
    /// With VNNI, which multiplies and adds at once.
    #[cfg(target_arch = "x86_64")]
    Avx512,
    /// Every 64-bit ARM has it.
    #[cfg(target_arch = "aarch64")]
    Neon,
}

/// Runs one of the loops with the instructions chosen.
macro_rules! dispatch {
    ($instructions:expr, $function:ident($($argument:expr),*)) => {
        match $instructions.0 {
            Kind::Scalar => scalar::$function($($argument),*),
            #[cfg(target_arch = "x86_64")]
            // SAFETY: this kind is made only after AVX2 was detected.
            Kind::Avx2 => unsafe { avx2::$function($($argument),*) },
            #[cfg(target_arch = "x86_64")]
            // SAFETY: this kind is made only after AVX-512 F, BW and VNNI were detected.
            Kind::Avx512 => unsafe { avx512::$function($($argument),*) },
            #[cfg(target_arch = "aarch64")]
            // SAFETY: NEON is part of every 64-bit ARM this is compiled for.
            Kind::Neon => unsafe { neon::$function($($argument),*) },
        }
    };
}

impl InstructionSet {
    /// Works everywhere; the others are measured against it.
    pub const SCALAR: InstructionSet = InstructionSet(Kind::Scalar);

    /// All this processor can do, slowest first.
    pub fn available() -> Vec<InstructionSet> {
        #[allow(unused_mut)]
        let mut sets = vec![InstructionSet::SCALAR];
        #[cfg(target_arch = "x86_64")]
        {
            if is_x86_feature_detected!("avx2") {
                sets.push(InstructionSet(Kind::Avx2));
            }
            if is_x86_feature_detected!("avx512f")
                && is_x86_feature_detected!("avx512bw")
                && is_x86_feature_detected!("avx512vnni")
            {
                sets.push(InstructionSet(Kind::Avx512));
            }
        }
        #[cfg(target_arch = "aarch64")]
        sets.push(InstructionSet(Kind::Neon));
        sets
    }

    /// The fastest. `CHUHE_SIMD=scalar` in the environment forbids all but the plain loops, so
    /// that a whole program can be compared with itself.
    pub fn best() -> InstructionSet {
        let wants_scalar = std::env::var_os("CHUHE_SIMD").is_some_and(|it| it == "scalar");
        if wants_scalar {
            return InstructionSet::SCALAR;
        }
        InstructionSet::available().pop().unwrap_or(InstructionSet::SCALAR)
    }

    pub fn name(self) -> &'static str {
        match self.0 {
            Kind::Scalar => "scalar",
            #[cfg(target_arch = "x86_64")]
            Kind::Avx2 => "avx2",
            #[cfg(target_arch = "x86_64")]
            Kind::Avx512 => "avx512-vnni",
            #[cfg(target_arch = "aarch64")]
            Kind::Neon => "neon",
        }
    }

    /// `after = before + added - removed`.
    #[inline(always)]
    pub(crate) fn move_piece(
        self,
        before: &[Lane],
        after: &mut [Lane],
        added: &[Lane],
        removed: &[Lane],
    ) {
        dispatch!(self, move_piece(before, after, added, removed));
    }

    /// `after = before + added - removed - taken`.
    #[inline(always)]
    pub(crate) fn capture(
        self,
        before: &[Lane],
        after: &mut [Lane],
        added: &[Lane],
        removed: &[Lane],
        taken: &[Lane],
    ) {
        dispatch!(self, capture(before, after, added, removed, taken));
    }

    pub(crate) fn add(self, sums: &mut [Lane], row: &[Lane]) {
        dispatch!(self, add(sums, row));
    }

    pub(crate) fn subtract(self, sums: &mut [Lane], row: &[Lane]) {
        dispatch!(self, subtract(sums, row));
    }

    /// The sum of `clamp(sum, 0, 255)² * weight`.
    #[inline(always)]
    pub(crate) fn dot(self, sums: &[Lane], weights: &[Lane]) -> i32 {
        dispatch!(self, dot(sums, weights))
    }
}

/// The loops over rows, compiled with the instructions named. `#[target_feature]` functions are
/// unsafe to call from outside; [`InstructionSet`] vouches for the processor.
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
macro_rules! row_loops {
    ($features:literal) => {
        #[target_feature(enable = $features)]
        pub(super) fn move_piece(
            before: &[Lane],
            after: &mut [Lane],
            added: &[Lane],
            removed: &[Lane],
        ) {
            scalar::move_piece(before, after, added, removed);
        }

        #[target_feature(enable = $features)]
        pub(super) fn capture(
            before: &[Lane],
            after: &mut [Lane],
            added: &[Lane],
            removed: &[Lane],
            taken: &[Lane],
        ) {
            scalar::capture(before, after, added, removed, taken);
        }

        #[target_feature(enable = $features)]
        pub(super) fn add(sums: &mut [Lane], row: &[Lane]) {
            scalar::add(sums, row);
        }

        #[target_feature(enable = $features)]
        pub(super) fn subtract(sums: &mut [Lane], row: &[Lane]) {
            scalar::subtract(sums, row);
        }
    };
}
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
pub(crate) use row_loops;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lane::LANE;

    /// Lanes with numbers in and out of every range.
    fn lanes(seed: u64, count: usize, most: i64) -> Vec<Lane> {
        let mut random = random::Random::new(seed);
        let mut number = || (random.below(2 * most as usize + 1) as i64 - most) as i16;
        (0..count).map(|_| Lane(std::array::from_fn::<i16, LANE, _>(|_| number()))).collect()
    }

    #[test]
    fn every_instruction_set_gives_the_same_bits() {
        for set in InstructionSet::available() {
            for count in [1, 2, 3, 8, 16] {
                let most = if count % 2 == 0 { 300 } else { 32_767 };
                let sums = lanes(1, count, most);
                let [a, b, c] = [2, 3, 4].map(|it| lanes(it, count, most));
                let weights = lanes(5, count, 128);
                assert_eq!(set.dot(&sums, &weights), InstructionSet::SCALAR.dot(&sums, &weights));

                let run = |set: InstructionSet| {
                    let (mut moved, mut captured) = (sums.clone(), sums.clone());
                    set.move_piece(&sums, &mut moved, &a, &b);
                    set.capture(&sums, &mut captured, &a, &b, &c);
                    set.add(&mut moved, &c);
                    set.subtract(&mut captured, &b);
                    (moved, captured)
                };
                assert_eq!(run(set), run(InstructionSet::SCALAR), "{} {count}", set.name());
            }
        }
    }

    #[test]
    fn the_plain_loop_does_what_it_says() {
        let sums = vec![Lane([300; LANE]), Lane([-5; LANE]), Lane([10; LANE])];
        let weights = vec![Lane([2; LANE]), Lane([100; LANE]), Lane([-3; LANE])];
        let expected = 32 * (255 * 255 * 2 - 10 * 10 * 3);
        assert_eq!(InstructionSet::SCALAR.dot(&sums, &weights), expected);
    }
}
