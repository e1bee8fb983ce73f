//! A record of a game or a study: moves with remarks and variations.

use xiangqi::{Move, Position};

use super::error::RecordError;

/// Moves in one line.
pub(crate) const LONGEST_LINE: usize = 1000;
/// Variations inside variations; people write three or four.
pub(crate) const DEEPEST: usize = 16;
/// Moves of a record with all its variations.
pub(crate) const MOST_NODES: usize = 4000;
/// A remark is for reading beside the board.
const LONGEST_REMARK: usize = 2000;

#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Record {
    pub(crate) start: Position,
    /// What is said before the first move.
    pub(crate) remark: Option<String>,
    pub(crate) line: Vec<Node>,
}

/// A move, what is said about it, and what could have been played instead.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Node {
    pub(crate) mv: Move,
    pub(crate) remark: Option<String>,
    pub(crate) variations: Vec<Vec<Node>>,
}

/// A move as somebody wrote it, in any notation, with what was written beside it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Draft {
    pub(crate) mv: String,
    pub(crate) remark: Option<String>,
    pub(crate) variations: Vec<Vec<Draft>>,
}

impl Record {
    /// Moves without remarks.
    pub(crate) fn plain(start: Position, moves: impl IntoIterator<Item = Move>) -> Record {
        Record { start, remark: None, line: moves.into_iter().map(Node::new).collect() }
    }

    pub(crate) fn moves(&self) -> impl Iterator<Item = Move> + '_ {
        self.line.iter().map(|it| it.mv)
    }
}

impl Node {
    pub(crate) fn new(mv: Move) -> Node {
        Node { mv, remark: None, variations: Vec::new() }
    }
}

/// Remarks at the same place are told one after the other.
pub(crate) fn add_remark(place: &mut Option<String>, text: &str) {
    let words: Vec<&str> = text.split_whitespace().collect();
    if words.is_empty() {
        return;
    }
    let mut remark = place.take().map_or(String::new(), |it| it + " ");
    remark.push_str(&words.join(" "));
    *place = Some(remark.chars().take(LONGEST_REMARK).collect());
}

/// Plays a written tree of moves; any notation is understood.
pub(crate) fn check_line(start: &Position, line: &[Draft]) -> Result<Vec<Node>, RecordError> {
    let mut left = MOST_NODES;
    check_nodes(start, line, &mut left, 0)
}

fn check_nodes(
    start: &Position,
    line: &[Draft],
    left: &mut usize,
    depth: usize,
) -> Result<Vec<Node>, RecordError> {
    *left = left.checked_sub(line.len()).ok_or(RecordError::TooLarge)?;
    if DEEPEST < depth {
        return Err(RecordError::TooLarge);
    }
    let mut position = *start;
    let mut nodes = Vec::with_capacity(line.len());
    for draft in line {
        let mv = position.read_move(&draft.mv)?;
        let mut remark = None;
        add_remark(&mut remark, draft.remark.as_deref().unwrap_or_default());
        let mut variations = Vec::new();
        for other in &draft.variations {
            variations.push(check_nodes(&position, other, left, depth + 1)?);
        }
        nodes.push(Node { mv, remark, variations });
        position.play_unchecked(mv);
    }
    Ok(nodes)
}
