//! A book as bytes: head, index, blocks of entries in the order of their keys.
//!
//! The index has the first key of each block, so a look-up is a binary search and the reading of
//! one block; nothing is unpacked. All numbers are little-endian. `docs/openings.md` has the
//! table.

use varint::{Bytes, push_number};

use super::{place::KEY_BITS, tally::Tally};

const MARK: &[u8; 8] = b"CHUHEBOK";
const VERSION: u32 = 1;
/// Mark, version, checksum, then what `Head` has.
const SEALED_FROM: usize = 16;
const HEAD_BYTES: usize = SEALED_FROM + 5 * 4;
/// A key of 48 bits and where its block begins.
const KEY_BYTES: usize = KEY_BITS as usize / 8;
const INDEX_BYTES: usize = KEY_BYTES + 4;
/// Entries per block: few enough to be read in a microsecond.
const BLOCK_ENTRIES: usize = 32;
/// Red wins, draws and Black wins below this number share one byte.
const SMALL: u32 = 6;
/// In the place of that byte: the counts are written out.
const WRITTEN_OUT: u8 = 216;
/// Added to a move's number: some games have no result, and their count follows.
const HAS_UNKNOWN: u8 = 0x80;

/// Why bytes are no book for this program.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum BookError {
    #[error("this is no opening book of Chuhe")]
    NotABook,
    #[error("the book has version {0}; this program reads {VERSION}")]
    Version(u32),
    #[error("the book is damaged: its contents do not match its checksum")]
    Damaged,
    #[error("these games have too many positions for one book")]
    TooLarge,
}

/// What a book says about itself.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) struct Head {
    pub(super) games: u32,
    pub(super) positions: u32,
    pub(super) moves: u32,
    pub(super) plies: u32,
    blocks: u32,
}

/// The moves of one position by their numbers.
pub(super) type Entry = Vec<(u8, Tally)>;

/// Where things are in the bytes of a book.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) struct Layout {
    pub(super) head: Head,
    /// Where the index ends and the blocks begin.
    blocks_from: usize,
}

impl Layout {
    pub(super) fn read(bytes: &[u8]) -> Result<Layout, BookError> {
        let layout = Layout::read_unsealed(bytes)?;
        let checksum = Bytes(&bytes[12..]).word();
        match checksum == Some(crc32fast::hash(&bytes[SEALED_FROM..])) {
            true => Ok(layout),
            false => Err(BookError::Damaged),
        }
    }

    pub(super) fn read_unsealed(bytes: &[u8]) -> Result<Layout, BookError> {
        if !bytes.starts_with(MARK) {
            return Err(BookError::NotABook);
        }
        let mut rest = Bytes(&bytes[MARK.len()..]);
        let version = rest.word().ok_or(BookError::Damaged)?;
        if version != VERSION {
            return Err(BookError::Version(version));
        }
        let layout = Layout::after_version(&mut rest).ok_or(BookError::Damaged)?;
        if layout.fits(bytes.len()) { Ok(layout) } else { Err(BookError::Damaged) }
    }

    /// Is there room for what the head promises? Positions and moves take two bytes or more, so
    /// nobody has to believe a head that would fill the memory.
    fn fits(&self, len: usize) -> bool {
        let Head { positions, moves, .. } = self.head;
        let room = len.checked_sub(self.blocks_from).map(|it| it as u64);
        room.is_some_and(|room| 2 * (u64::from(positions) + u64::from(moves)) <= room)
    }

    fn after_version(rest: &mut Bytes<'_>) -> Option<Layout> {
        let _checksum = rest.word()?;
        let head = Head {
            games: rest.word()?,
            positions: rest.word()?,
            moves: rest.word()?,
            plies: rest.word()?,
            blocks: rest.word()?,
        };
        let index_bytes = usize::try_from(head.blocks).ok()?.checked_mul(INDEX_BYTES)?;
        Some(Layout { head, blocks_from: index_bytes.checked_add(HEAD_BYTES)? })
    }

    /// The entry of a key, if there is one.
    pub(super) fn find(&self, bytes: &[u8], key: u64) -> Option<Entry> {
        let (mut low, mut high) = (0, self.head.blocks as usize);
        while low < high {
            let middle = low.midpoint(high);
            if self.block(bytes, middle)?.0 <= key { low = middle + 1 } else { high = middle }
        }
        let mut entries = self.entries_of(bytes, low.checked_sub(1)?)?;
        entries.find(|it| key <= it.0).filter(|it| it.0 == key).map(|it| it.1)
    }

    /// All entries in the order of their keys, up to the first that makes no sense. Blocks that
    /// lie on each other cannot make them more than the head promises.
    pub(super) fn entries<'a>(
        &'a self,
        bytes: &'a [u8],
    ) -> impl Iterator<Item = (u64, Entry)> + 'a {
        let mut moves_left = self.head.moves as usize;
        (0..self.head.blocks as usize)
            .map_while(|number| self.entries_of(bytes, number))
            .flatten()
            .take(self.head.positions as usize)
            .take_while(move |(_, entry)| match moves_left.checked_sub(entry.len()) {
                Some(left) => {
                    moves_left = left;
                    true
                }
                None => false,
            })
    }

    /// The first key of a block and where it begins after the index.
    fn block(&self, bytes: &[u8], number: usize) -> Option<(u64, usize)> {
        let row = bytes.get(HEAD_BYTES + number * INDEX_BYTES..)?;
        let mut row = Bytes(row);
        let mut key = [0; 8];
        key[..KEY_BYTES].copy_from_slice(row.take(KEY_BYTES)?);
        Some((u64::from_le_bytes(key), usize::try_from(row.word()?).ok()?))
    }

    fn entries_of<'a>(&self, bytes: &'a [u8], number: usize) -> Option<Entries<'a>> {
        let (first, from) = self.block(bytes, number)?;
        let bytes = bytes.get(self.blocks_from.checked_add(from)?..)?;
        Some(Entries { bytes: Bytes(bytes), key: first, left: BLOCK_ENTRIES })
    }
}

