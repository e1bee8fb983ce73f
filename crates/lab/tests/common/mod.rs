//! Positions for tests, the same on every machine.

use random::Random;
use xiangqi::Position;

/// Positions from random games. Every second move is a capture if there is one, so that all
/// kinds of material come up, down to bare endings.
pub(crate) fn random_positions(
    seed: u64,
    count: usize,
    keep: impl Fn(&Position) -> bool,
) -> Vec<Position> {
    let mut random = Random::new(seed);
    let mut found = Vec::new();
    while found.len() < count {
        let mut position = Position::start();
        for ply in 0..160 {
            let captures = position.captures();
            let takes = ply % 2 == random.below(2) && !captures.is_empty();
            let moves = if takes { captures } else { position.legal_moves() };
            let Some(&mv) = random.pick(&moves) else { break };
            position.play_unchecked(mv);
            if random.below(6) == 0 && keep(&position) && found.len() < count {
                found.push(position);
            }
        }
    }
    found
}
