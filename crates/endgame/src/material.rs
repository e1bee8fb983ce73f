//! Which pieces are on the board: the name of a table, such as `R-aabb`.
//!
//! The strong side has something that can cross the river and is written in upper case, the weak
//! side has only its general, advisors and elephants and is written in lower case. The generals
//! are always there and not written. Colors do not matter: the board is turned so that the strong
//! side is Red.

use std::{error, fmt, str::FromStr};

use xiangqi::{Color, PieceKind, Position};

/// The pieces besides the generals.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Material {
    /// How many the strong side has of chariot, horse, cannon, soldier, advisor, elephant, in the
    /// order of [`STRONG`].
    pub strong: [u8; 6],
    /// How many advisors and elephants the weak side has.
    pub weak: [u8; 2],
}

/// The order of a key: what attacks first, then guards.
pub(crate) const STRONG: [PieceKind; 6] = [
    PieceKind::Chariot,
    PieceKind::Horse,
    PieceKind::Cannon,
    PieceKind::Soldier,
    PieceKind::Advisor,
    PieceKind::Elephant,
];

/// The kinds of a weak side.
pub(crate) const WEAK: [PieceKind; 2] = [PieceKind::Advisor, PieceKind::Elephant];

/// The kinds that can cross the river are the first four of [`STRONG`].
pub(crate) const ATTACKERS: usize = 4;

impl Material {
    /// The material of a position and its strong side; `None` if both sides can attack, or none.
    pub fn of(position: &Position) -> Option<(Material, Color)> {
        let strong = match Color::BOTH.map(|it| position.can_attack(it)) {
            [true, false] => Color::Red,
            [false, true] => Color::Black,
            _ => return None,
        };
        let count = |color, kind| position.of(color, kind).len() as u8;
        let material = Material {
            strong: STRONG.map(|kind| count(strong, kind)),
            weak: WEAK.map(|kind| count(strong.opponent(), kind)),
        };
        Some((material, strong))
    }

    /// How many pieces can cross the river.
    pub fn attackers(&self) -> usize {
        self.strong[..ATTACKERS].iter().map(|&it| usize::from(it)).sum()
    }

    /// How many pieces stand on the board, both generals included.
    pub fn pieces(&self) -> usize {
        self.strong.iter().chain(&self.weak).map(|&it| usize::from(it)).sum::<usize>() + 2
    }

    /// What one capture leaves, if an attacker is still there. The strong side's guards stay at
    /// home, where nothing of the weak side comes.
    pub fn after_captures(&self) -> Vec<Material> {
        let mut left = Vec::new();
        for kind in 0..WEAK.len() {
            let mut material = *self;
            if let Some(fewer) = material.weak[kind].checked_sub(1) {
                material.weak[kind] = fewer;
                left.push(material);
            }
        }
        for kind in 0..ATTACKERS {
            let mut material = *self;
            if let Some(fewer) = material.strong[kind].checked_sub(1) {
                material.strong[kind] = fewer;
                left.extend(Some(material).filter(|it| it.attackers() != 0));
            }
        }
        left
    }

    /// All tables this one needs, smaller ones first, itself last.
    pub fn family(&self) -> Vec<Material> {
        let mut family = vec![*self];
        let mut next = 0;
        while let Some(material) = family.get(next).copied() {
            for child in material.after_captures() {
                if !family.contains(&child) {
                    family.push(child);
                }
            }
            next += 1;
        }
        family.sort_by_key(|it| (it.pieces(), *it));
        family
    }
}

impl fmt::Display for Material {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (kind, &count) in STRONG.iter().zip(&self.strong) {
            for _ in 0..count {
                write!(f, "{}", kind.letter())?;
            }
        }
        f.write_str("-")?;
        for (kind, &count) in WEAK.iter().zip(&self.weak) {
            for _ in 0..count {
                write!(f, "{}", kind.letter().to_ascii_lowercase())?;
            }
        }
        Ok(())
    }
}

