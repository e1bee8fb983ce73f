//! Small numbers in few bytes (LEB128), as opening books and files of self-play games have them,
//! and reading them back without ever looking beyond the end.

/// Seven bits a byte, lowest first; the high bit says that more follow.
pub fn push_number(bytes: &mut Vec<u8>, mut number: u64) {
    while 0x80 <= number {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

/// Signed numbers near zero are small too: 0, -1, 1, -2 become 0, 1, 2, 3.
pub fn push_signed(bytes: &mut Vec<u8>, number: i64) {
    push_number(bytes, ((number << 1) ^ (number >> 63)) as u64);
}

/// Takes numbers off the front of a slice; `None` when it ends too soon or makes no sense.
pub struct Bytes<'a>(pub &'a [u8]);

impl<'a> Bytes<'a> {
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub fn byte(&mut self) -> Option<u8> {
        let (&first, rest) = self.0.split_first()?;
        self.0 = rest;
        Some(first)
    }

    pub fn take(&mut self, count: usize) -> Option<&'a [u8]> {
        let (taken, rest) = self.0.split_at_checked(count)?;
        self.0 = rest;
        Some(taken)
    }

    /// Four bytes, lowest first.
    pub fn word(&mut self) -> Option<u32> {
        let bytes = self.take(4)?;
        Some(u32::from_le_bytes(bytes.try_into().ok()?))
    }

    pub fn number(&mut self) -> Option<u64> {
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

    pub fn signed(&mut self) -> Option<i64> {
        let number = self.number()?;
        Some((number >> 1) as i64 ^ -((number & 1) as i64))
    }

    /// A number of 32 bits.
    pub fn small(&mut self) -> Option<u32> {
        u32::try_from(self.number()?).ok()
    }

    /// A number that counts things in memory.
    pub fn count(&mut self, most: usize) -> Option<usize> {
        usize::try_from(self.number()?).ok().filter(|&it| it <= most)
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

    #[test]
    fn signed_numbers_read_back() {
        let numbers = [0, 1, -1, 63, -64, 64, 8191, -8192, i64::MAX, i64::MIN];
        let mut bytes = Vec::new();
        numbers.iter().for_each(|it| push_signed(&mut bytes, *it));
        let mut left = Bytes(&bytes);
        for number in numbers {
            assert_eq!(left.signed(), Some(number));
        }
        assert_eq!(left.signed(), None);
    }

    #[test]
    fn one_byte_reaches_sixty_three() {
        let mut bytes = Vec::new();
        push_signed(&mut bytes, -64);
        push_signed(&mut bytes, 63);
        assert_eq!(bytes.len(), 2);
    }
}
