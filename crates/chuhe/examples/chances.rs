//! Fits chances to a match: at how many centipawns a win was as likely as not, how sure that is,
//! and how far the fitted curve is from what happened.
//!
//! ```text
//! cargo run --release -p chuhe --example chances -- RESULTS [PLAYER]
//! ```
//! RESULTS is what `chuhe match --out` wrote. Without PLAYER the scores of all players count.

use anyhow::{Context, Result};
use arena::Record;
use random::Random;
use trainer::pile::{ChanceModel, ResultsByScore};
use xiangqi::Color;

/// Openings are not the players' own, and what follows them is not yet their doing.
const FIRST_PLY: usize = 16;
/// Beyond this the game is decided.
const LARGEST: i32 = 1000;
/// So often the games are drawn anew, to see how much the fit hangs on them.
const RESAMPLES: usize = 200;
/// Width of a row of the table.
const ROW: i32 = 50;

/// Scores of a game, each with what the side that thought so got in the end: 0, 1 or 2 halves.
type Scores = Vec<(i16, u32)>;

fn main() -> Result<()> {
    let mut args = std::env::args().skip(1);
    let path = args.next().context("name a file of results")?;
    let player = args.next();
    let text = std::fs::read_to_string(&path).context(path)?;
    // The first line tells the conditions.
    let lines = text.lines().skip(1);
    let games = lines
        .map(|line| Ok(scores(&Record::from_json(line)?, player.as_deref())))
        .collect::<Result<Vec<Scores>>>()?;
    let positions: usize = games.iter().map(Vec::len).sum();
    let chances = fit(games.iter());
    let (even, spread) = spread_of_fits(&games);
    println!(
        "{} games, {positions} positions: a win is as likely as not at {:.0} +/- {even:.0} \
         centipawns, spread {:.0} +/- {spread:.0} (standard errors, games drawn {RESAMPLES} times)",
        games.len(),
        chances.even,
        chances.spread
    );
    compare(&games, chances);
    Ok(())
}

fn scores(record: &Record, player: Option<&str>) -> Scores {
    let mut side = record.start.side();
    let mut scores = Scores::new();
    for (ply, played) in record.plies.iter().enumerate() {
        let name = &record.players[usize::from(side == Color::Black)];
        let score = played.thought.and_then(|it| it.score).filter(|it| it.abs() <= LARGEST);
        if let Some(score) = score
            && FIRST_PLY <= ply
            && player.is_none_or(|it| it == name)
        {
            scores.push((score as i16, record.outcome.half_points(side) as u32));
        }
        side = side.opponent();
    }
    scores
}

fn fit<'a>(games: impl Iterator<Item = &'a Scores>) -> ChanceModel {
    let mut results = ResultsByScore::default();
    for &(score, half_points) in games.flatten() {
        results.add(score, half_points as f32 / 2.0);
    }
    results.best_chances()
}

/// Standard errors of both numbers. Positions of a game share its result, so games are drawn.
fn spread_of_fits(games: &[Scores]) -> (f64, f64) {
    let mut random = Random::new(1);
    let fits: Vec<ChanceModel> = (0..RESAMPLES)
        .map(|_| fit((0..games.len()).map(|_| &games[random.below(games.len())])))
        .collect();
    let deviation = |of: &dyn Fn(&ChanceModel) -> f64| {
        let mean = fits.iter().map(of).sum::<f64>() / fits.len() as f64;
        let squares = fits.iter().map(|it| (of(it) - mean).powi(2)).sum::<f64>();
        (squares / (fits.len() as f64 - 1.0)).sqrt()
    };
    (deviation(&|it| it.even), deviation(&|it| it.spread))
}

/// What the curve promises and what the games brought, in percent of the points.
fn compare(games: &[Scores], chances: ChanceModel) {
    println!("\n{:>12} {:>9} {:>9} {:>9}", "centipawns", "positions", "expected", "brought");
    let expected = |score: f64| {
        let [_, draw, win] = chances.loss_draw_win(score);
        100.0 * win + 50.0 * draw
    };
    for row in -6..6 {
        let (low, high) = (row * ROW, (row + 1) * ROW);
        let inside: Vec<(i16, u32)> = games
            .iter()
            .flatten()
            .filter(|it| low <= i32::from(it.0) && i32::from(it.0) < high)
            .copied()
            .collect();
        let count = inside.len().max(1) as f64;
        let promised = inside.iter().map(|it| expected(f64::from(it.0))).sum::<f64>() / count;
        let brought = inside.iter().map(|it| 50.0 * f64::from(it.1)).sum::<f64>() / count;
        let range = format!("{low}..{high}");
        println!("{range:>12} {:>9} {promised:>9.1} {brought:>9.1}", inside.len());
    }
}
