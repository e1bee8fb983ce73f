//! Times perft from the start position: perft_speed [DEPTH] [ROUNDS]

use std::time::Instant;

fn main() {
    let mut numbers = std::env::args().skip(1).filter_map(|it| it.parse().ok());
    let depth = numbers.next().unwrap_or(5);
    let rounds = numbers.next().unwrap_or(3);
    let position = xiangqi::Position::start();
    for _ in 0..rounds {
        let started = Instant::now();
        let nodes = xiangqi::perft(&position, depth);
        let seconds = started.elapsed().as_secs_f64();
        println!("{nodes} nodes, {:.1} million per second", nodes as f64 / seconds / 1e6);
    }
}
