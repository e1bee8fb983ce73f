//! The seven kinds of pieces, and the fourteen pieces of both sides.

use crate::color::Color;

/// What a piece is, whoever owns it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum PieceKind {
    General,
    Advisor,
    Elephant,
    Horse,
    Chariot,
    Cannon,
    Soldier,
}

impl PieceKind {
    pub const COUNT: usize = 7;
    pub const ALL: [PieceKind; PieceKind::COUNT] = [
        PieceKind::General,
        PieceKind::Advisor,
        PieceKind::Elephant,
        PieceKind::Horse,
        PieceKind::Chariot,
        PieceKind::Cannon,
        PieceKind::Soldier,
    ];

    pub const fn index(self) -> usize {
        self as usize
    }

    /// How many a side has at the start, which is also the most it can ever have.
    pub const fn full_count(self) -> usize {
        match self {
            PieceKind::General => 1,
            PieceKind::Soldier => 5,
            _ => 2,
        }
    }

    /// The English name: general, advisor, ...
    pub const fn name(self) -> &'static str {
        match self {
            PieceKind::General => "general",
            PieceKind::Advisor => "advisor",
            PieceKind::Elephant => "elephant",
            PieceKind::Horse => "horse",
            PieceKind::Chariot => "chariot",
            PieceKind::Cannon => "cannon",
            PieceKind::Soldier => "soldier",
        }
    }

    pub(crate) fn plural(self) -> String {
        format!("{}s", self.name())
    }

    /// The engine world's letter, upper case: `K A B N R C P`.
    pub const fn letter(self) -> char {
        match self {
            PieceKind::General => 'K',
            PieceKind::Advisor => 'A',
            PieceKind::Elephant => 'B',
            PieceKind::Horse => 'N',
            PieceKind::Chariot => 'R',
            PieceKind::Cannon => 'C',
            PieceKind::Soldier => 'P',
        }
    }

    /// Reads a letter of any dialect, upper or lower case: besides the engine letters the
    /// federation's H and E, and M (minister) and G (guard) of old files.
    pub const fn from_letter(letter: char) -> Option<PieceKind> {
        Some(match letter.to_ascii_uppercase() {
            'K' => PieceKind::General,
            'A' | 'G' => PieceKind::Advisor,
            'B' | 'E' | 'M' => PieceKind::Elephant,
            'N' | 'H' => PieceKind::Horse,
            'R' => PieceKind::Chariot,
            'C' => PieceKind::Cannon,
            'P' => PieceKind::Soldier,
            _ => return None,
        })
    }
}

/// A piece of one side. One byte, and so is `Option<Piece>`, since the mailbox holds ninety.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Piece {
    RedGeneral,
    RedAdvisor,
    RedElephant,
    RedHorse,
    RedChariot,
    RedCannon,
    RedSoldier,
    BlackGeneral,
    BlackAdvisor,
    BlackElephant,
    BlackHorse,
    BlackChariot,
    BlackCannon,
    BlackSoldier,
}

const _: () = assert!(size_of::<Option<Piece>>() == 1);

impl Piece {
    pub const COUNT: usize = 14;
    pub const ALL: [Piece; Piece::COUNT] = [
        Piece::RedGeneral,
        Piece::RedAdvisor,
        Piece::RedElephant,
        Piece::RedHorse,
        Piece::RedChariot,
        Piece::RedCannon,
        Piece::RedSoldier,
        Piece::BlackGeneral,
        Piece::BlackAdvisor,
        Piece::BlackElephant,
        Piece::BlackHorse,
        Piece::BlackChariot,
        Piece::BlackCannon,
        Piece::BlackSoldier,
    ];

    pub const fn new(color: Color, kind: PieceKind) -> Piece {
        Piece::ALL[color.index() * PieceKind::COUNT + kind.index()]
    }

    pub const fn index(self) -> usize {
        self as usize
    }

    pub const fn color(self) -> Color {
        if (self as usize) < PieceKind::COUNT { Color::Red } else { Color::Black }
    }

    pub const fn kind(self) -> PieceKind {
        PieceKind::ALL[self as usize % PieceKind::COUNT]
    }

    /// `red chariot`, `black soldier`.
    pub fn name(self) -> String {
        let color = if self.color() == Color::Red { "red" } else { "black" };
        format!("{color} {}", self.kind().name())
    }

    /// Upper case for Red, lower case for Black, as in FEN.
    pub const fn letter(self) -> char {
        match self.color() {
            Color::Red => self.kind().letter(),
            Color::Black => self.kind().letter().to_ascii_lowercase(),
        }
    }

    pub const fn from_letter(letter: char) -> Option<Piece> {
        let color = if letter.is_ascii_uppercase() { Color::Red } else { Color::Black };
        match PieceKind::from_letter(letter) {
            Some(kind) => Some(Piece::new(color, kind)),
            None => None,
        }
    }

    /// The character on the disc, in simplified Chinese: 帅 and 将, 仕 and 士, ...
    pub const fn hanzi(self) -> char {
        match self {
            Piece::RedGeneral => '帅',
            Piece::RedAdvisor => '仕',
            Piece::RedElephant => '相',
            Piece::RedHorse | Piece::BlackHorse => '马',
            Piece::RedChariot | Piece::BlackChariot => '车',
            Piece::RedCannon | Piece::BlackCannon => '炮',
            Piece::RedSoldier => '兵',
            Piece::BlackGeneral => '将',
            Piece::BlackAdvisor => '士',
            Piece::BlackElephant => '象',
            Piece::BlackSoldier => '卒',
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_and_parts_round_trip() {
        for piece in Piece::ALL {
            assert_eq!(Piece::from_letter(piece.letter()), Some(piece));
            assert_eq!(Piece::new(piece.color(), piece.kind()), piece);
        }
        assert_eq!(Piece::from_letter('h'), Some(Piece::BlackHorse));
        assert_eq!(Piece::from_letter('E'), Some(Piece::RedElephant));
        assert_eq!(Piece::from_letter('x'), None);
    }
}
