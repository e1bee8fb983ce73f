//! A block: mark, length, checksum, then games.

use varint::Bytes;

use super::game::GameRecord;

/// Where a reader that lost its way finds back in.
pub(super) const MARK: [u8; 4] = *b"\xc6\x9a\xe5\x85";
/// Mark, payload length and checksum.
pub(super) const HEAD_BYTES: usize = 12;
/// Longer blocks are not written, so a longer length is damage.
pub(super) const MOST_BYTES: usize = 1 << 20;

/// Puts the head before the payload.
pub(super) fn seal(payload: &[u8]) -> Vec<u8> {
    let mut block = Vec::with_capacity(HEAD_BYTES + payload.len());
    block.extend(MARK);
    block.extend((payload.len() as u32).to_le_bytes());
    block.extend(crc32fast::hash(payload).to_le_bytes());
    block.extend(payload);
    block
}

/// The payload's length as the head has it, if it may be one.
pub(super) fn payload_len(head: &[u8; HEAD_BYTES]) -> Option<usize> {
    let len = u32::from_le_bytes([head[4], head[5], head[6], head[7]]) as usize;
    (head.starts_with(&MARK) && len <= MOST_BYTES).then_some(len)
}

/// The games of a payload whose checksum nobody knows; what the fuzzer calls.
pub fn read_unsealed(payload: &[u8]) -> Option<Vec<GameRecord>> {
    let (mut bytes, mut last, mut games) = (Bytes(payload), 0, Vec::new());
    while !bytes.is_empty() {
        let game = GameRecord::read(last, &mut bytes)?;
        last = game.number;
        games.push(game);
    }
    Some(games)
}

/// The games of a payload, unless the checksum or the games say that it is damaged.
pub(super) fn open(head: &[u8; HEAD_BYTES], payload: &[u8]) -> Option<Vec<GameRecord>> {
    let checksum = u32::from_le_bytes([head[8], head[9], head[10], head[11]]);
    if crc32fast::hash(payload) == checksum { read_unsealed(payload) } else { None }
}
