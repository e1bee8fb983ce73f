//! Numbers side by side: the unit in which all code works, one cache line.

pub(crate) const LANE: usize = 32;

/// Thirty-two numbers, aligned as the widest registers want them.
#[repr(C, align(64))]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Lane(pub(crate) [i16; LANE]);

impl Lane {
    pub(crate) const ZERO: Lane = Lane([0; LANE]);
}

/// Cuts numbers into lanes; the rest that fills none is left out.
pub(crate) fn lanes_of(numbers: &[i16]) -> Vec<Lane> {
    let (chunks, _) = numbers.as_chunks::<LANE>();
    chunks.iter().map(|&it| Lane(it)).collect()
}

pub(crate) fn numbers_of(lanes: &[Lane]) -> impl Iterator<Item = i16> + '_ {
    lanes.iter().flat_map(|it| it.0)
}
