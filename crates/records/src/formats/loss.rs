//! What a document has that a format cannot hold, said in sentences.

use crate::{
    document::{Document, NodeId},
    dropped::shorten,
};

/// What a format can hold beside moves and comments after them.
#[derive(Clone, Copy)]
pub(crate) struct Holds<'a> {
    /// The headers it has a place for.
    pub(crate) headers: &'a [&'a str],
    pub(crate) comments: bool,
    pub(crate) variations: bool,
    /// Marks, evaluations, clocks and commands.
    pub(crate) remarks: bool,
    pub(crate) counters: bool,
}

pub(crate) fn losses(document: &Document, holds: Holds<'_>) -> Vec<String> {
    let mut lost = Vec::new();
    let homeless = |name: &&str| !holds.headers.contains(name);
    for name in document.headers.iter().map(|it| it.0).filter(homeless) {
        lost.push(format!("no place for the header {name}"));
    }
    let variations = document.variation_count();
    if !holds.variations && 0 < variations {
        lost.push(format!("no place for {variations} variations"));
    }
    let comments = document.comment_count();
    if !holds.comments && 0 < comments {
        lost.push(format!("no place for {comments} comments"));
    }
    if !holds.remarks {
        lost.extend(remarks(document));
    }
    let start = document.start();
    if !holds.counters && (start.move_number() != 1 || start.plies_since_capture() != 0) {
        lost.push("no place for the move number of the start position".to_owned());
    }
    lost
}

fn remarks(document: &Document) -> Vec<String> {
    let nodes = || document.preorder().map(|it| it.0).chain([NodeId::ROOT]);
    let notes = || nodes().filter_map(|it| document.notes(it));
    let counts = [
        ("marks such as !", notes().filter(|it| !it.marks.is_empty()).count()),
        ("evaluations", notes().filter(|it| it.evaluation.is_some()).count()),
        ("clock times", notes().filter(|it| it.clock.is_some()).count()),
        ("commands", notes().filter(|it| !it.commands.is_empty()).count()),
    ];
    let said = |(what, count)| format!("no place for {count} {what}");
    counts.into_iter().filter(|it| 0 < it.1).map(said).collect()
}

/// What is said about a node, in one text; and whether two texts had to become one.
pub(crate) fn joined_comment(document: &Document, node: NodeId, lost: &mut Vec<String>) -> String {
    let Some(notes) = document.notes(node) else { return String::new() };
    if notes.before.is_empty() {
        return notes.after.clone();
    }
    lost.push(format!("the comment {:?} stands after its move", shorten(&notes.before)));
    let gap = if notes.after.is_empty() { "" } else { "\n" };
    format!("{}{gap}{}", notes.before, notes.after)
}
