//! A table as bytes: a short header that can be read alone, and the values, compressed.
//!
//! ```text
//! "CHUHEEG1"   8 bytes
//! length       of the header, 4 bytes, lowest first
//! header       key, what was counted (numbers in few bytes)
//! checksum     CRC-32 of the header
//! values       zlib: a byte per number with the strong side to move, then with the weak side,
//!              then the positions that the weak side wins
//! checksum     CRC-32 of the compressed values
//! ```
//!
//! Nothing in a file is believed: the key must name a table, the sizes must be those of its index,
//! and no more is unpacked than the index has numbers.

use std::{
    error, fmt,
    io::{Read, Write},
};

use flate2::{Compression, read::ZlibDecoder, write::ZlibEncoder};
use varint::{Bytes, push_number};
use xiangqi::{Color, Position};

use crate::{
    build::{MOST_POSITIONS, positions_of},
    layout::Layout,
    material::Material,
    table::{Counts, DRAW, LONGEST, NONE, Table, UPSET, Upset},
};

/// What every file begins with; the digit is the version.
pub(crate) const MAGIC: &[u8; 8] = b"CHUHEEG1";

/// A header is a few dozen bytes; a file that says otherwise is none of ours.
const LONGEST_HEADER: usize = 256;
/// Enough bytes of a file to read its header.
pub const HEADER_BYTES: usize = MAGIC.len() + 8 + LONGEST_HEADER;

/// What a file says about itself.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Header {
    pub material: Material,
    pub counts: Counts,
}

impl Header {
    /// A position that takes the strong side, Red and to move, the most moves.
    pub fn example(&self) -> Option<Position> {
        let layout = Layout::new(&self.material);
        let index = self.counts.longest_index.filter(|&it| it < layout.size())?;
        layout.position(index, Color::Red)
    }
}

/// Why bytes are no table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FileError {
    NotATable,
    BadHeader,
    TooLarge,
    Damaged,
}

impl fmt::Display for FileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            FileError::NotATable => "is not an endgame table of this version",
            FileError::BadHeader => "has a damaged header",
            FileError::TooLarge => "is a table too large for this program",
            FileError::Damaged => "is damaged: its values do not match their checksum or the index",
        })
    }
}

impl error::Error for FileError {}

/// The bytes of a table.
pub fn write(table: &Table, counts: &Counts) -> Vec<u8> {
    let header = header_bytes(table.material(), counts);
    let mut bytes = MAGIC.to_vec();
    bytes.extend((header.len() as u32).to_le_bytes());
    bytes.extend(&header);
    bytes.extend(crc32fast::hash(&header).to_le_bytes());
    let packed = pack(table);
    bytes.extend(&packed);
    bytes.extend(crc32fast::hash(&packed).to_le_bytes());
    bytes
}

/// Bytes as the header and the compressed values of a file, with both checksums put right: the
/// first one says how long the header is. For fuzzing what lies behind the checksums.
#[doc(hidden)]
pub fn sealed(bytes: &[u8]) -> Vec<u8> {
    let (length, rest) = bytes.split_at(bytes.len().min(1));
    let length = length.first().map_or(0, |&it| usize::from(it)).min(rest.len());
    let (header, packed) = rest.split_at(length);
    let mut sealed = MAGIC.to_vec();
    sealed.extend((header.len() as u32).to_le_bytes());
    sealed.extend(header);
    sealed.extend(crc32fast::hash(header).to_le_bytes());
    sealed.extend(packed);
    sealed.extend(crc32fast::hash(packed).to_le_bytes());
    sealed
}

fn pack(table: &Table) -> Vec<u8> {
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::default());
    let mut tail = Vec::new();
    for upset in &table.upsets {
        push_number(&mut tail, u64::from(upset.side == Color::Black));
        push_number(&mut tail, upset.index);
        tail.push(upset.moves);
    }
    for part in [&table.red, &table.black, &tail] {
        // Writing to memory does not fail.
        let _ = encoder.write_all(part);
    }
    encoder.finish().unwrap_or_default()
}

fn header_bytes(material: &Material, counts: &Counts) -> Vec<u8> {
    let key = material.to_string();
    let mut bytes = Vec::new();
    push_number(&mut bytes, key.len() as u64);
    bytes.extend(key.as_bytes());
    let longest = counts.longest_index.map_or(0, |it| it as u64 + 1);
    for number in [
        counts.strong_to_move,
        counts.strong_wins,
        counts.weak_to_move,
        counts.weak_loses,
        counts.upsets,
        u64::from(counts.longest),
        longest,
        counts.beyond_sixty,
    ] {
        push_number(&mut bytes, number);
    }
    bytes
}

/// Reads the header; more bytes may follow.
pub fn read_header(bytes: &[u8]) -> Result<Header, FileError> {
    split(bytes).map(|(header, _)| header)
}

/// The header and the rest of the bytes.
fn split(bytes: &[u8]) -> Result<(Header, &[u8]), FileError> {
    let rest = bytes.strip_prefix(MAGIC).ok_or(FileError::NotATable)?;
    let mut bytes = Bytes(rest);
    let length = bytes.word().map(|it| it as usize).ok_or(FileError::BadHeader)?;
    if LONGEST_HEADER < length {
        return Err(FileError::BadHeader);
    }
    let header = bytes.take(length).ok_or(FileError::BadHeader)?;
    if bytes.word() != Some(crc32fast::hash(header)) {
        return Err(FileError::BadHeader);
    }
    let header = parse_header(header).ok_or(FileError::BadHeader)?;
    if MOST_POSITIONS < positions_of(&header.material) {
        return Err(FileError::TooLarge);
    }
    Ok((header, bytes.0))
}

