//! Books on disk.

use std::{
    fs::{self, File},
    io::{self, Write},
    path::Path,
    process,
};

use anyhow::{Context, Result, bail};
use chuhe::books;
use records::book::Book;

/// Only a book of ours may be replaced. Asked before the work, so that no work is lost.
pub(super) fn check_out(path: &Path) -> Result<()> {
    let is_there = fs::symlink_metadata(path).is_ok();
    if is_there && let Err(error) = books::read(path) {
        bail!("{error:#}; a file that is no book is not overwritten");
    }
    Ok(())
}

/// Writes beside the file first: whoever cuts it off keeps the old book.
pub(super) fn write(path: &Path, book: &Book) -> Result<()> {
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(format!(".{}.part", process::id()));
    let part = path.with_file_name(name);
    let write = || -> io::Result<()> {
        let mut file = File::create_new(&part)?;
        file.write_all(book.bytes())?;
        file.sync_all()?;
        fs::rename(&part, path)
    };
    write()
        .inspect_err(|_| _ = fs::remove_file(&part))
        .with_context(|| format!("cannot write {}", path.display()))
}

pub(super) fn summary(path: &Path, book: &Book) -> String {
    format!(
        "{}: {} games, {} positions, {} moves, {} bytes\n",
        path.display(),
        book.games(),
        book.positions(),
        book.moves(),
        book.bytes().len()
    )
}
