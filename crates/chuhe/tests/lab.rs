//! `chuhe lab` as a student runs it: arguments in, files, lines and exit codes out.

use std::{
    fs,
    io::Write,
    path::{Path, PathBuf},
    process::{Command, Output, Stdio},
};

/// A directory of one test, removed at the end.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str) -> Scratch {
        let path = std::env::temp_dir().join(format!("chuhe-{name}-{}", std::process::id()));
        fs::create_dir_all(&path).unwrap();
        Scratch(path)
    }

    fn write(&self, name: &str, text: impl AsRef<[u8]>) {
        fs::write(self.0.join(name), text).unwrap();
    }

    fn read(&self, name: &str) -> String {
        fs::read_to_string(self.0.join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn chuhe(directory: &Path, arguments: &str, input: &str) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_chuhe"))
        .args(arguments.split_whitespace())
        .current_dir(directory)
        .env("LC_ALL", "en_US.UTF-8")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    child.wait_with_output().unwrap()
}

fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

fn stderr(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

const BOARD: &str = "rnbakabnr\n.........\n.c.....c.\np.p.p.p.p\n.........\n.........\n\
    P.P.P.P.P\n.C.....C.\n.........\nRNBAKABNR\n";
const FEN: &str = "r1bakab1r/9/1cn2cn2/p1p1p1p1p/9/9/P1P1P1P1P/1C2C1N2/9/RNBAKAB1R w";

#[test]
fn solve_writes_its_files_and_goes_on_after_a_bad_one() {
    let scratch = Scratch::new("solve");
    scratch.write("3.txt", BOARD);
    scratch.write("bad.txt", BOARD.replace(".c.....c.", ".c..x..c."));
    scratch.write("4.fen", FEN);
    let output = chuhe(&scratch.0, "lab solve bad.txt 3.txt none.txt 4.fen --out o --trace 50", "");
    assert_eq!(output.status.code(), Some(2));
    let errors = stderr(&output);
    assert!(errors.contains("bad.txt: line 3, column 5: no piece is written \"x\"\n"), "{errors}");
    assert!(errors.contains("none.txt: cannot be opened"), "{errors}");

    let table = stdout(&output);
    let lines: Vec<&str> = table.lines().collect();
    let words = |line: &str| line.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
    assert_eq!(words(lines[0]), ["file", "move", "score", "nodes", "ms"]);
    assert_eq!(words(lines[1])[..3], ["3.txt", "炮八进七", "516"]);
    assert_eq!(lines.len(), 3, "{table}");

    assert_eq!(scratch.read("o/output/3.txt"), "C (7,1) (0,1)\n");
    let red = scratch.read("o/evaluation/red_3.txt");
    assert_eq!(red.lines().count(), 3 * 44);
    assert!(red.contains("init: 9 1\nnext: 7 2\nscore 125\n"), "{red}");
    assert_eq!(scratch.read("o/evaluation/black_3.txt").lines().count(), 3 * 44);
    assert!(!scratch.read("o/output/4.txt").is_empty());
    let trace: serde_json::Value = serde_json::from_str(&scratch.read("o/trace/3.json")).unwrap();
    assert_eq!(trace["tree"].as_array().unwrap().len(), 50);
    assert_eq!(trace["score"], 516);
}

#[test]
fn two_boards_of_one_name_do_not_overwrite_each_other() {
    let scratch = Scratch::new("names");
    fs::create_dir_all(scratch.0.join("a")).unwrap();
    scratch.write("3.txt", BOARD);
    scratch.write("a/3.txt", FEN);
    let output = chuhe(&scratch.0, "lab solve 3.txt a/3.txt --depth 1", "");
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("an earlier file is also named 3"), "{output:?}");
}

#[test]
fn compare_reports_in_three_forms() {
    let scratch = Scratch::new("compare");
    scratch.write("start.txt", BOARD);
    scratch.write("later.fen", FEN);
    let output = chuhe(&scratch.0, "lab compare start.txt later.fen --max-depth 3 --out o", "");
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    assert_eq!(stdout(&output).lines().count(), 1 + 2 * 4);
    assert!(stderr(&output).contains("[24/24] later, depth 3, deepening"), "{output:?}");
    assert_eq!(scratch.read("o/compare.csv").lines().count(), 1 + 2 * 3 * 4);
    assert!(scratch.read("o/compare.html").contains("<svg"));
}

#[test]
fn route_prints_two_lines_per_map() {
    let scratch = Scratch::new("route");
    scratch.write("way.txt", "3 3 3\n3 0 0\n1 1 2\n4 0 0\n");
    scratch.write("none.txt", "1 3 9\n3 1 4\n");
    scratch.write("ragged.txt", "2 3 9\n3 1 4\n0 0\n");
    scratch.write("binary.txt", [b'1', b' ', 0xff, 0xfe]);
    for algorithm in ["astar", "ucs"] {
        let arguments = format!(
            "lab route way.txt ragged.txt none.txt binary.txt --algorithm {algorithm} --out o --trace"
        );
        let output = chuhe(&scratch.0, &arguments, "");
        assert_eq!(output.status.code(), Some(2));
        assert_eq!(stdout(&output), "6\nRRDDLL\n-1\n\n");
        let errors = stderr(&output);
        let ragged = "ragged.txt: line 3, column 4: a row has 3 numbers, this one only 2\n";
        assert!(errors.contains(ragged), "{errors}");
        assert!(errors.contains("binary.txt: line 1, column 3: N (columns) must be"), "{errors}");
        assert_eq!(scratch.read("o/output/way.txt"), "6\nRRDDLL\n");
        let trace = serde_json::from_str::<serde_json::Value>(&scratch.read("o/trace/way.json"));
        assert_eq!(trace.unwrap()["steps"], 6);
    }

    let output = chuhe(&scratch.0, "lab route way.txt none.txt --compare --out o", "");
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    assert_eq!(scratch.read("o/route.csv").lines().count(), 3);
    assert!(scratch.read("o/route.html").contains("<svg"));
}

#[test]
fn every_member_of_the_zoo_speaks_uci() {
    let scratch = Scratch::new("engine");
    for name in ["random", "greedy", "minimax-2", "alphabeta-3", "qt", "course", "checker"] {
        let input = "uci\nsetoption name Seed value 5\nisready\nucinewgame\n\
            position startpos moves h2e2 h9g7\ngo depth 1\n";
        let output = chuhe(&scratch.0, &format!("lab engine {name}"), input);
        assert_eq!(output.status.code(), Some(0));
        let lines = stdout(&output);
        assert!(lines.starts_with(&format!("id name Chuhe zoo {name}\n")), "{lines}");
        let position = {
            let mut game = xiangqi::Game::new(xiangqi::Position::start());
            for mv in ["h2e2", "h9g7"] {
                game.play(mv.parse().unwrap()).unwrap();
            }
            *game.position()
        };
        let best = lines.lines().last().unwrap().strip_prefix("bestmove ").unwrap();
        assert!(position.is_legal(best.parse().unwrap()), "{name}: {best}");
    }
}

#[test]
fn stop_and_strange_lines_are_answered() {
    let scratch = Scratch::new("stop");
    let input = "position startpos moves h2h2\nfoo\nsetoption\nposition fen x\ngo infinite\n\
        isready\nstop\nposition fen R3k4/1R7/9/9/9/9/9/9/9/3K5 b\ngo\nquit\n";
    let output = chuhe(&scratch.0, "lab engine minimax-9", input);
    assert_eq!(output.status.code(), Some(0));
    let lines = stdout(&output);
    let has = |start: &str| lines.lines().filter(|it| it.starts_with(start)).count();
    // Each of the four strange lines is told about, as in every session.
    assert_eq!((has("info string"), has("readyok"), has("bestmove")), (4, 1, 2), "{lines}");
    assert!(lines.ends_with("bestmove (none)\n"), "{lines}");

    let output = chuhe(&scratch.0, "lab engine greedy", "ucci\nposition startpos\ngo depth 1\n");
    let lines = stdout(&output);
    assert!(lines.contains("\nucciok\n") && lines.contains("\nbestmove "), "{lines}");

    let output = chuhe(&scratch.0, "lab engine lion", "");
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("the zoo has random"), "{output:?}");
}

