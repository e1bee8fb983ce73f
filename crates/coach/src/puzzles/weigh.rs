//! One turn of the solver on the scales: the best move against the best of all others.

use engine::{Engine, Limits, Score, Signals};
use xiangqi::{Game, Move, Position};

use crate::chances::chance;

/// What the chances of both moves must be, in percent, for the first to be the only one.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Margins {
    /// A move that wins leaves at least so much ...
    pub(super) wins: f64,
    /// ... and one that does not, at most so much.
    pub(super) wins_not: f64,
    /// A move that saves leaves at least so much ...
    pub(super) saves: f64,
    /// ... and one that loses, at most so much.
    pub(super) loses: f64,
}

/// For finding puzzles: nothing doubtful gets in.
pub(super) const STRICT: Margins = Margins { wins: 86.0, wins_not: 62.0, saves: 36.0, loses: 10.0 };
/// For checking them: what got in stays, though an engine's numbers change a little with every
/// version.
pub(super) const LENIENT: Margins =
    Margins { wins: 79.0, wins_not: 71.0, saves: 29.0, loses: 18.0 };

/// A position weighed. Scores are those of the side to move.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Weighed {
    pub(super) best: Move,
    pub(super) score: Score,
    /// With every other move; `None` if there is no other.
    pub(super) second: Option<Score>,
}

impl Margins {
    /// Is the best move the only one that wins, or the only one that saves?
    pub(super) fn is_only(&self, weighed: &Weighed) -> bool {
        let Some(second) = weighed.second.map(chance) else { return true };
        let best = chance(weighed.score);
        let only_wins = self.wins <= best && second <= self.wins_not;
        let only_saves = self.saves <= best && second <= self.loses;
        only_wins || only_saves
    }

    pub(super) fn wins(&self, score: Score) -> bool {
        self.wins <= chance(score)
    }
}

/// The best move and its score, some moves left out; `None` if none is left.
pub(super) fn search(
    engine: &mut Engine,
    position: &Position,
    nodes: u64,
    without: &[Move],
) -> Option<(Move, Score)> {
    let limits = Limits { ban_moves: without.to_vec(), ..Limits::nodes(nodes) };
    let game = Game::new(*position);
    let result = engine.search(&game, &limits, &Signals::new(), &mut |_| {});
    Some((result.best?, result.score))
}

/// Weighs a position, each side of the scales with so many nodes. If `expected` is given it takes
/// the place of the best move.
pub(super) fn weigh(
    engine: &mut Engine,
    position: &Position,
    nodes: u64,
    expected: Option<Move>,
) -> Option<Weighed> {
    let (best, score) = match expected {
        Some(mv) => (mv, only(engine, position, nodes, mv)?),
        None => search(engine, position, nodes, &[])?,
    };
    let second = search(engine, position, nodes, &[best]).map(|it| it.1);
    Some(Weighed { best, score, second })
}

/// What one move is worth to its mover.
pub(super) fn only(
    engine: &mut Engine,
    position: &Position,
    nodes: u64,
    mv: Move,
) -> Option<Score> {
    let limits = Limits { search_moves: vec![mv], ..Limits::nodes(nodes) };
    let game = Game::new(*position);
    let result = engine.search(&game, &limits, &Signals::new(), &mut |_| {});
    result.best.map(|_| result.score)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn weighed(score: i32, second: i32) -> Weighed {
        let best = "h2e2".parse().unwrap();
        let [score, second] = [score, second].map(Score::Centipawns);
        Weighed { best, score, second: Some(second) }
    }

    #[test]
    fn only_moves_win_or_save_where_others_do_not() {
        assert!(STRICT.is_only(&weighed(400, 20)));
        assert!(STRICT.is_only(&weighed(0, -300)));
        assert!(!STRICT.is_only(&weighed(400, 200)));
        assert!(!STRICT.is_only(&weighed(50, -50)));
        assert!(!STRICT.is_only(&weighed(-200, -900)));
        let only = Weighed { second: None, ..weighed(0, 0) };
        assert!(STRICT.is_only(&only));
    }

    #[test]
    fn what_is_found_passes_with_a_wide_margin() {
        for best in (-500..900).step_by(10) {
            for second in (-500..best).step_by(10) {
                if STRICT.is_only(&weighed(best, second)) {
                    let noisy = weighed(best - 20, second + 10);
                    assert!(LENIENT.is_only(&noisy), "{best} {second}");
                }
            }
        }
    }
}
