//! `chuhe puzzles` on real files: mining, going on after a cut, checking, packing.

mod common;

use std::{fs, path::Path};

use serde_json::Value;

use common::{chuhe, refuses, says};

/// Black's chariot steps onto a point where it is lost: White checks, and takes it next.
const GAME: &str = "[Game \"Chinese Chess\"]\n\
    [FEN \"4ka3/4a4/3cR4/8p/p1P3c2/4C4/P8/4B1r2/4A4/4KA3 b - - 0 1\"]\n\
    [SetUp \"1\"]\n\n1. ... g2h2 2. e7e6 h2i2 *\n";

fn mine(folder: &Path, games: &str) -> String {
    let out = folder.join("puzzles.jsonl").display().to_string();
    says(&[
        "puzzles",
        "mine",
        "--games",
        games,
        "--out",
        &out,
        "--nodes",
        "10000",
        "--threads",
        "1",
    ])
}

#[test]
fn puzzles_are_mined_checked_and_packed() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).display().to_string();
    fs::write(path("game.pgn"), GAME).unwrap();
    let told = mine(folder.path(), &path("game.pgn"));
    assert!(told.trim().ends_with("1 games"), "{told}");
    let text = fs::read_to_string(path("puzzles.jsonl")).unwrap();
    let line: Value = serde_json::from_str(text.lines().next().unwrap()).unwrap();
    let keys: Vec<&String> = line.as_object().unwrap().keys().collect();
    assert_eq!(keys, ["fen", "solution", "themes", "difficulty"]);
    assert_eq!(line["solution"][0], "e7h7");
    assert!(!Path::new(&path("puzzles.jsonl.progress")).exists());

    // Nothing is found twice, and half a line that a cut has left is cut off.
    fs::write(path("puzzles.jsonl"), format!("{text}{{\"fen\":")).unwrap();
    mine(folder.path(), &path("game.pgn"));
    assert_eq!(fs::read_to_string(path("puzzles.jsonl")).unwrap(), text);

    let told = says(&["puzzles", "verify", &path("puzzles.jsonl"), "--nodes", "5000"]);
    assert!(told.ends_with(" 0 failed\n"), "{told}");
    says(&["puzzles", "pack", &path("puzzles.jsonl"), "--out", &path("some.pack")]);
    let told = says(&["puzzles", "verify", &path("some.pack"), "--nodes", "5000"]);
    assert!(told.ends_with(" 0 failed\n"), "{told}");
}

#[test]
fn what_is_wrong_is_said_with_exit_code_1_and_what_is_no_puzzle_with_2() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).display().to_string();
    // Two chariots mate a bare general in many ways.
    let double = r#"{"fen":"4k4/9/9/R8/1R7/9/9/9/9/3K5 w - - 0 1","solution":["b5b8","e9f9","a6a9"],"themes":["mate_in_2","endgame"],"difficulty":700}"#;
    fs::write(path("double.jsonl"), format!("{double}\n{double}\n")).unwrap();
    let output = chuhe(&["puzzles", "verify", &path("double.jsonl"), "--nodes", "2000"]);
    assert_eq!(output.status.code(), Some(1));
    let told = String::from_utf8(output.stdout).unwrap();
    assert!(told.contains("move 1, b5b8, leaves 100 %"), "{told}");
    assert!(told.contains("themes missing: two_chariots"), "{told}");
    assert!(told.contains("puzzle 2 is the same as 1"), "{told}");

    fs::write(path("none.jsonl"), "{}\n").unwrap();
    refuses(&["puzzles", "verify", &path("none.jsonl")], "line 1");
    let out = path("none.jsonl");
    fs::write(path("game.pgn"), GAME).unwrap();
    let games = path("game.pgn");
    refuses(&["puzzles", "mine", "--games", &games, "--out", &out], "is no file of puzzles");
    assert_eq!(fs::read_to_string(&out).unwrap(), "{}\n", "it stays as it was");
    let out = path("x.jsonl");
    refuses(&["puzzles", "mine", "--games", &path("nothing"), "--out", &out], "nothing");
}
