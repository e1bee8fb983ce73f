//! A puzzle on trial: one solution before its last move, mates proved, themes right. And what a
//! solver plays instead: does it win as well?

use std::fmt;

use engine::{Engine, Score};
use xiangqi::{Move, Position};

use super::{
    Puzzle,
    line::{Walk, is_mated},
    proof::proves_mate,
    themes::{Theme, themes},
    weigh::{LENIENT, Weighed, only, weigh},
};
use crate::chances::chance;

/// Nodes of a check; a turn that fails is looked at once more with ten times as many.
pub const CHECK_NODES: u64 = 30_000;
const AGAIN: u64 = 10;
/// A move may be so many percent worse than the solution and still be as good.
const AS_GOOD: f64 = 6.0;

/// What is wrong with a puzzle. Moves are counted from 1.
#[derive(Clone, PartialEq, Debug)]
pub enum Fault {
    /// Another move is as good, or this one is not good enough; percent of the solver's chances.
    NotOnly { number: usize, mv: Move, best: f64, second: f64 },
    /// The last move does not keep what was won.
    NotKept { number: usize, mv: Move, chance: f64 },
    /// The mate is not proved in so many moves.
    NoMate { moves: usize },
    /// There is a shorter mate.
    ShorterMate { moves: usize, found: usize },
    /// Themes that it has and does not name, and the other way round.
    Themes { missing: Vec<Theme>, wrong: Vec<Theme> },
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = |list: &[Theme]| list.iter().map(Theme::name).collect::<Vec<_>>().join(", ");
        match self {
            Fault::NotOnly { number, mv, best, second } => write!(
                f,
                "move {number}, {mv}, leaves {best:.0} % of the chances and another one {second:.0} %"
            ),
            Fault::NotKept { number, mv, chance } => {
                write!(f, "after move {number}, {mv}, only {chance:.0} % of the chances are left")
            }
            Fault::NoMate { moves } => write!(f, "the mate in {moves} is not proved"),
            Fault::ShorterMate { moves, found } => {
                write!(f, "there is a mate in {found}, not only in {moves}")
            }
            Fault::Themes { missing, wrong } => {
                write!(f, "themes missing: {}; wrong: {}", names(missing), names(wrong))
            }
        }
    }
}

/// Checks a puzzle; nothing wrong, nothing returned. The answer depends on the engine's version and
/// the nodes only.
pub fn check(engine: &mut Engine, puzzle: &Puzzle, nodes: u64) -> Vec<Fault> {
    let mut faults: Vec<Fault> = check_themes(puzzle).into_iter().collect();
    for ply in (0..puzzle.solution.len()).step_by(2) {
        engine.clear();
        let fault = check_turn(engine, puzzle, ply, nodes)
            .and_then(|_| check_turn(engine, puzzle, ply, AGAIN * nodes));
        faults.extend(fault);
    }
    faults.extend(check_mate(engine, puzzle));
    faults
}

/// The check of a miner, which has other puzzles to find: no second chance.
pub(super) fn check_with(engine: &mut Engine, puzzle: &Puzzle, nodes: u64) -> Vec<Fault> {
    let turns = (0..puzzle.solution.len()).step_by(2);
    turns
        .filter_map(|ply| {
            engine.clear();
            check_turn(engine, puzzle, ply, CHECK_NODES.min(nodes))
        })
        .collect()
}

fn check_themes(puzzle: &Puzzle) -> Option<Fault> {
    let right = themes(&puzzle.position, &puzzle.solution);
    let without = |one: &[Theme], other: &[Theme]| -> Vec<Theme> {
        one.iter().copied().filter(|it| !other.contains(it)).collect()
    };
    let missing = without(&right, &puzzle.themes);
    let wrong = without(&puzzle.themes, &right);
    (!missing.is_empty() || !wrong.is_empty()).then_some(Fault::Themes { missing, wrong })
}

/// A turn of the solver. Before the last, and at the first, the move is the only one.
fn check_turn(engine: &mut Engine, puzzle: &Puzzle, ply: usize, nodes: u64) -> Option<Fault> {
    let (position, mv) = (puzzle.position_at(ply), puzzle.solution[ply]);
    let number = ply + 1;
    let is_last = number == puzzle.solution.len();
    if is_last && ply != 0 {
        return check_last(engine, &position, mv, number, nodes);
    }
    let weighed = weigh(engine, &position, nodes, Some(mv))?;
    if let (Some(Theme::MateIn(_)), Some(found)) = (mate(puzzle), weighed.score.mate_moves()) {
        let moves = puzzle.own_moves() - ply / 2;
        if 0 < found && (found as usize) < moves {
            return Some(Fault::ShorterMate { moves, found: found as usize });
        }
    }
    let Weighed { score, second, .. } = weighed;
    let [best, second] = [score, second.unwrap_or(Score::MatedIn { plies: 0 })].map(chance);
    (!LENIENT.is_only(&weighed)).then_some(Fault::NotOnly { number, mv, best, second })
}

