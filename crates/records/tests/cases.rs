//! Real files of every format, and what a reader must get from them: `cases/records.json`.

use std::{fs, path::PathBuf};

use records::{Document, Format, NodeId, Reading, document::tag, read};
use serde_json::Value;

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/cases")
}

#[test]
fn every_case_is_read_as_expected() {
    let text = fs::read_to_string(folder().join("records.json")).unwrap();
    let cases: Value = serde_json::from_str(&text).unwrap();
    let mut faults = Vec::new();
    for case in cases["cases"].as_array().unwrap() {
        let name = case["file"].as_str().unwrap();
        let bytes = fs::read(folder().join(name)).unwrap();
        if let Err(fault) = check_file(case, &bytes) {
            faults.push(format!("{name}: {fault}"));
        }
    }
    assert!(faults.is_empty(), "{} faults\n{}", faults.len(), faults.join("\n"));
}

fn check_file(case: &Value, bytes: &[u8]) -> Result<(), String> {
    if case["error"].is_string() {
        return match read(bytes).map(|it| it.count()) {
            Err(refused) if refused.to_string().contains("XQF") => Ok(()),
            other => Err(format!("should be refused, not {other:?}")),
        };
    }
    let games = read(bytes).map_err(|it| it.to_string())?;
    let format = games.format();
    let expected_format = case["format"].as_str().unwrap().replace("cbl-legacy", "legacy-cbl");
    // Moves without any heading are text, whatever their notation.
    if format.name() != expected_format && format != Format::Text {
        return Err(format!("taken for {}", format.name()));
    }
    let readings: Vec<Reading> = games.collect::<Result<_, _>>().map_err(|it| it.to_string())?;
    let expected: Vec<&Value> = match case["games"].as_array() {
        Some(games) => games.iter().collect(),
        None => vec![case],
    };
    if readings.len() != expected.len() {
        return Err(format!("{} games instead of {}", readings.len(), expected.len()));
    }
    for (number, (reading, expected)) in (1..).zip(readings.iter().zip(expected)) {
        check_game(expected, reading).map_err(|it| format!("game {number}: {it}"))?;
    }
    Ok(())
}

fn check_game(expected: &Value, reading: &Reading) -> Result<(), String> {
    let document = &reading.document;
    let fen = document.start().fen();
    let fen: Vec<&str> = fen.split(' ').take(2).collect();
    let main: Vec<String> = document.main_moves().map(|it| it.to_string()).collect();
    let found = [
        ("fen", Value::from(fen.join(" "))),
        ("main", Value::from(main)),
        ("nodes", Value::from(document.len())),
        ("variations", Value::from(document.variation_count())),
        ("branch_points", Value::from(branch_points(document))),
        ("comments", Value::from(document.comment_count())),
        ("red", Value::from(document.headers.get(tag::RED))),
        ("black", Value::from(document.headers.get(tag::BLACK))),
        ("event", Value::from(document.headers.get(tag::EVENT))),
        ("title", Value::from(document.headers.get(tag::TITLE))),
        ("date", Value::from(document.headers.get(tag::DATE))),
        ("result", Value::from(document.result.token())),
    ];
    for (name, value) in found {
        if value != expected[name] {
            let dropped: Vec<String> = reading.dropped.iter().map(|it| it.to_string()).collect();
            return Err(format!("{name} is {value}, not {}; {dropped:?}", expected[name]));
        }
    }
    let cuts = expected["illegal"].as_u64().unwrap_or_default() as usize;
    let is_cut = expected["truncated"].as_bool().unwrap_or_default();
    if reading.dropped.len() != cuts + usize::from(is_cut) {
        return Err(format!("dropped {:?} instead of {cuts} lines", reading.dropped));
    }
    Ok(())
}

fn branch_points(document: &Document) -> usize {
    let nodes = document.preorder().map(|it| it.0).chain([NodeId::ROOT]);
    nodes.filter(|&it| 1 < document.children(it).count()).count()
}
