//! Tests of the repository itself: who may depend on whom, and that files introduce themselves.

use std::{
    fs,
    path::{Path, PathBuf},
};

use crate::rooms::CRATES;

/// Dependencies that only one crate may have.
const BELONGS_TO: [(&str, &str); 3] =
    [("axum", "server"), ("rusqlite", "server"), ("tower-http", "server")];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The names under `[dependencies]` of a manifest.
fn dependencies(manifest: &Path) -> Vec<String> {
    let text = fs::read_to_string(manifest).unwrap();
    text.lines()
        .skip_while(|line| line.trim() != "[dependencies]")
        .skip(1)
        .take_while(|line| !line.starts_with('['))
        .filter(|line| !line.trim().is_empty() && !line.starts_with('#'))
        .filter_map(|line| line.split(['=', '.']).next())
        .map(|name| name.trim().to_owned())
        .collect()
}

#[test]
fn crates_know_only_whom_they_may() {
    let mut seen = 0;
    for folder in fs::read_dir(root().join("crates")).unwrap() {
        let folder = folder.unwrap();
        let name = folder.file_name().into_string().unwrap();
        let room = CRATES.iter().find(|it| it.name == name);
        let room = room.unwrap_or_else(|| panic!("crates/{name} is no room of the house"));
        let dependencies = dependencies(&folder.path().join("Cargo.toml"));
        for dependency in &dependencies {
            let is_ours = CRATES.iter().any(|it| it.name == dependency);
            assert!(
                !is_ours || room.may_know.contains(&dependency.as_str()),
                "crates/{name} must not know {dependency}"
            );
            let owner = BELONGS_TO.iter().find(|(it, _)| it == dependency);
            assert!(
                owner.is_none_or(|(_, owner)| *owner == name),
                "{dependency} belongs to one crate, and crates/{name} is not it"
            );
        }
        let is_rules = name == "xiangqi";
        assert!(!is_rules || dependencies.is_empty(), "the rules depend on std only");
        seen += 1;
    }
    assert!(0 < seen);
}

#[test]
fn every_source_file_introduces_itself() {
    let mut files = Vec::new();
    for folder in ["crates", "xtask", "fuzz"] {
        collect(&root().join(folder), &mut files);
    }
    assert!(!files.is_empty());
    for file in files {
        let text = fs::read_to_string(&file).unwrap();
        assert!(text.starts_with("//!"), "{} has no header", file.display());
        let marks = ["TO", "FIX"].map(|it| format!("{it}{}", if it == "TO" { "DO" } else { "ME" }));
        for mark in marks {
            assert!(!text.contains(&mark), "{} has a {mark} without an issue", file.display());
        }
    }
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() && !path.ends_with("target") && !path.ends_with("node_modules") {
            collect(&path, files);
        } else if path.extension().is_some_and(|it| it == "rs") {
            files.push(path);
        }
    }
}
