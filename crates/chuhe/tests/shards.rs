//! Work that was cut into shards and joined again is what one run gives; what does not belong
//! together is refused with the reason.

mod common;

use std::{
    fs,
    path::{Path, PathBuf},
};

use serde_json::Value;
use tempfile::TempDir;
use trainer::data::{Header, Reader, Writer};

use common::{chuhe, refuses, says};

/// A folder for one test.
struct Desk(TempDir);

impl Desk {
    fn new() -> Desk {
        Desk(tempfile::tempdir().unwrap())
    }

    fn path(&self, name: &str) -> String {
        self.0.path().join(name).display().to_string()
    }

    fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).unwrap()
    }

    /// Runs a command as three shards, the last one first; their files.
    fn shards(&self, command: &[&str]) -> Vec<String> {
        let parts = ["3/3", "1/3", "2/3"];
        let run = |part: &str| {
            let out = self.path(&format!("shard-{}", &part[..1]));
            says(&[command, &["--shard", part, "--out", &out]].concat());
            out
        };
        parts.into_iter().map(run).collect()
    }

    #[track_caller]
    fn merge(&self, files: &[String], out: &str) -> String {
        says(&merging(files, &self.path(out)))
    }

    #[track_caller]
    fn refuses(&self, files: &[String], reason: &str) {
        refuses(&merging(files, &self.path("refused.jsonl")), reason);
        assert!(!Path::new(&self.path("refused.jsonl")).exists());
    }
}

fn merging<'a>(files: &'a [String], out: &'a str) -> Vec<&'a str> {
    ["merge", "--out", out].into_iter().chain(files.iter().map(String::as_str)).collect()
}

const SELFPLAY: [&str; 9] =
    ["selfplay", "--games", "10", "--nodes", "20", "--net", "classical", "--threads", "2"];

#[test]
fn shards_of_self_play_are_the_whole() {
    let desk = Desk::new();
    let shards = desk.shards(&SELFPLAY);
    let told = desk.merge(&shards, "joined");
    assert!(told.starts_with("10 games, "), "{told}");
    says(&[&SELFPLAY[..], &["--out", &desk.path("whole")]].concat());
    // A run writes games as they end; joined alone, they are sorted as the shards' are.
    desk.merge(&[desk.path("whole")], "sorted");
    assert_eq!(fs::read(desk.path("joined")).unwrap(), fs::read(desk.path("sorted")).unwrap());
    // What is joined goes on like any other file; here nothing is left to do.
    let told = says(&[&SELFPLAY[..], &["--out", &desk.path("joined")]].concat());
    assert!(told.starts_with("10 games"), "{told}");
    refuses(&merging(&shards, &desk.path("joined")), "exists already");
}

#[test]
fn what_is_missing_double_or_cut_off_is_named() {
    let desk = Desk::new();
    let shards = desk.shards(&SELFPLAY);
    let [third, first, second] = &shards[..] else { panic!("three shards") };
    desk.refuses(&[first.clone(), third.clone()], "of 3 shards one is missing: 2");
    desk.refuses(&[shards.clone(), vec![first.clone()]].concat(), "shard 1/3 is there twice");
    says(&["merge", first, third, "--partial", "--out", &desk.path("partial")]);
    let bytes = fs::read(second).unwrap();
    fs::write(second, &bytes[..bytes.len() - 9]).unwrap();
    desk.refuses(&shards, "missing: the shard was cut off");
    says(&[&SELFPLAY[..], &["--shard", "2/3", "--out", second]].concat());
    desk.merge(&shards, "joined");
    refuses(&[&SELFPLAY[..], &["--shard", "1/3", "--out", second]].concat(), "shard 2/3 of 10");
    refuses(&[&SELFPLAY[..], &["--out", second]].concat(), "shard 2/3 of 10, not none");
    refuses(&[&SELFPLAY[..], &["--shard", "4/3", "--out", second]].concat(), "I from 1 to N");
    fs::write(desk.path("letter"), "Dear Sir").unwrap();
    desk.refuses(&[first.clone(), desk.path("letter")], "letter");
}