fn parse_header(bytes: &[u8]) -> Option<Header> {
    let mut bytes = Bytes(bytes);
    let length = bytes.number()?;
    let key = std::str::from_utf8(bytes.take(usize::try_from(length).ok()?)?).ok()?;
    let material: Material = key.parse().ok()?;
    let mut number = || bytes.number();
    let counts = Counts {
        strong_to_move: number()?,
        strong_wins: number()?,
        weak_to_move: number()?,
        weak_loses: number()?,
        upsets: number()?,
        longest: u8::try_from(number()?).ok()?,
        longest_index: usize::try_from(number()?).ok()?.checked_sub(1),
        beyond_sixty: number()?,
    };
    // The key as we write it, so that a table has one name only.
    (material.to_string() == key && bytes.is_empty()).then_some(Header { material, counts })
}

/// Reads a table and checks everything that can be checked without playing moves.
pub fn read(bytes: &[u8]) -> Result<Table, FileError> {
    let (header, rest) = split(bytes)?;
    let (packed, checksum) = rest.split_last_chunk::<4>().ok_or(FileError::Damaged)?;
    if u32::from_le_bytes(*checksum) != crc32fast::hash(packed) {
        return Err(FileError::Damaged);
    }
    let layout = Layout::new(&header.material);
    let size = layout.size();
    let mut decoder = ZlibDecoder::new(packed);
    let red = take(&mut decoder, size)?;
    let black = take(&mut decoder, size)?;
    // The weak side wins few positions: one of our files has nowhere near as many as the index.
    let upsets = read_upsets(&mut decoder, header.counts.upsets, size)?;
    let table = Table { layout, red, black, upsets };
    if table.counts() != header.counts || !has_known_codes(&table) {
        return Err(FileError::Damaged);
    }
    Ok(table)
}

fn take(decoder: &mut impl Read, size: usize) -> Result<Vec<u8>, FileError> {
    let mut values = Vec::new();
    // Grows with what is really there: a short file that promises much costs little.
    decoder.take(size as u64).read_to_end(&mut values).map_err(|_| FileError::Damaged)?;
    if values.len() == size { Ok(values) } else { Err(FileError::Damaged) }
}

fn read_upsets(decoder: &mut impl Read, count: u64, size: usize) -> Result<Vec<Upset>, FileError> {
    /// Two numbers and a byte.
    const LONGEST_ENTRY: u64 = 12;
    let most = count.checked_mul(LONGEST_ENTRY).filter(|&it| it <= 2 * LONGEST_ENTRY * size as u64);
    let most = most.ok_or(FileError::Damaged)?;
    let mut tail = Vec::new();
    decoder.take(most + 1).read_to_end(&mut tail).map_err(|_| FileError::Damaged)?;
    let mut bytes = Bytes(&tail);
    let mut upsets = Vec::new();
    while !bytes.is_empty() {
        upsets.push(read_upset(&mut bytes).ok_or(FileError::Damaged)?);
    }
    let is_sorted = upsets.windows(2).all(|it| it[0] < it[1]);
    let fits = upsets.len() as u64 == count && upsets.iter().all(|it| it.index < size as u64);
    if is_sorted && fits { Ok(upsets) } else { Err(FileError::Damaged) }
}

fn read_upset(bytes: &mut Bytes) -> Option<Upset> {
    let side = match bytes.number()? {
        0 => Color::Red,
        1 => Color::Black,
        _ => return None,
    };
    Some(Upset { side, index: bytes.number()?, moves: bytes.byte()? })
}

fn has_known_codes(table: &Table) -> bool {
    let is_known = |&it: &u8| it <= LONGEST || matches!(it, UPSET | NONE | DRAW);
    let marked = table.red.iter().chain(&table.black).filter(|&&it| it == UPSET).count();
    table.red.iter().all(|it| is_known(it) && *it != 0)
        && table.black.iter().all(is_known)
        && marked == table.upsets.len()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::build::build;

    fn table() -> Table {
        build(&"P-".parse().unwrap(), &[], 1, &mut |_| {}).unwrap()
    }

    #[test]
    fn a_table_reads_back() {
        let table = table();
        let bytes = write(&table, &table.counts());
        let header = read_header(&bytes[..HEADER_BYTES.min(bytes.len())]).unwrap();
        assert_eq!(header.counts, table.counts());
        let again = read(&bytes).unwrap();
        assert_eq!((again.red, again.black, again.upsets), (table.red, table.black, table.upsets));
    }

    #[test]
    fn every_flipped_bit_is_noticed() {
        let table = table();
        let bytes = write(&table, &table.counts());
        for at in 0..bytes.len() {
            let mut damaged = bytes.clone();
            damaged[at] ^= 1 << (at % 8);
            assert!(read(&damaged).is_err(), "byte {at}");
        }
        for length in (0..bytes.len()).step_by(7) {
            assert!(read(&bytes[..length]).is_err(), "{length} bytes");
        }
    }
}
