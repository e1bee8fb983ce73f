//! Where the games go: the screen, one file, or a folder. A file appears under its name only when
//! it is whole, and never in the place of another unless that was asked for.

use std::{
    collections::HashSet,
    fs::{self, File},
    io::{self, BufWriter, Write},
    path::{Path, PathBuf},
    str::FromStr,
};

use anyhow::{Context, Result, bail, ensure};
use records::{Format, Options, formats::UnknownFormat};
use xiangqi::Style;

/// What a game becomes.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Target {
    Json,
    File(Format),
}

impl FromStr for Target {
    type Err = UnknownFormat;

    fn from_str(text: &str) -> Result<Target, UnknownFormat> {
        if text.eq_ignore_ascii_case("json") {
            return Ok(Target::Json);
        }
        text.parse().map(Target::File)
    }
}

impl Target {
    fn extension(self) -> &'static str {
        match self {
            Target::Json => "jsonl",
            Target::File(format) => format.extension(),
        }
    }

    fn holds_many(self) -> bool {
        match self {
            Target::Json => true,
            Target::File(format) => format.holds_many(),
        }
    }
}

enum Place {
    Screen,
    File(PathBuf),
    Folder(PathBuf),
}

/// Where games are written and in which notation: the same questions for every command that does.
#[derive(clap::Args)]
pub(crate) struct Writing {
    /// A file for all games, or a folder for a file each; the screen if not given
    #[arg(long, value_name = "FILE|DIR")]
    out: Option<PathBuf>,
    /// Moves in pgn and txt: chinese (炮二平五), traditional, wxf (C2=5), wxf-letters,
    /// iccs (H2-E2), uci (h2e2)
    #[arg(long, value_name = "NOTATION", default_value = "chinese")]
    notation: Style,
    /// Overwrite files that exist
    #[arg(long)]
    force: bool,
}

impl Writing {
    pub(crate) fn output(&self, target: Target) -> Result<Output> {
        Output::new(self.out.as_deref(), target, self.force)
    }

    pub(crate) fn options(&self) -> Options {
        Options { notation: self.notation }
    }
}

pub(crate) struct Output {
    place: Place,
    target: Target,
    force: bool,
    /// The file being written, under a name of its own.
    open: Option<Part>,
    /// What the present input's files are called.
    stem: String,
    /// Files of this run; two inputs of one name do not overwrite each other even with force.
    written: HashSet<PathBuf>,
}

struct Part {
    writer: BufWriter<File>,
    path: PathBuf,
    part: PathBuf,
}

impl Output {
    fn new(out: Option<&Path>, target: Target, force: bool) -> Result<Output> {
        let place = match out {
            None => Place::Screen,
            Some(path) if is_folder(path) => Place::Folder(path.to_owned()),
            Some(path) => Place::File(path.to_owned()),
        };
        if let Place::Screen = place {
            let name = target.extension();
            ensure!(target.holds_many(), "{name} files are not for the screen: give --out");
        }
        if let Place::File(path) = &place {
            refuse_existing(path, force)?;
        }
        Ok(Output {
            place,
            target,
            force,
            open: None,
            stem: String::new(),
            written: HashSet::new(),
        })
    }

    /// The next input: files in a folder are called after it.
    pub(crate) fn begin(&mut self, input: &Path) {
        let stem = input.file_stem().unwrap_or_default();
        self.stem = stem.to_string_lossy().into_owned();
    }

    /// One game; it has a number if it is not the only one of its input.
    pub(crate) fn take(&mut self, bytes: &[u8], number: Option<usize>) -> Result<()> {
        let path = match &self.place {
            Place::Screen => {
                let mut stdout = io::stdout().lock();
                stdout.write_all(bytes)?;
                return Ok(stdout.flush()?);
            }
            Place::File(path) => path.clone(),
            Place::Folder(folder) => self.name_in(folder, number),
        };
        let is_open = self.open.as_ref().is_some_and(|it| it.path == path);
        if is_open && !self.target.holds_many() {
            let name = self.target.extension();
            self.abandon();
            bail!("a file of {name} holds one game, and there are more: give --out a folder");
        }
        if !is_open {
            self.finish()?;
            self.open(path)?;
        }
        if let Some(open) = &mut self.open {
            let path = open.part.display().to_string();
            open.writer.write_all(bytes).context(path)?;
        }
        Ok(())
    }

    fn name_in(&self, folder: &Path, number: Option<usize>) -> PathBuf {
        let extension = self.target.extension();
        folder.join(match number {
            Some(number) if !self.target.holds_many() => {
                format!("{}-{number:03}.{extension}", self.stem)
            }
            _ => format!("{}.{extension}", self.stem),
        })
    }

    fn open(&mut self, path: PathBuf) -> Result<()> {
        refuse_existing(&path, self.force && !self.written.contains(&path))?;
        if let Some(folder) = path.parent().filter(|it| !it.as_os_str().is_empty()) {
            fs::create_dir_all(folder).context(folder.display().to_string())?;
        }
        let mut part = path.clone().into_os_string();
        part.push(".part");
        let part = PathBuf::from(part);
        let file = File::create(&part).context(part.display().to_string())?;
        self.open = Some(Part { writer: BufWriter::new(file), path, part });
        Ok(())
    }

    /// Gives the file begun its name.
    pub(crate) fn finish(&mut self) -> Result<()> {
        let Some(Part { mut writer, path, part }) = self.open.take() else { return Ok(()) };
        writer.flush().context(part.display().to_string())?;
        drop(writer);
        fs::rename(&part, &path).context(path.display().to_string())?;
        self.written.insert(path);
        Ok(())
    }

    fn abandon(&mut self) {
        if let Some(Part { writer, part, .. }) = self.open.take() {
            drop(writer);
            // Nobody needs half a file; if it cannot be removed, it is at least called a part.
            let _ = fs::remove_file(part);
        }
    }
}

/// A file begun and not finished is of no use.
impl Drop for Output {
    fn drop(&mut self) {
        self.abandon();
    }
}

/// A name without an ending is that of a folder, be it there or not.
fn is_folder(path: &Path) -> bool {
    path.is_dir() || (!path.is_file() && path.extension().is_none())
}

fn refuse_existing(path: &Path, may_overwrite: bool) -> Result<()> {
    let is_free = may_overwrite || fs::symlink_metadata(path).is_err();
    ensure!(is_free, "{} exists already: give another --out, or --force", path.display());
    Ok(())
}
