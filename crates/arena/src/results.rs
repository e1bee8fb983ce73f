//! The results file: a line about the match, then one line of JSON per finished game. It is the
//! memory of a match; a match that was killed goes on from it.

use std::{
    collections::HashSet,
    fs::{self, File, OpenOptions, TryLockError},
    io::{self, BufRead, BufReader, Seek, SeekFrom, Write},
    path::{Path, PathBuf},
    str::Utf8Error,
};

use serde_json::Value;

use crate::record::{BadRecord, Record};

#[derive(Debug, thiserror::Error)]
pub enum ResultsError {
    #[error("{}", path.display())]
    Io {
        path: PathBuf,
        #[source]
        error: io::Error,
    },
    #[error("{}, line {number}", path.display())]
    BadLine {
        path: PathBuf,
        number: usize,
        #[source]
        error: BadResultLine,
    },
    #[error(
        "{} has the results of another match (its {differs_in} differs); give another file or the \
         same match",
        path.display()
    )]
    OtherMatch { path: PathBuf, differs_in: String },
    #[error("{}: another match is writing to this file", .0.display())]
    InUse(PathBuf),
    #[error(
        "{} exists already; give another file, or continue the match with its results file",
        .0.display()
    )]
    PgnExists(PathBuf),
}

/// What is wrong with a line of results.
#[derive(Debug, thiserror::Error)]
pub enum BadResultLine {
    #[error(transparent)]
    NoText(#[from] Utf8Error),
    #[error(transparent)]
    NoGame(#[from] BadRecord),
}

/// Fields that older files do not have; theirs go on as they always could.
const LATER: [&str; 3] = ["program", "bench", "contents"];

/// An open results file.
pub(crate) struct Results {
    path: PathBuf,
    file: File,
}

impl Results {
    /// Opens or makes the file. Every finished game in it is shown to `on_record`, once; a last
    /// line without its end was being written when the program died, and is dropped.
    pub(crate) fn open(
        path: &Path,
        header: &Value,
        on_record: &mut dyn FnMut(Record) -> Result<(), ResultsError>,
    ) -> Result<Results, ResultsError> {
        let failed = |error| ResultsError::Io { path: path.to_owned(), error };
        check_regular(path).map_err(failed)?;
        let file = OpenOptions::new()
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(path)
            .map_err(failed)?;
        // Held until the program ends, however it ends.
        file.try_lock().map_err(|error| match error {
            TryLockError::WouldBlock => ResultsError::InUse(path.to_owned()),
            TryLockError::Error(error) => failed(error),
        })?;
        let mut results = Results { path: path.to_owned(), file };
        let end = read_lines(path, &results.file, header, on_record)?;
        results.file.set_len(end).map_err(failed)?;
        results.file.seek(SeekFrom::Start(end)).map_err(failed)?;
        if end == 0 {
            results.write_line(&header.to_string())?;
        }
        Ok(results)
    }

    /// On disk when this returns: a power cut loses no finished game either.
    pub(crate) fn append(&mut self, record: &Record) -> Result<(), ResultsError> {
        self.write_line(&record.to_json())
    }

    fn write_line(&mut self, line: &str) -> Result<(), ResultsError> {
        let written = self.file.write_all(format!("{line}\n").as_bytes());
        let written = written.and_then(|()| self.file.sync_data());
        written.map_err(|error| ResultsError::Io { path: self.path.clone(), error })
    }
}

impl Drop for Results {
    /// Closing is not enough: an engine that is just being started may hold a copy of the file for
    /// a moment.
    fn drop(&mut self) {
        let _ = self.file.unlock();
    }
}

/// A pipe or a device keeps no results.
pub(crate) fn check_regular(path: &Path) -> io::Result<()> {
    match fs::metadata(path) {
        Ok(found) if !found.is_file() => Err(io::Error::other("it is not a regular file")),
        _ => Ok(()),
    }
}

/// Reads what is there; returns where the last whole line ends.
fn read_lines(
    path: &Path,
    file: &File,
    header: &Value,
    on_record: &mut dyn FnMut(Record) -> Result<(), ResultsError>,
) -> Result<u64, ResultsError> {
    let failed = |error| ResultsError::Io { path: path.to_owned(), error };
    let bad = |number, error| ResultsError::BadLine { path: path.to_owned(), number, error };
    let mut reader = BufReader::new(file);
    let mut seen = HashSet::new();
    let mut end = 0;
    let mut bytes = Vec::new();
    for number in 1.. {
        bytes.clear();
        let length = reader.read_until(b'\n', &mut bytes).map_err(failed)?;
        if bytes.last() != Some(&b'\n') {
            // Without a single whole line it is ours only if it is the piece of a first line.
            let is_ours = 1 < number || header.to_string().as_bytes().starts_with(&bytes);
            if !is_ours {
                let (path, differs_in) = (path.to_owned(), "first line".to_owned());
                return Err(ResultsError::OtherMatch { path, differs_in });
            }
            break;
        }
        let line = str::from_utf8(&bytes).map_err(|it| bad(number, it.into()))?;
        if number == 1 {
            check_header(path, line, header)?;
        } else {
            let record = Record::from_json(line).map_err(|it| bad(number, it.into()))?;
            if seen.insert(record.number) {
                on_record(record)?;
            }
        }
        end += length as u64;
    }
    Ok(end)
}

fn check_header(path: &Path, line: &str, header: &Value) -> Result<(), ResultsError> {
    let other = |differs_in: &str| ResultsError::OtherMatch {
        path: path.to_owned(),
        differs_in: differs_in.to_owned(),
    };
    let found: Value = serde_json::from_str(line).map_err(|_| other("first line"))?;
    let keys = header.as_object().into_iter().flatten();
    let is_older = |key: &str| LATER.contains(&key) && found.get(key).is_none();
    let differs = |key: &str, value: &Value| found[key] != *value && !is_older(key);
    let differing = keys.into_iter().find(|(key, value)| differs(key, value));
    differing.map_or(Ok(()), |(key, _)| Err(other(key)))?;
    // A part goes on as that part, and the whole as the whole.
    if found["shard"] == header["shard"] { Ok(()) } else { Err(other("shard")) }
}
