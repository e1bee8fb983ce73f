//! Runs the program and looks at what it says.

use std::process::{Command, Output};

pub(crate) fn chuhe(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_chuhe")).args(args).output().unwrap()
}

#[track_caller]
pub(crate) fn says(args: &[&str]) -> String {
    let output = chuhe(args);
    assert!(output.status.success(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

#[track_caller]
pub(crate) fn refuses(args: &[&str], reason: &str) {
    let output = chuhe(args);
    let stderr = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{args:?}: {stderr}");
    assert_eq!(stderr.trim_end().lines().count(), 1, "{args:?}: one sentence, not\n{stderr}");
    assert!(stderr.contains(reason), "{args:?}: {stderr}");
    assert!(output.stdout.is_empty(), "{args:?}");
}
