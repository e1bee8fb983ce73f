//! The files to join: do they belong together, and is each of them there, once and whole?

use std::{
    collections::{BTreeMap, BTreeSet},
    fs::File,
    io::Read,
    ops::Range,
    path::{Path, PathBuf},
};

use anyhow::{Context, Result, bail, ensure};
use serde_json::{Map, Value};
use trainer::data::Reader;

use crate::{
    inputs::Input,
    shard::Shard,
    shard_file::{self, Content},
};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
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
pub(super) struct Piece {
    pub(super) path: PathBuf,
    kind: Kind,
    /// Which part it is, of how many games; the whole if it says nothing.
    pub(super) shard: Option<(Shard, u64)>,
    /// Everything else that must be the same in all files, by name.
    fields: BTreeMap<String, String>,
}

/// Files of one run, in the order of their games.
pub(super) struct Pieces {
    pub(super) kind: Kind,
    pub(super) pieces: Vec<Piece>,
    is_partial: bool,
}

impl Pieces {
    pub(super) fn read(inputs: Vec<Input>, is_partial: bool) -> Result<Pieces> {
        let mut pieces = Vec::new();
        for Input { path, is_named } in inputs {
            match Piece::read(&path).with_context(|| path.display().to_string()) {
                Ok(piece) => pieces.push(piece),
                // In a folder other things may lie, too.
                Err(error) if is_named => return Err(error),
                Err(_) => (),
            }
        }
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
        let missing: Vec<u64> = (1..=count).filter(|it| !there.contains_key(it)).collect();
        ensure!(
            self.is_partial || missing.is_empty(),
            "of {count} shards {} missing: {} (--partial joins the others)",
            if missing.len() == 1 { "one is" } else { "some are" },
            listed(&missing)
        );
        self.pieces.sort_by_key(|it| it.shard.map(|it| it.0.index()));
        Ok(())
    }

    /// Shards that are lines of JSON, checked and read.
    pub(super) fn contents(&self) -> Result<Vec<Content>> {
        let mut contents = Vec::new();
        for piece in &self.pieces {
            let name = || piece.path.display().to_string();
            let content = shard_file::read(&piece.path).with_context(name)?;
            let expected = piece.shard.map(|(shard, total)| shard.range(total));
            self.check_games(piece, expected, content.games.keys().copied())?;
            contents.push(content);
        }
        Ok(contents)
    }

    /// A file has the games that it should have, and each of them once.
    pub(super) fn check_games(
        &self,
        piece: &Piece,
        expected: Option<Range<u64>>,
        numbers: impl IntoIterator<Item = u64>,
    ) -> Result<()> {
        self.check_numbers(piece, expected.map(|it| it.collect()), numbers)
    }

    /// The same for numbers that may have gaps.
    pub(super) fn check_numbers(
        &self,
        piece: &Piece,
        expected: Option<BTreeSet<u64>>,
        numbers: impl IntoIterator<Item = u64>,
    ) -> Result<()> {
        let name = piece.path.display();
        let mut seen = BTreeSet::new();
        for number in numbers {
            ensure!(seen.insert(number), "{name}: game {number} is there twice");
        }
        let Some(expected) = expected else { return Ok(()) };
        if let Some(foreign) = seen.difference(&expected).next() {
            bail!("{name}: game {foreign} does not belong to this shard");
        }
        let missing: Vec<u64> = expected.difference(&seen).copied().collect();
        ensure!(
            self.is_partial || missing.is_empty(),
            "{name}: game {} missing: the shard was cut off; the same command goes on with it",
            listed(&missing)
        );
        Ok(())
    }
}

/// The first of many numbers.
fn listed(numbers: &[u64]) -> String {
    const MOST: usize = 5;
    let first: Vec<String> = numbers.iter().take(MOST).map(u64::to_string).collect();
    match numbers.len().saturating_sub(MOST) {
        0 => first.join(", "),
        more => format!("{} and {more} more", first.join(", ")),
    }
}

impl Piece {
    fn read(path: &Path) -> Result<Piece> {
        let mut beginning = Vec::new();
        File::open(path)?.take(8).read_to_end(&mut beginning)?;
        let (kind, fields) = if beginning == *b"CHUHEGAM" {
            let header = Reader::open(path)?.header;
            let fields = header.fields().into_iter();
            let fields = fields.filter_map(|(name, value)| Some((name.to_owned(), value?)));
            (Kind::Selfplay, fields.collect())
        } else {
            of_lines(path)?
        };
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

/// What the first line of a file of JSON lines says.
fn of_lines(path: &Path) -> Result<(Kind, BTreeMap<String, String>)> {
    let header = shard_file::read_header(path)?;
    let kinds = [
        ("chuhe_match", Kind::Match),
        ("chuhe_review", Kind::Review),
        ("chuhe_puzzles", Kind::Puzzles),
    ];
    let kind = kinds.into_iter().find(|it| header.contains_key(it.0));
    let (_, kind) = kind.context("it has no results of selfplay, match, review or mining")?;
    let mut fields = BTreeMap::new();
    flatten("", &header, &mut fields);
    Ok((kind, fields))
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
