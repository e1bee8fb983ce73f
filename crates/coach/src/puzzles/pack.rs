//! Puzzles in few bytes, as the program carries them: about thirty each.
//!
//! ```text
//! CHUHEPZ1                       what it is
//! number                         how many puzzles follow
//! for each puzzle:
//!   12 bytes                     which of the 90 points are occupied, lowest bit first
//!   4 bits a piece               its kind, 8 more if it is Black's, in the order of the points
//!   number                       plies of the solution
//!   1 byte a ply                 which of the legal moves, sorted by their points, is played
//!   1 byte                       difficulty in tens
//! 4 bytes                        CRC-32 of everything before, lowest byte first
//! ```
//!
//! It is always Red who moves. Themes are not kept, since they follow from board and line.

use std::fmt;

use varint::{Bytes, push_number};
use xiangqi::{Bitboard, Color, Move, Piece, PieceKind, Position, Setup, Square};

use super::{MOST_OWN_MOVES, Puzzle, same::normal};

const MAGIC: &[u8; 8] = b"CHUHEPZ1";
/// More than these are no puzzles of ours.
const MOST_PUZZLES: u64 = 1_000_000;
const BOARD_BYTES: usize = 12;
const BLACK: u8 = 8;
const STEP: u16 = 10;

/// Bytes that are no puzzles.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BadPack {
    /// Something else altogether.
    Foreign,
    /// Damaged on the way: the sum at the end is another.
    Damaged,
    /// The sum is right, but this puzzle, counted from 1, cannot be.
    Impossible(u64),
}

impl fmt::Display for BadPack {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BadPack::Foreign => write!(f, "this is no file of packed puzzles"),
            BadPack::Damaged => write!(f, "the file of puzzles is damaged"),
            BadPack::Impossible(number) => write!(f, "puzzle {number} cannot be"),
        }
    }
}

impl std::error::Error for BadPack {}

/// Packs puzzles, each with Red to move. Difficulties are rounded to tens.
pub fn pack(puzzles: &[Puzzle]) -> Vec<u8> {
    let mut bytes = MAGIC.to_vec();
    push_number(&mut bytes, puzzles.len() as u64);
    for puzzle in puzzles {
        let (position, turn) = normal(&puzzle.position);
        write_board(&mut bytes, &position);
        push_number(&mut bytes, puzzle.solution.len() as u64);
        let mut walk = position;
        for mv in puzzle.solution.iter().map(|&it| turn(it)) {
            let place = sorted_moves(&walk).iter().position(|&it| it == mv).unwrap_or(0);
            bytes.push(place as u8);
            walk.play_unchecked(mv);
        }
        bytes.push(((puzzle.difficulty + STEP / 2) / STEP) as u8);
    }
    let sum = crc32fast::hash(&bytes);
    bytes.extend_from_slice(&sum.to_le_bytes());
    bytes
}

/// Reads what [`pack`] wrote.
pub fn unpack(bytes: &[u8]) -> Result<Vec<Puzzle>, BadPack> {
    let body = bytes.strip_prefix(MAGIC).ok_or(BadPack::Foreign)?;
    let (body, sum) = body.split_last_chunk::<4>().ok_or(BadPack::Damaged)?;
    let whole = &bytes[..bytes.len() - sum.len()];
    if crc32fast::hash(whole) != u32::from_le_bytes(*sum) {
        return Err(BadPack::Damaged);
    }
    read_body(body)
}

/// What stands between the first bytes and the sum, for those who want to try readers.
pub fn read_body(body: &[u8]) -> Result<Vec<Puzzle>, BadPack> {
    let mut bytes = Bytes(body);
    let count = bytes.number().filter(|&it| it <= MOST_PUZZLES).ok_or(BadPack::Impossible(0))?;
    let puzzles: Result<Vec<Puzzle>, BadPack> =
        (1..=count).map(|it| read_puzzle(&mut bytes).ok_or(BadPack::Impossible(it))).collect();
    match bytes.is_empty() {
        true => puzzles,
        false => puzzles.and(Err(BadPack::Impossible(count + 1))),
    }
}

