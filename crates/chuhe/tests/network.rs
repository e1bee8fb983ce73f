//! The whole way of a network on the command line, at toy size, and every door it can be refused at.

mod common;

use std::{
    fs,
    io::Write,
    path::Path,
    process::{Command, Stdio},
};

use serde_json::Value;

use common::{refuses, says};

/// What the engine says to these lines.
fn session(lines: &str) -> String {
    let mut child = Command::new(env!("CARGO_BIN_EXE_chuhe"))
        .arg("uci")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(lines.as_bytes()).unwrap();
    String::from_utf8(child.wait_with_output().unwrap().stdout).unwrap()
}

fn text(path: &Path) -> &str {
    path.to_str().unwrap()
}

#[test]
fn games_a_network_and_its_use() {
    let folder = tempfile::tempdir().unwrap();
    let (games, net) = (folder.path().join("toy.games"), folder.path().join("toy.nnue"));
    let play = ["selfplay", "--out", text(&games), "--nodes", "20", "--net", "classical"];
    says(&[&play[..], &["--games", "20"]].concat());
    assert!(says(&[&play[..], &["--games", "40"]].concat()).starts_with("40 games, "));
    let statistics = says(&["selfplay", "--out", text(&games), "--statistics"]);
    assert!(statistics.starts_with("40 games: ") && statistics.contains("best scale"));
    refuses(&["selfplay", "--out", text(&games), "--nodes", "20"], "evaluation classical, not");

    let train = ["train", "--data", text(&games), "--out", text(&net), "--batch", "256"];
    let report = says(&[&train[..], &["--epochs", "2"]].concat());
    assert!(report.contains("32 neurons") && report.contains("rounding: mean"), "{report}");
    let svg = fs::read_to_string(folder.path().join("toy.nnue.svg")).unwrap();
    assert!(svg.contains("held out"));
    let bytes = fs::read(&net).unwrap();
    says(&[&train[..], &["--epochs", "2"]].concat());
    assert_eq!(fs::read(&net).unwrap(), bytes, "what is finished stays as it is");
    refuses(&[&train[..], &["--epochs", "3"]].concat(), "epochs 2, not epochs 3");

    let json = says(&["eval", "--with", "net", "--net", text(&net), "--json"]);
    let value: Value = serde_json::from_str(&json).unwrap();
    assert!(value["score_cp"].is_i64() && value["pieces"].as_array().unwrap().len() == 32);
    let reply = session(&format!(
        "setoption name EvalFile value {}\nposition startpos\ngo depth 3\n",
        text(&net)
    ));
    assert!(reply.contains("evaluation ") && reply.contains("bestmove"), "{reply}");
}

#[test]
fn what_is_no_network_is_refused_with_a_reason() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("letter.txt");
    fs::write(&file, "Dear engine").unwrap();
    refuses(&["eval", "--with", "net", "--net", text(&file)], "this is no network");
    refuses(&["eval", "--with", "net", "--net", "nowhere.nnue"], "nowhere.nnue");
    refuses(&["bench", "--net", text(&file)], "this is no network");
    refuses(&["selfplay", "--out", text(&file), "--games", "1"], "not a file of games");
    refuses(&["train", "--data", text(&file), "--out", "x"], "not a file of games");
    refuses(&["train", "--data", text(&file), "--out", "x", "--hidden", "33"], "multiple of 32");
    let player = format!("net:{}", text(&file));
    refuses(&["match", "--engine", &player, "--engine", "level:1"], "this is no network");
    assert_eq!(fs::read_to_string(&file).unwrap(), "Dear engine", "nothing was overwritten");

    let lines = format!("setoption name EvalFile value {}\ngo depth 2\n", text(&file));
    let reply = session(&lines);
    assert!(reply.contains("no network") && reply.contains("stays in use"), "{reply}");
    assert!(reply.contains("bestmove"));
}
