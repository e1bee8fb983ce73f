//! What endgame tables know, in the search's words. The tables come from outside and read their
//! files themselves, when they are first asked.

use std::time::Duration;

use endgame::{Tables, Value as Known};
use xiangqi::{Color, Game, Move, PieceKind, Position, RuleSet, Status};

use crate::{
    limits::Limits,
    report::{RankedLine, Report, SearchResult},
    score::{Bound, DRAW, Score, Value, mate_in, mated_in},
};

/// Could a table know the position? Only if one side can attack and the other cannot.
#[inline(always)]
pub(crate) fn is_ending(position: &Position) -> bool {
    let attackers = position.of_kind(PieceKind::Chariot)
        | position.of_kind(PieceKind::Horse)
        | position.of_kind(PieceKind::Cannon)
        | position.of_kind(PieceKind::Soldier);
    attackers.intersects(position.of_color(Color::Red))
        != attackers.intersects(position.of_color(Color::Black))
}

/// The value of a position so many plies from the root. `None` if no table has it, or if the draw
/// without captures comes before the mate.
#[cold]
#[inline(never)]
pub(crate) fn value_of(
    tables: &Tables,
    position: &Position,
    plies_to_draw: i32,
    ply: usize,
) -> Option<Value> {
    let known = tables.value(position)?;
    let Some(plies) = known.plies() else { return Some(DRAW) };
    if plies_to_draw < i32::from(plies) {
        return None;
    }
    let at = ply + usize::from(plies);
    Some(if let Known::Win(_) = known { mate_in(at) } else { mated_in(at) })
}

/// A game whose result the tables know needs no search: the moves by what they lead to, with the
/// whole line to the mate. A draw is left to the search, which looks for chances.
pub(crate) fn answer(
    tables: &Tables,
    game: &Game,
    rules: RuleSet,
    limits: &Limits,
    moves: &[Move],
) -> Option<Vec<(Value, Vec<Move>)>> {
    let position = game.position();
    if rules == RuleSet::Course || !is_ending(position) {
        return None;
    }
    let answer = tables.probe(position)?;
    let counted = rules.plies_without_capture(position, game.no_capture());
    let left = rules.no_capture_limit().saturating_sub(counted);
    if answer.value.plies().is_none_or(|plies| left < plies) {
        return None;
    }
    let mut ranked = Vec::new();
    for &(mv, after) in answer.moves.iter().filter(|it| moves.contains(&it.0)) {
        let mut line = vec![mv];
        if ranked.len() < limits.multi_pv {
            let mut next = game.clone();
            // A repetition that the game has come to before us would end it.
            let is_over = next.play(mv).is_err() || next.outcome(rules).0 == Status::Draw;
            if is_over && after != Known::Draw {
                continue;
            }
            line.extend(tables.line(next.position()));
        }
        let value = match after {
            Known::Draw => DRAW,
            Known::Loss(_) => mate_in(1 + usize::from(after.plies().unwrap_or(0))),
            Known::Win(_) => mated_in(1 + usize::from(after.plies().unwrap_or(0))),
        };
        ranked.push((value, line));
    }
    // Only forbidden or repeating moves keep the value: then a search has to find its way.
    let keeps = ranked.first().map(|it| Score::of(it.0).mate_moves().map(i32::signum));
    let wanted = if let Known::Win(_) = answer.value { 1 } else { -1 };
    (keeps == Some(Some(wanted))).then_some(ranked)
}

/// Tells the answer as a search would.
pub(crate) fn tell(
    ranked: &[(Value, Vec<Move>)],
    limits: &Limits,
    time: Duration,
    report: &mut (dyn FnMut(&Report) + Send),
) -> SearchResult {
    let count = limits.multi_pv.clamp(1, ranked.len());
    let nodes = ranked.len() as u64;
    for (rank, (value, line)) in ranked[..count].iter().enumerate() {
        report(&Report {
            depth: 1,
            selective_depth: line.len(),
            rank: rank + 1,
            score: Score::of(*value),
            bound: Bound::Exact,
            nodes,
            time,
            hash_full: 0,
            line: line.clone(),
        });
    }
    let (value, line) = &ranked[0];
    SearchResult {
        best: line.first().copied(),
        ponder: line.get(1).copied(),
        score: Score::of(*value),
        value: *value,
        depth: 1,
        nodes,
        time,
        lines: ranked[..count]
            .iter()
            .map(|(value, line)| RankedLine { score: Score::of(*value), moves: line.clone() })
            .collect(),
    }
}

/// The line, and after it what the tables play to the mate.
pub(crate) fn to_the_end(tables: &Tables, root: &Position, line: &[Move]) -> Vec<Move> {
    let mut position = *root;
    for &mv in line {
        if position.play(mv).is_err() {
            return line.to_vec();
        }
    }
    if !is_ending(&position) {
        return line.to_vec();
    }
    line.iter().copied().chain(tables.line(&position)).collect()
}
