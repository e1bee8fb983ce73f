//! The folders are the layers: who may look into which, and who alone knows a library.

use std::{fs, path::Path};

/// A folder may know these and itself; the order is that of `lib.rs`.
const MAY_KNOW: [(&str, &[&str]); 5] = [
    ("game", &[]),
    ("thinking", &["game"]),
    ("store", &["game"]),
    ("room", &["game", "thinking", "store"]),
    ("http", &["game", "thinking", "store", "room"]),
];
/// Libraries that belong to one folder.
const BELONGS_TO: [(&str, &str); 4] =
    [("rusqlite", "store"), ("axum", "http"), ("serde", "http"), ("tower_http", "http")];

#[test]
fn folders_know_only_whom_they_may() {
    for (folder, may_know) in MAY_KNOW {
        let mut files = Vec::new();
        collect(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src").join(folder), &mut files);
        assert!(!files.is_empty(), "{folder} is empty");
        for (name, code) in files {
            for known in folders_named(&code) {
                let is_allowed = known == folder || may_know.contains(&known.as_str());
                assert!(is_allowed, "{name}: {folder} must not know {known}");
            }
            for (library, owner) in BELONGS_TO {
                let is_used = code.contains(&format!("{library}::"));
                assert!(!is_used || owner == folder, "{name}: {library} belongs to {owner}");
            }
        }
    }
}

#[test]
fn imports_are_read_in_both_forms() {
    let code = "use crate::game::a::B;\nuse crate::{\n    room::{c, d},\n    store,\n};";
    assert_eq!(folders_named(code), ["game", "room", "store"]);
}

/// Name and code of every file, without comments.
fn collect(folder: &Path, files: &mut Vec<(String, String)>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            collect(&path, files);
            continue;
        }
        let text = fs::read_to_string(&path).unwrap();
        let lines = text.lines().filter(|it| !it.trim_start().starts_with("//"));
        files.push((path.display().to_string(), lines.collect::<Vec<_>>().join("\n")));
    }
}

/// What follows `crate::`, alone or in a list.
fn folders_named(code: &str) -> Vec<String> {
    let mut found = Vec::new();
    for (_, rest) in code.match_indices("crate::").map(|(at, sign)| code.split_at(at + sign.len()))
    {
        match rest.strip_prefix('{') {
            Some(list) => found.extend(outer_names(list)),
            None => found.push(word(rest)),
        }
    }
    found
}

/// The first words of a list up to its end, not those of lists inside.
fn outer_names(list: &str) -> Vec<String> {
    let (mut depth, mut names, mut starts) = (1, Vec::new(), true);
    for (at, letter) in list.char_indices() {
        match letter {
            '{' => depth += 1,
            '}' => depth -= 1,
            _ if depth == 1 && starts && letter.is_alphabetic() => names.push(word(&list[at..])),
            _ => (),
        }
        starts = depth == 1 && letter == ',' || starts && letter.is_whitespace();
        if depth == 0 {
            break;
        }
    }
    names
}

fn word(text: &str) -> String {
    text.chars().take_while(|it| it.is_alphanumeric() || *it == '_').collect()
}
