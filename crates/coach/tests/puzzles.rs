//! The puzzles that the program comes with: enough of them, of all kinds, none twice, and a sample
//! drawn by seed is checked again. `chuhe puzzles verify --built-in` checks all.

use std::{
    collections::{BTreeSet, HashSet},
    sync::atomic::{AtomicUsize, Ordering},
    thread,
};

use coach::puzzles::{CHECK_NODES, Puzzle, Theme, built_in, check, unpack};
use engine::Engine;
use random::Random;

/// Debug builds leave most to `cargo test --release`.
const SAMPLE: usize = if cfg!(debug_assertions) { 4 } else { 100 };
const SEED: u64 = 20;
const FILE: &[u8] = include_bytes!("../../../books/puzzles.pack");

#[test]
fn there_are_enough_of_all_difficulties_in_a_small_file() {
    assert!(FILE.len() <= 300_000, "{} bytes", FILE.len());
    let puzzles = unpack(FILE).unwrap();
    assert_eq!(puzzles, built_in());
    assert!(FEWEST <= puzzles.len(), "{} puzzles", puzzles.len());
    let keys: HashSet<u64> = puzzles.iter().map(Puzzle::key).collect();
    assert_eq!(keys.len(), puzzles.len(), "no puzzle twice, mirrored or not");
    for from in (600..2000).step_by(200) {
        let count = puzzles.iter().filter(|it| (from..from + 200).contains(&it.difficulty)).count();
        assert!(20 <= count, "{count} puzzles from {from}");
    }
    let themes: BTreeSet<Theme> = puzzles.iter().flat_map(|it| it.themes.clone()).collect();
    for theme in [Theme::MateIn(1), Theme::MateIn(2), Theme::MateIn(3), Theme::WinsChariot] {
        assert!(themes.contains(&theme), "{}", theme.name());
    }
    assert!(20 <= themes.len(), "{themes:?}");
}

const FEWEST: usize = 1_500;

#[test]
fn a_sample_has_one_solution_each_and_its_mates_are_proved() {
    let mut chosen: Vec<&Puzzle> = built_in().iter().collect();
    let mut random = Random::new(SEED);
    while SAMPLE < chosen.len() {
        chosen.swap_remove(random.below(chosen.len()));
    }
    let next = AtomicUsize::new(0);
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(|| {
                let mut engine = Engine::new(8, 1);
                while let Some(puzzle) = chosen.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let faults = check(&mut engine, puzzle, CHECK_NODES);
                    assert_eq!(faults, [], "{}", puzzle.position.fen());
                }
            });
        }
    });
}
