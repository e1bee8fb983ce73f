//! Fixed positions, fixed depth, one number: the sum of nodes changes with the search's
//! behavior and with nothing else.

use std::time::{Duration, Instant};

use xiangqi::{Game, Position};

use crate::{Engine, Evaluation, Limits, Signals};

/// Openings, middlegames, endgames, nets of checks, and loops in progress: a position and the
/// moves played since.
const POSITIONS: [(&str, &str); 30] = [
    (Position::START_FEN, ""),
    (Position::START_FEN, "h2e2 h9g7 h0g2 i9h9 c3c4 h7i7 b2d2"),
    ("r1bakabr1/8c/1cn3n2/p3p1R1p/9/2p6/P3P1P1P/1CN1C1N2/9/R1BAKAB2 w - - 0 8", ""),
    ("1nbakab2/5C3/1C4n2/r1p3p2/p7p/9/P1P1P1Pr1/3Rc3R/4K4/1cBA1ABN1 b - - 19 23", ""),
    ("r1ba1a3/4kn3/2n1b4/pNp1p1p1p/4c4/6P2/P1P2R2P/1CcC5/9/2BAKAB2 w - - 0 1", ""),
    ("2bakabnr/9/r1n1c4/2p1p1p1p/PP7/9/4P1P1P/2C3NC1/9/1NBAKAB1R w - - 0 1", ""),
    ("1cbak4/9/n2a5/2p1p3p/5cp2/2n2N3/6PCP/3AB4/2C6/3A1K1N1 w - - 0 1", ""),
    ("2N2abn1/3Rak3/8n/6P1p/1r2C4/2P6/P3P3P/6C1N/4A4/2BAK1R2 w - - 3 31", ""),
    ("3a1a1C1/1r1nkr3/4b2Rb/p3p3N/2p6/9/P1P1P3P/2N1B4/9/3AKAB1R w - - 5 21", ""),
    ("4ka3/4a4/b6r1/4p1C2/P1pR5/8P/2P1P1P2/2N5N/7c1/2BAKAB2 b - - 1 20", ""),
    ("CRN1k1b2/3ca4/4ba3/9/2nr5/9/9/4B4/4A4/4KA3 w - - 0 1", ""),
    ("CnN1k1b2/c3a4/4ba3/9/2nr5/9/9/4C4/4A4/4KA3 w - - 0 1", ""),
    ("8R/3k5/8n/4C1PC1/p1p1p4/8p/P1P1P3P/4B3R/3cK4/1r4B2 w - - 1 32", ""),
    ("3ak4/4a4/4b4/4p4/1c7/2B1n4/9/3nB4/3K5/5A1r1 b - - 3 49", ""),
    ("9/4k4/9/p3p4/2p2R3/5C3/P1P1c1P1P/4C4/4A4/2BA1K3 w - - 5 30", ""),
    (
        "2bakabnr/9/r1n1c4/2p1p1p1p/PP7/9/4P1P1P/2C3NC1/9/1NBAKAB1R w - - 0 1",
        "c2a2 a7b7 a2b2 b7a7 b2a2 a7b7",
    ),
    ("4k4/7n1/9/4pR3/9/9/4P4/9/9/4K4 w - - 0 1", "f6h6 h8f7 h6h7 f7g5 h7g7 g5i6 g7g6 i6h8"),
    ("5k3/9/9/5C3/5c3/5C3/9/9/5p3/4K4 w - - 0 1", "f4d4 f5d5 d4f4 d5f5"),
    ("4k4/4a4/9/9/4R4/9/9/9/9/4K4 w - - 0 1", ""),
    ("4k4/9/9/4c4/9/9/9/9/9/3RK4 b - - 0 1", ""),
    ("3ak4/9/4b4/9/9/4n4/4C4/9/4A4/4KR3 b - - 0 1", ""),
    ("C2ak4/9/9/9/9/4P4/9/9/9/C2AK4 b - - 0 1", ""),
    ("4k4/9/9/3nP4/5N3/9/9/9/9/3K5 w - - 0 1", ""),
    ("3k5/9/9/9/P1P1P4/4p1p1p/9/9/9/5K3 w - - 0 1", ""),
    ("4k4/3P5/5P3/9/9/9/9/9/p8/3K5 b - - 0 1", ""),
    ("2b1k4/1P7/5P3/9/9/9/9/9/9/3K5 b - - 0 1", ""),
    ("3ak4/4a4/9/9/r8/8R/9/9/4A4/3AK4 b - - 0 1", ""),
    ("9/3k5/b4a3/4p1n2/6b2/9/7c1/4K3B/9/5A3 w - - 4 37", ""),
    ("3akab2/9/4b4/9/9/4N4/9/4B4/4A4/3AK4 w - - 100 80", ""),
    ("4k4/9/5a3/8N/9/9/3p5/4r4/5K3/9 b - - 1 62", ""),
];

/// The depth of the signature.
pub const BENCH_DEPTH: i32 = 11;
const HASH_MEGABYTES: usize = 16;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BenchResult {
    /// The signature, with one thread.
    pub nodes: u64,
    pub time: Duration,
}

impl BenchResult {
    pub fn nodes_per_second(&self) -> u64 {
        (u128::from(self.nodes) * 1_000_000 / self.time.as_micros().max(1)) as u64
    }
}

/// Searches all positions, each with a clean memory, and tells `progress` how many are done.
pub fn bench(
    depth: i32,
    threads: usize,
    evaluation: &Evaluation,
    progress: &mut dyn FnMut(usize, usize),
) -> BenchResult {
    let mut engine = Engine::new(HASH_MEGABYTES, threads);
    engine.set_evaluation(evaluation.clone());
    let mut result = BenchResult { nodes: 0, time: Duration::ZERO };
    for (index, game) in bench_games().enumerate() {
        engine.clear();
        let start = Instant::now();
        let found = engine.search(&game, &Limits::depth(depth), &Signals::new(), &mut |_| {});
        result.time += start.elapsed();
        result.nodes += found.nodes;
        progress(index + 1, POSITIONS.len());
    }
    result
}

/// The positions, for others who need a fixed set.
pub fn bench_games() -> impl Iterator<Item = Game> {
    POSITIONS.iter().map(|(fen, moves)| {
        let start = Position::from_fen(fen).expect("bench positions are positions");
        let moves = moves.split_whitespace().filter_map(|it| it.parse().ok());
        Game::with_moves(start, moves).expect("bench moves are legal")
    })
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use nnue::{InstructionSet, Network};

    use super::*;

    #[test]
    fn every_position_has_a_next_move() {
        for (game, (fen, moves)) in bench_games().zip(POSITIONS) {
            assert!(game.position().has_legal_move(), "{fen}");
            assert_eq!(game.len(), moves.split_whitespace().count(), "{fen}");
        }
    }

    #[test]
    fn the_signature_is_the_same_twice_and_on_every_path() {
        let nodes = |evaluation: &Evaluation| bench(5, 1, evaluation, &mut |_, _| {}).nodes;
        let default = Evaluation::default();
        assert_eq!(nodes(&default), nodes(&default));
        let network = Network::random(32, 7);
        let on = |instructions| {
            Evaluation::Network(Arc::new(network.clone().with_instructions(instructions)))
        };
        let expected = nodes(&on(InstructionSet::SCALAR));
        for instructions in InstructionSet::available() {
            assert_eq!(nodes(&on(instructions)), expected, "{}", instructions.name());
        }
    }
}
