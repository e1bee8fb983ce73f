//! `chuhe library` on real files: added once, found, exported, and safe from two programs at once.

mod common;

use std::{fs, path::Path};

use serde_json::Value;

use common::{chuhe, refuses, says};

fn case(name: &str) -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../records/tests/cases");
    folder.join(name).display().to_string()
}

fn json(text: &str) -> Value {
    serde_json::from_str(text).unwrap()
}

#[test]
fn games_are_added_once_found_and_exported() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data").display().to_string();
    let add = |file: &str| json(&says(&["library", "add", file, "--data", &data, "--json"]));
    let library = case("cbl-001.cbl");
    assert_eq!(add(&library)["added"], 13);
    let again = add(&library);
    assert_eq!((&again["added"], &again["duplicates"]), (&0.into(), &13.into()));
    assert_eq!(add(&case("xqf-024.xqf"))["added"], 1);

    let listed = says(&["library", "list", "--data", &data]);
    assert!(listed.contains("13  cbl-001") && listed.contains("1  Games"), "{listed}");
    let search = |more: &[&str]| says(&[&["library", "search", "--data", &data], more].concat());
    let all = search(&["--json"]);
    assert_eq!(all.lines().count(), 14);
    assert!(search(&["--result", "1/2-1/2"]).contains(" 1/2-1/2 "));
    let first = json(all.lines().next().unwrap());
    assert_eq!(first["collection"], "Games");
    let position = search(&["--moves", "炮二平五", "--json"]);
    assert!(0 < position.lines().count() && position.lines().count() <= 14, "{position}");
    assert_eq!(search(&["--moves", "炮八平五", "--json"]), position, "the mirror image");
    assert!(search(&["--player", "nobody at all"]).starts_with("0 games, page 1 of 1"));

    let out = folder.path().join("out.pgn").display().to_string();
    says(&["library", "export", "--data", &data, "--collection", "cbl-001", "--out", &out]);
    assert_eq!(fs::read_to_string(&out).unwrap().matches("[Game ").count(), 13);
    refuses(&["library", "export", "--data", &data, "--out", &out], "exists already");

    let removed = says(&["library", "remove", "cbl-001", "--data", &data]);
    assert_eq!(removed, "removed 13 games of cbl-001\n");
    assert_eq!(search(&["--json"]).lines().count(), 1);
    refuses(&["library", "remove", "cbl-001", "--data", &data], "no collection");
}

#[test]
fn mistakes_are_told_in_a_sentence() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().display().to_string();
    refuses(&["library", "add", "/no/such/file", "--data", &data], "/no/such/file");
    let search = |more: &[&'static str]| [&["library", "search", "--data", &data], more].concat();
    refuses(&search(&["--year", "x"]), "no year");
    refuses(&search(&["--result", "won"]), "1/2-1/2");
    refuses(&search(&["--collection", "x"]), "no collection");
    refuses(&search(&["--fen", "x"]), "bad FEN");
    refuses(&search(&["--page", "0"]), "from 1");
    let file = folder.path().join("noise.bin");
    fs::write(&file, [0u8; 100]).unwrap();
    let output = chuhe(&["library", "add", &file.display().to_string(), "--data", &data]);
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("no game record"));
}
