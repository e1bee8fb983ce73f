//! The classical endings (实用残局): what they are called, and what the tables found.
//!
//! The numbers are in `catalogue.txt`, which `examples/catalogue.rs` writes; a test computes the
//! small ones again.

use std::sync::LazyLock;

use crate::material::{ATTACKERS, Material, STRONG, WEAK};

/// An ending of the catalogue.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ending {
    pub material: Material,
    /// Positions, both sides to move, mirror images folded.
    pub positions: u64,
    /// Those with the strong side to move, and how many of them it wins.
    pub strong_to_move: u64,
    pub strong_wins: u64,
    /// The most moves a win takes.
    pub longest: u8,
    /// A position to begin with: guards at home, the strong side, Red, to move.
    pub start: String,
}

/// What to expect of an ending.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// Nearly every placement wins.
    Win,
    /// It depends on the placement.
    Depends,
    /// Only few placements win, or none.
    Draw,
}

impl Verdict {
    /// The word of the page's messages.
    pub fn name(self) -> &'static str {
        match self {
            Verdict::Win => "win",
            Verdict::Depends => "depends",
            Verdict::Draw => "draw",
        }
    }
}

impl Ending {
    /// Won in thousandths of all placements with the strong side to move, rounded down.
    pub fn won_per_mille(&self) -> u64 {
        1000 * self.strong_wins / self.strong_to_move.max(1)
    }

    /// From 95 % a win, up to 25 % a draw.
    pub fn verdict(&self) -> Verdict {
        match self.won_per_mille() {
            950.. => Verdict::Win,
            251.. => Verdict::Depends,
            _ => Verdict::Draw,
        }
    }
}

/// All endings, in the order in which they are taught.
pub fn catalogue() -> &'static [Ending] {
    static CATALOGUE: LazyLock<Vec<Ending>> =
        LazyLock::new(|| include_str!("../catalogue.txt").lines().filter_map(parse).collect());
    &CATALOGUE
}

/// `R-aabb 788631 394000 323000 32 <FEN>`; a line that begins with # is a remark.
fn parse(line: &str) -> Option<Ending> {
    let mut fields = line.splitn(6, ' ');
    Some(Ending {
        material: fields.next()?.parse().ok()?,
        positions: fields.next()?.parse().ok()?,
        strong_to_move: fields.next()?.parse().ok()?,
        strong_wins: fields.next()?.parse().ok()?,
        longest: fields.next()?.parse().ok()?,
        start: fields.next()?.to_owned(),
    })
}

/// The line of an ending in `catalogue.txt`.
pub fn catalogue_line(ending: &Ending) -> String {
    let Ending { material, positions, strong_to_move, strong_wins, longest, start } = ending;
    format!("{material} {positions} {strong_to_move} {strong_wins} {longest} {start}")
}

impl Material {
    /// 单车对士象全, as books say it.
    pub fn chinese_name(&self) -> String {
        let attackers: Vec<usize> = (0..ATTACKERS).filter(|&it| self.strong[it] != 0).collect();
        let mut name = String::new();
        for &kind in &attackers {
            name += match self.strong[kind] {
                1 if 1 < attackers.len() => "",
                1 if kind == 3 => "一",
                1 => "单",
                2 => "双",
                3 => "三",
                4 => "四",
                _ => "五",
            };
            name += ["车", "马", "炮", "兵"][kind];
        }
        name += match self.strong[ATTACKERS..] {
            [0, 0] => "",
            [1, 0] => "单仕",
            [2, 0] => "双仕",
            [0, 1] => "单相",
            [0, 2] => "双相",
            [1, 1] => "单仕相",
            [2, 1] => "双仕单相",
            [1, 2] => "单仕双相",
            _ => "仕相全",
        };
        name + "对"
            + match self.weak {
                [0, 0] => "光将",
                [1, 0] => "单士",
                [2, 0] => "双士",
                [0, 1] => "单象",
                [0, 2] => "双象",
                [1, 1] => "单士象",
                [2, 1] => "单缺象",
                [1, 2] => "单缺士",
                _ => "士象全",
            }
    }

    /// "Chariot against two advisors and two elephants".
    pub fn english_name(&self) -> String {
        let strong = listed("", STRONG.iter().zip(&self.strong));
        let weak = listed("an ", WEAK.iter().zip(&self.weak));
        let weak = if weak.is_empty() { "a bare general".to_owned() } else { weak };
        let name = format!("{strong} against {weak}");
        name[..1].to_uppercase() + &name[1..]
    }
}

/// "chariot and two soldiers"; a single piece gets the article.
fn listed<'a>(
    article: &str,
    pieces: impl Iterator<Item = (&'a xiangqi::PieceKind, &'a u8)>,
) -> String {
    let words: Vec<String> = pieces
        .filter(|it| *it.1 != 0)
        .map(|(kind, &count)| match count {
            1 => format!("{article}{}", kind.name()),
            _ => format!(
                "{} {}s",
                ["two", "three", "four", "five"][usize::from(count) - 2],
                kind.name()
            ),
        })
        .collect();
    match words.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} and {last}", rest.join(", ")),
        _ => words.concat(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn endings_have_names() {
        let names = |key: &str| {
            let material: Material = key.parse().unwrap();
            (material.chinese_name(), material.english_name())
        };
        let (zh, en) = names("R-aabb");
        assert_eq!(
            (zh.as_str(), en.as_str()),
            ("单车对士象全", "Chariot against two advisors and two elephants")
        );
        let (zh, en) = names("NP-abb");
        assert_eq!(
            (zh.as_str(), en.as_str()),
            ("马兵对单缺士", "Horse and soldier against an advisor and two elephants")
        );
        let (zh, en) = names("PP-");
        assert_eq!(
            (zh.as_str(), en.as_str()),
            ("双兵对光将", "Two soldiers against a bare general")
        );
        assert_eq!(names("CA-aa").0, "单炮单仕对双士");
        assert_eq!(names("P-a").0, "一兵对单士");
    }
}
