//! The two text protocols between a host (a GUI, an arena) and an engine: UCI, as chess engines
//! speak it, and UCCI, its Xiangqi sister. Lines become data here and data becomes lines; what
//! they mean for a search is not decided here.

mod client;
mod command;
mod go;
mod option;
mod reply;
mod words;

pub use client::{Client, ClientError, Search, Thought, TimeLimits};
pub use command::{Command, SetOption, Start, parse_command};
pub use go::{Clock, Go};
pub use option::{OptionKind, OptionSpec, same_name};
pub use reply::{Bound, Info, Reply, Score, parse_reply};

/// The two text protocols differ in words, hardly in meaning.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Dialect {
    #[default]
    Uci,
    Ucci,
}

/// How an engine counts ranks. The Chinese engines and both protocols' Xiangqi dialects start
/// at 0; Fairy-Stockfish in plain UCI starts at 1 and needs two digits for the last.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Ranks {
    #[default]
    FromZero,
    FromOne,
}

impl Ranks {
    /// Reads a move of an engine that counts this way.
    pub fn parse_move(self, text: &str) -> Option<xiangqi::Move> {
        match self {
            Ranks::FromZero => text.parse().ok(),
            Ranks::FromOne => {
                let second =
                    text.char_indices().skip(1).find(|(_, it)| it.is_ascii_alphabetic())?;
                let (from, to) = text.split_at_checked(second.0)?;
                xiangqi::Move::new(square_from_one(from)?, square_from_one(to)?)
            }
        }
    }

    /// Writes a move for an engine that counts this way.
    pub fn move_text(self, mv: xiangqi::Move) -> String {
        match self {
            Ranks::FromZero => mv.to_string(),
            Ranks::FromOne => {
                let square = |it: xiangqi::Square| {
                    format!("{}{}", char::from(b'a' + it.file() as u8), it.rank() + 1)
                };
                format!("{}{}", square(mv.from()), square(mv.to()))
            }
        }
    }
}

fn square_from_one(text: &str) -> Option<xiangqi::Square> {
    let (file, rank) = text.split_at_checked(1)?;
    let file = file.bytes().next()?.to_ascii_lowercase().checked_sub(b'a')?;
    let rank: i8 = rank.parse().ok()?;
    xiangqi::Square::new(i8::try_from(file).ok()?, rank.checked_sub(1)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_ways_of_counting_ranks_read_back() {
        let mv: xiangqi::Move = "i8i9".parse().unwrap();
        assert_eq!(Ranks::FromOne.move_text(mv), "i9i10");
        assert_eq!(Ranks::FromOne.parse_move("i9i10"), Some(mv));
        assert_eq!(Ranks::FromZero.parse_move("i8i9"), Some(mv));
        for text in ["", "i", "i9", "i9i0", "i9i11", "i9i128", "楚河", "é1é2", "9999"] {
            assert_eq!(Ranks::FromOne.parse_move(text), None, "{text}");
        }
    }
}
