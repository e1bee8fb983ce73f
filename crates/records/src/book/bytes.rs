//! Small numbers in few bytes.

/// Seven bits a byte, lowest first; the high bit says that more follow.
pub(super) fn push_number(bytes: &mut Vec<u8>, mut number: u64) {
    while 0x80 <= number {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

/// Takes numbers off the front of a slice; `None` when it ends too soon or makes no sense.
pub(super) struct Bytes<'a>(pub(super) &'a [u8]);

impl<'a> Bytes<'a> {
    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(super) fn byte(&mut self) -> Option<u8> {
        let (&first, rest) = self.0.split_first()?;
        self.0 = rest;
        Some(first)
    }

    pub(super) fn take(&mut self, count: usize) -> Option<&'a [u8]> {
        let (taken, rest) = self.0.split_at_checked(count)?;
        self.0 = rest;
        Some(taken)
    }

    /// Four bytes, lowest first.
    pub(super) fn word(&mut self) -> Option<u32> {
        let bytes = self.take(4)?;
        Some(u32::from_le_bytes(bytes.try_into().ok()?))
    }

    pub(super) fn number(&mut self) -> Option<u64> {
        let mut number = 0;
        for shift in (0..64).step_by(7) {
            let byte = self.byte()?;
            number |= u64::from(byte & 0x7f) << shift;
            if byte < 0x80 {
                return Some(number);
            }
        }
        None
    }

    pub(super) fn count(&mut self) -> Option<u32> {
        u32::try_from(self.number()?).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_read_back() {
        let numbers = [0, 1, 127, 128, 16_384, u64::from(u32::MAX), u64::MAX];
        let mut bytes = Vec::new();
        numbers.iter().for_each(|it| push_number(&mut bytes, *it));
        let mut left = Bytes(&bytes);
        for number in numbers {
            assert_eq!(left.number(), Some(number));
        }
        assert!(left.is_empty());
        assert_eq!((left.number(), left.word()), (None, None));
        assert_eq!(Bytes(&[0xff; 20]).number(), None);
    }
}