/// The text is not the name of a table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NotAKey {
    NoDash(String),
    Strong { key: String, letter: char },
    Weak { key: String, letter: char },
    TooMany { key: String, kind: PieceKind },
    NoAttacker(String),
}

impl fmt::Display for NotAKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NotAKey::NoDash(key) => write!(
                f,
                "{key:?} names no table: write the strong side, a dash and the weak side's guards, such as R-aabb"
            ),
            NotAKey::Strong { key, letter } => write!(
                f,
                "{letter:?} in {key:?} is no piece of the strong side: R, N, C, P, A or B before the dash"
            ),
            NotAKey::Weak { key, letter } => write!(
                f,
                "{letter:?} in {key:?} is no guard: only a (advisor) and b (elephant) after the dash"
            ),
            NotAKey::TooMany { key, kind } => {
                write!(f, "{key:?} has more {}s than a set has", kind.name())
            }
            NotAKey::NoAttacker(key) => {
                write!(f, "{key:?} has nothing that can cross the river: it is always drawn")
            }
        }
    }
}

impl error::Error for NotAKey {}

impl FromStr for Material {
    type Err = NotAKey;

    /// Letters of any dialect and in any order; the case is not asked for, the dash tells sides.
    fn from_str(text: &str) -> Result<Material, NotAKey> {
        let key: String = text.chars().take(40).collect();
        let (strong, weak) = text.split_once('-').ok_or_else(|| NotAKey::NoDash(key.clone()))?;
        let mut material = Material { strong: [0; 6], weak: [0; 2] };
        for letter in strong.chars() {
            let kind = STRONG.iter().position(|&it| PieceKind::from_letter(letter) == Some(it));
            let kind = kind.ok_or_else(|| NotAKey::Strong { key: key.clone(), letter })?;
            add(&mut material.strong[kind], STRONG[kind], &key)?;
        }
        for letter in weak.chars() {
            let kind = WEAK.iter().position(|&it| PieceKind::from_letter(letter) == Some(it));
            let kind = kind.ok_or_else(|| NotAKey::Weak { key: key.clone(), letter })?;
            add(&mut material.weak[kind], WEAK[kind], &key)?;
        }
        if material.attackers() == 0 {
            return Err(NotAKey::NoAttacker(key));
        }
        Ok(material)
    }
}

fn add(count: &mut u8, kind: PieceKind, key: &str) -> Result<(), NotAKey> {
    if usize::from(*count) == kind.full_count() {
        return Err(NotAKey::TooMany { key: key.to_owned(), kind });
    }
    *count += 1;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_read_back() {
        for key in ["R-aabb", "NP-aab", "RAB-aabb", "PPPPP-", "CAABB-b", "RNCP-"] {
            assert_eq!(key.parse::<Material>().unwrap().to_string(), key);
        }
        assert_eq!("ph-ebg".parse::<Material>().unwrap().to_string(), "NP-abb");
        for bad in ["", "R", "-aa", "X-aa", "R-r", "RRR-", "R-aaa", "AB-b", "楚-河"] {
            assert!(bad.parse::<Material>().is_err(), "{bad}");
        }
    }

    #[test]
    fn a_family_begins_with_the_smallest() {
        let family: Vec<String> =
            "RP-a".parse::<Material>().unwrap().family().iter().map(Material::to_string).collect();
        assert_eq!(family, ["P-", "R-", "P-a", "R-a", "RP-", "RP-a"]);
    }

    #[test]
    fn the_strong_side_is_found() {
        let position: Position = "4k4/9/9/9/9/9/9/4r4/9/3K1A3 w".parse().unwrap();
        let (material, strong) = Material::of(&position).unwrap();
        assert_eq!((material.to_string().as_str(), strong), ("R-a", Color::Black));
        assert!(Material::of(&Position::start()).is_none());
    }
}
