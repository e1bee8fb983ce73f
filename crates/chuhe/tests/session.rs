//! Scripted dialogues with `chuhe-engine`, in both dialects. Every wait has a generous limit, so
//! that a hanging engine fails the test and a slow machine does not.

use std::{
    io::{BufRead, BufReader, Write},
    process::{Child, ChildStdin, Command, Stdio},
    sync::mpsc::{Receiver, channel},
    thread,
    time::{Duration, Instant},
};

const PATIENCE: Duration = Duration::from_secs(60);

struct Host {
    process: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
}

impl Host {
    fn start() -> Host {
        let mut process = Command::new(env!("CARGO_BIN_EXE_chuhe-engine"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::inherit())
            .spawn()
            .unwrap();
        let input = process.stdin.take();
        let output = BufReader::new(process.stdout.take().unwrap());
        let (sender, lines) = channel();
        thread::spawn(move || {
            output.lines().map_while(Result::ok).try_for_each(|line| sender.send(line))
        });
        Host { process, input, lines }
    }

    fn say(&mut self, line: &str) {
        let input = self.input.as_mut().unwrap();
        writeln!(input, "{line}").unwrap();
        input.flush().unwrap();
    }

    /// All lines up to the first that starts so.
    #[track_caller]
    fn hear(&mut self, start: &str) -> Vec<String> {
        let mut heard = Vec::new();
        let deadline = Instant::now() + PATIENCE;
        loop {
            let patience = deadline.saturating_duration_since(Instant::now());
            match self.lines.recv_timeout(patience) {
                Ok(line) => heard.push(line),
                Err(error) => panic!("no {start:?} ({error}) after {heard:#?}"),
            }
            if heard.last().unwrap().starts_with(start) {
                return heard;
            }
        }
    }

    #[track_caller]
    fn hear_last(&mut self, start: &str) -> String {
        self.hear(start).pop().unwrap()
    }

    /// Nothing is said before `isready` is answered.
    #[track_caller]
    fn hear_silence(&mut self) {
        self.say("isready");
        assert_eq!(self.hear("readyok"), ["readyok"]);
    }

    #[track_caller]
    fn leave(mut self) {
        self.say("quit");
        self.hear_exit();
    }

    #[track_caller]
    fn hear_exit(&mut self) {
        let deadline = Instant::now() + PATIENCE;
        while Instant::now() < deadline {
            if let Some(status) = self.process.try_wait().unwrap() {
                assert!(status.success(), "{status}");
                return;
            }
            thread::sleep(Duration::from_millis(5));
        }
        panic!("the engine does not leave");
    }
}

impl Drop for Host {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

#[test]
fn uci_from_greeting_to_farewell() {
    let mut host = Host::start();
    host.say("uci");
    let greeting = host.hear("uciok");
    for name in ["Threads", "Hash", "Clear Hash", "MultiPV", "Ponder", "Move Overhead", "Rules"] {
        let start = format!("option name {name} type");
        assert!(greeting.iter().any(|it| it.starts_with(&start)), "{name}: {greeting:#?}");
    }
    host.say("setoption name Hash value 8");
    host.say("setoption name UCI_ShowWDL value true");
    host.say("ucinewgame");
    host.hear_silence();
    host.say("position startpos moves h2e2 h9g7");
    host.say("go depth 6");
    let heard = host.hear("bestmove ");
    let info = heard.iter().rev().find(|it| it.contains(" pv ")).unwrap();
    for word in [" depth 6", " score cp ", " wdl ", " nodes ", " nps ", " time ", " hashfull "] {
        assert!(info.contains(word), "{info}");
    }
    assert!(heard.last().unwrap().contains(" ponder "));
    host.leave();
}

#[test]
fn ucci_from_greeting_to_farewell() {
    let mut host = Host::start();
    host.say("ucci");
    let greeting = host.hear("ucciok");
    assert!(greeting.iter().any(|it| it.starts_with("option hashsize type spin")));
    assert!(greeting.iter().any(|it| it.starts_with("option usemillisec type check")));
    host.say("setoption usemillisec true");
    host.say("setoption Threads 1");
    host.say("setoption newgame");
    host.say("position startpos");
    host.say("banmoves h2e2 b2e2");
    host.say("go time 400 increment 0 opptime 400 oppincrement 0");
    let heard = host.hear("bestmove ");
    let info = heard.iter().rev().find(|it| it.contains(" pv ")).unwrap();
    assert!(info.contains(" score ") && !info.contains(" cp "), "{info}");
    let best = heard.last().unwrap();
    assert!(!best.contains("bestmove h2e2") && !best.contains("bestmove b2e2"), "{best}");

    host.say("stop");
    host.hear("nobestmove");
    host.say("probe startpos");
    host.hear("pophash");
    host.say("go depth 0");
    host.hear("nobestmove");
    host.say("quit");
    host.hear("bye");
    host.hear_exit();
}

#[test]
fn stop_ends_an_infinite_search_and_is_harmless_when_idle() {
    let mut host = Host::start();
    host.say("uci");
    host.hear("uciok");
    host.say("stop");
    host.hear_silence();
    host.say("go infinite");
    host.say("isready");
    host.hear("readyok");
    host.say("stop");
    host.hear("bestmove ");
    host.say("stop");
    host.hear_silence();
    host.leave();
}

#[test]
fn quit_and_a_closed_input_end_a_running_search() {
    let mut host = Host::start();
    host.say("go infinite");
    host.leave();

    let mut host = Host::start();
    host.say("go infinite");
    host.input = None;
    host.hear_exit();
}

#[test]
fn a_bounded_search_finishes_when_the_input_closes() {
    let mut host = Host::start();
    host.say("position startpos");
    host.say("go depth 4");
    host.input = None;
    host.hear("bestmove ");
    host.hear_exit();
}

#[test]
fn positions_and_settings_while_thinking_wait_for_the_next_search() {
    let mut host = Host::start();
    host.say("go infinite");
    host.say("position fen 3ak4/4a4/9/9/r8/8R/9/9/4A4/3AK4 b - - 0 1");
    host.say("setoption name Hash value 2");
    host.say("setoption name Threads value 3");
    host.say("stop");
    host.hear("bestmove ");
    host.say("go depth 5");
    let best = host.hear_last("bestmove ");
    assert!(best.starts_with("bestmove a5") || best.starts_with("bestmove e"), "{best}");
    host.say("setoption name Hash value 32");
    host.say("setoption name Threads value 1");
    host.say("go depth 5");
    host.hear("bestmove ");
    host.leave();
}

#[test]
fn a_second_go_ends_the_first() {
    let mut host = Host::start();
    host.say("go infinite");
    host.say("go depth 3");
    host.hear("bestmove ");
    host.hear("bestmove ");
    host.hear_silence();
    host.leave();
}

#[test]
fn pondering_waits_for_the_hit() {
    let mut host = Host::start();
    host.say("position startpos moves h2e2 h9g7");
    host.say("go ponder depth 3 wtime 1000 btime 1000");
    host.hear_until_deep();
    host.hear_silence();
    host.say("ponderhit");
    host.hear("bestmove ");
    host.say("go ponder wtime 1000 btime 1000");
    host.say("stop");
    host.hear("bestmove ");
    host.leave();
}

impl Host {
    fn hear_until_deep(&mut self) {
        self.hear("info depth 3");
    }
}

#[test]
fn bad_positions_are_explained_and_change_nothing() {
    let mut host = Host::start();
    host.say("position startpos moves h2e2");
    for line in [
        "position fen nonsense",
        "position fen 9/9/9/9/9/9/9/9/9/9 w - - 0 1",
        "position fen rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR/9 w",
        "position fen 4k4/9/9/9/9/9/9/9/9/4K4 w",
        "position startpos moves h2h8",
        "position startpos moves h2e2 xyz",
        "position",
    ] {
        host.say(line);
        let complaint = host.hear_last("info string ");
        assert!(complaint.len() > "info string ".len() + 10, "{line}: {complaint}");
    }
    host.say("d");
    let fen = host.hear_last("Fen: ");
    assert!(fen.contains(" b ") && fen.contains("1C2C4"), "{fen}");
    host.leave();
}

#[test]
fn a_side_without_moves_has_no_best_move() {
    let mut host = Host::start();
    host.say("position fen R3k4/1R7/9/9/9/9/9/9/9/3K5 b - - 0 1");
    host.say("go depth 5");
    host.hear("bestmove (none)");
    host.say("ucci");
    host.hear("ucciok");
    host.say("go depth 5");
    host.hear("nobestmove");
    host.leave();
}

#[test]
fn every_limit_of_go_is_obeyed() {
    let mut host = Host::start();
    host.say("uci");
    host.hear("uciok");
    for go in [
        "go depth 3",
        "go nodes 2000",
        "go movetime 20",
        "go wtime 100 btime 100 winc 10 binc 10",
        "go wtime 100 btime 100 movestogo 1",
        "go wtime -5 btime 0",
        "go depth 4 searchmoves a3a4",
    ] {
        host.say("position startpos");
        host.say(go);
        let best = host.hear_last("bestmove ");
        if go.contains("searchmoves") {
            assert!(best.starts_with("bestmove a3a4"), "{best}");
        }
    }
    host.say("setoption name MultiPV value 3");
    host.say("go depth 3");
    let heard = host.hear("bestmove ");
    for rank in 1..=3 {
        assert!(heard.iter().any(|it| it.contains(&format!(" multipv {rank} "))), "{heard:#?}");
    }
    host.say("setoption name MultiPV value 1");
    host.say("position fen 4ka3/4a4/b6r1/4p1C2/P1pR5/8P/2P1P1P2/2N5N/7c1/2BAKAB2 w - - 1 21");
    host.say("go mate 1");
    let heard = host.hear("bestmove g6g9");
    assert!(heard.iter().any(|it| it.contains("score mate 1")), "{heard:#?}");
    host.say("position startpos");
    host.say("go perft 2");
    assert_eq!(host.hear_last("Nodes searched"), "Nodes searched: 1920");
    host.say("eval");
    host.hear("info depth 0 score cp");
    host.leave();
}

#[test]
fn ten_thousand_lines_of_garbage_do_no_harm() {
    let mut host = Host::start();
    host.say("uci");
    host.hear("uciok");
    let words = [
        "go",
        "position",
        "fen",
        "startpos",
        "moves",
        "setoption",
        "name",
        "value",
        "Hash",
        "h2e2",
        "-1",
        "99999999999999999999",
        "楚河",
        "\u{0}",
        "isready",
        "depth",
        "info",
        "banmoves",
        "w",
        "4k4/9/9/9/9/9/9/9/9/3K5",
        "nodes",
        "ponder",
        "searchmoves",
        "ponderhit",
        "stop",
        "Threads",
        "\"",
        "\t\t",
        "d",
        "probe",
        "debug",
        "eval",
    ];
    let mut random = random::Random::new(1);
    for round in 0..10_000 {
        let count = random.below(8);
        let line: Vec<&str> = (0..count).map(|_| words[random.below(words.len())]).collect();
        // Settings and searches that are valid by chance would only make the test slow.
        let line = line.join(" ").replace("Hash", "Hush").replace("Threads", "Thrads");
        host.say(&line);
        if round % 100 == 99 {
            host.say("stop");
            host.say("isready");
            host.hear("readyok");
        }
    }
    host.say("stop");
    host.say("ucinewgame");
    host.say("position startpos");
    host.say("isready");
    host.hear("readyok");
    host.say("go depth 2");
    host.hear("bestmove ");
    host.leave();
}

#[test]
fn a_book_answers_at_once_and_only_when_asked_to() {
    let mut host = Host::start();
    host.say("uci");
    let greeting = host.hear("uciok");
    for option in [
        "OwnBook type check default false",
        "BookFile type string default <default>",
        "BookDepth type spin default 20 min 0 max 200",
        "BookVariety type spin default 50 min 0 max 100",
    ] {
        assert!(greeting.contains(&format!("option name {option}")), "{option} in {greeting:#?}");
    }
    let is_from_book = |heard: &[String]| heard.iter().any(|it| it.contains("book move"));
    host.say("go depth 1");
    assert!(!is_from_book(&host.hear("bestmove")));

    host.say("setoption name OwnBook value true");
    host.say("setoption name BookVariety value 0");
    host.say("go movetime 60000");
    let name = "info string book move h2e2, 28506 games, Central Cannon 中炮";
    assert_eq!(host.hear("bestmove"), [name, "bestmove h2e2"]);
    // An analysis is not answered from a book, nor is what the host forbids.
    host.say("go infinite");
    host.say("stop");
    assert!(!is_from_book(&host.hear("bestmove")));
    host.say("go depth 1 searchmoves a3a4");
    assert_eq!(host.hear_last("bestmove"), "bestmove a3a4");
    // A position that comes again is judged by the search.
    host.say("position startpos moves h2e2 h9g7 e2h2 g7h9");
    host.say("go depth 1");
    assert!(!is_from_book(&host.hear("bestmove")));
    host.say("setoption name BookDepth value 2");
    host.say("position startpos moves h2e2 h9g7");
    host.say("go depth 1");
    assert!(!is_from_book(&host.hear("bestmove")));
    host.say("setoption name BookFile value nowhere.book");
    let told = host.hear_last("info string BookFile");
    assert!(told.contains("nowhere.book") && told.ends_with("the book in use stays"), "{told}");
    // A move found while the opponent thinks waits for him.
    host.say("position startpos");
    host.say("go ponder wtime 1000 btime 1000");
    host.hear_silence();
    host.say("ponderhit");
    assert_eq!(host.hear("bestmove"), [name, "bestmove h2e2"]);
    host.leave();
}

#[test]
fn variety_opens_differently() {
    let mut host = Host::start();
    host.say("ucci");
    let greeting = host.hear("ucciok");
    assert!(greeting.contains(&"option usebook type check default false".to_owned()));
    assert!(greeting.iter().any(|it| it.starts_with("option bookfiles type string")));
    host.say("setoption usebook true");
    host.say("setoption bookvariety 100");
    let mut moves = std::collections::BTreeSet::new();
    for _ in 0..100 {
        host.say("setoption newgame");
        host.say("position startpos");
        host.say("go time 100");
        moves.insert(host.hear_last("bestmove"));
    }
    assert!(3 <= moves.len(), "{moves:?}");
    host.leave();
}

#[test]
fn what_the_machine_cannot_give_is_told_and_the_old_stays() {
    let mut host = Host::start();
    host.say("uci");
    host.hear("uciok");
    host.say("setoption name Hash value 1048576");
    host.say("setoption name Threads value 512");
    host.say("isready");
    let heard = host.hear("readyok").join("\n");
    assert!(heard.contains("no memory for 1048576 MB") && heard.contains("stay in use"), "{heard}");
    assert!(heard.contains("512 are too many"), "{heard}");
    host.say("go depth 4");
    host.hear("bestmove ");
    host.leave();
}

#[test]
fn perft_counts_any_depth_and_can_be_stopped() {
    let mut host = Host::start();
    host.say("uci");
    host.hear("uciok");
    for (depth, nodes) in [(0, 1), (1, 44), (3, 79_666)] {
        host.say(&format!("go perft {depth}"));
        let total = host.hear_last("Nodes searched: ");
        assert_eq!(total, format!("Nodes searched: {nodes}"));
    }
    host.say("go perft 30");
    host.say("isready");
    host.hear("readyok");
    host.say("stop");
    host.hear("info string perft was stopped");
    host.say("go depth 2");
    host.hear("bestmove ");
    host.leave();
}
