//! One word of a record as a move. A word may fit several moves; the words after it decide.

mod described;
mod san;

use xiangqi::{Move, MoveList, NotationError, Position, Square};

/// How a record writes its moves, beyond what a single word shows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Dialect {
    /// Chinese characters, the federation's letters, or coordinates; the number is what the first
    /// rank is called in coordinates.
    Plain(i8),
    /// `Che2`, `Nxc6`; the number is what the first rank is called.
    San(i8),
}

impl Dialect {
    /// In the order in which they are tried.
    pub(crate) const ALL: [Dialect; 4] =
        [Dialect::Plain(0), Dialect::San(0), Dialect::San(1), Dialect::Plain(1)];
}

/// The legal moves that a word may stand for.
pub(crate) fn candidates(position: &Position, word: &str, dialect: Dialect) -> MoveList {
    let mut found = MoveList::new();
    match dialect {
        Dialect::San(base) => san::candidates(position, word, base, &mut found),
        Dialect::Plain(base) => plain(position, word, base, &mut found),
    }
    found
}

fn plain(position: &Position, word: &str, base: i8, found: &mut MoveList) {
    if is_coordinates(word) {
        let legal = coordinates(word, base).filter(|&it| position.is_legal(it));
        legal.into_iter().for_each(|mv| found.push(mv));
        return;
    }
    if described::candidates(position, word, found) {
        return;
    }
    match position.read_move(word) {
        Ok(mv) => found.push(mv),
        Err(NotationError::Ambiguous { moves, .. }) => {
            moves.into_iter().take(MoveList::CAPACITY).for_each(|mv| found.push(mv));
        }
        Err(NotationError::NoSuchMove(_)) => described::loose_candidates(position, word, found),
    }
}

/// Is the word written like a move in some notation, be it legal or not? Anything else between
/// the moves is chatter.
pub(crate) fn looks_like_move(word: &str) -> bool {
    let length = word.chars().take(9).count();
    let is_chinese = (4..=6).contains(&length) && word.contains(['进', '進', '退', '平']);
    is_chinese
        || (length <= 8
            && (is_coordinates(word) || described::is_written(word) || san::is_written(word)))
}

fn is_coordinates(word: &str) -> bool {
    coordinates(word, 0).or(coordinates(word, 1)).is_some()
}

/// `h2e2`, `H2-E2`, `h10g8`.
fn coordinates(word: &str, base: i8) -> Option<Move> {
    let (from, rest) = square(word.as_bytes(), base)?;
    let rest = rest.strip_prefix(b"-").unwrap_or(rest);
    let (to, rest) = square(rest, base)?;
    if rest.is_empty() { Move::new(from, to) } else { None }
}

/// The square at the beginning, and what follows it.
fn square(text: &[u8], base: i8) -> Option<(Square, &[u8])> {
    let (&file, rest) = text.split_first()?;
    let file = file.to_ascii_lowercase().checked_sub(b'a')?;
    let (&digit, rest) = rest.split_first()?;
    let rank = digit.checked_sub(b'0').filter(|it| *it < 10)?;
    let (rank, rest) = match rest.split_first() {
        Some((b'0', rest)) if base == 1 && rank == 1 => (10, rest),
        _ => (rank, rest),
    };
    Some((Square::new(i8::try_from(file).ok()?, rank as i8 - base)?, rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_quick_reading_agrees_with_the_complete_one() {
        use xiangqi::Style;
        let mut random = random::Random::new(7);
        for _ in 0..40 {
            let mut position = Position::start();
            for _ in 0..80 {
                let legal = position.legal_moves();
                if legal.is_empty() {
                    break;
                }
                for &mv in &legal {
                    for style in Style::ALL {
                        let word = position.write_move(mv, style);
                        let found = candidates(&position, &word, Dialect::Plain(0));
                        assert!(looks_like_move(&word), "{word}");
                        assert_eq!(found[..], [mv], "{word} {}", position.fen());
                    }
                }
                let mv = legal[random.below(legal.len())];
                position.play_unchecked(mv);
            }
        }
    }

    #[test]
    fn chatter_is_no_move() {
        for word in ["欢迎访问", "====", "红先胜", "Hello", "12", "", "http", "变六"] {
            assert!(!looks_like_move(word), "{word}");
        }
        for word in ["炮二平五", "前兵四平五", "E+-5", "＋Ｒ＝８", "Cxe3", "c5", "Rb10", "P15+1"]
        {
            assert!(looks_like_move(word), "{word}");
        }
    }
}
