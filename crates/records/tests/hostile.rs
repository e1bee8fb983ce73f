//! Files that are cut, damaged or made to hurt: they are read as far as they go, or refused, and
//! never cost more than they should.

use std::{
    fs,
    path::Path,
    time::{Duration, Instant},
};

use random::Random;
use records::{Format, Options, Reading, read};

fn cases() -> Vec<(String, Vec<u8>)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases");
    let mut files: Vec<_> = fs::read_dir(folder).unwrap().map(|it| it.unwrap().path()).collect();
    files.sort();
    let is_small = |path: &Path| fs::metadata(path).unwrap().len() < 20_000;
    files.retain(|it| is_small(it));
    files.iter().map(|it| (it.display().to_string(), fs::read(it).unwrap())).collect()
}

/// How many damaged copies of each file; more with CHUHE_ROUNDS=1000.
fn rounds() -> usize {
    std::env::var("CHUHE_ROUNDS").ok().and_then(|it| it.parse().ok()).unwrap_or(12)
}

/// Reads everything, and writes what was read in every format.
fn exercise(bytes: &[u8]) -> usize {
    let Ok(games) = read(bytes) else { return 0 };
    let mut moves = 0;
    for reading in games.take(500).flatten() {
        moves += reading.document.len();
        for format in Format::WRITTEN {
            assert!(format.write(&reading.document, &Options::default()).is_some());
        }
        let pgn = Format::Pgn.write(&reading.document, &Options::default()).unwrap();
        let text = String::from_utf8_lossy(&pgn.bytes);
        let again = read(&pgn.bytes).unwrap_or_else(|it| panic!("{it}: {text:?}"));
        let again = again.flatten().next().unwrap_or_else(|| panic!("{text:?}"));
        assert_eq!(again.document.len(), reading.document.len(), "{text}\n{:?}", again.dropped);
        for dropped in &reading.dropped {
            assert!(!dropped.to_string().is_empty());
        }
    }
    moves
}

#[test]
fn cut_files_are_read_as_far_as_they_go() {
    let mut random = Random::new(1);
    for (_, bytes) in cases() {
        for _ in 0..rounds() {
            exercise(&bytes[..random.below(bytes.len() + 1)]);
        }
    }
}

#[test]
fn damaged_files_do_no_damage() {
    let mut random = Random::new(2);
    for (_, bytes) in cases() {
        for _ in 0..rounds() {
            let mut damaged = bytes.clone();
            for _ in 0..=random.below(30) {
                let at = random.below(damaged.len());
                damaged[at] = random.below(256) as u8;
            }
            exercise(&damaged);
        }
    }
}

#[track_caller]
fn only(bytes: &[u8]) -> Reading {
    let start = Instant::now();
    let mut games = read(bytes).unwrap();
    let reading = games.next().unwrap().unwrap();
    assert!(games.next().is_none());
    assert!(start.elapsed() < Duration::from_secs(20), "took {:?}", start.elapsed());
    reading
}

#[test]
fn variations_nested_a_million_deep() {
    let text = format!("[Event \"x\"]\n1. h2e2 {}", "(1. b2e2 ".repeat(1_000_000));
    let reading = only(text.as_bytes());
    assert_eq!(reading.document.len(), 5_001);
    assert!(reading.dropped[0].to_string().contains("nested too deeply"));
    let text = format!("[Event \"x\"]\n1. h2e2 {}", "(".repeat(3_000_000));
    assert_eq!(only(text.as_bytes()).document.len(), 1);
    let text = format!("[Event \"x\"]\n1. h2e2 {} h9g7", ")".repeat(3_000_000));
    assert_eq!(only(text.as_bytes()).document.len(), 2);
}

#[test]
fn a_line_without_end_is_cut() {
    let round = "b0c2 b9c7 c2b0 c7b9 ";
    let text = format!("[Event \"x\"]\n{}", round.repeat(50_000));
    let reading = only(text.as_bytes());
    assert_eq!(reading.document.len(), 30_000);
    assert!(reading.dropped[0].to_string().contains("too long"));
}

#[test]
fn a_deep_tree_is_written_without_recursion() {
    let mut text = "[Event \"x\"]\n".to_owned();
    // Each variation begins inside the one before.
    for _ in 0..1_200 {
        text += "b0c2 (h0g2 b9c7 g2h0 c7b9 ";
    }
    let reading = only(text.as_bytes());
    assert!(4_000 < reading.document.len());
    for format in [Format::Pgn, Format::Xqf, Format::Cbr, Format::DhtmlXq] {
        let written = format.write(&reading.document, &Options::default()).unwrap();
        assert!(only(&written.bytes).document == reading.document, "{}", format.name());
    }
}

#[test]
fn lengths_and_offsets_that_lie() {
    let (_, xqf) = cases().into_iter().find(|it| it.0.ends_with("xqf-006.xqf")).unwrap();
    let mut lying = xqf.clone();
    lying[1028..1032].copy_from_slice(&u32::MAX.to_le_bytes());
    assert_eq!(only(&lying).document.len(), 0);
    // Records that all promise a sibling and a continuation.
    let mut endless = xqf[..1024].to_vec();
    endless.extend([0x18, 0x20, 0xff, 0, 0, 0, 0, 0].repeat(300_000));
    assert!(only(&endless).dropped.len() <= 51);

    let mut library = vec![0; 70_000];
    library[..16].copy_from_slice(b"CCBridgeLibrary\0");
    library[60..64].copy_from_slice(&u32::MAX.to_le_bytes());
    assert_eq!(read(&library).unwrap().count(), 0);

    let branches: String = (1..20_000)
        .map(|it| format!("[DhtmlXQ_move_{}_1_{it}]7747[/DhtmlXQ_move]", it % 19_999 + 1))
        .collect();
    let text = format!("[DhtmlXQ][DhtmlXQ_movelist]7747[/DhtmlXQ_movelist]{branches}[/DhtmlXQ]");
    assert_eq!(only(text.as_bytes()).document.len(), 1);
}
