//! Files as strangers name them: read only if they are files, and never written over what is not
//! ours.

use std::{
    fs::{self, File},
    io::Read,
    path::{Path, PathBuf},
};

use anyhow::{Context, Result, ensure};

/// A regular file of at most so many bytes. A pipe would keep us waiting and a device has no end.
pub fn read_file(path: &Path, most: u64) -> Result<Vec<u8>> {
    ensure_regular(path)?;
    let mut bytes = Vec::new();
    File::open(path)
        .context("cannot be opened")?
        .take(most + 1)
        .read_to_end(&mut bytes)
        .context("cannot be read")?;
    ensure!(bytes.len() as u64 <= most, "is larger than {} MiB", most >> 20);
    Ok(bytes)
}

/// What is there is a regular file.
pub fn ensure_regular(path: &Path) -> Result<()> {
    let is_file = fs::metadata(path).context("cannot be opened")?.is_file();
    ensure!(is_file, "is not a regular file");
    Ok(())
}

/// Nothing is there, or a file that begins as ours do: anything else stays as it is.
pub fn ensure_ours(path: &Path, is_ours: impl Fn(&[u8]) -> bool) -> Result<()> {
    /// Enough to recognize any of our files.
    const BEGINNING: u64 = 64;
    if fs::symlink_metadata(path).is_err() {
        return Ok(());
    }
    let name = path.display();
    ensure!(path.is_file(), "{name} is not a regular file: it stays as it is");
    let mut bytes = Vec::new();
    File::open(path)?.take(BEGINNING).read_to_end(&mut bytes)?;
    ensure!(
        bytes.is_empty() || is_ours(&bytes),
        "{name} is not ours to overwrite: it stays as it is"
    );
    Ok(())
}

/// A file appears under its name only when it is whole and on the disk.
pub fn write_whole(path: &Path, write: impl FnOnce(&Path) -> Result<()>) -> Result<()> {
    let mut part = path.as_os_str().to_owned();
    part.push(".part");
    let part = PathBuf::from(part);
    let name = || path.display().to_string();
    write(&part).with_context(name)?;
    File::open(&part).and_then(|it| it.sync_all()).with_context(name)?;
    fs::rename(&part, path).with_context(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_regular_files_are_read_and_only_ours_written() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("file");
        fs::write(&file, "foreign").unwrap();
        assert_eq!(read_file(&file, 7).unwrap(), b"foreign");
        assert!(read_file(&file, 6).unwrap_err().to_string().contains("larger"));
        let error = read_file(folder.path(), 100).unwrap_err();
        assert_eq!(error.to_string(), "is not a regular file");
        assert!(ensure_ours(&file, |it| it.starts_with(b"OURS")).is_err());
        assert!(ensure_ours(&file, |it| it.starts_with(b"for")).is_ok());
        assert!(ensure_ours(&folder.path().join("nothing"), |_| false).is_ok());
        assert!(ensure_ours(folder.path(), |_| true).is_err());
        #[cfg(unix)]
        assert!(read_file(Path::new("/dev/zero"), 100).is_err());
    }
}
