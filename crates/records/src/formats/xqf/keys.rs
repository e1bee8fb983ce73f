//! The disguise of XQF: numbers in the header from which everything else is shifted.

use super::{FIRST_ROTATED, LAST_PLAIN};

/// Cyclically laid over everything behind the header.
const PHRASE: &[u8; 32] = b"[(C) Copyright Mr. Dong Shiwei.]";

pub(super) struct Keys {
    pub(super) board: u8,
    pub(super) from: u8,
    pub(super) to: u8,
    pub(super) comment: u32,
    body: [u8; 32],
    is_rotated: bool,
}

impl Keys {
    pub(super) fn new(header: &[u8; super::HEADER]) -> Keys {
        let version = header[2];
        let comment = |sum: u8, xy: u8| (u32::from(sum) * 256 + u32::from(xy)) % 32_000 + 767;
        if version <= LAST_PLAIN {
            let is_rotated = false;
            return Keys { board: 0, from: 0, to: 0, comment: 0, body: [0; 32], is_rotated };
        }
        let mask = header[3];
        let [sum, xy, from, to] = [header[12], header[13], header[14], header[15]];
        let mix = |key: u8, by: u8| {
            key.wrapping_mul(key).wrapping_mul(54).wrapping_add(221).wrapping_mul(by)
        };
        let board = mix(xy, xy);
        let from_key = mix(from, board);
        let to_key = mix(to, from_key);
        let mut body = [0; 32];
        for (index, byte) in body.iter_mut().enumerate() {
            let key = [sum, xy, from, to][index % 4];
            *byte = PHRASE[index] & ((key & mask) | header[8 + index % 4]);
        }
        Keys {
            board,
            from: from_key,
            to: to_key,
            comment: comment(sum, xy),
            body,
            is_rotated: FIRST_ROTATED <= version,
        }
    }

    /// A byte behind the header as it was meant; `offset` counts from the start of the file.
    pub(super) fn plain(&self, byte: u8, offset: usize) -> u8 {
        byte.wrapping_sub(self.body[offset % 32])
    }

    /// The 32 squares in their order.
    pub(super) fn table(&self, raw: &[u8; 32]) -> [u8; 32] {
        let mut table = [0; 32];
        for (index, byte) in raw.iter().enumerate() {
            let turn = if self.is_rotated { 1 + usize::from(self.board) } else { 0 };
            table[(index + turn) % 32] = byte.wrapping_sub(self.board);
        }
        table
    }
}
