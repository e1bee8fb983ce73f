//! Wins of the weak side: the strong side, hemmed in by its own pieces, has no legal move.
//!
//! They are rare, so this takes the obvious way: the rules' own moves, and a few maps.

use std::{collections::BTreeMap, sync::Arc, sync::atomic::Ordering::Relaxed};

use xiangqi::Color;

use crate::{
    layout::{Layout, Placement},
    material::Material,
    table::{NONE, Table, Upset, Value},
    work::Work,
};

/// All positions the weak side wins, sorted.
pub(crate) fn spread(work: &Work<'_>, smaller: &[Arc<Table>]) -> Vec<Upset> {
    let stuck = work.stuck.lock().map(|it| it.clone()).unwrap_or_default();
    let mut lost: BTreeMap<usize, u8> = stuck.into_iter().map(|it| (it, 0)).collect();
    let mut won: BTreeMap<usize, u8> = seeds(work, smaller);
    let mut fresh: Vec<(usize, u8)> = lost.iter().map(|(&index, &moves)| (index, moves)).collect();
    let mut moves = 0;
    while !fresh.is_empty() || won.values().any(|&it| moves < it) {
        moves += 1;
        for (index, _) in fresh.drain(..) {
            let (block, number) = work.locate(index);
            work.each_weak_origin(&block, number, |origin| {
                if work.black[origin].load(Relaxed) != NONE {
                    let best = won.entry(origin).or_insert(moves);
                    *best = moves.min(*best);
                }
            });
        }
        let level: Vec<usize> =
            won.iter().filter(|it| *it.1 == moves).map(|(&index, _)| index).collect();
        for index in level {
            let (block, number) = work.locate(index);
            let mut origins = Vec::new();
            work.each_strong_origin(&block, number, |origin| origins.push(origin));
            for origin in origins {
                let is_new = !lost.contains_key(&origin) && work.red[origin].load(Relaxed) != NONE;
                if is_new && all_moves_lose(work.layout, origin, &won, smaller, moves) {
                    lost.insert(origin, moves);
                    fresh.push((origin, moves));
                }
            }
        }
    }
    let upset =
        |side| move |(index, moves): (usize, u8)| Upset { side, index: index as u64, moves };
    let mut upsets: Vec<Upset> = lost.into_iter().map(upset(Color::Red)).collect();
    upsets.extend(won.into_iter().map(upset(Color::Black)));
    upsets.sort_unstable();
    upsets
}

/// Positions in which the weak side wins by a capture, which only smaller tables with such
/// positions can cause.
fn seeds(work: &Work<'_>, smaller: &[Arc<Table>]) -> BTreeMap<usize, u8> {
    let mut won = BTreeMap::new();
    if smaller.iter().all(|it| it.upsets.is_empty()) {
        return won;
    }
    for index in 0..work.layout.size() {
        let Some(position) = work.layout.position(index, Color::Black) else { continue };
        for &mv in &position.captures() {
            let mut after = position;
            after.play_unchecked(mv);
            if let Some(Value::Loss(moves)) = look_up(smaller, &after) {
                let best = won.entry(index).or_insert(moves + 1);
                *best = (moves + 1).min(*best);
            }
        }
    }
    won
}

fn all_moves_lose(
    layout: &Layout,
    index: usize,
    won: &BTreeMap<usize, u8>,
    smaller: &[Arc<Table>],
    within: u8,
) -> bool {
    let Some(position) = layout.position(index, Color::Red) else { return false };
    position.legal_moves().iter().all(|&mv| {
        let mut after = position;
        let played = after.play_unchecked(mv);
        if played.captured.is_some() {
            return matches!(look_up(smaller, &after), Some(Value::Win(moves)) if moves <= within);
        }
        let index = layout.index(&Placement::of(&after, Color::Red));
        index.and_then(|it| won.get(&it)).is_some_and(|&moves| moves <= within)
    })
}

fn look_up(tables: &[Arc<Table>], position: &xiangqi::Position) -> Option<Value> {
    let (material, _) = Material::of(position)?;
    tables.iter().find(|it| *it.material() == material)?.value(position)
}
