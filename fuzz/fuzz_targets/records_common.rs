//! What the targets of the records share: whatever is read is also written in every format, and
//! PGN keeps the tree.

#![allow(dead_code)]

use records::{Format, Options, read};

pub(crate) fn exercise(data: &[u8]) {
    let Ok(games) = read(data) else { return };
    for reading in games.take(50).flatten() {
        let options = Options::default();
        for format in Format::WRITTEN {
            let _ = format.write(&reading.document, &options);
        }
        let Some(written) = Format::Pgn.write(&reading.document, &options) else { continue };
        let again = read(&written.bytes).ok().and_then(|mut it| it.next()).and_then(Result::ok);
        let is_deep = reading.document.len() > 4_000;
        assert!(is_deep || again.is_some_and(|it| it.document.len() == reading.document.len()));
    }
}

/// The squares of the start position in XQF's order.
const SQUARES: [u8; 32] = [
    0, 10, 20, 30, 40, 50, 60, 70, 80, 12, 72, 3, 23, 43, 63, 83, 9, 19, 29, 39, 49, 59, 69, 79,
    89, 17, 77, 6, 26, 46, 66, 86,
];

/// Without keys, or, if the first byte is odd, with everything from the data.
pub(crate) fn xqf(data: &[u8]) -> Vec<u8> {
    let mut bytes = vec![0; 1024];
    bytes[..3].copy_from_slice(b"XQ\x0a");
    bytes[16..48].copy_from_slice(&SQUARES);
    match data.split_first() {
        Some((first, rest)) if first % 2 == 1 => [&b"XQ"[..], rest].concat(),
        Some((_, rest)) => [&bytes, rest].concat(),
        None => bytes,
    }
}

pub(crate) fn cbr(data: &[u8]) -> Vec<u8> {
    let document = records::Document::new(xiangqi::Position::start());
    let mut bytes = Format::Cbr.write(&document, &Options::default()).map_or(vec![], |it| it.bytes);
    bytes.truncate(2214);
    bytes.extend(data);
    bytes
}

/// One game whose record is the data; deflate may store it as it is.
pub(crate) fn legacy(data: &[u8]) -> Vec<u8> {
    let mut stream = vec![0; 20];
    stream.extend([b'0'; 38]);
    stream.extend(1u32.to_le_bytes());
    stream.extend([0; 4]);
    stream.extend((data.len() as u32 + 4).to_le_bytes());
    stream.extend(data);
    let mut bytes = b"CCBridge\x15\0\0\0\x01\0\0\0\0\0\0\0\x78\x01".to_vec();
    for chunk in stream.chunks(60_000) {
        let length = chunk.len() as u16;
        bytes.push(0);
        bytes.extend(length.to_le_bytes());
        bytes.extend((!length).to_le_bytes());
        bytes.extend(chunk);
    }
    bytes
}
