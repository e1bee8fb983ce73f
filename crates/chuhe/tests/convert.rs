//! `chuhe convert` on real files: what it prints, what it writes, what it refuses.

mod common;

use std::{fs, path::Path};

use serde_json::Value;

use common::{chuhe, refuses, says};

fn case(name: &str) -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../records/tests/cases");
    folder.join(name).display().to_string()
}

fn lines(text: &str) -> Vec<Value> {
    text.lines().map(|it| serde_json::from_str(it).unwrap()).collect()
}

#[test]
fn json_has_a_line_a_game_and_the_words_of_the_contract() {
    let games = lines(&says(&["convert", &case("cbl-001.cbl"), "--to", "json"]));
    assert_eq!(games.len(), 13);
    assert_eq!(games[12]["game"], 13);
    let games = lines(&says(&["convert", &case("xqf-024.xqf"), "--to", "json"]));
    let game = &games[0];
    let names: Vec<&String> = game.as_object().unwrap().keys().collect();
    let expected = [
        "file", "game", "fen", "main", "nodes", "comments", "red", "black", "event", "title",
        "date", "result", "dropped",
    ];
    assert_eq!(names, expected);
    assert_eq!(game["nodes"], 52);
    assert_eq!(game["result"], "1/2-1/2");
    let dropped = game["dropped"][0].as_str().unwrap();
    assert!(dropped.contains("game 1, move") && dropped.contains("legal"), "{dropped}");
}

#[test]
fn every_format_is_read_again_with_the_same_tree() {
    let folder = tempfile::tempdir().unwrap();
    let source = case("xqf-005.xqf");
    let tree = |path: &str| {
        let mut game = lines(&says(&["convert", path, "--to", "json"])).remove(0);
        game.as_object_mut().unwrap().remove("file");
        game
    };
    let expected = tree(&source);
    for (format, name) in
        [("pgn", "a.pgn"), ("xqf", "a.xqf"), ("cbr", "a.cbr"), ("dhtmlxq", "a.txt")]
    {
        let path = folder.path().join(name).display().to_string();
        says(&["convert", &source, "--to", format, "--out", &path]);
        assert_eq!(tree(&path), expected, "{format}");
    }
    for notation in ["chinese", "traditional", "wxf", "wxf-letters", "iccs", "uci"] {
        let path = folder.path().join(format!("{notation}.pgn")).display().to_string();
        says(&["convert", &source, "--to", "pgn", "--notation", notation, "--out", &path]);
        assert_eq!(tree(&path), expected, "{notation}");
    }
    let text = says(&["convert", &source, "--to", "txt"]);
    assert!(text.contains("Red: 蒋志梁"), "{text}");
}

#[test]
fn folders_become_folders_and_losses_are_told() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("games").display().to_string();
    let output = chuhe(&["convert", &case("cbl-001.cbl"), "--to", "xqf", "--out", &out]);
    let told = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.success(), "{told}");
    assert!(told.contains("game 1: no place for the header Source"), "{told}");
    assert!(told.trim_end().ends_with("13 games from 1 file; 0 dropped, 13 lost"), "{told}");
    assert_eq!(fs::read_dir(&out).unwrap().count(), 13);
    let games = lines(&says(&["convert", &out, "--to", "json"]));
    assert_eq!(games.len(), 13);
    assert!(games[0]["file"].as_str().unwrap().ends_with("cbl-001-001.xqf"));
}

#[test]
fn nothing_is_overwritten_unasked() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("a.pgn");
    fs::write(&out, "precious").unwrap();
    let path = out.display().to_string();
    let source = case("xqf-001.xqf");
    refuses(&["convert", &source, "--to", "pgn", "--out", &path], "exists already");
    assert_eq!(fs::read_to_string(&out).unwrap(), "precious");
    says(&["convert", &source, "--to", "pgn", "--out", &path, "--force"]);
    assert!(fs::read_to_string(&out).unwrap().starts_with("[Game \"Chinese Chess\"]"));
    // A file may even be converted into itself.
    says(&["convert", &path, "--to", "pgn", "--out", &path, "--force", "--notation", "iccs"]);
    assert!(fs::read_to_string(&out).unwrap().contains("H2-E2"));
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
}

#[test]
fn bad_input_gets_one_sentence() {
    refuses(&["convert", &case("xqf-031.xqf"), "--to", "json"], "no game record");
    refuses(&["convert", "/nowhere.xqf", "--to", "json"], "/nowhere.xqf");
    refuses(&["convert", &case("xqf-001.xqf"), "--to", "xqf"], "--out");
    refuses(&["convert", &case("xqf-001.xqf"), "--to", "doc"], "the format is one of");
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.xqf").display().to_string();
    refuses(&["convert", &case("cbl-001.cbl"), "--to", "xqf", "--out", &path], "a folder");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);

    // What can be read is read all the same.
    let output = chuhe(&["convert", "/nowhere", &case("xqf-001.xqf"), "--to", "json"]);
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(lines(&String::from_utf8(output.stdout).unwrap()).len(), 1);
}