fn check_last(
    engine: &mut Engine,
    position: &Position,
    mv: Move,
    number: usize,
    nodes: u64,
) -> Option<Fault> {
    let mut after = *position;
    after.play_unchecked(mv);
    if is_mated(&after) {
        return None;
    }
    let chance = chance(only(engine, position, nodes, mv)?);
    (chance < LENIENT.saves).then_some(Fault::NotKept { number, mv, chance })
}

fn mate(puzzle: &Puzzle) -> Option<Theme> {
    puzzle.themes.iter().copied().find(|it| matches!(it, Theme::MateIn(_)))
}

fn check_mate(engine: &mut Engine, puzzle: &Puzzle) -> Option<Fault> {
    let walk = Walk::new(&puzzle.position, &puzzle.solution);
    if !is_mated(walk.last()) {
        return None;
    }
    engine.clear();
    let moves = puzzle.own_moves();
    let is_proved = proves_mate(engine, &puzzle.position, moves, &puzzle.solution);
    (!is_proved).then_some(Fault::NoMate { moves })
}

/// Is the solver's move as good as that of the solution, the `ply`-th counted from 0?
pub fn accepts(engine: &mut Engine, puzzle: &Puzzle, ply: usize, mv: Move, nodes: u64) -> bool {
    let Some(&expected) = puzzle.solution.get(ply) else { return false };
    let position = puzzle.position_at(ply);
    if mv == expected {
        return true;
    }
    if !position.is_legal(mv) {
        return false;
    }
    let mut after = position;
    after.play_unchecked(mv);
    if is_mated(&after) {
        return true;
    }
    let mut of = |mv: Move| only(engine, &position, nodes, mv).map(chance);
    let (Some(best), Some(tried)) = (of(expected), of(mv)) else { return false };
    LENIENT.wins.min(best - AS_GOOD) <= tried
}

#[cfg(test)]
mod tests {
    use super::*;

    fn puzzle(fen: &str, line: &str) -> Puzzle {
        let line = line.split_whitespace().map(|it| it.parse().unwrap()).collect();
        Puzzle::new(Position::from_fen(fen).unwrap(), line, 800).unwrap()
    }

    #[test]
    fn a_second_solution_is_found_out() {
        let mut engine = Engine::new(8, 1);
        // Two chariots mate a bare general in many ways.
        let double = puzzle("4k4/9/9/R8/1R7/9/9/9/9/3K5 w - - 0 1", "b5b8 e9f9 a6a9");
        let faults = check(&mut engine, &double, 5_000);
        assert!(matches!(faults[..], [Fault::NotOnly { number: 1, .. }, ..]), "{faults:?}");
    }

    #[test]
    fn a_mate_that_is_none_and_a_wrong_name_are_found_out() {
        let mut engine = Engine::new(8, 1);
        let fen = "2bk5/5n3/2n1b4/p8/2p1C4/5Npc1/P1P5P/3CB4/9/1c2K1B2 w - - 0 1";
        let mut only = puzzle(fen, "f4d5 f8d7 d5c7");
        assert_eq!(check(&mut engine, &only, 5_000), []);
        let early = puzzle(fen, "d2d5");
        assert!(!check(&mut engine, &early, 5_000).is_empty());
        only.themes.push(Theme::OnlyDefense);
        let faults = check(&mut engine, &only, 5_000);
        let expected = Fault::Themes { missing: vec![], wrong: vec![Theme::OnlyDefense] };
        assert_eq!(faults, [expected]);
    }

    #[test]
    fn what_wins_as_well_is_accepted() {
        let mut engine = Engine::new(8, 1);
        let double = puzzle("4k4/9/9/R8/1R7/9/9/9/9/3K5 w - - 0 1", "b5b8 e9f9 a6a9");
        let mut tried = |mv: &str| accepts(&mut engine, &double, 0, mv.parse().unwrap(), 5_000);
        assert!(tried("b5b8") && tried("a6a8") && tried("b5b7"));
        assert!(!tried("a6e9"));
    }
}
