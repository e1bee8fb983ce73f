//! Input files one after another: a bad one is told about, the others are still used.

use std::{
    collections::HashSet,
    path::{Path, PathBuf},
    process::ExitCode,
};

use anyhow::{Result, ensure};
use chuhe::files::read_file;
use lab::InputError;

/// The inputs of a command, and whether any of them was bad.
pub(super) struct Inputs<'a> {
    paths: &'a [PathBuf],
    /// No honest file is larger than this many bytes.
    limit: u64,
    names: HashSet<String>,
    any_bad: bool,
}

impl<'a> Inputs<'a> {
    pub(super) fn new(paths: &'a [PathBuf], limit: u64) -> Inputs<'a> {
        Inputs { paths, limit, names: HashSet::new(), any_bad: false }
    }

    pub(super) fn paths(&self) -> &'a [PathBuf] {
        self.paths
    }

    /// Reads and parses a file; if that fails, says so on stderr. The name is that of the file
    /// without its ending, for the files written from it.
    pub(super) fn read<T>(
        &mut self,
        path: &Path,
        parse: impl Fn(&str) -> Result<T, InputError>,
    ) -> Option<(String, T)> {
        let result = read_text(path, self.limit).and_then(|text| Ok(parse(&text)?));
        let result = result.and_then(|parsed| Ok((self.claim_name(path)?, parsed)));
        match result {
            Ok(named) => Some(named),
            Err(error) => {
                self.complain(path, &error);
                None
            }
        }
    }

    /// One sentence about a file on stderr. The exit code will tell, too.
    pub(super) fn complain(&mut self, path: &Path, error: &anyhow::Error) {
        eprintln!("error: {}: {error:#}", path.display());
        self.any_bad = true;
    }

    /// Two inputs of one name would write the same files.
    fn claim_name(&mut self, path: &Path) -> Result<String> {
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let is_new = self.names.insert(name.clone());
        ensure!(is_new, "an earlier file is also named {name}, their results would mix");
        Ok(name)
    }

    pub(super) fn exit_code(&self) -> ExitCode {
        if self.any_bad { ExitCode::from(2) } else { ExitCode::SUCCESS }
    }
}

/// Bytes that are no UTF-8 become question marks, which no format takes, so that the parser says
/// where they are.
fn read_text(path: &Path, limit: u64) -> Result<String> {
    Ok(String::from_utf8_lossy(&read_file(path, limit)?).into_owned())
}
