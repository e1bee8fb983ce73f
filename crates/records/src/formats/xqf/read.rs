//! Reads XQF of every version.

use xiangqi::{Color, Position, Square, Status};

use super::{FROM_SHIFT, HEADER, LAST_PLAIN, TO_SHIFT, header, keys::Keys};
use crate::{
    document::{Cursor, Document},
    dropped::{Dropped, Refused},
    encoding::decode_gb,
    formats::{
        board, results,
        stream::{Record, read_tree},
    },
};

pub(crate) fn read(bytes: &[u8]) -> Result<(Document, Vec<Dropped>), Refused> {
    let header: &[u8; HEADER] =
        bytes.first_chunk().ok_or_else(|| Refused::cut_off("XQF file", "header of 1024 bytes"))?;
    let keys = Keys::new(header);
    let mut records = Records { bytes, at: HEADER, is_plain: header[2] <= LAST_PLAIN, keys: &keys };
    let root = records.next();
    let first = root.as_ref().filter(|it| it.has_next).and_then(|_| records.clone().next());
    let start = start(header, &keys, first.and_then(|it| it.from))?;

    let smallest = if records.is_plain { 8 } else { 4 };
    let mut cursor = Cursor::new(start, bytes.len(), (bytes.len() - HEADER) / smallest);
    let document = cursor.document_mut();
    header::read(header, &mut document.headers);
    document.result = results::from_number(u32::from(header[51]), Status::Draw);
    read_tree(root, &mut cursor, || records.next());
    Ok(cursor.finish())
}

fn start(header: &[u8], keys: &Keys, first: Option<Square>) -> Result<Position, Refused> {
    let raw: &[u8; 32] =
        header[16..48].try_into().map_err(|_| Refused::cut_off("XQF file", "board"))?;
    let squares = keys.table(raw).map(square);
    let mut setup = board::from_squares(squares);
    setup.side = if header[50] == 1 { Color::Black } else { Color::Red };
    board::start(setup, first)
}

/// Ten points on a file, files one after the other.
fn square(value: u8) -> Option<Square> {
    Square::new((value / 10) as i8, (value % 10) as i8)
}

#[derive(Clone)]
struct Records<'a> {
    bytes: &'a [u8],
    at: usize,
    is_plain: bool,
    keys: &'a Keys,
}

impl Records<'_> {
    /// `None` if the file ends before the record does.
    fn next(&mut self) -> Option<Record> {
        let keys = self.keys;
        let [from, to, flags, _] = self.take()?;
        let (has_next, has_sibling, has_comment) = if self.is_plain {
            (flags & 0xf0 != 0, flags & 0x0f != 0, true)
        } else {
            (flags & 0x80 != 0, flags & 0x40 != 0, flags & 0x20 != 0)
        };
        let comment = if has_comment { self.comment()? } else { String::new() };
        let from = square(from.wrapping_sub(FROM_SHIFT).wrapping_sub(keys.from));
        let to = square(to.wrapping_sub(TO_SHIFT).wrapping_sub(keys.to));
        Some(Record { from, to, has_next, has_sibling, comment })
    }

    fn comment(&mut self) -> Option<String> {
        let length = u32::from_le_bytes(self.take()?).wrapping_sub(self.keys.comment);
        let length = usize::try_from(length).ok()?;
        let end = self.at.checked_add(length).filter(|&it| it <= self.bytes.len())?;
        let plain: Vec<u8> = (self.at..end).map(|it| self.keys.plain(self.bytes[it], it)).collect();
        self.at = end;
        Some(decode_gb(&plain))
    }

    fn take<const N: usize>(&mut self) -> Option<[u8; N]> {
        let raw: &[u8; N] = self.bytes.get(self.at..)?.first_chunk()?;
        let mut plain = *raw;
        for (index, byte) in plain.iter_mut().enumerate() {
            *byte = self.keys.plain(*byte, self.at + index);
        }
        self.at += N;
        Some(plain)
    }
}
