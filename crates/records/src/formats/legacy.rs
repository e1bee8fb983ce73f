//! The libraries of the first CCBridge: one compressed stream of strings and moves.

use std::io::Read;

use flate2::read::ZlibDecoder;
use xiangqi::{Color, Move, Setup, Square, Status};

use super::{board, bytes::Bytes, results};
use crate::{
    document::{Cursor, Document, tag},
    dropped::{Cause, Dropped, Refused, Why},
    encoding::decode_gb,
};

pub(crate) const MAGIC: &[u8; 12] = b"CCBridge\x15\0\0\0";

/// A stream may grow this much and no more, so that a small file cannot fill the memory.
const MOST_GROWTH: usize = 8;
const ALWAYS_ALLOWED: u64 = 4 << 20;

/// The games of an inflated library.
pub(crate) struct Games {
    stream: Vec<u8>,
    at: usize,
    left: u32,
    name: String,
}

pub(crate) fn read(bytes: &[u8]) -> Result<Games, Refused> {
    let mut header = Bytes(bytes);
    let compressed = header.take(20).map(|_| header.0);
    let compressed = compressed.ok_or_else(|| Refused::cut_off("old CBL library", "header"))?;
    let most = ALWAYS_ALLOWED.max((bytes.len() as u64).saturating_mul(MOST_GROWTH as u64));
    let mut stream = Vec::new();
    // What comes before damage is still good.
    let inflated = ZlibDecoder::new(compressed).take(most).read_to_end(&mut stream);
    if stream.is_empty() {
        let reason = inflated.err().map_or("it is empty".to_owned(), |it| it.to_string());
        return Err(Refused::file(Cause::Packed(reason)));
    }
    let mut head = Bytes(&stream);
    let (name, left) =
        read_head(&mut head).ok_or_else(|| Refused::cut_off("old CBL library", "description"))?;
    let at = stream.len() - head.0.len();
    Ok(Games { stream, at, left, name })
}

fn read_head(head: &mut Bytes<'_>) -> Option<(String, u32)> {
    let name = string(head)?;
    for _ in 0..4 {
        string(head)?;
    }
    head.take(2 * DATE)?;
    let count = head.u32()?;
    string(head)?;
    Some((name, count))
}

/// A date is written in so many letters.
const DATE: usize = 19;

fn string(bytes: &mut Bytes<'_>) -> Option<String> {
    let length = usize::try_from(bytes.u32()?).ok()?;
    Some(decode_gb(bytes.take(length)?))
}

impl Iterator for Games {
    type Item = Result<(Document, Vec<Dropped>), Refused>;

    fn next(&mut self) -> Option<Self::Item> {
        self.left = self.left.checked_sub(1)?;
        let mut rest = Bytes(self.stream.get(self.at..)?);
        let length = rest.u32().and_then(|it| usize::try_from(it).ok()).filter(|it| 4 < *it);
        let Some(length) = length else {
            self.left = 0;
            return Some(Err(Refused::cut_off("old CBL library", "games")));
        };
        let end = self.at.saturating_add(length).min(self.stream.len());
        let record = &self.stream[self.at + 4..end];
        self.at = end;
        if end == self.stream.len() {
            self.left = 0;
        }
        Some(read_game(record, &self.name))
    }
}

fn read_game(record: &[u8], library: &str) -> Result<(Document, Vec<Dropped>), Refused> {
    let cut = || Refused::cut_off("record", "description");
    let mut bytes = Bytes(record);
    let (mut setup, fields, result) = read_fields(&mut bytes).ok_or_else(cut)?;
    let is_red = bytes.byte().ok_or_else(cut)? == 1;
    setup.side = if is_red { Color::Red } else { Color::Black };
    bytes.take(2 * DATE).ok_or_else(cut)?;
    let count = bytes.u32().ok_or_else(cut)? as usize;
    let first = bytes.0.get(2).and_then(|&it| packed(it, 0));
    let start = board::start(setup, first.filter(|_| 0 < count))?;

    let mut cursor = Cursor::new(start, record.len(), count.min(record.len() / 6));
    let document = cursor.document_mut();
    document.result = result;
    for (name, value) in fields {
        document.headers.set(name, &value);
    }
    document.headers.set(tag::SOURCE, library);
    read_moves(&mut bytes, count, &mut cursor);
    Ok(cursor.finish())
}

type Fields = Vec<(&'static str, String)>;

fn read_fields(bytes: &mut Bytes<'_>) -> Option<(Setup, Fields, Status)> {
    let squares: [u8; 32] = bytes.array()?;
    let setup = board::from_squares(squares.map(|it| packed(it, 1)));
    let mut fields = Vec::new();
    bytes.u32()?;
    fields.push((tag::EVENT, string(bytes)?));
    bytes.u32()?;
    fields.push((tag::TITLE, string(bytes)?));
    string(bytes)?;
    string(bytes)?;
    for name in [tag::SITE, tag::DATE, tag::RED, tag::BLACK] {
        fields.push((name, string(bytes)?));
    }
    let result = results::from_number(bytes.u32()?, Status::Ongoing);
    fields.push((tag::ANNOTATOR, string(bytes)?));
    string(bytes)?;
    fields.push((tag::AUTHOR, string(bytes)?));
    string(bytes)?;
    fields.push((tag::REMARK, string(bytes)?));
    Some((setup, fields, result))
}

/// File in the high half, row from the top in the low one, both counted from `base`.
fn packed(byte: u8, base: u8) -> Option<Square> {
    board::from_top((byte >> 4).checked_sub(base)?, (byte & 15).checked_sub(base)?)
}

/// Moves in the order of the tree, each with its ply, then a line of comment for each.
fn read_moves(bytes: &mut Bytes<'_>, count: usize, cursor: &mut Cursor) {
    let moves = bytes.0;
    let whole = count.min(moves.len() / 6);
    let comments = decode_gb(&moves[6 * whole..]);
    // Behind the comments, version 1 may keep a table of the headers as text.
    let comments = comments.split("[Z1]").next().unwrap_or_default();
    let mut lines = comments.split('\n').map(|it| it.trim_end_matches('\r'));
    for chunk in moves.chunks_exact(6).take(whole) {
        let [low, high, from, to, _, _] = chunk[..] else { return };
        let ply = usize::from(u16::from_le_bytes([low, high])).max(1);
        // A ply not above the one before begins a variation on the present path.
        if ply - 1 < cursor.depth() {
            cursor.unwind(ply - 1);
        }
        let mv = packed(from, 0).zip(packed(to, 0)).and_then(|(from, to)| Move::new(from, to));
        cursor.play(mv, || format!("{from:02x}{to:02x}"));
        cursor.comment(&lines.next().unwrap_or_default().replace("||", "\n"));
    }
    if whole < count {
        cursor.drop_here(Why::Truncated, String::new());
    }
}
