//! The proof of a mate: for every defense a move that mates in time, down to the mate on the board.
//!
//! The engine only says where to look. What counts is the tree of legal moves that is walked here,
//! so a mistake of the search can cost a puzzle but never prove a mate that is not there.

use std::collections::HashSet;

use engine::{Engine, Limits, Signals};
use xiangqi::{Game, Move, Position};

use super::line::is_mated;

/// Nodes of one question to the engine.
const NODES: u64 = 60_000;
/// Questions to the engine; a tree that needs more is not proved.
const MOST_QUESTIONS: usize = 1_500;

/// Does the side to move mate in at most so many moves if it plays the line, whatever the answers?
pub(super) fn proves_mate(
    engine: &mut Engine,
    position: &Position,
    moves: usize,
    line: &[Move],
) -> bool {
    let mut proof = Proof { engine, proved: HashSet::new(), questions: 0 };
    proof.mates(position, moves, line)
}

struct Proof<'a> {
    engine: &'a mut Engine,
    /// Positions by hash, with the number of moves.
    proved: HashSet<(u64, usize)>,
    questions: usize,
}

impl Proof<'_> {
    fn mates(&mut self, position: &Position, moves: usize, line: &[Move]) -> bool {
        if moves == 0 {
            return false;
        }
        let is_free = line.is_empty();
        if is_free && (mates_at_once(position) || self.proved.contains(&(position.hash(), moves))) {
            return true;
        }
        let chosen = line.first().copied().or_else(|| self.ask(position, moves));
        let Some(mv) = chosen.filter(|&it| position.is_legal(it)) else { return false };
        let mut after = *position;
        after.play_unchecked(mv);
        let answers = after.legal_moves();
        let holds = answers.iter().all(|&answer| {
            let rest = if line.get(1) == Some(&answer) { &line[2..] } else { &[] };
            let mut next = after;
            next.play_unchecked(answer);
            self.mates(&next, moves - 1, rest)
        });
        if holds && is_free {
            self.proved.insert((position.hash(), moves));
        }
        holds
    }

    fn ask(&mut self, position: &Position, moves: usize) -> Option<Move> {
        self.questions += 1;
        if moves == 1 || MOST_QUESTIONS < self.questions {
            return None;
        }
        let limits = Limits { mate: Some(moves as i32), ..Limits::nodes(NODES) };
        let result =
            self.engine.search(&Game::new(*position), &limits, &Signals::new(), &mut |_| {});
        let is_in_time = |it: i32| 0 < it && it as usize <= moves;
        result.best.filter(|_| result.score.mate_moves().is_some_and(is_in_time))
    }
}

fn mates_at_once(position: &Position) -> bool {
    position.legal_moves().iter().any(|&mv| {
        let mut after = *position;
        after.play_unchecked(mv);
        is_mated(&after)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mates_are_proved_and_nothing_else() {
        let mut engine = Engine::new(8, 1);
        // Two chariots against a bare general: checks in turn.
        let position = Position::from_fen("4k4/9/9/R8/1R7/9/9/9/9/3K5 w - - 0 1").unwrap();
        let mv = |it: &str| it.parse::<Move>().unwrap();
        assert!(proves_mate(&mut engine, &position, 2, &[]));
        assert!(!proves_mate(&mut engine, &position, 1, &[]));
        assert!(!proves_mate(&mut engine, &position, 1, &[mv("a6a9")]));
        assert!(!proves_mate(&mut engine, &position, 2, &[mv("a6a3")]));
        assert!(!proves_mate(&mut engine, &Position::start(), 3, &[]));
    }
}
