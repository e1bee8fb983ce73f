//! Trees as XQF and CBR write them: a stream of records, behind each move its continuation, then
//! its siblings.

use xiangqi::{Move, Square};

use crate::{document::Cursor, dropped::Why};

/// A move and what is said about it; the first record of a stream has no move.
pub(crate) struct Record {
    pub(crate) from: Option<Square>,
    pub(crate) to: Option<Square>,
    pub(crate) has_next: bool,
    pub(crate) has_sibling: bool,
    pub(crate) comment: String,
}

impl Record {
    fn found(&self) -> String {
        let name = |it: Option<Square>| it.map_or("??".to_owned(), |it| it.to_string());
        name(self.from) + &name(self.to)
    }
}

/// Builds the tree behind the first record. `next` gives the records after it, and `None` where
/// the file ends too soon.
pub(crate) fn read_tree(
    root: Option<Record>,
    cursor: &mut Cursor,
    mut next: impl FnMut() -> Option<Record>,
) {
    let Some(root) = root else {
        return cursor.drop_somewhere(Why::Truncated, String::new());
    };
    cursor.comment(&root.comment);
    // Where a sibling is still to come: the ply it belongs after.
    let mut waiting: Vec<u32> = Vec::new();
    let mut goes_on = root.has_next;
    while goes_on {
        let Some(record) = next() else {
            return cursor.drop_here(Why::Truncated, String::new());
        };
        if record.has_sibling {
            waiting.push(cursor.depth() as u32);
        }
        let mv = record.from.zip(record.to).and_then(|(from, to)| Move::new(from, to));
        cursor.play(mv, || record.found());
        cursor.comment(&record.comment);
        goes_on = record.has_next || unwind_to_sibling(&mut waiting, cursor);
    }
}

fn unwind_to_sibling(waiting: &mut Vec<u32>, cursor: &mut Cursor) -> bool {
    let depth = waiting.pop();
    depth.inspect(|it| cursor.unwind(*it as usize)).is_some()
}
