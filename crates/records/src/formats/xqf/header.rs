//! The fields of the header, one list for reading and writing.

use crate::{
    document::{Headers, tag},
    encoding::{decode_gb, encode_gb},
    formats::bytes::part,
};

/// Name, offset and size; a length byte comes first.
pub(super) const FIELDS: [(&str, usize, usize); 11] = [
    (tag::TITLE, 80, 64),
    (tag::EVENT, 208, 64),
    (tag::DATE, 272, 16),
    (tag::SITE, 288, 16),
    (tag::RED, 304, 16),
    (tag::BLACK, 320, 16),
    (tag::TIME_CONTROL, 336, 64),
    (tag::RED_TIME, 400, 16),
    (tag::BLACK_TIME, 416, 16),
    (tag::ANNOTATOR, 464, 16),
    (tag::AUTHOR, 480, 16),
];

pub(super) fn read(header: &[u8], headers: &mut Headers) {
    for (name, offset, size) in FIELDS {
        let length = usize::from(header[offset]).min(size - 1);
        headers.set(name, &decode_gb(part(header, offset + 1, length)));
    }
}

/// Says which values had to be cut short.
pub(super) fn write(headers: &Headers, header: &mut [u8], lost: &mut Vec<String>) {
    for (name, offset, size) in FIELDS {
        let value = headers.get(name);
        let bytes = encode_gb(value);
        let kept = whole_characters(value, size - 1);
        if kept < bytes.len() {
            lost.push(format!("the header {name} is cut after {kept} bytes: {value:?}"));
        }
        header[offset] = kept as u8;
        header[offset + 1..offset + 1 + kept].copy_from_slice(&bytes[..kept]);
    }
}

/// How many bytes of GB18030 fit without cutting a character.
fn whole_characters(text: &str, most: usize) -> usize {
    let mut length = 0;
    for letter in text.chars() {
        let size = encode_gb(letter.encode_utf8(&mut [0; 4])).len();
        if most < length + size {
            break;
        }
        length += size;
    }
    length
}
