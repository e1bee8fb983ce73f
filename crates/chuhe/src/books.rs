//! Which opening book a name means: the built-in one, or files.

use std::path::Path;

use anyhow::{Context, Result};
use records::book::{Book, merge};

use crate::files::read_file;

/// The book the program comes with.
pub const DEFAULT: &str = "<default>";

/// No book is larger; a device or a film is not read into memory.
const MOST_BYTES: u64 = 256 << 20;

/// Reads a name, or book files with semicolons between them, which become one book.
pub fn load(names: &str) -> Result<Book> {
    let files = names.split(';').map(str::trim).filter(|it| !it.is_empty() && *it != DEFAULT);
    let mut books = files.map(|it| read(Path::new(it))).collect::<Result<Vec<Book>>>()?;
    match books.len() {
        0 => Ok(Book::masters().clone()),
        1 => Ok(books.remove(0)),
        _ => Ok(merge(&books, 1)?),
    }
}

/// Reads one file.
pub fn read(path: &Path) -> Result<Book> {
    read_book(path).with_context(|| path.display().to_string())
}

fn read_book(path: &Path) -> Result<Book> {
    Ok(Book::read(read_file(path, MOST_BYTES)?)?)
}
