//! Writes `catalogue.txt`: `cargo run --release -p endgame --example catalogue -- TABLES > FILE`.
//! Builds the tables that are missing in the folder TABLES, which takes some minutes.

use std::path::Path;

use endgame::{Ending, Material, Table, Tables, Value, catalogue_line};
use random::Random;
use xiangqi::{Color, PieceKind, Position};

/// The endings, as they are taught: by piece, easy ones first.
const KEYS: &str = "
P- P-a P-b PP- PP-a PP-b PP-aa PP-bb PP-ab PP-aab PP-abb PP-aabb PPP- PPP-a
N- N-a N-b N-aa N-bb N-ab
C- CA- CB- CA-a CA-b CA-aa CA-bb CA-ab CAA-aa CAABB-bb
R- R-aa R-bb R-aab R-abb R-aabb
NP-a NP-b NP-aa NP-bb NP-ab NP-aab NP-aabb
CP-a CP-b CP-aa CP-bb CP-aabb
NN-b NN-aa NN-bb NN-ab NN-aabb
NC-aa NC-b NC-aabb
CC-aa CC-ab CC-bb CC-aabb
RP-bb RP-aabb RR-aabb RN-aabb RC-aabb
";

fn main() {
    let folder = std::env::args().nth(1).expect("the folder of the tables");
    println!("# Written by examples/catalogue.rs; see src/catalogue.rs.");
    for key in KEYS.split_whitespace() {
        let material: Material = key.parse().expect("a key");
        let tables = Tables::new(Path::new(&folder), endgame::MOST_POSITIONS);
        let table = tables.build(&material, 2, &mut |_, _| {}).expect("a table");
        let counts = table.counts();
        let mut ending = Ending {
            material,
            positions: counts.positions(),
            strong_to_move: counts.strong_to_move,
            strong_wins: counts.strong_wins,
            longest: counts.longest,
            start: String::new(),
        };
        let wants_win = 500 < ending.won_per_mille();
        ending.start = start(&table, wants_win).fen();
        println!("{}", catalogue_line(&ending));
        eprintln!("{key}");
    }
}

/// Of many random positions with guards at home the one with the longest win, or the first drawn.
fn start(table: &Table, wants_win: bool) -> Position {
    let mut random = Random::new(1);
    let mut best: Option<(u8, Position)> = None;
    for round in 0..40_000_000u32 {
        let Some(position) = table.position(random.below(table.size()), Color::Red) else {
            continue;
        };
        if !is_at_home(&position) {
            continue;
        }
        let moves = match table.value(&position) {
            Some(Value::Win(moves)) if wants_win => moves,
            Some(Value::Draw) if !wants_win => 0,
            _ => continue,
        };
        if best.is_none_or(|it| it.0 < moves) {
            best = Some((moves, position));
        }
        if best.is_some() && (!wants_win || 400_000 < round) {
            break;
        }
    }
    best.expect("a position with guards at home").1
}

fn is_at_home(position: &Position) -> bool {
    let stands = |color, kind, points: &[&str]| {
        position.of(color, kind).all(|it| points.contains(&it.to_string().as_str()))
    };
    stands(Color::Black, PieceKind::General, &["e9", "d9", "f9"])
        && stands(Color::Black, PieceKind::Advisor, &["d9", "f9", "e8"])
        && stands(Color::Black, PieceKind::Elephant, &["c9", "g9", "e7"])
        && stands(Color::Red, PieceKind::General, &["d0", "e0", "f0"])
        && stands(Color::Red, PieceKind::Advisor, &["d0", "f0", "e1"])
        && stands(Color::Red, PieceKind::Elephant, &["c0", "g0", "e2"])
        && position.of(Color::Red, PieceKind::Soldier).all(|it| matches!(it.rank(), 5 | 6))
        && [PieceKind::Chariot, PieceKind::Horse, PieceKind::Cannon]
            .iter()
            .all(|&kind| position.of(Color::Red, kind).all(|it| it.rank() <= 4))
}
