//! One game as bytes, and back.
//!
//! A move is its number among the legal moves in the order of their points, an order that no
//! change to the move generator can disturb. A score is told as the difference to what the last
//! one promised.

use varint::{Bytes, push_number, push_signed};
use xiangqi::{Color, Move, Position};

/// How a game ended for its players.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outcome {
    Won(Color),
    Draw,
    /// Broken off; says nothing about who stood better.
    Unknown,
}

/// Who decided it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    /// Mate, stalemate, repetition, no captures: the rules.
    Rules,
    /// One side was seen to mate, or was far ahead for long.
    Resigned,
    /// Nothing happened for long.
    AgreedDraw,
    /// The longest game allowed.
    TooLong,
}

/// A move with the score of the search that chose it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ScoredMove {
    pub mv: Move,
    /// From the view of the mover, in the search's own unit.
    pub score: i16,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameRecord {
    /// Which game of its file; no two have the same.
    pub number: u64,
    pub start: Position,
    /// Moves nobody thought about.
    pub opening: Vec<Move>,
    pub moves: Vec<ScoredMove>,
    pub outcome: Outcome,
    pub end: End,
}

/// A game that claims to be longer is damaged.
const MOST_PLIES: usize = 10_000;
const MOST_FEN_BYTES: usize = 200;
const HAS_START: u8 = 0x80;

impl GameRecord {
    /// Appends the game to a block in which `last` was the last game's number.
    pub(super) fn write(&self, last: u64, bytes: &mut Vec<u8>) {
        let starts_elsewhere = self.start != Position::start();
        push_signed(bytes, self.number.wrapping_sub(last) as i64);
        let start_flag = if starts_elsewhere { HAS_START } else { 0 };
        bytes.push(outcome_code(self.outcome) | end_code(self.end) << 2 | start_flag);
        if starts_elsewhere {
            let fen = self.start.fen();
            push_number(bytes, fen.len() as u64);
            bytes.extend_from_slice(fen.as_bytes());
        }
        push_number(bytes, self.opening.len() as u64);
        push_number(bytes, self.moves.len() as u64);

        let mut position = self.start;
        for &mv in &self.opening {
            bytes.push(number_of(&position, mv));
            position.play_unchecked(mv);
        }
        let mut expected = 0;
        for &ScoredMove { mv, score } in &self.moves {
            bytes.push(number_of(&position, mv));
            position.play_unchecked(mv);
            push_signed(bytes, i64::from(score) - expected);
            expected = -i64::from(score);
        }
    }

    /// The next game of a block; `None` if the bytes are no game.
    pub(super) fn read(last: u64, bytes: &mut Bytes) -> Option<GameRecord> {
        let number = last.wrapping_add(bytes.signed()? as u64);
        let flags = bytes.byte()?;
        let start = if flags & HAS_START != 0 {
            let len = bytes.count(MOST_FEN_BYTES)?;
            let fen = std::str::from_utf8(bytes.take(len)?).ok()?;
            Position::from_fen(fen).ok()?
        } else {
            Position::start()
        };
        let opening_len = bytes.count(MOST_PLIES)?;
        let moves_len = bytes.count(MOST_PLIES)?;

        let mut position = start;
        let mut play = |bytes: &mut Bytes| {
            let mv = move_of(&position, bytes.byte()?)?;
            position.play_unchecked(mv);
            Some(mv)
        };
        let opening = (0..opening_len).map(|_| play(bytes)).collect::<Option<Vec<_>>>()?;
        let mut expected = 0;
        let mut scored = |bytes: &mut Bytes| {
            let mv = play(bytes)?;
            let score = i16::try_from(bytes.signed()?.checked_add(expected)?).ok()?;
            expected = -i64::from(score);
            Some(ScoredMove { mv, score })
        };
        let moves = (0..moves_len).map(|_| scored(bytes)).collect::<Option<Vec<_>>>()?;
        let (outcome, end) = (outcome_of(flags & 3), end_of(flags >> 2 & 3));
        Some(GameRecord { number, start, opening, moves, outcome, end })
    }
}

