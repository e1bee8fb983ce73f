//! A document made ready for the library: everything that can be done before the database is
//! locked.

use std::{
    collections::HashSet,
    io::{Read, Write},
};

use flate2::{Compression, read::DeflateDecoder, write::DeflateEncoder};
use records::{
    Document, Format, NodeId, Options,
    book::Place,
    document::tag,
    openings::{Name, Openings},
};
use sha2::{Digest, Sha256};
use xiangqi::{Position, Style};

use super::{
    super::error::{Damage, StoreError},
    places::Spot,
    results::result_number,
};

/// Texts of a list are cut to so many characters; the document has them whole.
const LONGEST_TEXT: usize = 120;
/// Later positions are found by nobody.
const LAST_PLY: usize = 400;
/// No document of ours unpacks to more.
const LARGEST_DOCUMENT: u64 = 256 << 20;

/// A game ready to be added.
#[derive(Clone, Debug)]
pub struct Entry {
    pub(super) fingerprint: i64,
    /// How much is said: of two games with the same moves, the weightier stays.
    pub(super) weight: usize,
    pub(super) red: String,
    pub(super) black: String,
    pub(super) event: String,
    pub(super) title: String,
    pub(super) date: String,
    pub(super) year: Option<i32>,
    pub(super) opening: Option<&'static Name>,
    pub(super) result: u8,
    pub(super) plies: usize,
    pub(super) pgn: Vec<u8>,
    pub(super) spots: Vec<Spot>,
}

impl Entry {
    pub fn new(document: &Document) -> Entry {
        let text = |name| document.headers.get(name).chars().take(LONGEST_TEXT).collect();
        let date: String = text(tag::DATE);
        let result = result_number(document.result);
        Entry {
            fingerprint: fingerprint(document),
            weight: document.len() + document.comment_count() + document.headers.len(),
            red: text(tag::RED),
            black: text(tag::BLACK),
            event: text(tag::EVENT),
            title: text(tag::TITLE),
            year: year(&date),
            date,
            opening: Openings::built_in().name_of_game(document.start(), document.main_moves()),
            result,
            plies: document.main_line().count(),
            pgn: pack(document),
            spots: spots(document, result),
        }
    }
}

/// The same for games with the same start and moves. What has no moves is known by its words.
fn fingerprint(document: &Document) -> i64 {
    let mut hash = Sha256::new();
    hash.update(document.start().fen());
    for mv in document.main_moves() {
        hash.update([mv.from().index() as u8, mv.to().index() as u8]);
    }
    if document.is_empty() {
        hash.update(document.headers.get(tag::TITLE));
        hash.update(document.notes(NodeId::ROOT).map_or("", |it| &it.after));
    }
    let bytes: [u8; 32] = hash.finalize().into();
    i64::from_le_bytes([0, 1, 2, 3, 4, 5, 6, 7].map(|it| bytes[it]))
}

/// The first number of four digits that can be a year.
fn year(date: &str) -> Option<i32> {
    let numbers = date.split(|it: char| !it.is_ascii_digit()).filter(|it| it.len() == 4);
    numbers.filter_map(|it| it.parse().ok()).find(|it| (1000..=2999).contains(it))
}

/// Coordinates are written and read fastest.
fn pack(document: &Document) -> Vec<u8> {
    let written = Format::Pgn.write(document, &Options { notation: Style::Uci });
    let text = written.map_or(Vec::new(), |it| it.bytes);
    let mut encoder = DeflateEncoder::new(Vec::new(), Compression::fast());
    // Writing to memory cannot fail.
    let _ = encoder.write_all(&text);
    encoder.finish().unwrap_or_default()
}

pub(super) fn unpack(bytes: &[u8]) -> Result<Document, StoreError> {
    let damage = || Damage::Column { column: "pgn", value: format!("{} bytes", bytes.len()) };
    let mut text = Vec::new();
    let read = DeflateDecoder::new(bytes).take(LARGEST_DOCUMENT).read_to_end(&mut text);
    read.map_err(|_| damage())?;
    let game = records::read(&text).ok().and_then(|mut it| it.next());
    Ok(game.and_then(Result::ok).ok_or_else(damage)?.document)
}

/// The positions of the main line, each once, with the move played there.
fn spots(document: &Document, result: u8) -> Vec<Spot> {
    let mut position: Position = *document.start();
    let mut spots = Vec::new();
    let mut seen = HashSet::new();
    let moves = document.main_moves().map(Some).chain([None]);
    for mv in moves.take(LAST_PLY) {
        let place = Place::of(&position);
        if seen.insert(place.key()) {
            spots.push(Spot::new(&place, mv, result));
        }
        let Some(mv) = mv else { break };
        position.play_unchecked(mv);
    }
    spots
}
