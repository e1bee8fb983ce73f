//! Solving boards: the exact files.

use std::{fs, path::PathBuf};

use lab::{
    read_board,
    solve::{move_changes, solve},
    tree::Algorithm,
};
use xiangqi::{Color, Position};

/// A directory of this test alone, removed at the end.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str) -> Scratch {
        let path = std::env::temp_dir().join(format!("chuhe-lab-{name}-{}", std::process::id()));
        fs::create_dir_all(&path).unwrap();
        Scratch(path)
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

const BOARD: &str = "...k.....\n.........\n.N.......\n.........\n....p....\n.........\n.........\n\
    .........\n.........\n....K....\n";

#[test]
fn the_three_files_are_written_as_specified() {
    let position = read_board(BOARD).unwrap();
    let solution = solve(&position, Algorithm::AlphaBeta, 3);
    let scratch = Scratch::new("solve");
    solution.write(&scratch.0, "3").unwrap();

    let read = |name: &str| fs::read_to_string(scratch.0.join(name)).unwrap();
    let output = read("output/3.txt");
    let [letter, from, to]: [&str; 3] =
        output.split_whitespace().collect::<Vec<_>>().try_into().unwrap();
    assert!(["N", "K"].contains(&letter), "{output}");
    assert!(output.ends_with('\n') && output.lines().count() == 1);
    let best = solution.found.best_move.unwrap();
    assert_eq!(from, format!("({},{})", 9 - best.from().rank(), best.from().file()));
    assert_eq!(to, format!("({},{})", 9 - best.to().rank(), best.to().file()));

    // Six jumps of the horse and three steps of the general, each with the change of its own value.
    let red = read("evaluation/red_3.txt");
    assert_eq!(red.lines().count(), 3 * position.legal_moves().len(), "{red}");
    // Horse (2,1) to (3,3): the table says 125 and then 175.
    assert!(red.contains("init: 2 1\nnext: 3 3\nscore 50\n"), "{red}");
    // General (9,4) to (8,4): 10000 and then 9900.
    assert!(red.contains("init: 9 4\nnext: 8 4\nscore -100\n"), "{red}");

    // Black reads the tables upside down: soldier (4,4) is on its row 5, worth 8, then 26.
    let black = read("evaluation/black_3.txt");
    assert!(black.contains("init: 4 4\nnext: 5 4\nscore 18\n"), "{black}");
}

#[test]
fn the_answer_uses_the_letter_of_the_mover() {
    let position = Position::from_fen("3k5/9/9/4r4/4R4/9/9/9/9/4K4 b").unwrap();
    let solution = solve(&position, Algorithm::Deepening, 2);
    assert_eq!(solution.answer(), "r (3,4) (4,4)\n");
    assert_eq!(solution.notation(), "车５进１");

    let mated = Position::from_fen("R3k4/1R7/9/9/9/9/9/9/9/3K5 b").unwrap();
    let solution = solve(&mated, Algorithm::AlphaBeta, 3);
    assert_eq!((solution.answer().as_str(), solution.notation().as_str()), ("-\n", "-"));
}

/// Red is in check; Black's list must not offer to take the general.
#[test]
fn the_waiting_side_has_a_list_too() {
    let position = Position::from_fen("3k5/9/9/4r4/9/9/9/9/9/4K4 w").unwrap();
    assert!(position.in_check());
    let black = move_changes(&position, Color::Black);
    assert!(black.contains("init: 3 4") && !black.contains("next: 9 4"), "{black}");
    let red = move_changes(&position, Color::Red);
    assert_eq!(red.lines().count(), 3 * position.legal_moves().len());
}
