//! Moves as people write them, from a data file and over random games.

mod slow;

use serde_json::Value;
use xiangqi::{Piece, PieceKind, Position, Square, Style, can_stand_on};

#[test]
fn moves_are_written_and_read_as_the_table_says() {
    let table: Value = serde_json::from_str(include_str!("cases/notation.json")).unwrap();
    for item in table["items"].as_array().unwrap() {
        let position = Position::from_fen(item["fen"].as_str().unwrap()).unwrap();
        let mv = item["move"].as_str().unwrap().parse().unwrap();
        let wxf = item["wxf"].as_str().unwrap();
        assert_eq!(position.write_move(mv, Style::Wxf), wxf, "{item}");
        assert_eq!(position.read_move(wxf), Ok(mv), "{item}");

        let chinese = item["chinese"].as_str().unwrap();
        let is_ambiguous = item.get("ambiguous_chinese").is_some();
        let ours = position.write_move(mv, Style::Chinese);
        assert_eq!(position.read_move(&ours), Ok(mv), "{item}");
        if !is_ambiguous {
            assert_eq!(ours, chinese, "{item}");
            assert_eq!(position.read_move(chinese), Ok(mv), "{item}");
        }
    }
}

#[test]
fn every_legal_move_reads_back_in_every_style() {
    let games = if cfg!(debug_assertions) { 20 } else { 120 };
    for seed in 0..games {
        slow::walk(seed, 120, check_all_moves);
        check_all_moves(&mut crowded_soldiers(seed));
    }
}

fn check_all_moves(position: &mut Position) {
    for &mv in &position.legal_moves() {
        for style in Style::ALL {
            let written = position.write_move(mv, style);
            assert_eq!(position.read_move(&written), Ok(mv), "{written} in {position:?}");
        }
    }
}

/// Up to five soldiers of one side on two or three files.
fn crowded_soldiers(seed: u64) -> Position {
    let mut random = random::Random::new(seed);
    loop {
        let mut setup = slow::odd_position(&mut random).setup();
        let soldier = Piece::new(setup.side, PieceKind::Soldier);
        setup.board.iter_mut().filter(|it| **it == Some(soldier)).for_each(|it| *it = None);
        for _ in 0..5 {
            let file = 2 + random.below(3) as i8;
            let rank = random.below(10) as i8;
            if let Some(square) = Square::new(file, rank)
                && can_stand_on(soldier, square)
                && setup.board[square.index()].is_none()
            {
                setup.board[square.index()] = Some(soldier);
            }
        }
        if let Ok(position) = setup.position() {
            return position;
        }
    }
}

proptest::proptest! {
    /// Whatever somebody types, the answer is a legal move or a sentence.
    #[test]
    fn nonsense_is_refused_calmly(text in "\\PC{0,12}|[一-九前中后车马炮兵进退平1-9+=.a-i-]{1,6}") {
        let position = Position::start();
        match position.read_move(&text) {
            Ok(mv) => assert!(position.is_legal(mv)),
            Err(error) => assert!(!error.to_string().is_empty()),
        }
        let _ = xiangqi::parse_line(&position, &text);
    }

    #[test]
    fn any_text_is_a_position_or_a_reason(text in "\\PC{0,80}|[rnbakcpRNBAKCP1-9/]{1,60}( [wbr])?") {
        match Position::from_fen(&text) {
            Ok(position) => assert_eq!(Position::from_fen(&position.fen()), Ok(position)),
            Err(error) => assert!(!error.to_string().is_empty()),
        }
    }
}
