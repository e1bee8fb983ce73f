//! What the books of practical endgames (实用残局) teach, asked of the tables; and every position of
//! small tables against the rules.

use std::sync::{Arc, LazyLock, Mutex};

use endgame::{Material, Table, Value, build, check_by_search, verify};
use xiangqi::{Color, Position};

/// Tables built so far, smaller ones first; the tests of this file share them.
static BUILT: LazyLock<Mutex<Vec<Arc<Table>>>> = LazyLock::new(Mutex::default);

fn tables(key: &str) -> Vec<Arc<Table>> {
    let mut built = BUILT.lock().unwrap();
    for member in key.parse::<Material>().unwrap().family() {
        if !built.iter().any(|it| *it.material() == member) {
            let table = build(&member, &built, 2, &mut |_| {}).unwrap();
            built.push(Arc::new(table));
        }
    }
    built.clone()
}

fn table(key: &str) -> Arc<Table> {
    let material: Material = key.parse().unwrap();
    tables(key).into_iter().find(|it| *it.material() == material).unwrap()
}

#[track_caller]
fn value(fen: &str) -> Value {
    let position: Position = fen.parse().unwrap();
    let (material, _) = Material::of(&position).unwrap();
    table(&material.to_string()).value(&position).unwrap()
}

#[track_caller]
fn wins(fen: &str) {
    assert!(matches!(value(fen), Value::Win(_)), "{fen}: {:?}", value(fen));
}

#[track_caller]
fn draws(fen: &str) {
    assert_eq!(value(fen), Value::Draw, "{fen}");
}

/// The share of won positions, strong side to move, in percent.
fn share(key: &str) -> f64 {
    let counts = table(key).counts();
    100.0 * counts.strong_wins as f64 / counts.strong_to_move as f64
}

#[test]
fn every_position_follows_from_its_successors() {
    let keys: &[&str] = if cfg!(debug_assertions) {
        &["R-a", "N-b", "P-ab", "CA-a", "PP-"]
    } else {
        &["R-aabb", "N-aabb", "C-aabb", "P-aabb", "CA-aab", "PP-ab", "NP-a"]
    };
    for key in keys {
        let smaller = tables(key);
        assert!(0 < verify(&table(key), &smaller, 2, &|_| {}).unwrap(), "{key}");
    }
}

#[test]
fn plain_search_agrees() {
    let count = if cfg!(debug_assertions) { 300 } else { 20_000 };
    for key in ["R-aabb", "N-a", "PP-aa", "CA-aa", "P-"] {
        assert_eq!(check_by_search(&table(key), count, 20), Ok(count), "{key}");
    }
}

#[test]
fn a_wrong_value_is_found() {
    let wrong = Table::with_one_value_changed(&table("R-a"));
    assert!(verify(&wrong, &tables("R-a"), 1, &|_| {}).is_err());
}

#[test]
fn chariot_against_guards() {
    // 单车必胜双士, 单车必胜双象, 单车必胜单缺士, 单缺象: without exception.
    for key in ["R-", "R-a", "R-b", "R-aa", "R-ab", "R-bb", "R-aab", "R-abb"] {
        let counts = table(key).counts();
        assert_eq!(counts.strong_wins, counts.strong_to_move, "{key}");
    }
    // 单车难胜士象全: the full guard holds where it stands well ...
    draws("2bakab2/9/9/9/9/9/9/9/9/3K1R3 w");
    draws("3k1ab2/4a4/4b4/9/9/9/9/9/9/4KR3 w");
    // ... and only there: more than four fifths of all placements win.
    let share = share("R-aabb");
    assert!(82.0 < share && share < 82.2, "{share}");
    assert_eq!(table("R-aabb").counts().longest, 32);
    assert_eq!(value("9/3ka4/5a2b/9/6b2/9/9/9/9/5K1R1 w"), Value::Win(32));
}

