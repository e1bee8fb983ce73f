//! The command line as a newcomer, a script and a vandal would use it.

mod common;

use std::{
    io::Write,
    process::{Command, Stdio},
};

use serde_json::Value;

use common::{refuses, says};

#[test]
fn perft_lists_moves_and_ends_with_the_sum() {
    let text = says(&["perft", "--depth", "2", "--threads", "3"]);
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines.iter().filter(|it| it.contains(": ")).count(), 45);
    assert!(lines.contains(&"h2e2: 45"), "{text}");
    assert_eq!(lines.last(), Some(&"Nodes searched: 1920"));
    assert!(says(&["perft", "--depth", "0"]).ends_with("Nodes searched: 1\n"));
}

fn judge(args: &[&str]) -> Value {
    let args = [&["judge", "--json"], args].concat();
    serde_json::from_str(&says(&args)).unwrap()
}

#[test]
fn judge_speaks_json_and_both_languages() {
    let mate = judge(&["--fen", "R3k4/1R7/9/9/9/9/9/9/9/3K5 b"]);
    assert_eq!(mate["status"], "red_wins");
    assert_eq!(mate["reason"], "checkmate");
    assert!(mate["explanation"][0]["zh"].as_str().unwrap().contains("绝杀"));

    let chase = [
        "--fen",
        "2bakabnr/9/r1n1c4/2p1p1p1p/PP7/9/4P1P1P/2C3NC1/9/1NBAKAB1R w - - 0 1",
        "--moves",
        "c2a2 a7b7 a2b2 b7a7 b2a2 a7b7 a2b2 b7a7 b2a2",
    ];
    let verdict = judge(&chase);
    assert_eq!(verdict["status"], "black_wins");
    assert_eq!(verdict["reason"], "perpetual_chase");
    let course = judge(&[&["--rules", "course"], &chase[..]].concat());
    assert_eq!(course["reason"], "repetition");
    assert_eq!(judge(&[])["status"], "ongoing");
    assert_eq!(judge(&[])["reason"], Value::Null);

    let text = says(&[&["judge", "--lang", "en"], &chase[..]].concat());
    assert!(text.contains("chases perpetually"), "{text}");
    assert!(text.ends_with("{\"status\":\"black_wins\",\"reason\":\"perpetual_chase\"}\n"));
}

#[test]
fn notation_converts_every_way() {
    let to = |style: &str| says(&["notation", "--moves", "炮二平五 h9g7", "--to", style]);
    assert_eq!(to("chinese"), "炮二平五\n马８进７\n");
    assert_eq!(to("traditional"), "炮二平五\n馬８進７\n");
    assert_eq!(to("wxf"), "C2=5\nH8+7\n");
    assert_eq!(to("iccs"), "H2-E2\nH9-G7\n");
    assert_eq!(to("uci"), "h2e2\nh9g7\n");
    assert!(to("fen").lines().nth(1).unwrap().ends_with("w - - 2 2"));
}

#[test]
fn eval_adds_up() {
    let json = says(&["eval", "--with", "course", "--json"]);
    let value: Value = serde_json::from_str(&json).unwrap();
    assert_eq!(value["score_cp"], 0);
    let sum: i64 =
        value["pieces"].as_array().unwrap().iter().map(|it| it["value"].as_i64().unwrap()).sum();
    assert_eq!(sum, value["red"].as_i64().unwrap() + value["black"].as_i64().unwrap());
    assert!(says(&["eval", "--with", "simple"]).ends_with("\"side\":\"red\"}\n"));
}

