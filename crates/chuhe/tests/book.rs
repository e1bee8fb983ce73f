//! `chuhe book`: made, looked into, put together, and never in place of something else.

mod common;

use std::{fs, path::Path};

use serde_json::{Value, json};

use common::{chuhe, refuses, says};

fn show(args: &[&str]) -> Value {
    serde_json::from_str(&says(&[&["book", "show", "--json"], args].concat())).unwrap()
}

fn text_of(path: &Path) -> &str {
    path.to_str().unwrap()
}

#[test]
fn the_built_in_book_knows_masters_and_names() {
    let start = show(&[]);
    assert_eq!(start["moves"][0]["move"], "h2e2");
    assert!(start["name"].is_null());
    let games = |it: &Value| it["games"].as_u64().unwrap();
    let moves = start["moves"].as_array().unwrap();
    assert!(moves.windows(2).all(|pair| games(&pair[1]) <= games(&pair[0])));
    assert!(moves.iter().all(|it| {
        let sum: u64 = ["red", "draw", "black"].iter().map(|key| it[key].as_u64().unwrap()).sum();
        0 < games(it) && sum <= games(it)
    }));

    let fen = "rnbakab1r/9/1c4nc1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR w - - 2 2";
    let by_fen = show(&["--fen", fen]);
    assert_eq!(by_fen["name"], json!({ "zh": "中炮对左马", "en": "Central Cannon v Left Horse" }));
    assert_eq!(show(&["--moves", "炮二平五 马8进7"]), by_fen);
    let mirrored = show(&["--moves", "b2e2 b9c7"]);
    assert_eq!(by_fen["moves"][0]["move"], "h0g2");
    assert_eq!(mirrored["moves"][0]["move"], "b0c2");
    assert_eq!(mirrored["moves"][0]["games"], by_fen["moves"][0]["games"]);

    let text = says(&["book", "show", "--lang", "en", "--moves", "h2e2"]);
    assert!(text.starts_with("中炮 · Central Cannon\n") && text.contains("H8+7"), "{text}");
    let unknown = says(&["book", "show", "--lang", "zh", "--moves", "e0e1 e9e8 e1e2"]);
    assert_eq!(unknown, "谱中没有这个局面。\n");
}

#[test]
fn games_of_every_format_become_a_book() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("all.book");
    let cases = Path::new(env!("CARGO_MANIFEST_DIR")).join("../records/tests/cases");
    let [cbl, pgn, xqf] = ["cbl-001.cbl", "pgn-014.pgn", "xqf-024.xqf"].map(|it| cases.join(it));
    let args = ["book", "build", text_of(&cbl), text_of(&pgn), text_of(&xqf), "--min-games", "1"];
    let said = says(&[&args[..], &["--out", text_of(&out)]].concat());
    let games: u32 = said.split(": ").nth(1).unwrap().split(' ').next().unwrap().parse().unwrap();
    assert!(15 <= games, "{said}");
    let moves = show(&["--book", text_of(&out)]);
    assert!(!moves["moves"].as_array().unwrap().is_empty(), "{moves}");
    let noise = folder.path().join("noise.bin");
    fs::write(&noise, [0_u8; 64]).unwrap();
    refuses(&["book", "build", text_of(&noise), "--out", text_of(&out)], "no game record");
}