/// The same games, said to be played otherwise.
fn forge(file: &str, change: impl FnOnce(&mut Header)) {
    let mut reader = Reader::open(Path::new(file)).unwrap();
    let mut header = reader.header.clone();
    change(&mut header);
    let forged = PathBuf::from(format!("{file}.forged"));
    let mut writer = Writer::create(&forged, &header).unwrap();
    reader.by_ref().flat_map(Result::unwrap).for_each(|it| writer.push(&it).unwrap());
    writer.finish().unwrap();
    fs::rename(forged, file).unwrap();
}

#[test]
fn games_of_another_engine_network_or_setting_are_refused_by_name() {
    let desk = Desk::new();
    let shards = desk.shards(&SELFPLAY);
    let whole = fs::read(&shards[1]).unwrap();
    let refused = |change: &dyn Fn(&mut Header), reason: &str| {
        forge(&shards[1], change);
        desk.refuses(&shards, reason);
        fs::write(&shards[1], &whole).unwrap();
    };
    refused(&|it| it.bench = Some(1), "shard-1 does not belong to");
    refused(&|it| it.bench = Some(1), "its bench is 1, not ");
    refused(&|it| it.evaluation = "abc".to_owned(), "its evaluation is abc, not classical");
    refused(&|it| it.nodes = 21, "its nodes is 21, not 20");
    refused(&|it| it.openings = Some("9 games".to_owned()), "its openings is 9 games, not none");
    refused(&|it| it.shard = Some("1/4 of 10".to_owned()), "it is one of 4 shards, not 3");
    refused(&|it| it.shard = Some("1/3 of 12".to_owned()), "its games are 12, not 10");
    refused(&|it| it.shard = None, "is a whole run, not a shard");
    refused(&|it| it.shard = Some("x".to_owned()), "its shard cannot be read");
    desk.merge(&shards, "joined");
}

const MATCH: [&str; 15] = [
    "match",
    "--engine",
    "zoo:greedy;name=a",
    "--engine",
    "zoo:alphabeta-2;name=b",
    "--games",
    "5",
    "--depth",
    "1",
    "--max-plies",
    "12",
    "--concurrency",
    "2",
    "--seed",
    "3",
];

/// Everything of a game but how long it took.
fn timeless(line: &str) -> Value {
    let mut game: Value = serde_json::from_str(line).unwrap();
    game["began"] = Value::Null;
    for thought in game["thoughts"].as_array_mut().into_iter().flatten() {
        if let Some(time) = thought.get_mut(2) {
            *time = Value::Null;
        }
    }
    game
}

fn games_of(text: &str) -> Vec<Value> {
    let mut games: Vec<Value> = text.lines().skip(1).map(timeless).collect();
    games.sort_by_key(|it| it["game"].as_u64());
    games
}

#[test]
fn shards_of_a_match_are_the_whole() {
    let desk = Desk::new();
    let shards = desk.shards(&MATCH);
    let told = desk.merge(&shards, "joined");
    assert!(told.starts_with("5 games of 3 shards"), "{told}");
    assert!(told.contains("Score of a vs b: "), "{told}");
    says(&[&MATCH[..], &["--out", &desk.path("whole")]].concat());
    let (joined, whole) = (desk.read("joined"), desk.read("whole"));
    assert_eq!(joined.lines().next(), whole.lines().next());
    assert_eq!(games_of(&joined), games_of(&whole));
    // The match is over, and can be made longer.
    says(&[&MATCH[..], &["--out", &desk.path("joined")]].concat());

    let first = fs::read_to_string(&shards[1]).unwrap();
    let bench = serde_json::from_str::<Value>(first.lines().next().unwrap()).unwrap();
    let bench = bench["bench"].to_string();
    fs::write(&shards[1], first.replacen(&bench, "17", 1)).unwrap();
    desk.refuses(&shards, &format!("its bench is 17, not {bench}"));
    fs::write(&shards[1], first.replacen("depth 1", "depth 2", 1)).unwrap();
    desk.refuses(&shards, "its players 1 control is depth 2, not depth 1");
    let lines: Vec<&str> = first.lines().collect();
    fs::write(&shards[1], lines[..lines.len() - 1].join("\n") + "\n").unwrap();
    desk.refuses(&shards, "the shard was cut off");
    refuses(&[&MATCH[..], &["--shard", "1/2"]].concat(), "--out");
    let sprt = ["--sprt", "0,5", "--shard", "1/2", "--out", "x"];
    refuses(&[&MATCH[..], &sprt].concat(), "cannot be used with");
}

