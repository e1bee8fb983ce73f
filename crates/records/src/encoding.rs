//! Bytes to text. Files say nothing about their encoding, and Big5 decodes as GB18030 without an
//! error, so that the one which yields more moves is believed.

use std::borrow::Cow;

use chardetng::EncodingDetector;
use encoding_rs::{BIG5, Encoding, GB18030, UTF_8, UTF_16BE, UTF_16LE};

/// Enough to know a file by.
const SAMPLE: usize = 64 * 1024;

/// The text of a file in whatever encoding. Never fails: what cannot be read becomes `\u{fffd}`.
pub(crate) fn decode(bytes: &[u8]) -> Cow<'_, str> {
    let (text, _, _) = guess(bytes).decode(bytes);
    // A pair of bytes that some tables map to a private character is a wide space everywhere else.
    if text.contains('\u{e5e5}') { Cow::Owned(text.replace('\u{e5e5}', "\u{3000}")) } else { text }
}

/// GB18030 without the NULs that fill up a field, and without half a character at its end.
pub(crate) fn decode_gb(bytes: &[u8]) -> String {
    let (text, _) = GB18030.decode_without_bom_handling(bytes);
    let text = text.trim_end_matches('\u{fffd}').trim_end_matches('\0');
    text.replace('\u{e5e5}', "\u{3000}")
}

pub(crate) fn encode_gb(text: &str) -> Vec<u8> {
    GB18030.encode(text).0.into_owned()
}

pub(crate) fn decode_utf16(bytes: &[u8]) -> String {
    UTF_16LE.decode_without_bom_handling(bytes).0.into_owned()
}

fn guess(bytes: &[u8]) -> &'static Encoding {
    if let Some((encoding, _)) = Encoding::for_bom(bytes) {
        return encoding;
    }
    let sample = &bytes[..bytes.len().min(SAMPLE)];
    if let Some(encoding) = utf16_without_mark(sample) {
        return encoding;
    }
    let is_utf8 = match str::from_utf8(bytes) {
        Ok(_) => true,
        // A file may be cut in the middle of a character, which is no sign of another encoding.
        Err(error) => error.error_len().is_none(),
    };
    if is_utf8 {
        return UTF_8;
    }
    let moves = |encoding: &'static Encoding| count_moves(&encoding.decode(sample).0);
    let (gb, big5) = (moves(GB18030), moves(BIG5));
    if gb != big5 {
        return if big5 < gb { GB18030 } else { BIG5 };
    }
    let mut detector = EncodingDetector::new();
    detector.feed(sample, true);
    if detector.guess(Some(b"cn"), false) == BIG5 { BIG5 } else { GB18030 }
}

/// Western letters in UTF-16 leave every other byte zero.
fn utf16_without_mark(sample: &[u8]) -> Option<&'static Encoding> {
    let zeros = |skip: usize| sample.iter().skip(skip).step_by(2).filter(|it| **it == 0).count();
    let (even, odd) = (zeros(0), zeros(1));
    let many = sample.len() / 8;
    if sample.len() < 16 || (even <= many && odd <= many) || (many < even && many < odd) {
        None
    } else {
        Some(if even < odd { UTF_16LE } else { UTF_16BE })
    }
}

/// Directions between a piece's file and a number, which no wrong encoding produces by chance.
fn count_moves(text: &str) -> usize {
    let letters: Vec<char> = text.chars().collect();
    let is_number = |it: char| {
        "一二三四五六七八九".contains(it) || it.is_ascii_digit() || ('１'..='９').contains(&it)
    };
    letters.windows(2).filter(|it| "进進退平".contains(it[0]) && is_number(it[1])).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_encoding_of_a_line() {
        let line = "1. 炮二平五 馬８進７ 2. 馬二進三 車９平８";
        for encoding in [UTF_8, GB18030, BIG5] {
            let (bytes, _, _) = encoding.encode(line);
            assert_eq!(decode(&bytes), line, "{}", encoding.name());
        }
        let wide: Vec<u8> = line.encode_utf16().flat_map(u16::to_le_bytes).collect();
        assert_eq!(decode(&[&[0xff, 0xfe], &wide[..]].concat()), line);
        let plain: Vec<u8> =
            "1. h2e2 h9g7 2. h0g2".encode_utf16().flat_map(u16::to_be_bytes).collect();
        assert_eq!(decode(&plain), "1. h2e2 h9g7 2. h0g2");
    }

    #[test]
    fn half_a_character_is_dropped() {
        let bytes = encode_gb("王嘉");
        assert_eq!(decode_gb(&bytes[..3]), "王");
        assert_eq!(decode_gb(b"ab\0\0"), "ab");
    }
}
