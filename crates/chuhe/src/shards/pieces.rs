//! The files to join: do they belong together, and is each of them there, once and whole?

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt,
    fs::File,
    io::{BufRead, BufReader},
    path::{Path, PathBuf},
};

use anyhow::{Context, Result, bail, ensure};
use serde_json::{Map, Value};
use trainer::data::Reader;

use super::{
    Shard,
    file::{self, Content},
};
use crate::files::ensure_regular;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    Selfplay,
    Match,
    Review,
    Puzzles,
}

impl Kind {
    const fn name(self) -> &'static str {
        match self {
            Kind::Selfplay => "games of selfplay",
            Kind::Match => "results of a match",
            Kind::Review => "reviews",
            Kind::Puzzles => "puzzles",
        }
    }
}

/// One file, by what it says about itself.
pub struct Piece {
    pub path: PathBuf,
    kind: Kind,
    /// Which part it is, of how many games; the whole if it says nothing.
    pub shard: Option<(Shard, u64)>,
    /// Everything else that must be the same in all files, by name.
    fields: BTreeMap<String, String>,
}

/// Files of one run, in the order of their games.
pub struct Pieces {
    pub kind: Kind,
    pub pieces: Vec<Piece>,
    is_partial: bool,
}

impl Pieces {
    /// All of one run, and all of that run, unless a part will do.
    pub fn of_one_run(pieces: Vec<Piece>, is_partial: bool) -> Result<Pieces> {
        let first = pieces.first().context("there is nothing to join")?;
        let kind = first.kind;
        for other in &pieces[1..] {
            first.belongs_to(other)?;
        }
        let mut pieces = Pieces { kind, pieces, is_partial };
        pieces.check_all_there()?;
        Ok(pieces)
    }

    /// Every shard once.
    fn check_all_there(&mut self) -> Result<()> {
        if let [one] = &self.pieces[..]
            && one.shard.is_none()
        {
            return Ok(());
        }
        let mut there: BTreeMap<u64, &Piece> = BTreeMap::new();
        let mut count = 0;
        for piece in &self.pieces {
            let Some((shard, _)) = piece.shard else {
                bail!("{} is a whole run, not a shard", piece.path.display());
            };
            if let Some(other) = there.insert(shard.index(), piece) {
                let names = [other, piece].map(|it| it.path.display().to_string());
                bail!("shard {shard} is there twice: {} and {}", names[0], names[1]);
            }
            count = shard.count();
        }
        let missing = Missing {
            first: (1..=count).filter(|it| !there.contains_key(it)).take(LISTED).collect(),
            count: count - there.len() as u64,
        };
        ensure!(
            self.is_partial || missing.count == 0,
            "of {count} shards {} missing: {missing} (--partial joins the others)",
            if missing.count == 1 { "one is" } else { "some are" },
        );
        self.pieces.sort_by_key(|it| it.shard.map(|it| it.0.index()));
        Ok(())
    }

    /// Shards that are lines of JSON, checked and read.
    pub fn contents(&self) -> Result<Vec<Content>> {
        let mut contents = Vec::new();
        for piece in &self.pieces {
            let name = || piece.path.display().to_string();
            let content = Content::open(&piece.path).with_context(name)?;
            self.check_games(piece, content.games.keys().copied())?;
            contents.push(content);
        }
        Ok(contents)
    }

    /// A file has the games that its shard should have, and each of them once.
    pub fn check_games(&self, piece: &Piece, numbers: impl IntoIterator<Item = u64>) -> Result<()> {
        let seen = once_each(piece, numbers)?;
        let Some((shard, total)) = piece.shard else { return Ok(()) };
        let expected = shard.range(total);
        let foreign = seen.iter().find(|it| !expected.contains(it));
        self.check_difference(piece, foreign, || Missing {
            // A header may promise more games than fit into any memory: look no further than told.
            first: expected.clone().filter(|it| !seen.contains(it)).take(LISTED).collect(),
            count: expected.end - expected.start - seen.len() as u64,
        })
    }

    /// The same for numbers that may have gaps.
    pub fn check_numbers(
        &self,
        piece: &Piece,
        expected: &BTreeSet<u64>,
        numbers: impl IntoIterator<Item = u64>,
    ) -> Result<()> {
        let seen = once_each(piece, numbers)?;
        self.check_difference(piece, seen.difference(expected).next(), || Missing {
            first: expected.difference(&seen).take(LISTED).copied().collect(),
            count: (expected.len() - seen.len()) as u64,
        })
    }

