//! The engine plays itself in a debug build, where every assertion is awake: no game may end by a
//! crash, an illegal move, a hang or the clock.

use std::process::Command;

#[test]
fn twenty_fast_games_without_a_fault() {
    let engine = env!("CARGO_BIN_EXE_chuhe-engine");
    // Different numbers of nodes, so that the second game of a pair is not the first again.
    let [one, two] = [("one", 900), ("two", 1100)]
        .map(|(name, nodes)| format!("cmd:{engine};name={name};nodes={nodes};Hash=2"));
    let args = ["match", "--engine", &one, "--engine", &two, "--games", "20", "--lang", "en"];
    let output = Command::new(env!("CARGO_BIN_EXE_chuhe")).args(args).output().unwrap();
    let table = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    for name in ["one", "two"] {
        let row =
            table.lines().find(|it| it.starts_with(name)).unwrap_or_else(|| panic!("{table}"));
        let numbers: Vec<&str> = row.split_whitespace().skip(1).collect();
        // played, win, draw, loss, points, time, crash, illegal, hang
        assert_eq!(numbers.len(), 9, "{row}");
        assert_eq!(numbers[0], "20", "{row}");
        assert_eq!(numbers[5..], ["0"; 4], "{table}");
    }
}
