//! CBR, one game of CCBridge 象棋桥: fixed fields of UTF-16, a board, and a stream of moves.

mod layout;
mod read;
mod write;

pub(crate) use read::{MAGIC, read, text};
pub(crate) use write::write;

/// Flags of a move in the stream.
const ENDS: u8 = 1;
const HAS_SIBLING: u8 = 2;
const HAS_COMMENT: u8 = 4;

/// Pieces on the board: 0x11 to 0x17 Red's, 0x21 to 0x27 Black's, in this order.
const KINDS: [xiangqi::PieceKind; 7] = {
    use xiangqi::PieceKind::{Advisor, Cannon, Chariot, Elephant, General, Horse, Soldier};
    [Chariot, Horse, Elephant, Advisor, General, Cannon, Soldier]
};
