//! XQF, the files of XQStudio 象棋演播室: a header of 1024 bytes and a tree, both disguised from
//! version 1.1 on.

mod header;
mod keys;
mod read;
mod write;

pub(crate) use read::read;
pub(crate) use write::write;

const HEADER: usize = 1024;

/// Moves are shifted by these before the keys.
const FROM_SHIFT: u8 = 0x18;
const TO_SHIFT: u8 = 0x20;

/// The last version without keys, whose records always carry the length of a comment.
const LAST_PLAIN: u8 = 10;

/// From here on the table of pieces is rotated.
const FIRST_ROTATED: u8 = 12;
