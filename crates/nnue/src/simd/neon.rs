//! Eight numbers at once, as every 64-bit ARM can.

use std::arch::aarch64::{
    int16x8_t, int32x4_t, vaddq_s32, vaddvq_s32, vdupq_n_s16, vdupq_n_s32, vget_low_s16, vld1q_s16,
    vmaxq_s16, vminq_s16, vmlal_high_s16, vmlal_s16, vmulq_s16,
};

use super::scalar;
use crate::{
    lane::{LANE, Lane},
    units::ACTIVATION_ONE,
};

super::row_loops!("neon");

#[target_feature(enable = "neon")]
pub(super) fn dot(sums: &[Lane], weights: &[Lane]) -> i32 {
    // Two sums, so that one addition need not wait for the other.
    let (mut low, mut high) = (vdupq_n_s32(0), vdupq_n_s32(0));
    for (sum, weight) in sums.iter().zip(weights) {
        for quarter in 0..LANE / 8 {
            let (sum, weight) = (load(sum, quarter), load(weight, quarter));
            (low, high) = accumulate(low, high, sum, weight);
        }
    }
    vaddvq_s32(vaddq_s32(low, high))
}

#[inline]
#[target_feature(enable = "neon")]
fn accumulate(
    low: int32x4_t,
    high: int32x4_t,
    sums: int16x8_t,
    weights: int16x8_t,
) -> (int32x4_t, int32x4_t) {
    let one = vdupq_n_s16(ACTIVATION_ONE as i16);
    let active = vminq_s16(vmaxq_s16(sums, vdupq_n_s16(0)), one);
    let product = vmulq_s16(active, weights);
    let low = vmlal_s16(low, vget_low_s16(active), vget_low_s16(product));
    (low, vmlal_high_s16(high, active, product))
}

#[inline]
#[target_feature(enable = "neon")]
fn load(lane: &Lane, quarter: usize) -> int16x8_t {
    let numbers: &[i16; 8] = &lane.0.as_chunks::<8>().0[quarter];
    // SAFETY: exactly the eight numbers of the array are read.
    unsafe { vld1q_s16(numbers.as_ptr()) }
}
