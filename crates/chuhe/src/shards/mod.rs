//! A part of a larger piece of work: `--shard I/N`. All N parts, done in any order on any machines,
//! are together exactly what one run does; `chuhe merge` joins them. [`file`] is how a shard of
//! reviews or puzzles lies on the disk, [`pieces`] are files that may belong together.

pub mod file;
pub mod pieces;

use std::{fmt, ops::Range, str::FromStr};

use anyhow::{Result, bail, ensure};

/// Part `index` of `count`, counted from 1.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shard {
    index: u64,
    count: u64,
}

const MOST: u64 = 10_000_000;

impl Shard {
    pub fn new(index: u64, count: u64) -> Result<Shard> {
        ensure!(
            1 <= index && index <= count && count <= MOST,
            "a shard is I/N with I from 1 to N, and N at most {MOST}"
        );
        Ok(Shard { index, count })
    }

    pub fn index(self) -> u64 {
        self.index
    }

    pub fn count(self) -> u64 {
        self.count
    }

    /// The numbers of this part; those of all parts are 0 up to `total`, one after the other.
    pub fn range(self, total: u64) -> Range<u64> {
        let cut = |it: u64| {
            let share = u128::from(total) * u128::from(it) / u128::from(self.count);
            u64::try_from(share).unwrap_or(total)
        };
        cut(self.index - 1)..cut(self.index)
    }

    /// As files say it: which part, and of how much.
    pub fn label(self, total: u64) -> String {
        format!("{self} of {total}")
    }

    /// Reads such a label.
    pub fn of_label(text: &str) -> Option<(Shard, u64)> {
        let (shard, total) = text.split_once(" of ")?;
        Some((shard.parse().ok()?, total.parse().ok()?))
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{}/{}", self.index, self.count)
    }
}

impl FromStr for Shard {
    type Err = anyhow::Error;

    fn from_str(text: &str) -> Result<Shard> {
        let Some((index, count)) = text.split_once('/') else {
            bail!("a shard is I/N, such as 3/10");
        };
        match (index.trim().parse(), count.trim().parse()) {
            (Ok(index), Ok(count)) => Shard::new(index, count),
            _ => bail!("a shard is I/N, such as 3/10"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_the_whole() {
        for (total, count) in [(0, 1), (10, 3), (3, 10), (u64::MAX, 7)] {
            let mut end = 0;
            for index in 1..=count {
                let range = Shard::new(index, count).unwrap().range(total);
                assert_eq!(range.start, end);
                end = range.end;
            }
            assert_eq!(end, total);
        }
    }

    #[test]
    fn labels_read_back() {
        let shard: Shard = "3/10".parse().unwrap();
        assert_eq!(shard.label(300), "3/10 of 300");
        assert_eq!(Shard::of_label("3/10 of 300"), Some((shard, 300)));
        for bad in ["", "3", "0/3", "4/3", "3/0", "-1/3", "1/99999999999", "1/2/3", "a/b"] {
            assert!(bad.parse::<Shard>().is_err(), "{bad}");
            assert_eq!(Shard::of_label(&format!("{bad} of 3")), None);
        }
    }
}
