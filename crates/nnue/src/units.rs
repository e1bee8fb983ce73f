//! What one is as an integer, and how large weights may be so that no sum overflows.

/// What an activation of one is in the accumulator.
pub const ACTIVATION_ONE: i32 = 255;
/// What an output weight of one is at least, and always was in files of the first version. A
/// bucket whose weights are all small has a finer unit.
pub const OUTPUT_ONE: i32 = 64;
pub const FINEST_OUTPUT_ONE: i32 = 4096;
/// So that an activation times an output weight fits into sixteen bits.
pub const LARGEST_OUTPUT: i16 = 128;
/// So that an accumulator of 32 pieces and a bias fits into sixteen bits.
pub(crate) const LARGEST_INPUT: i16 = 1000;
pub(crate) const LARGEST_BIAS: i16 = 767;
