//! Reads CBR of all layouts. The files hold leftovers of memory between the fields: what is not
//! documented is not looked at.

use xiangqi::{Color, Piece, Position, Setup, Square, Status};

use super::{ENDS, HAS_COMMENT, HAS_SIBLING, KINDS, layout};
use crate::{
    document::{Cursor, Document},
    dropped::{Dropped, Refused},
    encoding::decode_utf16,
    formats::{
        board,
        bytes::{Bytes, part},
        results,
        stream::{Record, read_tree},
    },
};

pub(crate) const MAGIC: &[u8; 16] = b"CCBridge Record\0";

pub(crate) fn read(bytes: &[u8]) -> Result<(Document, Vec<Dropped>), Refused> {
    let version = bytes.get(19).copied().unwrap_or_default();
    let layout = layout::of(version);
    let stream =
        bytes.get(layout.stream..).ok_or_else(|| Refused::cut_off("CBR record", "header"))?;
    let mut moves = Moves { bytes: Bytes(stream), is_packed: layout.is_packed };
    let root = moves.next();
    let first = root.as_ref().filter(|it| it.has_next).and_then(|_| moves.clone().next());
    let side = bytes[layout.side];
    let start = start(part(bytes, layout.board, 90), side, first.and_then(|it| it.from))?;

    let mut cursor = Cursor::new(start, bytes.len(), stream.len() / 4);
    let document = cursor.document_mut();
    for &(name, offset, size) in layout.fields {
        document.headers.set(name, &text(part(bytes, offset, size)));
    }
    document.result = results::from_number(u32::from(bytes[layout.result]), Status::Ongoing);
    read_tree(root, &mut cursor, || moves.next());
    Ok(cursor.finish())
}

/// A field ends at the first NUL.
pub(crate) fn text(field: &[u8]) -> String {
    let end = field.chunks_exact(2).position(|it| it == [0, 0]).unwrap_or(field.len() / 2);
    decode_utf16(&field[..2 * end]).trim_end_matches('\u{fffd}').to_owned()
}

fn start(cells: &[u8], side: u8, first: Option<Square>) -> Result<Position, Refused> {
    let mut setup = Setup::empty();
    for (index, &cell) in (0u8..).zip(cells) {
        let color = if cell >> 4 == 1 { Color::Red } else { Color::Black };
        let kind = usize::from(cell & 15).checked_sub(1).and_then(|it| KINDS.get(it));
        if let (1 | 2, Some(&kind), Some(square)) =
            (cell >> 4, kind, board::from_top(index % 9, index / 9))
        {
            setup.board[square.index()] = Some(Piece::new(color, kind));
        }
    }
    setup.side = if side == 2 { Color::Black } else { Color::Red };
    board::start(setup, first)
}

#[derive(Clone)]
struct Moves<'a> {
    bytes: Bytes<'a>,
    is_packed: bool,
}

impl Moves<'_> {
    /// `None` if the file ends before the record does.
    fn next(&mut self) -> Option<Record> {
        let [flags, _, from, to] = self.bytes.array()?;
        let comment = if flags & HAS_COMMENT != 0 {
            let length = usize::try_from(self.bytes.u32()?).ok()?;
            decode_utf16(self.bytes.take(length)?)
        } else {
            String::new()
        };
        Some(Record {
            from: self.square(from),
            to: self.square(to),
            has_next: flags & ENDS == 0,
            has_sibling: flags & HAS_SIBLING != 0,
            comment,
        })
    }

    fn square(&self, value: u8) -> Option<Square> {
        if self.is_packed {
            board::from_top(value >> 4, value & 15)
        } else {
            board::from_top(value % 9, value / 9)
        }
    }
}