#[test]
fn horse_against_guards() {
    // 单马必胜光将, 单马必胜单士.
    assert_eq!(share("N-"), 100.0);
    assert!(99.0 < share("N-a"));
    wins("3k5/4a4/9/9/9/9/9/9/9/N3K4 w");
    wins("3ak4/9/9/9/9/9/9/9/3K5/4N4 w");
    // 单马难胜单象, with exceptions; against two guards hardly ever.
    assert!(share("N-b") < 25.0);
    draws("4k4/9/4b4/9/9/9/9/9/9/3KN4 w");
    draws("3aka3/9/9/9/9/9/9/9/9/3KN4 w");
    draws("2b1k1b2/9/9/9/9/9/9/9/9/3KN4 w");
    assert!(share("N-aabb") < 1.0);
}

#[test]
fn cannon_needs_a_screen_of_its_own() {
    // 单炮不能胜光将: a cannon alone has nothing to jump over.
    for key in ["C-", "C-a", "C-b", "C-ab", "C-bb"] {
        assert_eq!(table(key).counts().strong_wins, 0, "{key}");
    }
    // 炮仕必胜光将, 单士, 双士, 单象.
    for key in ["CA-", "CA-a", "CA-b", "CA-aa"] {
        assert!(99.0 < share(key), "{key}");
    }
    wins("3aka3/9/9/9/9/9/9/9/9/C2K1A3 w");
    // 炮仕难胜双象, 单士象.
    assert!(share("CA-bb") < 10.0 && share("CA-ab") < 20.0);
    draws("2b1k1b2/9/9/9/9/9/9/9/9/C2K1A3 w");
}

#[test]
fn soldiers_win_as_long_as_they_stand_high() {
    // 高兵必胜光将, 底兵和光将.
    wins("4k4/9/9/9/4P4/9/9/9/9/3K5 w");
    wins("4k4/9/4P4/9/9/9/9/9/9/3K5 w");
    draws("P3k4/9/9/9/9/9/9/9/9/3K5 w");
    // 高兵难胜单士, 单象.
    draws("4k4/4a4/9/4P4/9/9/9/9/9/3K5 w");
    draws("2b1k4/9/9/9/P8/9/9/9/9/3K5 w");
    // 双高兵必胜双士.
    wins("3aka3/9/9/9/3P1P3/9/9/9/9/3K5 w");
    assert!(85.0 < share("PP-aa"));
}

#[test]
fn colors_and_mirrors_do_not_matter() {
    let table = table("R-aab");
    let mut seen = 0;
    for index in (0..table.size()).step_by(997) {
        for side in Color::BOTH {
            let Some(position) = table.position(index, side) else { continue };
            let mut setup = position.setup();
            setup.board = std::array::from_fn(|at| position.setup().board[at / 9 * 9 + 8 - at % 9]);
            let mirrored = setup.position().unwrap();
            setup.board = std::array::from_fn(|at| {
                let piece = position.setup().board[(9 - at / 9) * 9 + at % 9]?;
                Some(xiangqi::Piece::new(piece.color().opponent(), piece.kind()))
            });
            setup.side = side.opponent();
            let turned = setup.position().unwrap();
            assert_eq!(table.value(&mirrored), table.value(&position));
            assert_eq!(table.value(&turned), table.value(&position));
            seen += 1;
        }
    }
    assert!(100 < seen);
}

#[test]
fn the_catalogue_tells_what_the_tables_found() {
    let most = if cfg!(debug_assertions) { 400_000 } else { 3_000_000 };
    let mut computed = 0;
    for ending in endgame::catalogue() {
        let start: Position = ending.start.parse().unwrap();
        assert_eq!(Material::of(&start), Some((ending.material, Color::Red)));
        if most < endgame::positions_of(&ending.material) {
            continue;
        }
        let table = table(&ending.material.to_string());
        let counts = table.counts();
        assert_eq!(ending.positions, counts.positions(), "{}", ending.material);
        assert_eq!(ending.strong_to_move, counts.strong_to_move, "{}", ending.material);
        assert_eq!(ending.strong_wins, counts.strong_wins, "{}", ending.material);
        assert_eq!(ending.longest, counts.longest, "{}", ending.material);
        let wins = matches!(table.value(&start), Some(Value::Win(_)));
        assert_eq!(wins, 500 < ending.won_per_mille(), "{}", ending.material);
        computed += 1;
    }
    assert!(40 <= endgame::catalogue().len() && 15 <= computed, "{computed}");
}
