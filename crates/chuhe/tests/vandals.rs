//! Hostile files, closed pipes, killed parents: nothing foreign is overwritten, nothing hangs, nothing
//! panics, and nobody is left behind.
#![cfg(unix)]

mod common;

use std::{
    fs::{self, File},
    io::Write,
    os::unix::fs::PermissionsExt,
    path::Path,
    process::{Child, Command, Stdio},
    thread,
    time::{Duration, Instant},
};

use common::{chuhe, refuses, says};

const PATIENCE: Duration = Duration::from_secs(60);

fn text(path: &Path) -> &str {
    path.to_str().unwrap()
}

/// Waits for it, or fails.
#[track_caller]
fn wait_until(what: &str, is_so: impl FnMut() -> bool) {
    let deadline = Instant::now() + PATIENCE;
    let mut is_so = is_so;
    while !is_so() {
        assert!(Instant::now() < deadline, "never: {what}");
        thread::sleep(Duration::from_millis(10));
    }
}

fn ended(process: &mut Child) -> bool {
    process.try_wait().unwrap().is_some()
}

#[test]
fn foreign_files_stay_as_they_are() {
    let folder = tempfile::tempdir().unwrap();
    let letter = folder.path().join("letter");
    fs::write(&letter, "a letter without an end of line").unwrap();
    let level = "level:1";
    let game = ["match", "--engine", level, "--engine", level, "--nodes", "1", "--out"];
    refuses(&[&game[..], &[text(&letter)]].concat(), "another match");
    let games = folder.path().join("games");
    says(&["selfplay", "--games", "1", "--nodes", "10", "--out", text(&games)]);
    refuses(&["train", "--data", text(&games), "--out", text(&letter)], "not overwritten");
    refuses(&["selfplay", "--games", "1", "--out", text(&letter)], "not a file of games");
    assert_eq!(fs::read_to_string(&letter).unwrap(), "a letter without an end of line");

    let board = folder.path().join("output/board.txt");
    fs::create_dir(folder.path().join("output")).unwrap();
    let fen = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w";
    fs::write(&board, fen).unwrap();
    let out = ["lab", "solve", "--depth", "1", "--out", text(folder.path()), text(&board)];
    let output = chuhe(&out);
    assert!(String::from_utf8_lossy(&output.stderr).contains("overwrite the input"));
    assert_eq!(fs::read_to_string(&board).unwrap(), fen);
}

#[test]
fn rows_after_the_tenth_are_told_about() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("board.txt");
    let board = "rnbakabnr\n.........\n.c.....c.\np.p.p.p.p\n.........\n.........\nP.P.P.P.P\n\
                 .C.....C.\n.........\nRNBAKABNR\n";
    let out = text(folder.path());
    let solve = ["lab", "solve", "--depth", "1", "--out", out, text(&file)];
    fs::write(&file, format!("{board}\n\n")).unwrap();
    says(&solve);
    fs::write(&file, format!("{board}RNBAKABNR\n")).unwrap();
    let output = chuhe(&solve);
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && stderr.contains("1 after them are ignored"), "{stderr}");
}

#[test]
fn pipes_devices_and_folders_are_no_files() {
    let folder = tempfile::tempdir().unwrap();
    let pipe = folder.path().join("pipe");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let reason = "not a regular file";
    let two = ["match", "--engine", "level:1", "--engine", "level:1", "--nodes", "1"];
    for path in [text(&pipe), "/dev/zero", text(folder.path())] {
        refuses(&["play", "--board", path], reason);
        refuses(&[&two[..], &["--openings", path]].concat(), reason);
        refuses(&[&two[..], &["--out", path]].concat(), reason);
        refuses(&[&two[..], &["--pgn", path]].concat(), reason);
        refuses(&["selfplay", "--games", "1", "--out", path], reason);
        refuses(&["bench", "--net", path], reason);
    }
    let output = chuhe(&["lab", "solve", "/dev/zero", text(&pipe)]);
    assert_eq!(String::from_utf8_lossy(&output.stderr).matches(reason).count(), 2);
}

