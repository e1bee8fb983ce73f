//! The numbers in docs/lab.md and its Chinese twin are those the program finds today.

use std::{fs, path::Path};

use lab::{
    evaluation::Evaluation,
    read_board,
    route::{self, Map},
    tree::{Algorithm, search},
};

fn documents() -> [String; 2] {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs");
    ["lab.md", "lab.zh-CN.md"].map(|name| fs::read_to_string(root.join(name)).unwrap())
}

fn sample(name: &str) -> String {
    let samples = Path::new(env!("CARGO_MANIFEST_DIR")).join("samples");
    fs::read_to_string(samples.join(name)).unwrap()
}

/// The words of the lines of a document that start with these words.
fn rows(document: &str, start: &[&str]) -> Vec<Vec<String>> {
    let words = |line: &str| line.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
    let is_wanted = |row: &Vec<String>| {
        start.len() < row.len() && start.iter().zip(row).all(|(wanted, word)| wanted == word)
    };
    document.lines().map(words).filter(is_wanted).collect()
}

#[test]
fn game_tree_tables_are_true() {
    let position = read_board(&sample("middlegame.fen")).unwrap();
    for document in documents() {
        for depth in 1..=3 {
            let run = |algorithm| search(&position, Evaluation::Course, algorithm, depth);
            let (minimax, alphabeta) = (run(Algorithm::Minimax), run(Algorithm::AlphaBeta));
            let expected = [depth.to_string(), minimax.score.to_string()];
            let expected = expected.iter().map(String::as_str).collect::<Vec<_>>();
            let row = &rows(&document, &expected)[0];
            assert_eq!(row[2..4], [minimax.nodes.to_string(), alphabeta.nodes.to_string()]);
        }
        for algorithm in [Algorithm::AlphaBeta, Algorithm::Ordered, Algorithm::Deepening] {
            let found = search(&position, Evaluation::Course, algorithm, 4);
            let score = found.score.to_string();
            let row = &rows(&document, &["middlegame", "4", &score, algorithm.name()])[0];
            assert_eq!(row[4], found.nodes.to_string(), "{}", algorithm.name());
        }
    }
}

#[test]
fn route_tables_are_true() {
    for document in documents() {
        for name in ["maze", "detour"] {
            let map = Map::parse(&sample(&format!("{name}.txt"))).unwrap();
            let found = route::compare(name, &map).unwrap();
            let steps = found.steps.unwrap().to_string();
            let row = &rows(&document, &[name, &steps])[0];
            let expanded = [found.astar.expanded, found.uniform_cost.expanded];
            assert_eq!(row[2..4], expanded.map(|it| it.to_string()), "{name}");
        }
    }
}

#[test]
fn the_function_shown_is_the_function_that_runs() {
    let source = include_str!("../src/tree/minimax.rs").replace("\r\n", "\n");
    let function = &source[source.find("pub(crate) fn minimax").unwrap()..];
    for document in documents() {
        assert!(document.replace("\r\n", "\n").contains(function));
    }
}
