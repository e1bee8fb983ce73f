//! Random positions of a table against a plain search that knows nothing but the rules.

use random::Random;
use xiangqi::{Color, Position};

use crate::{
    table::{Table, Value},
    verify::Wrong,
};

/// Wins of up to so many moves are searched out; for all others it is shown that none is as short
/// as `NOT_SO_SHORT`.
const SHORT: u8 = 3;
const NOT_SO_SHORT: u8 = 2;

/// Draws positions with the strong side to move, by seed, and says how many were checked.
pub fn check_by_search(table: &Table, count: usize, seed: u64) -> Result<usize, Wrong> {
    let mut random = Random::new(seed);
    let mut checked = 0;
    while checked < count {
        let index = random.below(table.size());
        let Some(position) = table.position(index, Color::Red) else { continue };
        let said = table.value(&position);
        if !agrees(&position, said) {
            return Err(Wrong { fen: position.fen(), said, follows: None });
        }
        checked += 1;
    }
    Ok(checked)
}

fn agrees(position: &Position, said: Option<Value>) -> bool {
    match said {
        Some(Value::Win(moves)) if moves <= SHORT => {
            wins_within(position, moves) && !wins_within(position, moves - 1)
        }
        Some(_) => !wins_within(position, NOT_SO_SHORT),
        None => false,
    }
}

/// Can the side to move leave the other without a move in so many of its own moves?
fn wins_within(position: &Position, moves: u8) -> bool {
    0 < moves
        && position.legal_moves().iter().any(|&mv| {
            let mut after = *position;
            after.play_unchecked(mv);
            let answers = after.legal_moves();
            answers.is_empty()
                || (1 < moves
                    && answers.iter().all(|&answer| {
                        let mut next = after;
                        next.play_unchecked(answer);
                        wins_within(&next, moves - 1)
                    }))
        })
}