#[test]
fn a_terminal_of_older_chinese_systems_is_understood() {
    let mut process = Command::new(env!("CARGO_BIN_EXE_chuhe"))
        .args(["play", "--level", "1", "--lang", "zh"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = process.stdin.take().unwrap();
    // 炮二平五 in GBK, then bytes that are nothing at all.
    input.write_all(b"\xc5\xda\xb6\xfe\xc6\xbd\xce\xe5\n\xff\xfe\xff\nfen\nquit\n").unwrap();
    let output = process.wait_with_output().unwrap();
    let said = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success(), "{said}");
    assert!(said.contains("看不懂"), "what is no text is asked for again: {said}");
    assert!(said.contains("/1C2C4/"), "the cannon stands in the middle: {said}");
}

/// A server whose output nobody takes.
fn serve(folder: &Path, output: Stdio) -> Child {
    Command::new(env!("CARGO_BIN_EXE_chuhe"))
        .args(["serve", "--no-open", "--listen", "127.0.0.1:0", "--data", text(folder)])
        .stdout(output)
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

#[test]
fn a_server_survives_when_nobody_takes_what_it_prints() {
    let full = || Stdio::from(File::options().write(true).open("/dev/full").unwrap());
    let mut outputs = vec![Stdio::piped()];
    if cfg!(target_os = "linux") {
        outputs.push(full());
    }
    for output in outputs {
        let folder = tempfile::tempdir().unwrap();
        let mut server = serve(folder.path(), output);
        drop(server.stdout.take());
        wait_until("it serves", || folder.path().join("running").exists());
        thread::sleep(Duration::from_millis(100));
        assert!(!ended(&mut server));
        server.kill().unwrap();
        let said = server.wait_with_output().unwrap().stderr;
        assert!(!String::from_utf8_lossy(&said).contains("panicked"));
    }
}

#[test]
fn a_data_directory_has_one_server_and_the_second_says_whose() {
    let folder = tempfile::tempdir().unwrap();
    let mut first = serve(folder.path(), Stdio::null());
    let note = folder.path().join("running");
    wait_until("it serves", || fs::read_to_string(&note).is_ok_and(|it| it.contains("http")));
    let second = serve(folder.path(), Stdio::null()).wait_with_output().unwrap();
    let said = String::from_utf8(second.stderr).unwrap();
    assert_eq!(second.status.code(), Some(2), "{said}");
    let holder = format!("is held by process {}, which serves it at http://127.0.0.1:", first.id());
    assert!(said.contains(&holder), "{said}");
    let copy = folder.path().join("copy.db");
    says(&["backup", text(&copy), "--data", text(folder.path())]);
    assert!(fs::read(&copy).unwrap().starts_with(b"SQLite format 3"));
    first.kill().unwrap();
    first.wait().unwrap();
    let mut third = serve(folder.path(), Stdio::null());
    wait_until("a killed one holds nothing", || {
        fs::read_to_string(&note).is_ok_and(|it| it.starts_with(&third.id().to_string()))
    });
    third.kill().unwrap();
    third.wait().unwrap();
}

#[cfg(target_os = "linux")]
#[test]
fn engines_end_with_their_match() {
    let folder = tempfile::tempdir().unwrap();
    let (engine, note) = (folder.path().join("engine"), folder.path().join("process"));
    // An engine that hears nothing, not even the end of its input.
    fs::write(
        &engine,
        format!("#!/bin/sh\necho $$ > {0}.new\nmv {0}.new {0}\nexec sleep 1000\n", text(&note)),
    )
    .unwrap();
    fs::set_permissions(&engine, fs::Permissions::from_mode(0o755)).unwrap();
    let player = format!("cmd:{}", text(&engine));
    let mut game = Command::new(env!("CARGO_BIN_EXE_chuhe"))
        .args(["match", "--engine", &player, "--engine", "level:1", "--games", "1"])
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    wait_until("the engine runs", || note.exists());
    let process = fs::read_to_string(&note).unwrap();
    let stat = format!("/proc/{}/stat", process.trim());
    assert!(Path::new(&stat).exists());
    game.kill().unwrap();
    game.wait().unwrap();
    wait_until("the engine ends", || {
        // Whoever inherits it may be slow to bury it.
        fs::read_to_string(&stat).map_or(true, |it| it.contains(") Z "))
    });
}

#[test]
fn an_engine_that_nobody_hears_ends() {
    let mut engine = Command::new(env!("CARGO_BIN_EXE_chuhe-engine"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = engine.stdin.take().unwrap();
    input.write_all(b"uci\nposition startpos\ngo depth 60\n").unwrap();
    drop(engine.stdout.take());
    drop(input);
    wait_until("it ends", || ended(&mut engine));
}
