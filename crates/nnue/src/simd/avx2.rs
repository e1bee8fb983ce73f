//! Sixteen numbers at once.

use std::arch::x86_64::{
    __m256i, _mm_add_epi32, _mm_cvtsi128_si32, _mm_shuffle_epi32, _mm256_add_epi32,
    _mm256_castsi256_si128, _mm256_extracti128_si256, _mm256_load_si256, _mm256_madd_epi16,
    _mm256_max_epi16, _mm256_min_epi16, _mm256_mullo_epi16, _mm256_set1_epi16,
    _mm256_setzero_si256,
};

use super::scalar;
use crate::{lane::Lane, units::ACTIVATION_ONE};

super::row_loops!("avx2");

#[target_feature(enable = "avx2")]
pub(super) fn dot(sums: &[Lane], weights: &[Lane]) -> i32 {
    // Two sums, so that one addition need not wait for the other.
    let (mut low, mut high) = (_mm256_setzero_si256(), _mm256_setzero_si256());
    for (sum, weight) in sums.iter().zip(weights) {
        let ([sum_low, sum_high], [weight_low, weight_high]) = (load(sum), load(weight));
        low = _mm256_add_epi32(low, products(sum_low, weight_low));
        high = _mm256_add_epi32(high, products(sum_high, weight_high));
    }
    total(_mm256_add_epi32(low, high))
}

#[inline]
#[target_feature(enable = "avx2")]
fn products(sums: __m256i, weights: __m256i) -> __m256i {
    let one = _mm256_set1_epi16(ACTIVATION_ONE as i16);
    let active = _mm256_min_epi16(_mm256_max_epi16(sums, _mm256_setzero_si256()), one);
    _mm256_madd_epi16(active, _mm256_mullo_epi16(active, weights))
}

#[inline]
#[target_feature(enable = "avx2")]
fn load(lane: &Lane) -> [__m256i; 2] {
    let halves = (lane as *const Lane).cast::<__m256i>();
    // SAFETY: a lane is 64 bytes, aligned to 64: two registers, each aligned to 32.
    unsafe { [_mm256_load_si256(halves), _mm256_load_si256(halves.add(1))] }
}

#[inline]
#[target_feature(enable = "avx2")]
fn total(sums: __m256i) -> i32 {
    let four = _mm_add_epi32(_mm256_castsi256_si128(sums), _mm256_extracti128_si256::<1>(sums));
    let two = _mm_add_epi32(four, _mm_shuffle_epi32::<0b01_00_11_10>(four));
    _mm_cvtsi128_si32(_mm_add_epi32(two, _mm_shuffle_epi32::<0b10_11_00_01>(two)))
}