/// The move's number among the legal moves, sorted by their points.
fn number_of(position: &Position, mv: Move) -> u8 {
    let key = |it: Move| (it.from(), it.to());
    position.legal_moves().iter().filter(|&&it| key(it) < key(mv)).count() as u8
}

fn move_of(position: &Position, number: u8) -> Option<Move> {
    let moves = position.legal_moves();
    let mut keys = [(0, 0); xiangqi::MoveList::CAPACITY];
    let keys = &mut keys[..moves.len()];
    for (index, (key, mv)) in keys.iter_mut().zip(&moves).enumerate() {
        *key = (mv.from().index() << 7 | mv.to().index(), index);
    }
    let wanted = usize::from(number);
    if keys.len() <= wanted {
        return None;
    }
    let (_, &mut (_, index), _) = keys.select_nth_unstable(wanted);
    Some(moves[index])
}

fn outcome_code(outcome: Outcome) -> u8 {
    match outcome {
        Outcome::Draw => 0,
        Outcome::Won(Color::Red) => 1,
        Outcome::Won(Color::Black) => 2,
        Outcome::Unknown => 3,
    }
}

fn outcome_of(code: u8) -> Outcome {
    match code {
        0 => Outcome::Draw,
        1 => Outcome::Won(Color::Red),
        2 => Outcome::Won(Color::Black),
        _ => Outcome::Unknown,
    }
}

fn end_code(end: End) -> u8 {
    match end {
        End::Rules => 0,
        End::Resigned => 1,
        End::AgreedDraw => 2,
        End::TooLong => 3,
    }
}

fn end_of(code: u8) -> End {
    match code {
        0 => End::Rules,
        1 => End::Resigned,
        2 => End::AgreedDraw,
        _ => End::TooLong,
    }
}

#[cfg(test)]
pub(super) mod tests {
    use random::Random;

    use super::*;

    /// A game of random moves with scores as wild as they can be.
    pub(in crate::data) fn random_game(number: u64, start: Position) -> GameRecord {
        let mut random = Random::of(77, number);
        let mut position = start;
        let mut record = GameRecord {
            number,
            start,
            opening: Vec::new(),
            moves: Vec::new(),
            outcome: outcome_of(number as u8 & 3),
            end: end_of(number as u8 >> 2 & 3),
        };
        for ply in 0..120 {
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            let mv = moves[random.scaled(moves.len())];
            position.play_unchecked(mv);
            if ply < 8 {
                record.opening.push(mv);
            } else {
                record.moves.push(ScoredMove { mv, score: random.number() as i16 });
            }
        }
        record
    }

    #[test]
    fn games_read_back() {
        let endgame = Position::from_fen("3ak4/9/9/9/4P4/9/9/9/9/3K1R3 b - - 3 60").unwrap();
        let (mut bytes, mut last, mut games) = (Vec::new(), 0, Vec::new());
        for number in [5, 3, 900, u64::MAX, 0] {
            let start = if number % 2 == 0 { endgame } else { Position::start() };
            let game = random_game(number, start);
            game.write(last, &mut bytes);
            last = number;
            games.push(game);
        }
        let (mut left, mut last) = (Bytes(&bytes), 0);
        for game in games {
            let read = GameRecord::read(last, &mut left).unwrap();
            last = read.number;
            assert_eq!(read, game);
        }
        assert!(left.is_empty());
    }

    #[test]
    fn no_cut_and_no_flip_panics() {
        let game = random_game(1, Position::start());
        let mut bytes = Vec::new();
        game.write(0, &mut bytes);
        for len in 0..bytes.len() {
            assert_eq!(GameRecord::read(0, &mut Bytes(&bytes[..len])), None);
        }
        for index in 0..bytes.len() {
            bytes[index] ^= 0x55;
            let _ = GameRecord::read(0, &mut Bytes(&bytes));
            bytes[index] ^= 0x55;
        }
    }
}
