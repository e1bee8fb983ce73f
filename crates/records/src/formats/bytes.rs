//! Reading numbers out of bytes without ever looking beyond their end.

/// What is left of some bytes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bytes<'a>(pub(crate) &'a [u8]);

impl<'a> Bytes<'a> {
    /// The next bytes; `None`, and nothing taken, if there are fewer.
    pub(crate) fn take(&mut self, count: usize) -> Option<&'a [u8]> {
        let (taken, rest) = self.0.split_at_checked(count)?;
        self.0 = rest;
        Some(taken)
    }

    pub(crate) fn array<const N: usize>(&mut self) -> Option<[u8; N]> {
        self.take(N)?.try_into().ok()
    }

    pub(crate) fn byte(&mut self) -> Option<u8> {
        Some(self.array::<1>()?[0])
    }

    /// Little-endian, as all these formats are.
    pub(crate) fn u32(&mut self) -> Option<u32> {
        self.array().map(u32::from_le_bytes)
    }
}

/// A part of some bytes, shorter or empty where they end.
pub(crate) fn part(bytes: &[u8], start: usize, length: usize) -> &[u8] {
    let start = start.min(bytes.len());
    let end = start.saturating_add(length).min(bytes.len());
    &bytes[start..end]
}