/// Types lines into `chuhe play` and returns what it said.
fn play(args: &[&str], lines: &str) -> String {
    let mut child = Command::new(env!("CARGO_BIN_EXE_chuhe"))
        .args([&["play", "--lang", "en", "--level", "1"], args].concat())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(lines.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success());
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn a_game_in_the_terminal() {
    let text = play(&["--letters"], "?\nmoves\nnonsense\n炮二平五\nundo\nC2=5\nresign\n");
    assert!(text.contains("You play Red against level 1"), "{text}");
    assert!(text.contains("\"nonsense\" is not a legal move here"), "{text}");
    assert!(text.contains("2 . C . . C . . . ."), "{text}");
    assert!(text.contains("You resigned"), "{text}");

    let text = play(&["--color", "black", "--fen", "4k4/9/9/9/9/9/9/9/R8/1R1K5 w"], "");
    assert!(text.contains("楚  河"), "{text}");
    let mate = play(&["--fen", "3k5/R8/9/9/9/9/9/9/1R7/4K4 w"], "b1b9\n");
    assert!(mate.contains("checkmate"), "{mate}");
}

#[test]
fn a_game_in_the_terminal_from_a_file() {
    let folder = std::env::temp_dir().join(format!("chuhe-board-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let file = folder.join("board.txt");
    let rows = ["...k.....", "R........"].into_iter().chain(["........."; 6]);
    let rows: Vec<&str> = rows.chain([".R.......", "....K...."]).collect();
    std::fs::write(&file, rows.join("\n")).unwrap();
    let path = file.to_str().unwrap();
    assert!(play(&["--board", path], "b1b9\n").contains("checkmate"));
    std::fs::write(&file, "...k.....\n").unwrap();
    refuses(&["play", "--board", path], "board.txt");
    std::fs::remove_dir_all(folder).unwrap();
    refuses(&["play", "--board", path], "board.txt");
}

#[test]
fn help_and_version_are_there() {
    assert!(says(&["--version"]).starts_with("chuhe "));
    assert!(says(&["--help"]).contains("perft"));
    for command in ["serve", "play", "uci", "bench", "perft", "judge", "notation", "eval", "lab"] {
        assert!(says(&[command, "--help"]).contains("Usage"));
    }
}

#[test]
fn broken_input_gets_one_sentence() {
    refuses(&["perft"], "--depth");
    refuses(&["perft", "--depth", "-1"], "'-1'");
    refuses(&["perft", "--depth", "99"], "99");
    refuses(&["perft", "--depth", "2", "--threads", "0"], "0");
    refuses(&["judge", "--fen", "nonsense"], "10 ranks");
    refuses(&["judge", "--fen", ""], "empty");
    refuses(&["judge", "--rules", "swiss"], "asian, chinese or course");
    refuses(&["judge", "--moves", "h2e2 h2e2"], "move 2");
    refuses(&["notation", "--moves", "炮二平十"], "炮二平十");
    refuses(&["notation", "--moves", "h2e2", "--to", "latin"], "latin");
    refuses(&["eval", "--with", "nothing"], "nothing");
    refuses(&["dance"], "dance");
    let long = "x".repeat(100_000);
    refuses(&["judge", "--fen", &long], "10 ranks");
    refuses(&["judge", "--moves", &long], "not a legal move");
    refuses(&["judge", "--fen", "9/9/9\n9/9"], "10 ranks");
}

#[test]
fn a_bot_without_a_server_or_a_program_says_so() {
    let data = tempfile::tempdir().unwrap();
    let bot = |server: &str, engine: &str, reason: &str| {
        let data = data.path().to_str().unwrap();
        let args = ["--server", server, "--league", "ABCDE23456", "--engine", engine];
        refuses(&[&["bot", "--data", data][..], &args[..]].concat(), reason);
    };
    bot("https://chess.example.org", "zoo:random", "plain http only");
    bot("http://127.0.0.1:1", "zoo:random", "cannot reach the server at 127.0.0.1:1");
    bot("http://127.0.0.1:1", "cmd:no-such-program", "no-such-program does not start");
    bot("http://127.0.0.1:1", "robot:9", "a player is level:N");
}

#[test]
fn packages_get_completions_and_a_manual() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let script = says(&["completions", shell]);
        assert!(script.contains("selfplay") && script.contains("--shard"), "{shell}");
    }
    refuses(&["completions", "dos"], "invalid value 'dos'");
    let folder = tempfile::tempdir().unwrap();
    says(&["manual", folder.path().join("man").to_str().unwrap()]);
    for page in ["chuhe.1", "chuhe-engine.1", "chuhe-match.1", "chuhe-puzzles-mine.1"] {
        let text = std::fs::read_to_string(folder.path().join("man").join(page)).unwrap();
        assert!(text.contains(".SH NAME"), "{page}");
    }
}
