//! Thirty-two numbers at once, and multiplying with adding in one instruction.

use std::arch::x86_64::{
    __m512i, _mm512_add_epi32, _mm512_dpwssd_epi32, _mm512_load_si512, _mm512_max_epi16,
    _mm512_min_epi16, _mm512_mullo_epi16, _mm512_reduce_add_epi32, _mm512_set1_epi16,
    _mm512_setzero_si512,
};

use super::scalar;
use crate::{lane::Lane, units::ACTIVATION_ONE};

super::row_loops!("avx512f,avx512bw");

#[target_feature(enable = "avx512f,avx512bw,avx512vnni")]
pub(super) fn dot(sums: &[Lane], weights: &[Lane]) -> i32 {
    // Two sums, so that one addition need not wait for the other.
    let (mut even, mut odd) = (_mm512_setzero_si512(), _mm512_setzero_si512());
    let (sum_pairs, sum_rest) = sums.as_chunks::<2>();
    let (weight_pairs, weight_rest) = weights.as_chunks::<2>();
    for ([sum, next_sum], [weight, next_weight]) in sum_pairs.iter().zip(weight_pairs) {
        even = accumulate(even, load(sum), load(weight));
        odd = accumulate(odd, load(next_sum), load(next_weight));
    }
    for (sum, weight) in sum_rest.iter().zip(weight_rest) {
        even = accumulate(even, load(sum), load(weight));
    }
    _mm512_reduce_add_epi32(_mm512_add_epi32(even, odd))
}

#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vnni")]
fn accumulate(total: __m512i, sums: __m512i, weights: __m512i) -> __m512i {
    let one = _mm512_set1_epi16(ACTIVATION_ONE as i16);
    let active = _mm512_min_epi16(_mm512_max_epi16(sums, _mm512_setzero_si512()), one);
    _mm512_dpwssd_epi32(total, active, _mm512_mullo_epi16(active, weights))
}

#[inline]
#[target_feature(enable = "avx512f")]
fn load(lane: &Lane) -> __m512i {
    // SAFETY: a lane is 64 bytes, aligned to 64: exactly one register.
    unsafe { _mm512_load_si512((lane as *const Lane).cast()) }
}
