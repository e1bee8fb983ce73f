//! The file of games that other programs read.

use std::{
    fs::File,
    io::{self, Read, Write},
    path::{Path, PathBuf},
};

use crate::{
    pgn::{PGN_BEGINNING, to_pgn},
    record::Record,
    results::{ResultsError, check_regular},
};

/// The PGN file. It is written anew from the results when a match goes on, so that it always has
/// the games that the results have. A file that holds anything else is never overwritten.
pub(crate) struct PgnFile {
    path: PathBuf,
    /// A file of ours is there, from before.
    is_old: bool,
    file: Option<File>,
}

impl PgnFile {
    pub(crate) fn new(path: &Path) -> Result<PgnFile, ResultsError> {
        let failed = |error| ResultsError::Io { path: path.to_owned(), error };
        check_regular(path).map_err(failed)?;
        let mut beginning = Vec::new();
        match File::open(path) {
            Ok(file) => {
                let length = PGN_BEGINNING.len() as u64;
                file.take(length).read_to_end(&mut beginning).map_err(failed)?;
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            Err(error) => return Err(failed(error)),
        }
        if !beginning.is_empty() && beginning != PGN_BEGINNING.as_bytes() {
            return Err(ResultsError::PgnExists(path.to_owned()));
        }
        Ok(PgnFile { path: path.to_owned(), is_old: !beginning.is_empty(), file: None })
    }

    /// After the old games: without any, a file with games is that of another match.
    pub(crate) fn begin(&mut self) -> Result<(), ResultsError> {
        match self.file {
            Some(_) => Ok(()),
            None if self.is_old => Err(ResultsError::PgnExists(self.path.clone())),
            None => self.create(),
        }
    }

    fn create(&mut self) -> Result<(), ResultsError> {
        self.file = Some(File::create(&self.path).map_err(|error| self.failed(error))?);
        Ok(())
    }

    pub(crate) fn append(&mut self, record: &Record) -> Result<(), ResultsError> {
        let text = to_pgn(record);
        if self.file.is_none() {
            self.create()?;
        }
        let written = self.file.as_mut().map_or(Ok(()), |it| it.write_all(text.as_bytes()));
        written.map_err(|error| self.failed(error))
    }

    fn failed(&self, error: io::Error) -> ResultsError {
        ResultsError::Io { path: self.path.clone(), error }
    }
}
