//! Finding puzzles in games: a quick look at every position, a closer one where chances swing, and
//! a solution where exactly one move wins or saves.

use engine::{Engine, Score};
use xiangqi::{Color, Move, Position, RuleSet, Square};

use super::{
    MOST_OWN_MOVES, Puzzle,
    check::check_with,
    difficulty::difficulty,
    line::{GAIN, VALUES, Walk, is_mated},
    proof::proves_mate,
    same::{normal, position_key},
    weigh::{STRICT, Weighed, search, weigh},
};
use crate::chances::chance;

/// A move of a game, and what its mover thought of it if that is known.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Judged {
    pub mv: Move,
    pub score: Option<Score>,
}

/// Nodes of the quick look are this part of those of the last one.
const QUICK_PART: u64 = 50;
/// What is left after the quick look is checked with a tenth of the nodes, then with all.
const FIRST_PART: u64 = 10;
/// A change of chances that is worth a closer look, in percent.
const SWING: f64 = 18.0;
/// At a glance the best move must lead by so many percent.
const GLANCE: f64 = 8.0;
/// Nothing happens so early in a game from the start position.
const SKIPPED_PLIES: usize = 10;
/// Outside these chances a game is decided; after so many plies of that, few are looked at.
const UNDECIDED: std::ops::RangeInclusive<f64> = 2.0..=98.0;
const DECIDED_PLIES: usize = 4;
/// Fewer moves to choose from make no puzzle.
const FEWEST_CHOICES: u64 = 3;
/// After a defense has held so often, it has held.
const MOST_DEFENSES: usize = 3;
const HASH_MEGABYTES: usize = 8;

/// An engine at work on games.
pub struct Miner {
    engine: Engine,
    nodes: u64,
}

impl Miner {
    /// Nodes of the last look at a move, and of the one at what else could be played.
    pub const DEFAULT_NODES: u64 = 50_000;

    /// Searches run on the thread that asks, which needs a stack of [`Engine::STACK_SIZE`].
    pub fn new(nodes: u64, rules: RuleSet) -> Miner {
        let mut engine = Engine::new(HASH_MEGABYTES, 1);
        engine.set_rules(rules);
        engine.set_in_place(true);
        Miner { engine, nodes: nodes.max(1_000) }
    }

    /// The puzzles of a game that are not known yet, by their keys. Always the same ones, whatever
    /// was mined before.
    pub fn mine(
        &mut self,
        start: &Position,
        game: &[Judged],
        is_known: &dyn Fn(u64) -> bool,
    ) -> Vec<Puzzle> {
        self.engine.clear();
        let line: Vec<Move> = game.iter().map(|it| it.mv).collect();
        let walk = Walk::new(start, &line);
        let scores = self.look_through(&walk, game);
        let mut puzzles: Vec<Puzzle> = Vec::new();
        let mut next = 0;
        for ply in candidates(&scores) {
            let position = &walk.positions[ply];
            if ply < next || is_known(position_key(position)) {
                continue;
            }
            let Some(puzzle) = self.puzzle_at(position, captured_at(&walk, ply)) else { continue };
            // What follows is the same puzzle without its beginning.
            next = ply + puzzle.solution.len() + 1;
            if puzzles.iter().all(|it| it.solution != puzzle.solution) {
                puzzles.push(puzzle);
            }
        }
        puzzles
    }

    /// A puzzle that begins with this position, if there is one, with Red to move. Taking back
    /// where the last move took something is none.
    pub fn puzzle_at(&mut self, position: &Position, captured: Option<Square>) -> Option<Puzzle> {
        let captured = match position.side() {
            Color::Red => captured,
            Color::Black => captured.map(Square::flip_ranks),
        };
        let (position, _) = normal(position);
        if position.count_legal() < FEWEST_CHOICES {
            return None;
        }
        self.engine.clear();
        let solution = self.solve(&position, captured)?;
        let difficulty = difficulty(&mut self.engine, &position, &solution);
        let puzzle = Puzzle::new(position, solution, difficulty).ok()?;
        // The same judge as later, so that nothing is shipped that it would not let pass.
        check_with(&mut self.engine, &puzzle, self.nodes).is_empty().then_some(puzzle)
    }

