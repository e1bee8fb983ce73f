//! Small numbers in few bytes.

/// Seven bits a byte, lowest first; the high bit says that more follow.
pub(super) fn push_number(bytes: &mut Vec<u8>, mut number: u64) {
    while 0x80 <= number {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

/// Signed numbers near zero are small too: 0, -1, 1, -2 become 0, 1, 2, 3.
pub(super) fn push_signed(bytes: &mut Vec<u8>, number: i64) {
    push_number(bytes, ((number << 1) ^ (number >> 63)) as u64);
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

    pub(super) fn signed(&mut self) -> Option<i64> {
        let number = self.number()?;
        Some((number >> 1) as i64 ^ -((number & 1) as i64))
    }

    /// A number that counts things in memory.
    pub(super) fn count(&mut self, most: usize) -> Option<usize> {
        usize::try_from(self.number()?).ok().filter(|&it| it <= most)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_read_back() {
        let numbers = [0, 1, -1, 63, -64, 64, 8191, -8192, i64::MAX, i64::MIN];
        let mut bytes = Vec::new();
        for number in numbers {
            push_signed(&mut bytes, number);
        }
        let mut left = Bytes(&bytes);
        for number in numbers {
            assert_eq!(left.signed(), Some(number));
        }
        assert!(left.is_empty());
        assert_eq!(left.signed(), None);
        assert_eq!(Bytes(&[0xff; 20]).number(), None);
    }

    #[test]
    fn one_byte_reaches_sixty_three() {
        let mut bytes = Vec::new();
        push_signed(&mut bytes, -64);
        push_signed(&mut bytes, 63);
        assert_eq!(bytes.len(), 2);
    }
}
