//! Moves in the manner of chess: `Che2`, `Nxc6`, `Afe1`, `c5`, `Rb10`.

use xiangqi::{MoveList, PieceKind, Position, Square};

/// The parts of such a word. Ranks as written, whatever the first one is called.
struct San {
    kind: PieceKind,
    from_file: Option<i8>,
    from_rank: Option<i8>,
    file: i8,
    rank: i8,
}

pub(super) fn candidates(position: &Position, word: &str, base: i8, found: &mut MoveList) {
    let Some(san) = parse(word) else { return };
    let Some(to) = Square::new(san.file, san.rank - base) else { return };
    let fits = |from: Square| {
        position.piece_at(from).is_some_and(|it| it.kind() == san.kind)
            && san.from_file.is_none_or(|it| it == from.file())
            && san.from_rank.is_none_or(|it| it - base == from.rank())
    };
    for &mv in &position.legal_moves() {
        if mv.to() == to && fits(mv.from()) {
            found.push(mv);
        }
    }
}

pub(super) fn is_written(word: &str) -> bool {
    parse(word).is_some()
}

fn parse(word: &str) -> Option<San> {
    let word = word.as_bytes();
    let (kind, rest) = match word.split_first()? {
        (letter, rest) if letter.is_ascii_uppercase() => {
            (PieceKind::from_letter(char::from(*letter))?, rest)
        }
        _ => (PieceKind::Soldier, word),
    };
    // The destination stands at the end.
    let digits = rest.iter().rev().take_while(|it| it.is_ascii_digit()).count();
    let (head, rank) = rest.split_at(rest.len() - digits);
    let (&file, head) = head.split_last()?;
    let head = head.strip_suffix(b"x").or(head.strip_suffix(b"-")).unwrap_or(head);
    let (from_file, from_rank) = match head.split_first() {
        Some((letter, rest)) if letter.is_ascii_alphabetic() => (Some(file_of(*letter)?), rest),
        _ => (None, head),
    };
    let from_rank = if from_rank.is_empty() { None } else { Some(rank_of(from_rank)?) };
    Some(San { kind, from_file, from_rank, file: file_of(file)?, rank: rank_of(rank)? })
}

fn file_of(letter: u8) -> Option<i8> {
    (b'a'..=b'i').contains(&letter).then(|| (letter - b'a') as i8)
}

fn rank_of(digits: &[u8]) -> Option<i8> {
    str::from_utf8(digits).ok()?.parse().ok().filter(|it| (0..=10).contains(it))
}
