//! The files to read: those named, and all in the folders named.

use std::{
    fs,
    path::{Path, PathBuf},
};

pub(crate) struct Input {
    pub(crate) path: PathBuf,
    /// Named by the user, and not found in a folder, where other things may lie too.
    pub(crate) is_named: bool,
}

/// The files in order, and sentences about what is not there.
pub(crate) fn collect(paths: &[PathBuf]) -> (Vec<Input>, Vec<String>) {
    let (mut inputs, mut missing) = (Vec::new(), Vec::new());
    for path in paths {
        match fs::metadata(path) {
            Ok(it) if it.is_dir() => walk(path, &mut inputs, &mut missing),
            Ok(it) if !it.is_file() => {
                missing.push(format!("{}: is not a regular file", path.display()));
            }
            Ok(_) => inputs.push(Input { path: path.clone(), is_named: true }),
            Err(error) => missing.push(format!("{}: {error}", path.display())),
        }
    }
    (inputs, missing)
}

/// Folders in folders too; links to folders are not followed, since they may lead in circles.
fn walk(folder: &Path, inputs: &mut Vec<Input>, missing: &mut Vec<String>) {
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        let entries = match fs::read_dir(&folder) {
            Ok(entries) => entries,
            Err(error) => {
                missing.push(format!("{}: {error}", folder.display()));
                continue;
            }
        };
        let mut paths: Vec<PathBuf> = entries.flatten().map(|it| it.path()).collect();
        paths.sort();
        for path in paths {
            match fs::symlink_metadata(&path) {
                Ok(it) if it.is_dir() => folders.push(path),
                Ok(_) if path.is_file() => inputs.push(Input { path, is_named: false }),
                _ => (),
            }
        }
    }
}