    fn check_difference(
        &self,
        piece: &Piece,
        foreign: Option<&u64>,
        missing: impl FnOnce() -> Missing,
    ) -> Result<()> {
        let name = piece.path.display();
        if let Some(foreign) = foreign {
            bail!("{name}: game {foreign} does not belong to this shard");
        }
        let missing = missing();
        ensure!(
            self.is_partial || missing.count == 0,
            "{name}: game {missing} missing: the shard was cut off; the same command goes on with it"
        );
        Ok(())
    }
}

fn once_each(piece: &Piece, numbers: impl IntoIterator<Item = u64>) -> Result<BTreeSet<u64>> {
    let mut seen = BTreeSet::new();
    for number in numbers {
        let name = piece.path.display();
        ensure!(seen.insert(number), "{name}: game {number} is there twice");
    }
    Ok(seen)
}

/// So many of the missing are named.
const LISTED: usize = 5;

/// What is not there: the first of them, and how many there are.
struct Missing {
    first: Vec<u64>,
    count: u64,
}

impl fmt::Display for Missing {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let first: Vec<String> = self.first.iter().map(u64::to_string).collect();
        match self.count - self.first.len() as u64 {
            0 => write!(f, "{}", first.join(", ")),
            more => write!(f, "{} and {more} more", first.join(", ")),
        }
    }
}

impl Piece {
    pub fn open(path: &Path) -> Result<Piece> {
        ensure_regular(path)?;
        let mut reader = BufReader::new(File::open(path)?);
        if !reader.fill_buf()?.starts_with(b"CHUHEGAM") {
            return Piece::of_lines(path, &mut reader);
        }
        let header = Reader::open(path)?.header;
        let fields = header.fields().into_iter();
        let fields = fields.filter_map(|(name, value)| Some((name.to_owned(), value?)));
        Piece::new(path, Kind::Selfplay, fields.collect())
    }

    /// By what the first of its lines of JSON says.
    pub fn of_lines(path: &Path, reader: &mut impl BufRead) -> Result<Piece> {
        let header = file::read_header(reader)?;
        let kinds = [
            ("chuhe_match", Kind::Match),
            ("chuhe_review", Kind::Review),
            ("chuhe_puzzles", Kind::Puzzles),
        ];
        let kind = kinds.into_iter().find(|it| header.contains_key(it.0));
        let (_, kind) = kind.context("it has no results of selfplay, match, review or mining")?;
        let mut fields = BTreeMap::new();
        flatten("", &header, &mut fields);
        Piece::new(path, kind, fields)
    }

    fn new(path: &Path, kind: Kind, mut fields: BTreeMap<String, String>) -> Result<Piece> {
        let shard = match fields.remove("shard") {
            Some(label) => Some(Shard::of_label(&label).context("its shard cannot be read")?),
            None => None,
        };
        Ok(Piece { path: path.to_owned(), kind, shard, fields })
    }

    /// An error that says what differs.
    fn belongs_to(&self, other: &Piece) -> Result<()> {
        let (name, other_name) = (self.path.display(), other.path.display());
        ensure!(
            self.kind == other.kind,
            "{other_name} does not belong to {name}: it has {}, not {}",
            other.kind.name(),
            self.kind.name()
        );
        let names: BTreeSet<&String> = self.fields.keys().chain(other.fields.keys()).collect();
        for field in names {
            let [own, others] =
                [self, other].map(|it| it.fields.get(field).map_or("none", String::as_str));
            ensure!(
                own == others,
                "{other_name} does not belong to {name}: its {field} is {others}, not {own}"
            );
        }
        let cut = |it: &Piece| it.shard.map(|(shard, total)| (shard.count(), total));
        match (cut(self), cut(other)) {
            (Some((count, _)), Some((others, _))) if count != others => bail!(
                "{other_name} does not belong to {name}: it is one of {others} shards, not {count}"
            ),
            (Some((_, total)), Some((_, others))) if total != others => {
                bail!("{other_name} does not belong to {name}: its games are {others}, not {total}")
            }
            _ => Ok(()),
        }
    }
}

/// What lies deeper gets the names on the way to it: `players 2 control`.
fn flatten(prefix: &str, header: &Map<String, Value>, fields: &mut BTreeMap<String, String>) {
    for (name, value) in header {
        let name = format!("{prefix}{name}");
        match value {
            Value::Object(inner) => flatten(&format!("{name} "), inner, fields),
            Value::Array(items) => {
                let numbered = (1..).zip(items).map(|(it, value)| (it.to_string(), value.clone()));
                flatten(&format!("{name} "), &numbered.collect(), fields);
            }
            Value::String(text) => _ = fields.insert(name, text.clone()),
            other => _ = fields.insert(name, other.to_string()),
        }
    }
}
