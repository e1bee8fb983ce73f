//! A copy of the games while they are played: SQLite's own backup, which sees whole transactions.

use std::{
    fs,
    path::{Path, PathBuf},
    time::Duration,
};

use anyhow::{Context, ensure};
use rusqlite::{Connection, OpenFlags, backup::Backup};

/// So many pages at a time, and a breath for those who write in between.
const PAGES: i32 = 1024;
const BREATH: Duration = Duration::from_millis(5);

/// Writes the database `from` as it is now to the new file `to`, which appears when it is whole;
/// answers its size in bytes. A running server does not notice.
pub fn backup(from: &Path, to: &Path) -> anyhow::Result<u64> {
    ensure!(!to.exists(), "{} exists already: name a new file", to.display());
    ensure!(from.is_file(), "there are no games in {}", from.display());
    let part = part_of(to);
    let copied = copy(from, &part);
    let moved = copied.and_then(|()| {
        let size = fs::metadata(&part)?.len();
        fs::rename(&part, to).with_context(|| format!("cannot write {}", to.display()))?;
        Ok(size)
    });
    moved.inspect_err(|_| {
        let _ = fs::remove_file(&part);
    })
}

fn copy(from: &Path, to: &Path) -> anyhow::Result<()> {
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let source = Connection::open_with_flags(from, flags)
        .with_context(|| format!("cannot open {}", from.display()))?;
    source.busy_timeout(Duration::from_secs(5))?;
    let mut target =
        Connection::open(to).with_context(|| format!("cannot write {}", to.display()))?;
    Backup::new(&source, &mut target)?
        .run_to_completion(PAGES, BREATH, None)
        .with_context(|| format!("cannot copy {}", from.display()))?;
    // A file of its own, without the log that a running database has beside it.
    target.pragma_update(None, "journal_mode", "delete")?;
    let verdict: String = target.query_row("PRAGMA integrity_check", [], |row| row.get(0))?;
    ensure!(verdict == "ok", "the copy of {} is damaged: {verdict}", from.display());
    Ok(())
}

fn part_of(file: &Path) -> PathBuf {
    let mut name = file.as_os_str().to_owned();
    name.push(".part");
    name.into()
}
