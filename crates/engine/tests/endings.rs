//! With endgame tables: exact mates, lines to the end, and wins within the table's number of moves
//! against the longest defence.

use std::sync::Arc;

use endgame::{Material, Table, Tables, Value};
use engine::{Engine, Level, Limits, Score, SearchResult, Signals};
use random::Random;
use xiangqi::{Color, Game, Position, RuleSet, Status};

/// Ten classical endings.
const ENDINGS: [&str; 10] =
    ["R-aa", "R-bb", "R-abb", "R-aabb", "N-", "N-a", "CA-a", "CA-aa", "P-", "PP-aa"];

fn tables() -> (tempfile::TempDir, Arc<Tables>) {
    let folder = tempfile::tempdir().unwrap();
    let tables = Arc::new(Tables::new(folder.path(), 64 << 20));
    (folder, tables)
}

fn obtain(tables: &Tables, key: &str) -> Arc<Table> {
    tables.obtain(&key.parse::<Material>().unwrap(), 2, &mut |_, _| {}).unwrap()
}

fn engine(tables: &Arc<Tables>) -> Engine {
    let mut engine = Engine::new(4, 1);
    engine.set_endings(Some(Arc::clone(tables)));
    engine
}

fn search(engine: &mut Engine, game: &Game, limits: &Limits) -> SearchResult {
    engine.search(game, limits, &Signals::new(), &mut |_| {})
}

/// Plays a won position to its end and returns how many moves the winner needed.
fn moves_to_win(engine: &mut Engine, tables: &Tables, start: Position) -> u8 {
    let limits = Limits { level: Level::new(10), ..Limits::depth(6) };
    let mut game = Game::new(start);
    let mut moves = 0;
    while game.outcome(RuleSet::Asian).0 == Status::Ongoing {
        let mv = if game.position().side() == Color::Red {
            moves += 1;
            search(engine, &game, &limits).best.unwrap()
        } else {
            tables.probe(game.position()).unwrap().best()[0]
        };
        game.play(mv).unwrap();
    }
    assert_eq!(game.outcome(RuleSet::Asian).0, Status::Won(Color::Red), "{}", start.fen());
    moves
}

#[test]
fn the_highest_level_wins_what_is_won() {
    let count = if cfg!(debug_assertions) { 3 } else { 50 };
    let (_folder, tables) = tables();
    let mut engine = engine(&tables);
    for key in ENDINGS {
        let table = obtain(&tables, key);
        let mut random = Random::new(50);
        let mut won = 0;
        while won < count {
            let Some(start) = table.position(random.below(table.size()), Color::Red) else {
                continue;
            };
            let Some(Value::Win(moves)) = table.value(&start) else { continue };
            assert_eq!(moves_to_win(&mut engine, &tables, start), moves, "{key} {}", start.fen());
            won += 1;
        }
    }
}

#[test]
fn a_mate_is_told_exactly_and_shown_to_its_end() {
    let (_folder, tables) = tables();
    obtain(&tables, "R-aabb");
    let mut engine = engine(&tables);
    let start: Position = "9/3ka4/5a2b/9/6b2/9/9/9/9/5K1R1 w".parse().unwrap();
    let result = search(&mut engine, &Game::new(start), &Limits::depth(1));
    assert_eq!(result.score, Score::MateIn { plies: 63 });
    assert_eq!(result.lines[0].moves.len(), 63);
    let mut end = start;
    for &mv in &result.lines[0].moves {
        end.play(mv).unwrap();
    }
    assert!(!end.has_legal_move());
    // The losing side is told how long it lasts, and lasts that long.
    let played = search(&mut engine, &Game::new(start), &Limits::depth(1)).best.unwrap();
    let mut game = Game::new(start);
    game.play(played).unwrap();
    let result = search(&mut engine, &game, &Limits::depth(1));
    assert_eq!(result.score, Score::MatedIn { plies: 62 });
}

#[test]
fn the_search_meets_tables_after_a_capture() {
    // The chariot takes the soldier and what is left is in the table.
    let start: Position = "3k5/4a4/9/9/9/9/4p4/9/9/4RK3 w".parse().unwrap();
    let (_folder, tables) = tables();
    let after: Position = "3k5/4a4/9/9/9/9/4R4/9/9/5K3 b".parse().unwrap();
    obtain(&tables, "R-a");
    let Some(Value::Loss(moves)) = tables.value(&after) else { panic!("a won ending") };
    let mut engine = engine(&tables);
    let result = search(&mut engine, &Game::new(start), &Limits::depth(4));
    let found = result.score.mate_moves().unwrap();
    assert!(0 < found && found <= i32::from(moves) + 1, "{result:?}");
    assert_eq!(result.lines[0].moves.len() as i32, 2 * found - 1, "{result:?}");
}

#[test]
fn the_count_without_captures_comes_first() {
    let (_folder, tables) = tables();
    obtain(&tables, "R-aabb");
    let mut engine = engine(&tables);
    let start: Position = "9/3ka4/5a2b/9/6b2/9/9/9/9/5K1R1 w - - 100 90".parse().unwrap();
    let result = search(&mut engine, &Game::new(start), &Limits::depth(3));
    assert_eq!(result.score.mate_moves(), None, "{result:?}");
    engine.set_rules(RuleSet::Course);
    let fresh: Position = "9/3ka4/5a2b/9/6b2/9/9/9/9/5K1R1 w".parse().unwrap();
    let result = search(&mut engine, &Game::new(fresh), &Limits::depth(3));
    assert_eq!(result.score.mate_moves(), None, "{result:?}");
}
