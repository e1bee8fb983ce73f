//! Draws that the weak side may hold only by chasing for ever, which a rule forbids.
//!
//! Its advisors and elephants can chase (its general may do so for ever). A drawn position of the
//! weak side is suspect if every move that keeps the draw newly attacks a piece with an advisor or
//! elephant. From there the strong side would have to lead from one suspect position to the next
//! without end; suspects from which it cannot are crossed off until none is left to cross off.
//! Which piece is chased is not asked, so what remains is an upper bound.

use std::collections::BTreeMap;

use xiangqi::{
    Bitboard, Color, Move, PieceKind, Position,
    attacks::{advisor_steps, elephant_steps},
};

use crate::{
    layout::Placement,
    table::{DRAW, Table, Value},
    tables::Tables,
};

/// How many drawn positions with the weak side to move there are, in how many of them only chases
/// keep the draw, and in how many of these the chase may have no end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Chases {
    pub drawn: u64,
    pub only_chases: u64,
    pub endless: u64,
}

/// Counts the draws that may hang on a perpetual chase. `tables` has those that captures lead to.
pub fn count_chases(table: &Table, tables: &Tables) -> Chases {
    let mut drawn = 0;
    // Each suspect with the answers that each of its chases allows: lists of suspects to be.
    let mut suspects: BTreeMap<usize, Vec<Vec<usize>>> = BTreeMap::new();
    for index in (0..table.size()).filter(|&it| table.black[it] == DRAW) {
        let Some(position) = table.layout.position(index, Color::Black) else { continue };
        drawn += 1;
        let keeping: Vec<Move> = position
            .legal_moves()
            .iter()
            .copied()
            .filter(|&mv| keeps(tables, &position, mv))
            .collect();
        if keeping.iter().all(|&mv| is_chase(&position, mv)) {
            let answers = keeping.iter().map(|&mv| next_turns(table, &position, mv)).collect();
            suspects.insert(index, answers);
        }
    }
    let only_chases = suspects.len() as u64;
    loop {
        // Every chase must have an answer that leads to a suspect again.
        let held = |chases: &Vec<Vec<usize>>| {
            chases.iter().all(|answers| answers.iter().any(|it| suspects.contains_key(it)))
        };
        let free: Vec<usize> =
            suspects.iter().filter(|(_, chases)| !held(chases)).map(|(&index, _)| index).collect();
        if free.is_empty() {
            return Chases { drawn, only_chases, endless: suspects.len() as u64 };
        }
        for index in free {
            suspects.remove(&index);
        }
    }
}

fn keeps(tables: &Tables, position: &Position, mv: Move) -> bool {
    let mut after = *position;
    after.play_unchecked(mv);
    !matches!(tables.value(&after), Some(Value::Win(_)))
}

/// Does the move newly attack something with an advisor or elephant? A capture ends every loop.
fn is_chase(position: &Position, mv: Move) -> bool {
    let mut after = *position;
    if after.play_unchecked(mv).captured.is_some() {
        return false;
    }
    let side = position.side();
    let before = attacks(position, side);
    attacks(&after, side).iter().any(|(from, victims)| {
        let known = before.iter().find(|it| it.0 == *from).map_or(Bitboard::EMPTY, |it| it.1);
        !victims.minus(known).is_empty()
    })
}

fn attacks(position: &Position, side: Color) -> Vec<(xiangqi::Square, Bitboard)> {
    let (occupied, victims) = (position.occupied(), position.of_color(side.opponent()));
    let advisors = position.of(side, PieceKind::Advisor).map(|it| (it, advisor_steps(it)));
    let elephants =
        position.of(side, PieceKind::Elephant).map(|it| (it, elephant_steps(it, occupied)));
    advisors.chain(elephants).map(|(from, targets)| (from, targets & victims)).collect()
}

/// The numbers at which the weak side may be to move after its move and a quiet answer.
fn next_turns(table: &Table, position: &Position, mv: Move) -> Vec<usize> {
    let mut after = *position;
    after.play_unchecked(mv);
    let quiet = after.quiets();
    let turns = quiet.iter().filter_map(|&answer| {
        let mut next = after;
        next.play_unchecked(answer);
        table.layout.index(&Placement::of(&next, Color::Red))
    });
    turns.collect()
}
