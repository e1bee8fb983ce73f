//! `chuhe endgame list`: the tables there are.

use anyhow::Result;
use endgame::Header;
use serde_json::{Value, json};

use super::{Data, grouped};
use crate::{common::print, table::table_with_heads};

#[derive(clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    data: Data,
    /// One JSON line a table
    #[arg(long)]
    json: bool,
}

pub(super) fn run(args: &Args) -> Result<()> {
    let tables = args.data.open()?;
    let mut headers = Vec::new();
    for (name, header) in tables.list()? {
        match header {
            Ok(header) => headers.push(header),
            // One bad file does not hide the others.
            Err(error) => eprintln!("{name} in {} {error}", tables.folder().display()),
        }
    }
    if args.json {
        return Ok(print(
            &headers.iter().map(|it| format!("{}\n", to_json(it))).collect::<String>(),
        )?);
    }
    if headers.is_empty() {
        let folder = tables.folder().display();
        eprintln!("there are no tables in {folder}; try: chuhe endgame build R-aabb");
        return Ok(());
    }
    let heads = ["table", "positions", "won", "share", "longest", "example, strong side to move"];
    Ok(print(&table_with_heads(&heads, headers.iter().map(row)))?)
}

fn share(header: &Header) -> f64 {
    header.counts.strong_wins as f64 / header.counts.strong_to_move.max(1) as f64
}

fn row(header: &Header) -> Vec<String> {
    let counts = &header.counts;
    vec![
        header.material.to_string(),
        grouped(counts.positions()),
        grouped(counts.strong_wins + counts.weak_loses),
        format!("{:.1} %", 100.0 * share(header)),
        counts.longest.to_string(),
        header.example().map_or(String::new(), |it| it.fen()),
    ]
}

fn to_json(header: &Header) -> Value {
    let counts = &header.counts;
    json!({
        "table": header.material.to_string(),
        "positions": counts.positions(),
        "strong_to_move": counts.strong_to_move,
        "strong_wins": counts.strong_wins,
        "weak_to_move": counts.weak_to_move,
        "weak_loses": counts.weak_loses,
        "weak_side_wins": counts.upsets,
        "longest": counts.longest,
        "beyond_sixty_moves": counts.beyond_sixty,
        "example": header.example().map(|it| it.fen()),
    })
}