fn read_puzzle(bytes: &mut Bytes) -> Option<Puzzle> {
    let position = read_board(bytes)?;
    let plies = bytes.number().filter(|&it| it < 2 * MOST_OWN_MOVES as u64)?;
    let mut walk = position;
    let mut solution = Vec::new();
    for _ in 0..plies {
        let mv = *sorted_moves(&walk).get(usize::from(bytes.byte()?))?;
        walk.play_unchecked(mv);
        solution.push(mv);
    }
    let difficulty = u16::from(bytes.byte()?) * STEP;
    Puzzle::new(position, solution, difficulty).ok()
}

fn write_board(bytes: &mut Vec<u8>, position: &Position) {
    bytes.extend_from_slice(&position.occupied().bits().to_le_bytes()[..BOARD_BYTES]);
    let codes: Vec<u8> = position.placement().map(|it| code(it.1)).collect();
    bytes.extend(codes.chunks(2).map(|it| it[0] | it.get(1).unwrap_or(&0) << 4));
}

fn read_board(bytes: &mut Bytes) -> Option<Position> {
    let mut bits = [0; 16];
    bits[..BOARD_BYTES].copy_from_slice(bytes.take(BOARD_BYTES)?);
    let bits = u128::from_le_bytes(bits);
    if Square::COUNT < (u128::BITS - bits.leading_zeros()) as usize {
        return None;
    }
    let squares: Vec<Square> = Bitboard::from_bits(bits).into_iter().collect();
    let codes = bytes.take(squares.len().div_ceil(2))?;
    let mut setup = Setup::empty();
    for (index, square) in squares.into_iter().enumerate() {
        let code = codes[index / 2] >> (4 * (index % 2)) & 0xf;
        setup.board[square.index()] = Some(piece(code)?);
    }
    setup.position().ok()
}

fn code(piece: Piece) -> u8 {
    piece.kind().index() as u8 | if piece.color() == Color::Black { BLACK } else { 0 }
}

fn piece(code: u8) -> Option<Piece> {
    let kind = PieceKind::ALL.into_iter().find(|it| it.index() as u8 == code & !BLACK)?;
    Some(Piece::new(if code & BLACK == 0 { Color::Red } else { Color::Black }, kind))
}

/// In an order that has nothing to do with how moves are generated.
fn sorted_moves(position: &Position) -> Vec<Move> {
    let mut moves: Vec<Move> = position.legal_moves().iter().copied().collect();
    moves.sort_by_key(|it| (it.from().index(), it.to().index()));
    moves
}

#[cfg(test)]
mod tests {
    use super::*;

    fn puzzle(fen: &str, line: &str, difficulty: u16) -> Puzzle {
        let line = line.split_whitespace().map(|it| it.parse().unwrap()).collect();
        Puzzle::new(Position::from_fen(fen).unwrap(), line, difficulty).unwrap()
    }

    fn some() -> Vec<Puzzle> {
        let two = "4k4/9/9/R8/1R7/9/9/9/9/3K5 w - - 0 1";
        vec![
            puzzle(two, "b5b8 e9f9 a6a9", 700),
            puzzle("4k4/1r7/9/9/4N4/9/9/9/9/3K5 w - - 0 1", "e5d7 e9e8 d7b8", 940),
            puzzle(&Position::start().fen(), "h2e2", 2400),
        ]
    }

    #[test]
    fn what_is_packed_unpacks() {
        let puzzles = some();
        let bytes = pack(&puzzles);
        assert_eq!(unpack(&bytes), Ok(puzzles));
        assert_eq!(unpack(&pack(&[])), Ok(vec![]));
    }

    #[test]
    fn black_becomes_red() {
        let black = puzzle("3k5/9/9/9/9/4n4/9/9/1R7/4K4 b - - 7 30", "e4d2 e0e1 d2b1", 940);
        let red = unpack(&pack(std::slice::from_ref(&black))).unwrap().remove(0);
        assert_eq!(red, some().remove(1));
        assert_eq!(red.key(), black.key());
    }

    #[test]
    fn damage_is_noticed_wherever_it_is() {
        let bytes = pack(&some());
        for place in 0..bytes.len() {
            let mut damaged = bytes.clone();
            damaged[place] ^= 0x10;
            assert!(unpack(&damaged).is_err(), "byte {place}");
            assert!(unpack(&bytes[..place]).is_err());
            // With the sum made right again there may be other puzzles, but no panic.
            let _ = read_body(&damaged[MAGIC.len()..bytes.len() - 4]);
        }
        assert_eq!(unpack(b"something else"), Err(BadPack::Foreign));
    }
}
