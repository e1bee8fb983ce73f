//! The loops in plain Rust: the reference, and what other sets compile with wider registers.

use crate::{lane::Lane, units::ACTIVATION_ONE};

#[inline(always)]
pub(super) fn move_piece(before: &[Lane], after: &mut [Lane], added: &[Lane], removed: &[Lane]) {
    for (((after, before), added), removed) in after.iter_mut().zip(before).zip(added).zip(removed)
    {
        for index in 0..after.0.len() {
            after.0[index] =
                before.0[index].wrapping_add(added.0[index]).wrapping_sub(removed.0[index]);
        }
    }
}

#[inline(always)]
pub(super) fn capture(
    before: &[Lane],
    after: &mut [Lane],
    added: &[Lane],
    removed: &[Lane],
    taken: &[Lane],
) {
    let rows = before.iter().zip(added).zip(removed).zip(taken);
    for (after, (((before, added), removed), taken)) in after.iter_mut().zip(rows) {
        for index in 0..after.0.len() {
            after.0[index] = before.0[index]
                .wrapping_add(added.0[index])
                .wrapping_sub(removed.0[index])
                .wrapping_sub(taken.0[index]);
        }
    }
}

#[inline(always)]
pub(super) fn add(sums: &mut [Lane], row: &[Lane]) {
    for (sum, row) in sums.iter_mut().zip(row) {
        for index in 0..sum.0.len() {
            sum.0[index] = sum.0[index].wrapping_add(row.0[index]);
        }
    }
}

#[inline(always)]
pub(super) fn subtract(sums: &mut [Lane], row: &[Lane]) {
    for (sum, row) in sums.iter_mut().zip(row) {
        for index in 0..sum.0.len() {
            sum.0[index] = sum.0[index].wrapping_sub(row.0[index]);
        }
    }
}

#[inline(always)]
pub(super) fn dot(sums: &[Lane], weights: &[Lane]) -> i32 {
    let mut total: i32 = 0;
    for (sum, weight) in sums.iter().zip(weights) {
        for (&sum, &weight) in sum.0.iter().zip(&weight.0) {
            let active = sum.clamp(0, ACTIVATION_ONE as i16);
            // Fits: the file's reader has checked the weights.
            let product = active.wrapping_mul(weight);
            total = total.wrapping_add(i32::from(active) * i32::from(product));
        }
    }
    total
}
