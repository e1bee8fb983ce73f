//! The index of positions. An entry has eleven bytes: the lower 40 bits of the position's key, the
//! game's number, the move and the result; the upper 8 bits of the key are the bucket.
//!
//! Games arrive in batches, and each batch is a segment of its own, so that nothing is written
//! twice; segments of the same size are joined when there are eight, so that a search reads few.

use std::collections::{BTreeMap, HashSet};

use records::book::{BookMove, KEY_BITS, Place, Tally};
use rusqlite::{Connection, OptionalExtension, params};
use xiangqi::{Move, Position, Square};

use super::{super::error::StoreError, results::outcome};

const BUCKET_BITS: u32 = 8;
const KEY_BYTES: usize = ((KEY_BITS - BUCKET_BITS) / 8) as usize;
const ENTRY_BYTES: usize = KEY_BYTES + 4 + 2;
/// In the place of a move: the game ends here.
const NO_MOVE: u16 = 0x1fff;
const RESULT_SHIFT: u32 = 13;
const SQUARES: u16 = 90;

/// So many segments of a size become one of the next.
const FAN: u32 = 8;
/// Larger segments stay: to join them would keep others from writing for too long.
const LARGEST_JOINED: u32 = 8_000;

/// A position of a game, before the game has a number.
#[derive(Clone, Copy, Debug)]
pub(super) struct Spot {
    key: u64,
    tail: u16,
}

impl Spot {
    pub(super) fn new(place: &Place, mv: Option<Move>, result: u8) -> Spot {
        let number = |mv: Move| mv.from().index() as u16 * SQUARES + mv.to().index() as u16;
        let mv = mv.map_or(NO_MOVE, |it| number(place.canonical(it)));
        Spot { key: place.key(), tail: mv | u16::from(result) << RESULT_SHIFT }
    }
}

fn bucket_of(key: u64) -> u8 {
    (key >> (KEY_BITS - BUCKET_BITS)) as u8
}

/// The entries of a batch by bucket.
pub(super) struct Segment {
    buckets: Vec<Vec<u8>>,
    games: u32,
}

impl Segment {
    pub(super) fn new() -> Segment {
        Segment { buckets: vec![Vec::new(); 1 << BUCKET_BITS], games: 0 }
    }

    pub(super) fn add(&mut self, game: u32, spots: &[Spot]) {
        self.games += 1;
        for spot in spots {
            let bytes = &mut self.buckets[usize::from(bucket_of(spot.key))];
            bytes.extend(&spot.key.to_le_bytes()[..KEY_BYTES]);
            bytes.extend(game.to_le_bytes());
            bytes.extend(spot.tail.to_le_bytes());
        }
    }

    pub(super) fn store(self, to: &Connection) -> rusqlite::Result<()> {
        if self.games == 0 {
            return Ok(());
        }
        to.execute("INSERT INTO library_segments (games) VALUES (?1)", [self.games])?;
        let segment = to.last_insert_rowid();
        let mut insert = to.prepare_cached("INSERT INTO library_places VALUES (?1, ?2, ?3)")?;
        for (bucket, entries) in self.buckets.iter().enumerate().filter(|it| !it.1.is_empty()) {
            insert.execute(params![segment, bucket, entries])?;
        }
        join(to)
    }
}

/// Joins segments of a size while there are enough of them.
fn join(to: &Connection) -> rusqlite::Result<()> {
    loop {
        let mut statement = to.prepare_cached("SELECT id, games FROM library_segments")?;
        let rows = statement.query_map([], |row| Ok((row.get::<_, i64>(0)?, row.get(1)?)))?;
        let mut sizes: BTreeMap<u32, Vec<(i64, u32)>> = BTreeMap::new();
        for row in rows {
            let (id, games): (i64, u32) = row?;
            if games < LARGEST_JOINED {
                sizes.entry(games.max(1).ilog(FAN)).or_default().push((id, games));
            }
        }
        let Some(many) = sizes.into_values().find(|it| FAN as usize <= it.len()) else {
            return Ok(());
        };
        join_these(to, &many)?;
    }
}

fn join_these(to: &Connection, segments: &[(i64, u32)]) -> rusqlite::Result<()> {
    let games: u32 = segments.iter().map(|it| it.1).sum();
    to.execute("INSERT INTO library_segments (games) VALUES (?1)", [games])?;
    let joined = to.last_insert_rowid();
    let mut select =
        to.prepare_cached("SELECT entries FROM library_places WHERE segment = ?1 AND bucket = ?2")?;
    let mut insert = to.prepare_cached("INSERT INTO library_places VALUES (?1, ?2, ?3)")?;
    for bucket in 0..1 << BUCKET_BITS {
        let mut all: Vec<u8> = Vec::new();
        for (segment, _) in segments {
            let entries =
                select.query_row(params![segment, bucket], |row| row.get(0)).optional()?;
            let entries: Vec<u8> = entries.unwrap_or_default();
            all.extend(entries);
        }
        if !all.is_empty() {
            insert.execute(params![joined, bucket, all])?;
        }
    }
    for (segment, _) in segments {
        to.execute("DELETE FROM library_segments WHERE id = ?1", [segment])?;
    }
    Ok(())
}

