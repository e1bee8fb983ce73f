//! How hard a puzzle is, from what its solver needs: the length of the line, moves that neither
//! take nor check, offers, tempting other moves, and how far the engine has to look until it plays
//! the solution and stays with it.

use engine::{Engine, Limits, Signals};
use xiangqi::{Game, Move, Position};

use super::{
    EASIEST, HARDEST,
    line::{VALUES, Walk},
    themes::{Theme, themes},
};

/// A mate or a gain that is seen at once.
const BASE: f64 = 120.0;
/// For each move of the solver after the first.
const PER_MOVE: f64 = 336.0;
/// For each time the engine had to look twice as far at the first move.
const PER_DOUBLING: f64 = 208.0;
/// The same for the hardest of the later moves.
const PER_LATER_DOUBLING: f64 = 80.0;
/// How long the engine looks at every turn.
const NODES: u64 = 40_000;
/// Nodes that everybody has.
const FIRST_SIGHT: f64 = 60.0;
/// For a first move that neither takes nor checks, and for each later one.
const QUIET_FIRST: f64 = 448.0;
const QUIET_LATER: f64 = 176.0;
/// For giving something up.
const SACRIFICE: f64 = 368.0;
/// Danger is seen later than luck.
const DEFENSE: f64 = 416.0;
/// For each other check or capture that looks as good.
const PER_TEMPTATION: f64 = 45.0;
const MOST_TEMPTATIONS: usize = 12;
/// Without a choice there is nothing to find.
const FORCED: f64 = 176.0;

/// The difficulty of a solution. It depends on nothing but the engine's version.
pub(super) fn difficulty(engine: &mut Engine, position: &Position, solution: &[Move]) -> u16 {
    let walk = Walk::new(position, solution);
    let themes = themes(position, solution);
    let mut rating = BASE;
    let mut later: f64 = 0.0;
    for ply in walk.own_plies() {
        let (before, mv) = (&walk.positions[ply], walk.moves[ply]);
        let doublings = (effort(engine, before, mv) as f64 / FIRST_SIGHT).log2().max(0.0);
        let is_quiet = walk.taken[ply].is_none() && !before.gives_check(mv);
        if ply == 0 {
            rating += PER_DOUBLING * doublings;
            rating += if is_quiet { QUIET_FIRST } else { 0.0 };
            rating += PER_TEMPTATION * temptations(before, mv).min(MOST_TEMPTATIONS) as f64;
        } else {
            later = later.max(doublings);
            rating += if is_quiet { QUIET_LATER } else { 0.0 };
            rating += if before.count_legal() == 1 { 0.0 } else { PER_MOVE };
        }
        rating -= if before.count_legal() <= 2 { FORCED } else { 0.0 };
    }
    rating += PER_LATER_DOUBLING * later;
    rating += if themes.contains(&Theme::Sacrifice) { SACRIFICE } else { 0.0 };
    rating += if themes.contains(&Theme::OnlyDefense) { DEFENSE } else { 0.0 };
    (rating.round() as i32).clamp(i32::from(EASIEST), i32::from(HARDEST)) as u16
}

/// Nodes after which the engine plays the move and stays with it; all of them if it never does.
fn effort(engine: &mut Engine, position: &Position, mv: Move) -> u64 {
    if position.count_legal() == 1 {
        return 1;
    }
    engine.clear();
    let mut since = None;
    let limits = Limits::nodes(NODES);
    engine.search(&Game::new(*position), &limits, &Signals::new(), &mut |it| match it.line.first()
        == Some(&mv)
    {
        true => _ = since.get_or_insert(it.nodes),
        false => since = None,
    });
    since.unwrap_or(NODES)
}

/// Other checks, and captures that lose nothing by count.
fn temptations(position: &Position, solution: Move) -> usize {
    let is_tempting = |mv: &&Move| {
        let takes = position.piece_at(mv.to()).is_some() && position.see_at_least(**mv, 0, &VALUES);
        **mv != solution && (takes || position.gives_check(**mv))
    };
    position.legal_moves().iter().filter(is_tempting).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mate_at_once_is_easier_than_one_prepared() {
        let mut engine = Engine::new(8, 1);
        let mut rate = |fen: &str, line: &str| {
            let line: Vec<Move> = line.split_whitespace().map(|it| it.parse().unwrap()).collect();
            difficulty(&mut engine, &Position::from_fen(fen).unwrap(), &line)
        };
        let one = rate("4k4/1R7/9/R8/9/9/9/9/9/3K5 w - - 0 1", "a6a9");
        let two = rate("4k4/9/9/R8/1R7/9/9/9/9/3K5 w - - 0 1", "b5b8 e9f9 a6a9");
        assert!(one < two, "{one} {two}");
        assert!(EASIEST <= one && two <= HARDEST);
    }
}
