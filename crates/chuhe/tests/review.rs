//! `chuhe review` on real files: the line of the contract, annotated records, pages, and a run that
//! goes on.

mod common;

use std::fs;

use serde_json::Value;

use common::{refuses, says};

const GAME: &str = "[Game \"Chinese Chess\"]\n[Red \"甲\"]\n[Black \"</script>\"]\n\n\
    1. 炮二平五 马８进７ 2. 炮五进四 马７进５ 3. 马二进三 车９平８ *\n";

fn file(folder: &tempfile::TempDir, name: &str, text: &str) -> String {
    let path = folder.path().join(name);
    fs::write(&path, text).unwrap();
    path.display().to_string()
}

#[test]
fn json_has_the_words_of_the_contract() {
    let folder = tempfile::tempdir().unwrap();
    let game = file(&folder, "game.pgn", GAME);
    let text =
        says(&["review", &game, "--json", "--nodes", "8000", "--threads", "1", "--lang", "en"]);
    let line: Value = serde_json::from_str(text.trim()).unwrap();
    let keys = |it: &Value| it.as_object().unwrap().keys().cloned().collect::<Vec<_>>();
    assert_eq!(keys(&line), ["accuracy", "moves"]);
    assert_eq!(keys(&line["accuracy"]), ["red", "black"]);
    let moves = line["moves"].as_array().unwrap();
    assert_eq!(moves.len(), 6);
    let names = ["ply", "move", "before", "after", "best", "label", "mate", "why"];
    assert_eq!(keys(&moves[2]), names);
    assert_eq!((&moves[2]["ply"], &moves[2]["move"]), (&3.into(), &"e2e6".into()));
    let label = moves[2]["label"].as_str().unwrap();
    assert!(["mistake", "blunder"].contains(&label), "{label}");
    let why = moves[2]["why"][0].as_str().unwrap();
    assert!(why.contains("loses a cannon"), "{why}");
}

#[test]
fn a_record_is_annotated_and_a_page_stands_alone() {
    let folder = tempfile::tempdir().unwrap();
    let game = file(&folder, "game.pgn", GAME);
    let out = |name: &str| folder.path().join(name).display().to_string();
    let options = ["--nodes", "4000", "--threads", "1", "--lang", "zh"];
    let pgn = out("annotated.pgn");
    says(&[&["review", &game, "--out", &pgn], &options[..]].concat());
    let text = fs::read_to_string(&pgn).unwrap();
    assert!(text.contains("[%eval ") && text.contains("丢炮"), "{text}");
    assert!(text.contains("$4") || text.contains("$2"), "{text}");
    assert!(records::read(text.as_bytes()).unwrap().next().unwrap().is_ok());
    refuses(&["review", &game, "--out", &pgn], "exists already");

    let page = out("report.html");
    says(&[&["review", &game, &game, "--out", &page], &options[..]].concat());
    let text = fs::read_to_string(&page).unwrap();
    assert_eq!(text.matches("</script>").count(), 1, "a name must not end the script");
    assert!(
        !text.contains("http://") || text.matches("http://").count() == 1,
        "only SVG's own name"
    );
    assert!(!folder.path().join("report.html.progress").exists());
    refuses(&["review", &game, "--out", &out("report.doc")], ".html");
    refuses(&["review", &out("nothing.pgn")], "nothing.pgn");
}

#[test]
fn a_run_that_was_broken_off_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let game = file(&folder, "game.pgn", GAME);
    let out = folder.path().join("lines.jsonl").display().to_string();
    let options = ["--nodes", "2000", "--threads", "1", "--lang", "en"];
    says(&[&["review", &game, "--out", &out], &options[..]].concat());
    let whole = fs::read_to_string(&out).unwrap();
    // As if it had been killed: a journal with a first answer that no search would give.
    fs::remove_file(&out).unwrap();
    let key_of = |text: &str| text.lines().next().unwrap().to_owned();
    let journal = format!("{out}.progress");
    let begun = format!("{}\n0 quick c1234 9 h2e2\n1 qui", key_of(&journal_of(&game, &options)));
    fs::write(&journal, begun).unwrap();
    says(&[&["review", &game, "--out", &out], &options[..]].concat());
    let resumed = fs::read_to_string(&out).unwrap();
    assert_ne!(whole, resumed, "the noted answer was believed");
    assert!(!fs::exists(&journal).unwrap());
}

/// What a run notes before it ends: its output cannot be written, so the journal stays.
fn journal_of(game: &str, options: &[&str]) -> String {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("lines.jsonl");
    fs::create_dir(folder.path().join("lines.jsonl.part")).unwrap();
    let out = out.display().to_string();
    common::chuhe(&[&["review", game, "--out", &out], options].concat());
    fs::read_to_string(format!("{out}.progress")).unwrap()
}