/// Takes these games out of every segment they are in.
pub(super) fn forget(from: &Connection, games: &HashSet<u32>) -> rusqlite::Result<()> {
    let segments: Vec<i64> = from
        .prepare("SELECT id FROM library_segments")?
        .query_map([], |row| row.get(0))?
        .collect::<rusqlite::Result<_>>()?;
    for segment in segments {
        let mut gone: HashSet<u32> = HashSet::new();
        for bucket in 0..1 << BUCKET_BITS {
            forget_in(from, segment, bucket, games, &mut gone)?;
        }
        let fewer = "UPDATE library_segments SET games = games - ?2 WHERE id = ?1";
        from.execute(fewer, params![segment, gone.len()])?;
    }
    from.execute("DELETE FROM library_segments WHERE games <= 0", [])?;
    Ok(())
}

fn forget_in(
    from: &Connection,
    segment: i64,
    bucket: u32,
    games: &HashSet<u32>,
    gone: &mut HashSet<u32>,
) -> rusqlite::Result<()> {
    let mut select = from
        .prepare_cached("SELECT entries FROM library_places WHERE segment = ?1 AND bucket = ?2")?;
    let entries = select.query_row(params![segment, bucket], |row| row.get(0)).optional()?;
    let entries: Vec<u8> = entries.unwrap_or_default();
    let mut kept = Vec::with_capacity(entries.len());
    for entry in entries.chunks_exact(ENTRY_BYTES) {
        let game = game_of(entry);
        if games.contains(&game) {
            gone.insert(game);
        } else {
            kept.extend(entry);
        }
    }
    if kept.len() < entries.len() {
        let change = "UPDATE library_places SET entries = ?3 WHERE segment = ?1 AND bucket = ?2";
        from.prepare_cached(change)?.execute(params![segment, bucket, kept])?;
    }
    Ok(())
}

/// The number of the game in an entry.
fn game_of(entry: &[u8]) -> u32 {
    u32::from_le_bytes([entry[5], entry[6], entry[7], entry[8]])
}

/// Calls with the number and the tail of every entry of a position.
fn each(
    from: &Connection,
    place: &Place,
    mut take: impl FnMut(u32, u16),
) -> Result<(), StoreError> {
    let segments: Vec<i64> = from
        .prepare_cached("SELECT id FROM library_segments")?
        .query_map([], |row| row.get(0))?
        .collect::<rusqlite::Result<_>>()?;
    let key = place.key().to_le_bytes();
    let mut select = from
        .prepare_cached("SELECT entries FROM library_places WHERE segment = ?1 AND bucket = ?2")?;
    for segment in segments {
        let mut rows = select.query(params![segment, bucket_of(place.key())])?;
        let Some(row) = rows.next()? else { continue };
        let entries = row.get_ref(0)?.as_blob().map_err(rusqlite::Error::from)?;
        for entry in entries.chunks_exact(ENTRY_BYTES) {
            if entry[..KEY_BYTES] == key[..KEY_BYTES] {
                take(game_of(entry), u16::from_le_bytes([entry[9], entry[10]]));
            }
        }
    }
    Ok(())
}

/// The games in which a position or its mirror image occurred, the newest first.
pub(super) fn games(from: &Connection, position: &Position) -> Result<Vec<u32>, StoreError> {
    let mut games = Vec::new();
    each(from, &Place::of(position), |game, _| games.push(game))?;
    games.sort_unstable_by(|one, other| other.cmp(one));
    games.dedup();
    Ok(games)
}

/// The moves played in a position, the most frequent first.
pub(in crate::store) fn moves(
    from: &Connection,
    position: &Position,
) -> Result<Vec<BookMove>, StoreError> {
    let place = Place::of(position);
    let mut tallies: BTreeMap<u16, Tally> = BTreeMap::new();
    each(from, &place, |_, tail| {
        let tally = tallies.entry(tail & NO_MOVE).or_default();
        tally.count(outcome(tail >> RESULT_SHIFT));
    })?;
    let known = tallies.into_iter().filter_map(|(number, tally)| {
        let square = |index: u16| Square::from_index(usize::from(index));
        let mv = Move::new(square(number / SQUARES)?, square(number % SQUARES)?)?;
        // A key that two positions share could bring a move that is not legal here.
        let mv = Some(place.turn(mv)).filter(|it| position.is_legal(*it))?;
        Some(BookMove { mv, tally })
    });
    let mut moves: Vec<BookMove> = known.collect();
    moves.sort_by_key(|it| (std::cmp::Reverse(it.tally.games()), it.mv));
    Ok(moves)
}

const _: () = assert!(ENTRY_BYTES == 11 && KEY_BYTES == 5, "the reader names the bytes");