    /// What every position is worth to its side to move, the last one included.
    fn look_through(&mut self, walk: &Walk, game: &[Judged]) -> Vec<Option<Score>> {
        let nodes = self.nodes / QUICK_PART;
        let mut scores: Vec<Option<Score>> = Vec::with_capacity(walk.positions.len());
        let is_whole_game = walk.positions[0] == Position::start();
        let skipped = if is_whole_game { SKIPPED_PLIES } else { 0 };
        let mut decided_for = 0;
        for (ply, position) in walk.positions.iter().enumerate() {
            let known = game.get(ply).and_then(|it| it.score);
            let is_dull = DECIDED_PLIES <= decided_for && !ply.is_multiple_of(DECIDED_PLIES);
            scores.push(match known {
                Some(score) => Some(score),
                None if ply < skipped || is_dull => None,
                None => search(&mut self.engine, position, nodes, &[]).map(|it| it.1),
            });
            let is_decided = |it: Score| !UNDECIDED.contains(&chance(it));
            let last = scores.last().copied().flatten();
            decided_for = if last.is_none_or(is_decided) { decided_for + 1 } else { 0 };
        }
        scores
    }

    /// The line that wins or saves, every move of the solver before the last the only one.
    fn solve(&mut self, start: &Position, captured: Option<Square>) -> Option<Vec<Move>> {
        let first = self.only_move(start).filter(|it| captured != Some(it.best.to()))?;
        let (wins, is_mate) = (STRICT.wins(first.score), first.score.mate_moves().is_some());
        let mut line = vec![first.best];
        let mut home = None;
        loop {
            let walk = Walk::new(start, &line);
            let mut position = *walk.last();
            if walk.is_home() && !is_mated(&position) {
                home = Some(line.len());
            }
            let turns = line.len().div_ceil(2);
            let is_safe = !wins && turns == MOST_DEFENSES;
            let is_won = wins && !is_mate && home.is_some();
            if is_mated(&position) || is_safe || is_won || turns == MOST_OWN_MOVES {
                break;
            }
            let (answer, _) = search(&mut self.engine, &position, self.nodes / 2, &[])?;
            position.play_unchecked(answer);
            let Some(next) = self.only_move(&position) else {
                line.extend(self.last_move(start, &line, answer));
                break;
            };
            line.extend([answer, next.best]);
        }
        self.finish(start, line, home, first.score)
    }

    /// Where several moves win, the one that mates or brings the gain home, with the answer before
    /// it. Nothing if there is none: then the solution ends with the last only move.
    fn last_move(&mut self, start: &Position, line: &[Move], answer: Move) -> Vec<Move> {
        let mut longer = line.to_vec();
        longer.push(answer);
        let position = *Walk::new(start, &longer).last();
        let best = match mate_at_once(&position) {
            Some(mv) => Some(mv),
            None => search(&mut self.engine, &position, self.nodes, &[])
                .filter(|it| STRICT.wins(it.1))
                .map(|it| it.0),
        };
        longer.extend(best);
        let walk = Walk::new(start, &longer);
        let is_end = best.is_some() && (is_mated(walk.last()) || walk.is_home());
        if is_end { longer.split_off(line.len()) } else { Vec::new() }
    }

    /// Cuts the line where its point is made; `None` if it has none.
    fn finish(
        &mut self,
        start: &Position,
        mut line: Vec<Move>,
        home: Option<usize>,
        first: Score,
    ) -> Option<Vec<Move>> {
        let walk = Walk::new(start, &line);
        let moves = line.len().div_ceil(2);
        let mates = is_mated(walk.last());
        let is_proved = mates
            && first.mate_moves() == Some(moves as i32)
            && proves_mate(&mut self.engine, start, moves, &line);
        if STRICT.wins(first) && !is_proved && (mates || !walk.is_home()) {
            line.truncate(home?);
        }
        (!is_plain(&Walk::new(start, &line))).then_some(line)
    }

    /// The best move, if it is the only one: at a glance, by a short search, and again by one ten
    /// times as long.
    fn only_move(&mut self, position: &Position) -> Option<Weighed> {
        let glance = weigh(&mut self.engine, position, self.nodes / QUICK_PART, None)?;
        if glance.second.is_some_and(|it| chance(glance.score) - chance(it) < GLANCE) {
            return None;
        }
        let short = weigh(&mut self.engine, position, self.nodes / FIRST_PART, None)?;
        if !STRICT.is_only(&short) {
            return None;
        }
        let long = weigh(&mut self.engine, position, self.nodes, None)?;
        (STRICT.is_only(&long) && short.best == long.best).then_some(long)
    }
}