/// The entries of a block.
struct Entries<'a> {
    bytes: Bytes<'a>,
    key: u64,
    left: usize,
}

impl Iterator for Entries<'_> {
    type Item = (u64, Entry);

    fn next(&mut self) -> Option<(u64, Entry)> {
        self.left = self.left.checked_sub(1)?;
        if self.bytes.is_empty() {
            return None;
        }
        self.key = self.key.checked_add(self.bytes.number()?)?;
        Some((self.key, read_entry(&mut self.bytes)?))
    }
}

fn read_entry(bytes: &mut Bytes<'_>) -> Option<Entry> {
    let count = bytes.byte()?;
    (0..count).map(|_| read_move(bytes)).collect()
}

fn read_move(bytes: &mut Bytes<'_>) -> Option<(u8, Tally)> {
    let first = bytes.byte()?;
    let mut tally = match bytes.byte()? {
        code if code < WRITTEN_OUT => {
            let code = u32::from(code);
            let (red, draw, black) = (code % SMALL, code / SMALL % SMALL, code / (SMALL * SMALL));
            Tally { red, draw, black, unknown: 0 }
        }
        WRITTEN_OUT => {
            Tally { red: bytes.small()?, draw: bytes.small()?, black: bytes.small()?, unknown: 0 }
        }
        _ => return None,
    };
    if first & HAS_UNKNOWN != 0 {
        tally.unknown = bytes.small()?;
    }
    Some((first & !HAS_UNKNOWN, tally))
}

/// Writes a book of entries in the order of their keys.
pub(super) fn write(games: u32, plies: u32, entries: &[(u64, Entry)]) -> Vec<u8> {
    let (mut index, mut blocks) = (Vec::new(), Vec::new());
    for block in entries.chunks(BLOCK_ENTRIES) {
        let mut last = block[0].0;
        index.extend_from_slice(&last.to_le_bytes()[..KEY_BYTES]);
        index.extend((blocks.len() as u32).to_le_bytes());
        for (key, entry) in block {
            push_number(&mut blocks, key - last);
            last = *key;
            write_entry(&mut blocks, entry);
        }
    }
    let moves: usize = entries.iter().map(|it| it.1.len()).sum();
    let block_count = index.len() / INDEX_BYTES;
    let head = [games, entries.len() as u32, moves as u32, plies, block_count as u32];
    let mut sealed: Vec<u8> = head.iter().flat_map(|it| it.to_le_bytes()).collect();
    sealed.append(&mut index);
    sealed.append(&mut blocks);

    let mut bytes = MARK.to_vec();
    bytes.extend(VERSION.to_le_bytes());
    bytes.extend(crc32fast::hash(&sealed).to_le_bytes());
    bytes.append(&mut sealed);
    bytes
}

fn write_entry(bytes: &mut Vec<u8>, entry: &[(u8, Tally)]) {
    // No position has more than 119 moves.
    bytes.push(entry.len() as u8);
    for (number, tally) in entry {
        let Tally { red, draw, black, unknown } = *tally;
        bytes.push(if unknown == 0 { *number } else { number | HAS_UNKNOWN });
        if red < SMALL && draw < SMALL && black < SMALL {
            bytes.push((red + SMALL * (draw + SMALL * black)) as u8);
        } else {
            bytes.push(WRITTEN_OUT);
            [red, draw, black].iter().for_each(|it| push_number(bytes, (*it).into()));
        }
        if unknown != 0 {
            push_number(bytes, unknown.into());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample() -> Vec<(u64, Entry)> {
        let tally = |it: u32| Tally { red: it % 9, draw: it / 2, black: it % 3, unknown: it % 4 };
        (0..100)
            .map(|it| (u64::from(it * it) << 20, vec![(3, tally(it)), (100, tally(7))]))
            .collect()
    }

    #[test]
    fn what_is_written_is_found() {
        let entries = sample();
        let bytes = write(5, 40, &entries);
        let layout = Layout::read(&bytes).unwrap();
        assert_eq!((layout.head.positions, layout.head.moves, layout.head.games), (100, 200, 5));
        for (key, entry) in &entries {
            assert_eq!(layout.find(&bytes, *key).as_ref(), Some(entry));
            assert_eq!(layout.find(&bytes, key + 1), None);
        }
        assert_eq!(layout.entries(&bytes).collect::<Vec<_>>(), entries);
        let nothing = write(0, 40, &[]);
        assert_eq!(Layout::read(&nothing).unwrap().find(&nothing, 0), None);
    }

    #[test]
    fn damage_is_told() {
        let bytes = write(5, 40, &sample());
        for at in SEALED_FROM..bytes.len() {
            let mut damaged = bytes.clone();
            damaged[at] ^= 1;
            assert_eq!(Layout::read(&damaged), Err(BookError::Damaged), "byte {at}");
        }
        for len in 8..bytes.len() {
            assert_eq!(Layout::read(&bytes[..len]), Err(BookError::Damaged), "{len} bytes");
        }
        assert_eq!(Layout::read(&bytes[..7]), Err(BookError::NotABook));
        assert_eq!(Layout::read(b"a game of chess"), Err(BookError::NotABook));
        let mut newer = bytes;
        newer[8] = 9;
        assert_eq!(Layout::read(&newer), Err(BookError::Version(9)));
    }
}
