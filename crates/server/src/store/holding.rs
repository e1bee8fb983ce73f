//! One server per data directory. Whoever holds it has locked a file, which the system unlocks when
//! the process ends, however it ends; beside it stands who that is.

use std::{
    fmt,
    fs::{self, File, TryLockError},
    io,
    path::{Path, PathBuf},
    thread,
    time::Duration,
};

/// A holder that has just begun does not yet say where it serves.
const TRIES: u32 = 30;
const BETWEEN_TRIES: Duration = Duration::from_millis(100);

/// The directory is ours as long as this lives.
pub(crate) struct Hold {
    _lock: Option<File>,
    note: PathBuf,
}

/// Somebody else's.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Holder {
    pub(crate) process: Option<u32>,
    pub(crate) url: Option<String>,
}

impl fmt::Display for Holder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.process {
            Some(process) => write!(f, "process {process}")?,
            None => f.write_str("another process")?,
        }
        match &self.url {
            Some(url) => write!(f, ", which serves it at {url}"),
            None => Ok(()),
        }
    }
}

/// `Err` with the holder if the directory is held by another.
pub(crate) fn hold(folder: &Path) -> io::Result<Result<Hold, Holder>> {
    let file =
        File::options().create(true).truncate(false).write(true).open(folder.join("lock"))?;
    let note = folder.join("running");
    for tried in 0..=TRIES {
        match file.try_lock() {
            Ok(()) => {
                // What the one before left is no longer true.
                let _ = fs::remove_file(&note);
                return Ok(Ok(Hold { _lock: Some(file), note }));
            }
            Err(TryLockError::WouldBlock) => {
                let holder = read(&note);
                if holder.url.is_some() || tried == TRIES {
                    return Ok(Err(holder));
                }
                thread::sleep(BETWEEN_TRIES);
            }
            // Some file systems know no locks: then it is as it was without.
            Err(TryLockError::Error(error)) => {
                tracing::warn!("cannot lock {}: {error}", folder.display());
                return Ok(Ok(Hold { _lock: None, note }));
            }
        }
    }
    Ok(Err(Holder::default()))
}

impl Hold {
    /// For whoever comes next.
    pub(crate) fn announce(&self, url: &str) {
        let text = format!("{}\n{url}\n", std::process::id());
        if let Err(error) = fs::write(&self.note, text) {
            tracing::warn!("cannot write {}: {error}", self.note.display());
        }
    }
}

impl Drop for Hold {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.note);
    }
}

fn read(note: &Path) -> Holder {
    let text = fs::read_to_string(note).unwrap_or_default();
    let mut lines = text.lines();
    let process = lines.next().and_then(|it| it.parse().ok());
    let is_ours = |it: &&str| it.starts_with("http://") && !it.contains(char::is_whitespace);
    Holder { process, url: lines.next().filter(is_ours).map(str::to_owned) }
}

#[test]
fn one_holds_and_the_next_hears_who() {
    let folder = tempfile::tempdir().unwrap();
    let first = hold(folder.path()).unwrap().ok().unwrap();
    first.announce("http://127.0.0.1:8090");
    let holder = hold(folder.path()).unwrap().err().unwrap();
    assert_eq!(holder.process, Some(std::process::id()));
    let sentence = holder.to_string();
    assert!(sentence.ends_with("which serves it at http://127.0.0.1:8090"), "{sentence}");
    drop(first);
    assert!(hold(folder.path()).unwrap().is_ok(), "free again");
}