/// Plies at which somebody threw something away that the side to move may pick up, or did not see
/// what there was.
fn candidates(scores: &[Option<Score>]) -> Vec<usize> {
    let at = |ply: usize| scores.get(ply).copied().flatten();
    let is_mate = |score: Option<Score>| matches!(score, Some(Score::MateIn { .. }));
    let is_candidate = |ply: &usize| {
        let Some(here) = at(*ply) else { return false };
        let lost = |one: Option<Score>, other: Score| {
            one.is_some_and(|it| SWING <= chance(it) + chance(other) - 100.0)
        };
        let was_given = ply.checked_sub(1).is_some_and(|before| lost(at(before), here));
        let was_missed = lost(at(ply + 1), here);
        let is_first_mate =
            is_mate(Some(here)) && !ply.checked_sub(2).is_some_and(|it| is_mate(at(it)));
        was_given || was_missed || is_first_mate
    };
    (0..scores.len()).filter(is_candidate).collect()
}

/// Where the move before took something.
fn captured_at(walk: &Walk, ply: usize) -> Option<Square> {
    let before = ply.checked_sub(1)?;
    walk.taken[before].map(|_| walk.moves[before].to())
}

/// One move that takes what stands unprotected is no puzzle.
fn is_plain(walk: &Walk) -> bool {
    let takes = walk.taken[0].is_some();
    let pays = walk.positions[0].see_at_least(walk.moves[0], GAIN, &VALUES);
    walk.moves.len() == 1 && takes && pays && !is_mated(walk.last())
}

fn mate_at_once(position: &Position) -> Option<Move> {
    position.legal_moves().iter().copied().find(|&mv| {
        let mut after = *position;
        after.play_unchecked(mv);
        is_mated(&after)
    })
}

#[cfg(test)]
mod tests {
    use super::{super::Theme, *};

    fn centipawns(scores: &[i32]) -> Vec<Option<Score>> {
        scores.iter().map(|&it| Some(Score::Centipawns(it))).collect()
    }

    #[test]
    fn swings_are_candidates() {
        // The second mover drops a piece; the third takes it, or does not.
        assert_eq!(candidates(&centipawns(&[20, -20, 20, -20])), []);
        assert_eq!(candidates(&centipawns(&[20, -20, 300, -300, 300])), [1, 2]);
        assert_eq!(candidates(&centipawns(&[20, -20, 300, -20, 20])), [1, 2, 3]);
        let mut scores = centipawns(&[900, -900, 900, -900]);
        scores[2] = Some(Score::MateIn { plies: 5 });
        assert_eq!(candidates(&scores), [2]);
    }

    /// A chariot checks and takes the other chariot next.
    const FORK: &str = "4ka3/4a4/3cR4/8p/p1P3c2/4C4/P8/4B2r1/4A4/4KA3 w - - 0 1";

    #[test]
    fn a_puzzle_is_found_in_a_game_and_found_again() {
        let fen = FORK.replace(" w ", " b ").replace("4B2r1", "4B1r2");
        let start = Position::from_fen(&fen).unwrap();
        let moves = ["g2h2", "e7e6", "h2i2"].map(|it| it.parse().unwrap());
        let game = moves.map(|mv| Judged { mv, score: Some(Score::Centipawns(0)) });
        let mut game = game.to_vec();
        game[1].score = Some(Score::Centipawns(600));
        let mut miner = Miner::new(20_000, RuleSet::default());
        let mut mine = |known: Vec<u64>| miner.mine(&start, &game, &move |it| known.contains(&it));
        let found = mine(Vec::new());
        let fork = found.iter().find(|it| it.position.fen() == FORK).unwrap();
        assert_eq!(fork.solution[0].to_string(), "e7h7");
        assert!(fork.themes.contains(&Theme::DoubleAttack), "{:?}", fork.themes);
        assert_eq!(mine(Vec::new()), found);
        // Where a known one is passed over, the ply after it may have one of its own.
        let known: Vec<u64> = found.iter().map(Puzzle::key).collect();
        assert!(mine(known.clone()).iter().all(|it| !known.contains(&it.key())));
    }

    #[test]
    fn taking_back_is_no_puzzle_nor_is_a_quiet_game() {
        let mut miner = Miner::new(20_000, RuleSet::default());
        let position = Position::from_fen(FORK).unwrap();
        assert_eq!(miner.puzzle_at(&position, "h7".parse().ok()), None);
        assert_eq!(miner.puzzle_at(&Position::start(), None), None);
    }
}
