//! `chuhe endgame`: built, asked, listed, checked, and never taken in by a damaged file.

mod common;

use std::fs;

use serde_json::{Value, json};

use common::{chuhe, refuses, says};

#[test]
fn a_table_is_built_asked_listed_and_checked() {
    let folder = tempfile::tempdir().unwrap();
    let tables = ["--tables", folder.path().to_str().unwrap()];
    let endgame = |args: &[&str]| says(&[&["endgame"], args, &tables].concat());

    // Small tables are built when asked for.
    let fen = "3k5/4a4/9/9/9/9/9/9/9/N3K4 w";
    let answer: Value = serde_json::from_str(&endgame(&["probe", "--fen", fen, "--json"])).unwrap();
    assert_eq!((&answer["table"], &answer["value"]), (&json!("N-a"), &json!("win")));
    assert!(answer["moves"].as_u64().is_some_and(|it| 1 < it), "{answer}");
    assert!(!answer["best"].as_array().unwrap().is_empty());

    let built = endgame(&["build", "R-ab", "--threads", "2"]);
    assert!(built.starts_with("R-ab: 143,625 positions") && built.contains("longest win 8"));
    let list = endgame(&["list", "--json"]);
    let names: Vec<String> = list
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).unwrap()["table"].to_string())
        .collect();
    assert_eq!(names, ["\"N-\"", "\"R-\"", "\"N-a\"", "\"R-a\"", "\"R-b\"", "\"R-ab\""]);
    assert!(endgame(&["list"]).contains("143,625"));
    assert!(endgame(&["verify", "N-a", "R-"]).contains("N-a: 23,394 positions right"));
    assert!(endgame(&["verify", "R-a", "--search", "50"]).contains("50 positions right"));

    let text = endgame(&["probe", "--fen", fen, "--lang", "zh"]);
    assert!(text.contains("走子方胜") && text.contains("最佳着法"), "{text}");
    let lost = "3k5/9/9/9/9/9/9/9/4R4/4K4 b";
    let answer: Value =
        serde_json::from_str(&endgame(&["probe", "--fen", lost, "--json"])).unwrap();
    assert_eq!(answer["value"], "loss");
}

#[test]
fn what_is_no_table_is_refused_in_one_sentence() {
    let folder = tempfile::tempdir().unwrap();
    let tables = folder.path().to_str().unwrap();
    let refuse = |args: &[&str], reason: &str| {
        refuses(&[&["endgame"], args, &["--tables", tables]].concat(), reason);
    };
    refuse(&["build", "X-aa"], "'X' in \"X-aa\" is no piece");
    refuse(&["build", "RNC-aabb"], "the most is");
    refuse(&["probe", "--fen", "nonsense"], "bad FEN");
    refuse(&["probe", "--fen", "r3k4/9/9/9/9/9/9/9/9/R2K5 w"], "no table has this position");
    let large = "2bakab2/9/9/9/9/9/9/9/9/3KNR3 w";
    refuse(&["probe", "--fen", large], "chuhe endgame build RN-aabb");
    refuse(&["verify", "R-"], "is not there");
    fs::write(folder.path().join("R-.chuhe-eg"), "CHUHEEG1 and more").unwrap();
    refuse(&["verify", "R-"], "header");
    refuse(&["build", "R-"], "header");
    let listed = chuhe(&["endgame", "list", "--tables", tables]);
    assert!(listed.status.success());
    assert!(String::from_utf8(listed.stderr).unwrap().contains("R- in"));
    // With --again the damaged file gives way.
    says(&["endgame", "build", "R-", "--again", "--tables", tables]);
    says(&["endgame", "verify", "R-", "--tables", tables]);
}
