//! Writes XQF without keys: version 1.0, which every program opens, or 1.8 where there are
//! variations, which 1.0 promises not to have.

use xiangqi::{Color, Square};

use super::{FROM_SHIFT, HEADER, LAST_PLAIN, TO_SHIFT, header};
use crate::{
    document::{Document, NodeId},
    encoding::encode_gb,
    formats::{
        Written, board,
        loss::{Holds, joined_comment, losses},
        results,
    },
};

const WITH_VARIATIONS: u8 = 18;

/// Added to lengths from version 1.1 on, even if all keys are zero.
const COMMENT_KEY: u32 = 767;

pub(crate) fn write(document: &Document) -> Written {
    let names = header::FIELDS.map(|it| it.0);
    let holds = Holds {
        headers: &names,
        comments: true,
        variations: true,
        remarks: false,
        counters: false,
    };
    let mut lost = losses(document, holds);
    let has_variations = 0 < document.variation_count();
    let version = if has_variations { WITH_VARIATIONS } else { LAST_PLAIN };

    let mut bytes = vec![0; HEADER];
    bytes[..3].copy_from_slice(&[b'X', b'Q', version]);
    let squares = board::to_squares(document.start());
    for (index, square) in squares.into_iter().enumerate() {
        // The newer version turns the table by one.
        let slot = if has_variations { (index + 31) % 32 } else { index };
        bytes[16 + slot] = square.map_or(0xff, number);
    }
    bytes[50] = u8::from(document.start().side() == Color::Black);
    bytes[51] = results::to_number(document.result);
    header::write(&document.headers, &mut bytes, &mut lost);

    let mut writer = Writer { bytes, is_plain: !has_variations };
    let opening = joined_comment(document, NodeId::ROOT, &mut lost);
    writer.record(0, 0, !document.is_empty(), false, &opening);
    for (node, _) in document.preorder() {
        let Some(mv) = document.mv(node) else { continue };
        let comment = joined_comment(document, node, &mut lost);
        let has_next = document.first_child(node).is_some();
        let has_sibling = document.next_sibling(node).is_some();
        writer.record(number(mv.from()), number(mv.to()), has_next, has_sibling, &comment);
    }
    Written { bytes: writer.bytes, lost }
}

fn number(square: Square) -> u8 {
    (square.file() * 10 + square.rank()) as u8
}

struct Writer {
    bytes: Vec<u8>,
    is_plain: bool,
}

impl Writer {
    fn record(&mut self, from: u8, to: u8, has_next: bool, has_sibling: bool, comment: &str) {
        // Other programs know lines by both characters.
        let comment = encode_gb(&comment.replace('\n', "\r\n"));
        let length = comment.len() as u32;
        let flag = |is: bool, value: u8| if is { value } else { 0 };
        let has_comment = 0 < length;
        let flags = if self.is_plain {
            flag(has_next, 0xf0) | flag(has_sibling, 0x0f)
        } else {
            flag(has_next, 0x80) | flag(has_sibling, 0x40) | flag(has_comment, 0x20)
        };
        let is_root = self.bytes.len() == HEADER;
        let reserved = if is_root { 0xff } else { 0 };
        self.bytes.extend([from + FROM_SHIFT, to + TO_SHIFT, flags, reserved]);
        if self.is_plain {
            self.bytes.extend(length.to_le_bytes());
        } else if has_comment {
            self.bytes.extend((length + COMMENT_KEY).to_le_bytes());
        }
        self.bytes.extend(comment);
    }
}