#[test]
fn two_searchers_meet_and_a_seed_repeats_it() {
    let scratch = Scratch::new("ablation");
    let line = "lab ablation --first alphabeta,ordering,quiescence,positions,depth=2 \
        --second alphabeta,depth=1 --games 4 --seed 3";
    let output = chuhe(&scratch.0, line, "");
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let told = stdout(&output);
    assert!(told.contains("Score of A vs B: ") && told.contains("Elo difference: "), "{told}");
    let json = |_| stdout(&chuhe(&scratch.0, &format!("{line} --json"), ""));
    let [one, other] = [0, 1].map(json);
    assert_eq!(one, other);
    let read: serde_json::Value = serde_json::from_str(&one).unwrap();
    assert_eq!(read["games"], 4);
    assert_eq!(read["counts"][1][0]["nodes"], 44, "{one}");
}

#[test]
fn bad_usage_is_code_2() {
    let scratch = Scratch::new("usage");
    for arguments in [
        "lab solve",
        "lab solve x.txt --depth 0",
        "lab solve x.txt --depth -1",
        "lab route x.txt --algorithm dijkstra",
        "lab compare x.txt --max-depth 99",
        "lab engine",
        "lab ablation --first magic",
        "lab ablation --second depth=0",
        "lab ablation --games -1",
        "lab ablation --games 0 --fen R3k4/1R7/9/9/9/9/9/9/9/3K5/b",
        "lab dance",
    ] {
        let output = chuhe(&scratch.0, arguments, "");
        assert_eq!(output.status.code(), Some(2), "{arguments}: {output:?}");
        assert!(!output.stderr.is_empty(), "{arguments}");
    }
}