/// Games with something to find, and something to say.
const GAMES: &str = "[Event \"Erste\"]\n[Red \"楚\"]\n\n1. h2e2 {the cannon} h9g7 2. h0g2 b7e7 3. e2e6 *\n\n\
    [Event \"Second\"]\n[FEN \"4ka3/4a4/3cR4/8p/p1P3c2/4C4/P8/4B1r2/4A4/4KA3 b - - 0 1\"]\n\
    [SetUp \"1\"]\n\n1. ... g2h2 2. e7e6 h2i2 *\n\n\
    [Event \"Third\"]\n\n1. b2e2 b9c7 2. e2e6 (2. b0c2 a9b9) d9e8 1-0\n\n\
    [Event \"Fourth\"]\n[FEN \"4ka3/4a4/3cR4/8p/p1P3c2/4C4/P8/4B1r2/4A4/4KA3 b - - 0 1\"]\n\
    [SetUp \"1\"]\n\n1. ... g2h2 2. e7e6 h2i2 3. e6e5 *\n";

#[test]
fn shards_of_reviews_are_the_whole() {
    let desk = Desk::new();
    fs::write(desk.path("games.pgn"), GAMES).unwrap();
    let games = desk.path("games.pgn");
    let review = ["review", &games, "--nodes", "1000", "--lang", "zh", "--threads", "1"];
    let shards = desk.shards(&review);
    for kind in ["html", "pgn", "jsonl"] {
        let [joined, whole] = ["joined", "whole"].map(|it| format!("{it}.{kind}"));
        let out = desk.path(&joined);
        says(&[merging(&shards, &out), vec!["--lang", "zh"]].concat());
        says(&[&review[..], &["--out", &desk.path(&whole)]].concat());
        assert_eq!(desk.read(&joined), desk.read(&whole), "{kind}");
    }
    let lines = fs::read_to_string(&shards[1]).unwrap();
    fs::write(&shards[1], lines.replacen("\"nodes\":1000", "\"nodes\":2000", 1)).unwrap();
    desk.refuses(&shards, "its nodes is 2000, not 1000");
    // A line that a kill cut short is done again.
    fs::write(&shards[1], &lines.as_bytes()[..lines.len() - 5]).unwrap();
    desk.refuses(&shards, "the shard was cut off");
    says(&[&review[..], &["--shard", "1/3", "--out", &shards[1]]].concat());
    assert_eq!(fs::read_to_string(&shards[1]).unwrap(), lines);
    // One that promises more games than there is memory for is only missing them.
    let [first, third] = [(&shards[1], "1/3"), (&shards[0], "3/3")].map(|(shard, part)| {
        let lines = fs::read_to_string(shard).unwrap();
        fs::write(
            shard,
            lines.replacen(&format!("{part} of 4"), &format!("{part} of {}", u64::MAX), 1),
        )
        .unwrap();
        shard.clone()
    });
    refuses(
        &[merging(&[first, third], &desk.path("refused.html")), vec!["--partial"]].concat(),
        "does not belong to this shard",
    );
}

#[test]
fn shards_of_mining_are_the_whole() {
    let desk = Desk::new();
    fs::write(desk.path("games.pgn"), GAMES).unwrap();
    let games = desk.path("games.pgn");
    let mine = ["puzzles", "mine", "--games", &games, "--nodes", "10000", "--threads", "1"];
    let shards = desk.shards(&mine);
    desk.merge(&shards, "joined.jsonl");
    says(&[&mine[..], &["--out", &desk.path("whole.jsonl")]].concat());
    assert_eq!(desk.read("joined.jsonl"), desk.read("whole.jsonl"));
    assert!(desk.read("joined.jsonl").contains("e7h7"));
    let output = chuhe(&[&mine[..], &["--out", &shards[0], "--shard", "1/3"]].concat());
    let told = String::from_utf8(output.stderr).unwrap();
    assert!(told.contains("it was made with shard"), "{told}");
    refuses(
        &[&mine[..], &["--most", "3", "--shard", "1/3", "--out", &shards[0]]].concat(),
        "cannot be used with",
    );
}