#[test]
fn games_become_books_and_books_one() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    fs::write(path("a.txt"), "# mine\n1-0 2003-00-00 h2e2h9g7h0g2\n\nb2e2 b9c7 0-1\n").unwrap();
    fs::write(path("b.txt"), "1. 炮二平五 马8进7 2. 马二进三 车9平8 1/2-1/2\n").unwrap();
    let [a, b, both, merged] = ["a.txt", "b.txt", "both", "merged"].map(path);
    let build = |files: &[&Path], out: &Path| {
        let files: Vec<&str> = files.iter().map(|it| text_of(it)).collect();
        let rest = ["--out", text_of(out), "--min-games", "1"];
        says(&[&["book", "build"], &files[..], &rest].concat())
    };
    let said = build(&[&a, &b], &both);
    assert!(said.contains(": 3 games, 4 positions, 4 moves, "), "{said}");
    let [book_a, book_b] = ["a", "b"].map(path);
    build(&[&a], &book_a);
    build(&[&b], &book_b);
    says(&["book", "merge", text_of(&book_a), text_of(&book_b), "--out", text_of(&merged)]);
    assert_eq!(fs::read(&merged).unwrap(), fs::read(&both).unwrap());

    let found = show(&["--book", text_of(&both)]);
    let expected = json!([{ "move": "h2e2", "games": 3, "red": 1, "draw": 1, "black": 1 }]);
    assert_eq!(found["moves"], expected);
    // A book may be made again in its place, with other settings.
    says(&[
        "book",
        "build",
        text_of(&a),
        "--out",
        text_of(&both),
        "--plies",
        "1",
        "--min-games",
        "2",
    ]);
    let found = show(&["--book", text_of(&both), "--moves", "h2e2"]);
    assert_eq!(found["moves"], json!([]));
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 6, "nothing is left lying about");
}

#[test]
fn what_is_no_book_stays_as_it_is() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    let (games, letter, out) = (path("games.txt"), path("letter.txt"), path("out.book"));
    fs::write(&games, "1-0 - h2e2h9g7\n").unwrap();
    fs::write(&letter, "dear friend").unwrap();
    let onto = |file: &Path| {
        refuses(&["book", "build", text_of(&games), "--out", text_of(file)], "not overwritten");
    };
    onto(&letter);
    onto(&games);
    onto(folder.path());
    assert_eq!(fs::read(&letter).unwrap(), b"dear friend");

    says(&["book", "build", text_of(&games), "--out", text_of(&out)]);
    let mut bytes = fs::read(&out).unwrap();
    *bytes.last_mut().unwrap() ^= 1;
    fs::write(&out, bytes).unwrap();
    refuses(&["book", "show", "--book", text_of(&out)], "damaged");
    refuses(&["book", "show", "--book", text_of(&letter)], "no opening book");
    refuses(&["book", "show", "--book", "nowhere.book"], "nowhere.book");
    refuses(&["book", "show", "--moves", "h2h9 h2e2"], "bad moves");
    refuses(&["book", "show", "--fen", "x"], "bad FEN");
    refuses(&["book", "merge", text_of(&letter), "--out", text_of(&path("new"))], "letter.txt");
    fs::write(&letter, "").unwrap();
    let new = path("new");
    refuses(&["book", "build", text_of(&letter), "--out", text_of(&new)], "no game");
    assert!(!new.exists());
}

#[test]
fn bad_lines_are_told_and_left_out() {
    let folder = tempfile::tempdir().unwrap();
    let (games, out) = (folder.path().join("games.txt"), folder.path().join("out.book"));
    let mut bytes = b"1-0 - h2e2h9g7\n1-0 - h2e2h2e2\n\xff\xfe\n".to_vec();
    bytes.extend("[Event \"?\"]\n".repeat(30).bytes());
    fs::write(&games, bytes).unwrap();
    let args = ["book", "build", text_of(&games), "--out", text_of(&out), "--min-games", "1"];
    let output = chuhe(&args);
    let stderr = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.success(), "{stderr}");
    assert!(
        stderr.contains("games.txt, line 2: move 2: h2e2 is not a legal move here"),
        "{stderr}"
    );
    assert!(stderr.contains("line 3: this is no text in UTF-8"), "{stderr}");
    assert!(stderr.ends_with("32 lines or games were left out\n"), "{stderr}");
    assert_eq!(stderr.lines().count(), 11);
    assert!(String::from_utf8(output.stdout).unwrap().contains(": 1 games, 2 positions"));
}
