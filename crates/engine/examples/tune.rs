//! Fits the evaluation's weights to recorded positions (Texel's method): the better a weighted
//! sum predicts results, the better it plays.
//!
//! ```text
//! cargo run --release -p engine --example duel -- --games 2000 --nodes 1300 --nodes-b 1700 --record data.txt
//! cargo run --release -p engine --example tune -- data.txt > crates/engine/src/eval/weights.rs
//! ```
//! Every position becomes a short list of (term, count). The target mixes the result of the game
//! with the score of the search, which says more about the position than the result of a weak
//! game. Weights that no position uses, or hardly any, stay near where they are.

use std::{env, fs};

use engine::eval::{
    FULL_PHASE, collect_placement, phase, scale,
    terms::{FAMILIES, Sink, TERMS, collect},
    weights,
};
use xiangqi::{Color, Position};

/// The share of the search's score in the target; the rest is the game's result.
const SCORE_SHARE: f64 = 0.6;
/// The evaluation at which a side wins 73 % of its points.
const LOGISTIC: f64 = 330.0;
/// The unit of recorded scores, in the evaluation's.
const PER_CENTIPAWN: f64 = 1.8;
const EPOCHS: usize = 60;
const BATCH: usize = 4096;
/// Pull towards the weights we started from.
const ANCHOR: f64 = 4e-10;

struct Sample {
    /// Term and Red's count minus Black's.
    counts: Vec<(u16, i8)>,
    /// Share of the middlegame.
    middle: f32,
    scale: f32,
    target: f32,
}

struct Trace(Vec<(u16, i8)>);

impl Sink for Trace {
    fn add(&mut self, color: Color, term: usize) {
        let one = if color == Color::Red { 1 } else { -1 };
        match self.0.iter_mut().find(|it| usize::from(it.0) == term) {
            Some(entry) => entry.1 += one,
            None => self.0.push((term as u16, one)),
        }
    }
}

fn main() {
    let samples: Vec<Sample> = env::args()
        .skip(1)
        .flat_map(|file| {
            let text = fs::read_to_string(file).expect("a readable file");
            text.lines().filter_map(read_sample).collect::<Vec<_>>()
        })
        .collect();
    let (check, train) = samples.split_at(samples.len() / 12);
    let mut weights: Vec<[f64; 2]> =
        weights().iter().map(|it| [f64::from(it.middle()), f64::from(it.end())]).collect();
    eprintln!("{} samples, error {:.6}", samples.len(), error(check, &weights));
    fit(train, check, &mut weights);
    print(&weights);
}

fn read_sample(line: &str) -> Option<Sample> {
    let mut parts = line.split(" | ");
    let position = Position::from_fen(parts.next()?).ok()?;
    let score: f64 = parts.next()?.parse().ok()?;
    let result: f64 = parts.next()?.parse().ok()?;
    let expected = sigmoid(score * PER_CENTIPAWN);
    let mut trace = Trace(Vec::with_capacity(96));
    collect_placement(&position, &mut trace);
    collect(&position, &mut trace);
    trace.0.retain(|it| it.1 != 0);
    Some(Sample {
        counts: trace.0,
        middle: phase(&position) as f32 / FULL_PHASE as f32,
        scale: scale(&position) as f32,
        target: (SCORE_SHARE * expected + (1.0 - SCORE_SHARE) * result) as f32,
    })
}

fn sigmoid(value: f64) -> f64 {
    1.0 / (1.0 + (-value / LOGISTIC).exp())
}

fn evaluate(sample: &Sample, weights: &[[f64; 2]]) -> f64 {
    let middle = f64::from(sample.middle);
    let sum: f64 = sample
        .counts
        .iter()
        .map(|&(term, count)| {
            let [full, empty] = weights[usize::from(term)];
            f64::from(count) * (full * middle + empty * (1.0 - middle))
        })
        .sum();
    sum * f64::from(sample.scale)
}

fn error(samples: &[Sample], weights: &[[f64; 2]]) -> f64 {
    let one = |it: &Sample| (sigmoid(evaluate(it, weights)) - f64::from(it.target)).powi(2);
    samples.iter().map(one).sum::<f64>() / samples.len().max(1) as f64
}

/// Adam, with a learning rate that falls.
fn fit(train: &[Sample], check: &[Sample], weights: &mut [[f64; 2]]) {
    let start = weights.to_vec();
    let mut mean = vec![[0.0; 2]; TERMS];
    let mut square = vec![[0.0; 2]; TERMS];
    let mut step = 0;
    for epoch in 0..EPOCHS {
        let rate = 1.5 * (1.0 - epoch as f64 / EPOCHS as f64) + 0.05;
        for batch in train.chunks(BATCH) {
            step += 1;
            let gradient = gradient(batch, weights);
            let (fade1, fade2) = (1.0 - 0.9_f64.powi(step), 1.0 - 0.999_f64.powi(step));
            for term in 0..TERMS {
                for half in 0..2 {
                    let pull = ANCHOR * (weights[term][half] - start[term][half]);
                    let g = gradient[term][half] + pull;
                    mean[term][half] = 0.9 * mean[term][half] + 0.1 * g;
                    square[term][half] = 0.999 * square[term][half] + 0.001 * g * g;
                    let scale = (square[term][half] / fade2).sqrt() + 1e-9;
                    weights[term][half] -= rate * mean[term][half] / fade1 / scale;
                }
            }
        }
        eprintln!(
            "epoch {epoch}: train {:.6}, check {:.6}",
            error(train, weights),
            error(check, weights)
        );
    }
}

fn gradient(batch: &[Sample], weights: &[[f64; 2]]) -> Vec<[f64; 2]> {
    let mut gradient = vec![[0.0; 2]; TERMS];
    for sample in batch {
        let guess = sigmoid(evaluate(sample, weights));
        let slope = guess * (1.0 - guess) / LOGISTIC;
        let push = 2.0 * (guess - f64::from(sample.target)) * slope * f64::from(sample.scale)
            / batch.len() as f64;
        let middle = f64::from(sample.middle);
        for &(term, count) in &sample.counts {
            gradient[usize::from(term)][0] += push * f64::from(count) * middle;
            gradient[usize::from(term)][1] += push * f64::from(count) * (1.0 - middle);
        }
    }
    gradient
}

/// The new table, as source.
fn print(weights: &[[f64; 2]]) {
    println!(
        "//! The weights of the evaluation, in the order of [`super::terms`]: (middlegame, endgame).\n\
         //! Written by the `tune` example.\n\n\
         use super::{{Tapered, terms::TERMS}};\n\n\
         const fn w(middle: i32, end: i32) -> Tapered {{\n    Tapered::new(middle, end)\n}}\n\n\
         #[rustfmt::skip]\npub(super) static WEIGHTS: [Tapered; TERMS] = ["
    );
    for pair in FAMILIES.windows(2) {
        let [(name, first), (_, end)] = pair else { continue };
        println!("    // {name}");
        for row in weights[*first..*end].chunks(5) {
            let row: Vec<String> = row
                .iter()
                .map(|it| format!("w({}, {}),", it[0].round() as i32, it[1].round() as i32))
                .collect();
            println!("    {}", row.join(" "));
        }
    }
    println!("];");
}
