//! Moves described as piece, file, way and number, which nearly all words of nearly all records
//! are: read without writing every legal move in every notation first.

use xiangqi::{Color, Move, MoveList, Piece, PieceKind, Position, Square};

#[derive(Clone, Copy, PartialEq, Eq)]
enum Way {
    Advance,
    Retreat,
    Sideways,
}

struct Described {
    kind: PieceKind,
    /// 1 to 9 from the owner's right; `None` if front or rear is written instead.
    file: Option<u8>,
    way: Way,
    number: u8,
}

/// The moves of a word of four letters with a file in it. Says whether it was such a word.
pub(super) fn candidates(position: &Position, word: &str, found: &mut MoveList) -> bool {
    let Some(Described { kind, file: Some(file), way, number }) = parse(word) else { return false };
    collect(position, kind, Some(file), way, number, found);
    true
}

/// Advisors and elephants need no front or rear; some write them all the same.
pub(super) fn loose_candidates(position: &Position, word: &str, found: &mut MoveList) {
    let Some(Described { kind, file: None, way, number }) = parse(word) else { return };
    if matches!(kind, PieceKind::Advisor | PieceKind::Elephant) {
        collect(position, kind, None, way, number, found);
    }
}

/// Is it written like a move of the federation's letters? `C2=5`, `R+-2`, `+R=8`, `15=6`, `Pa.5`.
pub(super) fn is_written(word: &str) -> bool {
    let letters: Vec<char> = word.chars().map(narrow).collect();
    let [first, second, sign, number] = letters[..] else {
        // The federation also writes `P15+1`.
        return matches!(letters[..], [piece, _, _, sign, number]
            if way(sign).is_some() && digit(number).is_some() && kind_of(piece).is_some());
    };
    let is_piece = |it: char| kind_of(it).is_some();
    let is_place = |it: char| "+-=.".contains(it) || digit(it).is_some();
    let is_letter_place = ('a'..='e').contains(&second.to_ascii_lowercase());
    let head = (is_piece(first) && (is_place(second) || is_letter_place))
        || ("+-".contains(first) && is_piece(second))
        || (digit(first).is_some() && digit(second).is_some());
    head && way(sign).is_some() && digit(number).is_some()
}

fn parse(word: &str) -> Option<Described> {
    let mut letters = word.chars().map(narrow);
    let (first, second) = (letters.next()?, letters.next()?);
    let (way, number) = (way(letters.next()?)?, digit(letters.next()?)?);
    if letters.next().is_some() {
        return None;
    }
    if let Some(kind) = kind_of(first) {
        let file = digit(second);
        let is_place = "+-.=前后後".contains(second);
        return (file.is_some() || is_place).then_some(Described { kind, file, way, number });
    }
    let kind = kind_of(second).filter(|_| "+-前后後".contains(first))?;
    Some(Described { kind, file: None, way, number })
}

fn collect(
    position: &Position,
    kind: PieceKind,
    file: Option<u8>,
    way: Way,
    number: u8,
    found: &mut MoveList,
) {
    let side = position.side();
    for from in position.pieces(Piece::new(side, kind)) {
        if file.is_some_and(|it| it != own_file(side, from)) {
            continue;
        }
        let mv = destination(kind, side, from, way, number).and_then(|to| Move::new(from, to));
        if let Some(mv) = mv.filter(|&it| position.is_legal(it)) {
            found.push(mv);
        }
    }
}

fn destination(kind: PieceKind, side: Color, from: Square, way: Way, number: u8) -> Option<Square> {
    let sign = match way {
        Way::Advance => side.forward(),
        Way::Retreat => -side.forward(),
        Way::Sideways => 0,
    };
    let number = number as i8;
    // The file of that number; Red counts from the right of the board.
    let file = if side == Color::Red { 9 - number } else { number - 1 };
    let across = (file - from.file()).abs();
    let ranks = match (kind, across) {
        (PieceKind::Horse, 1) => 2,
        (PieceKind::Horse, 2) => 1,
        (PieceKind::Advisor, 1) => 1,
        (PieceKind::Elephant, 2) => 2,
        (PieceKind::Horse | PieceKind::Advisor | PieceKind::Elephant, _) => return None,
        _ if sign == 0 => return Square::new(file, from.rank()),
        _ => return Square::new(from.file(), from.rank() + sign * number),
    };
    if sign == 0 { None } else { Square::new(file, from.rank() + sign * ranks) }
}

fn own_file(side: Color, square: Square) -> u8 {
    match side {
        Color::Red => 9 - square.file() as u8,
        Color::Black => square.file() as u8 + 1,
    }
}

/// Full-width forms mirror ASCII, 0xfee0 higher.
fn narrow(letter: char) -> char {
    match letter {
        '！'..='～' => char::from_u32(letter as u32 - 0xfee0).unwrap_or(letter),
        _ => letter,
    }
}

fn kind_of(letter: char) -> Option<PieceKind> {
    Some(match letter {
        '车' | '車' | '俥' => PieceKind::Chariot,
        '马' | '馬' | '傌' => PieceKind::Horse,
        '炮' | '砲' | '包' => PieceKind::Cannon,
        '士' | '仕' => PieceKind::Advisor,
        '象' | '相' => PieceKind::Elephant,
        '将' | '將' | '帅' | '帥' => PieceKind::General,
        '兵' | '卒' => PieceKind::Soldier,
        _ => return PieceKind::from_letter(letter),
    })
}

fn way(letter: char) -> Option<Way> {
    match letter {
        '进' | '進' | '+' => Some(Way::Advance),
        '退' | '-' => Some(Way::Retreat),
        '平' | '=' | '.' => Some(Way::Sideways),
        _ => None,
    }
}

fn digit(letter: char) -> Option<u8> {
    let chinese = "一二三四五六七八九".chars().position(|it| it == letter);
    let value = chinese.map(|it| it as u32 + 1).or(letter.to_digit(10))?;
    (1..=9).contains(&value).then_some(value as u8)
}
