//! CBL, a library of CCBridge: an index, and records as in CBR, each at a multiple of 4096 bytes.

use crate::{
    document::{Document, tag},
    dropped::{Dropped, Refused},
    formats::{bytes::part, cbr},
};

pub(crate) const MAGIC: &[u8; 16] = b"CCBridgeLibrary\0";

const SLOT_COUNT: usize = 60;
const NAME: usize = 64;
const INDEX: usize = 66_624;
const SLOT: usize = 276;

/// Records begin at multiples of this, counted from the first.
const STEP: usize = 4096;

/// Finds the records one after the other.
pub(crate) struct Records<'a> {
    bytes: &'a [u8],
    at: usize,
    name: String,
}

pub(crate) fn read(bytes: &[u8]) -> Result<Records<'_>, Refused> {
    let slots = part(bytes, SLOT_COUNT, 4);
    let slots: [u8; 4] = slots.try_into().map_err(|_| Refused::cut_off("CBL library", "header"))?;
    let slots = u32::from_le_bytes(slots) as usize;
    let promised = INDEX.saturating_add(slots.saturating_mul(SLOT));
    // Where the number of slots is nonsense, the records are looked for from the index on.
    let starts_here = |at: usize| part(bytes, at, MAGIC.len()) == cbr::MAGIC;
    let at = if starts_here(promised) { promised } else { first_record(bytes) };
    Ok(Records { bytes, at, name: cbr::text(part(bytes, NAME, 512)) })
}

fn first_record(bytes: &[u8]) -> usize {
    let behind = part(bytes, INDEX, usize::MAX);
    let found = behind.windows(MAGIC.len()).position(|it| it == cbr::MAGIC);
    found.map_or(bytes.len(), |it| INDEX + it)
}

impl Iterator for Records<'_> {
    type Item = Result<(Document, Vec<Dropped>), Refused>;

    fn next(&mut self) -> Option<Self::Item> {
        let starts_here = |at: usize| part(self.bytes, at, MAGIC.len()) == cbr::MAGIC;
        while self.at < self.bytes.len() && !starts_here(self.at) {
            self.at += STEP;
        }
        if self.bytes.len() <= self.at {
            return None;
        }
        let start = self.at;
        self.at += STEP;
        while self.at < self.bytes.len() && !starts_here(self.at) {
            self.at += STEP;
        }
        let record = part(self.bytes, start, self.at - start);
        Some(cbr::read(record).map(|(mut document, dropped)| {
            document.headers.set(tag::SOURCE, &self.name);
            (document, dropped)
        }))
    }
}
