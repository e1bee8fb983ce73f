//! Fits chances to a match: at how many centipawns a win was as likely as not.
//!
//! ```text
//! cargo run --release -p chuhe --example chances -- RESULTS [PLAYER]
//! ```
//! RESULTS is what `chuhe match --out` wrote. Without PLAYER the scores of all players count.

use anyhow::{Context, Result};
use arena::Record;
use trainer::pile::ResultsByScore;
use xiangqi::Color;

/// Openings are not the players' own, and what follows them is not yet their doing.
const FIRST_PLY: usize = 16;
/// Beyond this the game is decided.
const LARGEST: i32 = 1000;

fn main() -> Result<()> {
    let mut args = std::env::args().skip(1);
    let path = args.next().context("name a file of results")?;
    let player = args.next();
    let text = std::fs::read_to_string(&path).context(path)?;
    let mut results = ResultsByScore::default();
    let (mut games, mut positions) = (0, 0);
    // The first line tells the conditions.
    for line in text.lines().skip(1) {
        let record = Record::from_json(line)?;
        games += 1;
        let mut side = record.start.side();
        for (ply, played) in record.plies.iter().enumerate() {
            let name = &record.players[usize::from(side == Color::Black)];
            let score = played.thought.and_then(|it| it.score).filter(|it| it.abs() <= LARGEST);
            if let Some(score) = score
                && FIRST_PLY <= ply
                && player.as_ref().is_none_or(|it| it == name)
            {
                results.add(score as i16, record.outcome.half_points(side) as f32 / 2.0);
                positions += 1;
            }
            side = side.opponent();
        }
    }
    let chances = results.best_chances();
    println!(
        "{games} games, {positions} positions: a win is as likely as not at {:.0} centipawns, \
         spread {:.0}",
        chances.even, chances.spread
    );
    Ok(())
}
