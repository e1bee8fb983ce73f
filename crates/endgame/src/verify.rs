//! Does a table agree with the rules? Every position is set up on a board, the rules' own moves are
//! played, and the value must follow from the values of what they lead to. Nothing of the builder
//! is used but the index, and the index is tested by reading every position back.

use std::{
    error, fmt,
    sync::{
        Arc, Mutex,
        atomic::{AtomicUsize, Ordering::Relaxed},
    },
    thread,
};

use xiangqi::{Color, Position};

use crate::{
    layout::Placement,
    material::Material,
    table::{Table, Value},
};

/// The first position found wrong.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Wrong {
    pub fen: String,
    pub said: Option<Value>,
    pub follows: Option<Value>,
}

impl fmt::Display for Wrong {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let word = |value: Option<Value>| match value {
            None => "no position".to_owned(),
            Some(value) => match value.moves() {
                None => value.name().to_owned(),
                Some(moves) => format!("{} in {moves}", value.name()),
            },
        };
        let (said, follows) = (word(self.said), word(self.follows));
        write!(f, "the table says {said}, its successors say {follows}: {}", self.fen)
    }
}

impl error::Error for Wrong {}

/// Checks every position, both sides to move, and says how many there were. `smaller` are the
/// tables that captures lead to. `report` hears how many numbers are done.
pub fn verify(
    table: &Table,
    smaller: &[Arc<Table>],
    threads: usize,
    report: &(dyn Fn(usize) + Sync),
) -> Result<u64, Wrong> {
    const STRETCH: usize = 1 << 14;
    let (next, positions) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let wrong = Mutex::new(None);
    let check = || {
        loop {
            let begin = next.fetch_add(STRETCH, Relaxed);
            let end = table.size().min(begin.saturating_add(STRETCH));
            let is_over = wrong.lock().map_or(true, |it| it.is_some());
            if end <= begin || is_over {
                return;
            }
            match check_stretch(table, smaller, begin..end) {
                Ok(found) => positions.fetch_add(found, Relaxed),
                Err(found) => {
                    if let Ok(mut wrong) = wrong.lock() {
                        *wrong = Some(found);
                    }
                    return;
                }
            };
            report(end);
        }
    };
    thread::scope(|scope| {
        for _ in 0..threads.max(1) {
            scope.spawn(check);
        }
    });
    match wrong.into_inner().unwrap_or(None) {
        Some(wrong) => Err(wrong),
        None => Ok(positions.into_inner() as u64),
    }
}

fn check_stretch(
    table: &Table,
    smaller: &[Arc<Table>],
    indices: std::ops::Range<usize>,
) -> Result<usize, Wrong> {
    let mut found = 0;
    for index in indices {
        for side in Color::BOTH {
            let position = table.layout.position(index, side);
            let follows = position.map(|it| value_by_moves(table, smaller, &it));
            let said = table.value_at(index, side);
            let is_read_back = position.is_none_or(|it| {
                table.layout.index(&Placement::of(&it, Color::Red)) == Some(index)
            });
            if said != follows || !is_read_back {
                let fen = table.layout.placement(index).setup(side).fen();
                return Err(Wrong { fen, said, follows });
            }
            found += usize::from(position.is_some());
        }
    }
    Ok(found)
}

/// What follows from the values of all successors.
fn value_by_moves(table: &Table, smaller: &[Arc<Table>], position: &Position) -> Value {
    let (mut win, mut draw, mut loss) = (None, false, 0);
    for &mv in &position.legal_moves() {
        let mut after = *position;
        let played = after.play_unchecked(mv);
        // Most moves take nothing, so the table and the strong side, Red, are known.
        let value = match played.captured {
            None => table.value_of(&Placement::of(&after, Color::Red), after.side()),
            Some(_) => after_capture(smaller, &after),
        };
        // A value that is missing counts as a draw, which then contradicts the table.
        match value.unwrap_or(Value::Draw) {
            Value::Loss(moves) => win = Some(win.unwrap_or(u8::MAX).min(moves.saturating_add(1))),
            Value::Draw => draw = true,
            Value::Win(moves) => loss = loss.max(moves),
        }
    }
    match win {
        Some(moves) => Value::Win(moves),
        None if draw => Value::Draw,
        None => Value::Loss(loss),
    }
}

/// Without attackers the game is drawn.
fn after_capture(smaller: &[Arc<Table>], position: &Position) -> Option<Value> {
    let (material, _) = Material::of(position)?;
    smaller.iter().find(|it| *it.material() == material)?.value(position)
}
