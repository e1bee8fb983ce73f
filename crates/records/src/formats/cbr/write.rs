//! Writes CBR in the current layout.

use xiangqi::{Color, Move, Square};

use super::{ENDS, HAS_COMMENT, HAS_SIBLING, KINDS, layout, read::MAGIC};
use crate::{
    document::{Document, NodeId},
    formats::{
        Written,
        loss::{Holds, joined_comment, losses},
        results,
    },
};

pub(crate) fn write(document: &Document) -> Written {
    let layout = &layout::CURRENT;
    let names: Vec<&str> = layout.fields.iter().map(|it| it.0).collect();
    let holds = Holds {
        headers: &names,
        comments: true,
        variations: true,
        remarks: false,
        counters: false,
    };
    let mut lost = losses(document, holds);
    let mut bytes = vec![0; layout.stream];
    bytes[..MAGIC.len()].copy_from_slice(MAGIC);
    bytes[19] = layout::CURRENT_VERSION;
    for &(name, offset, size) in layout.fields {
        write_field(document.headers.get(name), name, &mut bytes[offset..offset + size], &mut lost);
    }
    bytes[layout.result] = results::to_number(document.result);
    let start = document.start();
    bytes[layout.side] = if start.side() == Color::Red { 1 } else { 2 };
    for (square, piece) in start.placement() {
        let kind = KINDS.iter().position(|it| *it == piece.kind()).unwrap_or_default() as u8;
        let color = if piece.color() == Color::Red { 0x10 } else { 0x20 };
        bytes[layout.board + usize::from(number(square))] = color | (kind + 1);
    }
    let opening = joined_comment(document, NodeId::ROOT, &mut lost);
    record(&mut bytes, if document.is_empty() { ENDS } else { 0 }, None, &opening);
    for (node, _) in document.preorder() {
        let comment = joined_comment(document, node, &mut lost);
        let ends = document.first_child(node).is_none();
        let has_sibling = document.next_sibling(node).is_some();
        let flags = if ends { ENDS } else { 0 } | if has_sibling { HAS_SIBLING } else { 0 };
        record(&mut bytes, flags, document.mv(node), &comment);
    }
    Written { bytes, lost }
}

/// Row by row from the top.
fn number(square: Square) -> u8 {
    ((9 - square.rank()) * 9 + square.file()) as u8
}

fn record(bytes: &mut Vec<u8>, flags: u8, mv: Option<Move>, comment: &str) {
    let (from, to) = mv.map_or((0, 0), |it| (number(it.from()), number(it.to())));
    // Other programs know lines by both characters.
    let text: Vec<u8> =
        comment.replace('\n', "\r\n").encode_utf16().flat_map(u16::to_le_bytes).collect();
    if text.is_empty() {
        bytes.extend([flags, 0, from, to]);
    } else {
        bytes.extend([flags | HAS_COMMENT, 0, from, to]);
        bytes.extend((text.len() as u32).to_le_bytes());
        bytes.extend(text);
    }
}

/// The last two bytes stay zero.
fn write_field(value: &str, name: &str, field: &mut [u8], lost: &mut Vec<String>) {
    let mut length = 0;
    for letter in value.chars() {
        let mut units = [0; 2];
        let units = letter.encode_utf16(&mut units);
        if field.len() < length + 2 * units.len() + 2 {
            lost.push(format!("the header {name} is cut after {} letters: {value:?}", length / 2));
            return;
        }
        for unit in units {
            field[length..length + 2].copy_from_slice(&unit.to_le_bytes());
            length += 2;
        }
    }
}
