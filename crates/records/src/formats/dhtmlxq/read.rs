//! Reads every game of a page or a text.

use std::{borrow::Cow, collections::HashMap};

use xiangqi::{Move, Position, Square, Status};

use super::{
    FIELDS,
    tags::{Tags, block, unescape},
};
use crate::{
    document::{Cursor, Document, NodeId},
    dropped::{Cause, Dropped, Refused, Why},
    formats::{board, results},
};

const ESCAPED: &str = "%5BDhtmlXQ";

pub(crate) fn is_dhtmlxq(text: &str) -> bool {
    text.contains("[DhtmlXQ") || text.contains(ESCAPED)
}

/// The games of a text, one after the other.
pub(crate) struct Games<'a> {
    text: Cow<'a, str>,
    at: usize,
}

pub(crate) fn read(text: Cow<'_, str>) -> Games<'_> {
    if text.contains("[DhtmlXQ") {
        return Games { text, at: 0 };
    }
    Games { text: Cow::Owned(unescape(&text)), at: 0 }
}

impl Iterator for Games<'_> {
    type Item = Result<(Document, Vec<Dropped>), Refused>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.text.len() <= self.at {
            return None;
        }
        let (start, end) = match block(&self.text, self.at) {
            Some(found) => found,
            // Tags without anything around them are one game.
            None if self.at == 0 => (0, self.text.len()),
            None => return None,
        };
        self.at = end;
        let is_open = end == self.text.len();
        Some(read_game(&self.text[start..end], is_open))
    }
}

/// What the tags of a game hold.
#[derive(Default)]
struct Parts<'a> {
    fields: Vec<(&'static str, String)>,
    result: Option<Status>,
    fen: &'a str,
    board: &'a str,
    main: &'a str,
    branches: Vec<Branch<'a>>,
    /// By branch and ply.
    comments: HashMap<(u32, u32), &'a str>,
}

struct Branch<'a> {
    parent: u32,
    ply: u32,
    id: u32,
    moves: &'a str,
}

fn collect(text: &str) -> Parts<'_> {
    let mut parts = Parts::default();
    for (name, value) in Tags(text) {
        if let Some(field) = FIELDS.iter().find(|it| it.0 == name) {
            parts.fields.push((field.1, unescape(value)));
            continue;
        }
        match name {
            "result" => parts.result = results::parse(&unescape(value)),
            "fen" => parts.fen = value.trim(),
            "binit" => parts.board = value.trim(),
            "movelist" => parts.main = value,
            _ => {
                if let Some(numbers) = name.strip_prefix("move_") {
                    parts.branches.extend(branch(numbers, value));
                } else if let Some(place) = name.strip_prefix("comment") {
                    let (id, ply) = place.split_once('_').unwrap_or(("0", place));
                    if let (Ok(id), Ok(ply)) = (id.parse(), ply.parse()) {
                        parts.comments.insert((id, ply), value);
                    }
                }
            }
        }
    }
    if parts.main.trim().is_empty() {
        collect_script(text, &mut parts);
    }
    parts
}

fn branch<'a>(numbers: &str, moves: &'a str) -> Option<Branch<'a>> {
    let mut numbers = numbers.split('_').map(str::parse);
    let mut number = || numbers.next()?.ok();
    Some(Branch { parent: number()?, ply: number()?, id: number()?, moves })
}

/// Some pages leave the tags empty and keep the tree in a script: `[0_1_0]7747...[/0_1_0]`.
fn collect_script<'a>(text: &'a str, parts: &mut Parts<'a>) {
    let mut rest = text;
    while let Some((_, tail)) = rest.split_once('[') {
        rest = tail;
        let Some((numbers, tail)) = tail.split_once(']') else { return };
        let Some(found) = branch(numbers, tail.split('[').next().unwrap_or_default()) else {
            continue;
        };
        if found.id == 0 {
            parts.main = found.moves;
        } else {
            parts.branches.push(found);
        }
    }
}

fn read_game(text: &str, is_open: bool) -> Result<(Document, Vec<Dropped>), Refused> {
    let parts = collect(text);
    let first = moves(parts.main).next().flatten().map(Move::from);
    let start = start(&parts, first)?;
    let mut cursor = Cursor::new(start, text.len(), text.len() / 4);
    let document = cursor.document_mut();
    for (name, value) in &parts.fields {
        document.headers.set(name, value);
    }
    document.result = parts.result.unwrap_or(Status::Ongoing);
    cursor.comment(&comment(&parts, 0, 0));
    place_branches(&parts, &mut cursor);
    if is_open && text.starts_with("[DhtmlXQ]") {
        cursor.drop_somewhere(Why::Truncated, String::new());
    }
    Ok(cursor.finish())
}

fn start(parts: &Parts<'_>, first: Option<Square>) -> Result<Position, Refused> {
    if !parts.fen.is_empty() {
        let setup = xiangqi::parse_fen(parts.fen).map_err(|it| Refused::fen(parts.fen, it))?;
        return board::start(setup, first);
    }
    if parts.board.is_empty() {
        return Ok(Position::start());
    }
    let digits = parts.board.as_bytes();
    if digits.len() != 64 || !digits.iter().all(u8::is_ascii_digit) {
        return Err(Refused::file(Cause::Digits { found: digits.len() }));
    }
    let mut squares = [None; 32];
    for (square, pair) in squares.iter_mut().zip(digits.chunks_exact(2)) {
        *square = board::from_top(pair[0] - b'0', pair[1] - b'0');
    }
    board::start(board::from_squares(squares), first)
}

/// Four digits each; `None` for what is no move.
fn moves(text: &str) -> impl Iterator<Item = Option<Move>> + '_ {
    let mut digits = text.bytes().filter(u8::is_ascii_digit).map(|it| it - b'0');
    std::iter::from_fn(move || {
        let mut next = || digits.next();
        let (file, row, to_file, to_row) = (next()?, next()?, next()?, next()?);
        let (from, to) = (board::from_top(file, row), board::from_top(to_file, to_row));
        Some(from.zip(to).and_then(|(from, to)| Move::new(from, to)))
    })
}

fn comment(parts: &Parts<'_>, id: u32, ply: u32) -> String {
    let found = parts.comments.get(&(id, ply)).copied().unwrap_or_default();
    unescape(found).replace("||", "\n")
}

/// The main line, then every branch once the line it leaves stands.
fn place_branches(parts: &Parts<'_>, cursor: &mut Cursor) {
    let mut waiting: HashMap<u32, Vec<&Branch<'_>>> = HashMap::new();
    for branch in &parts.branches {
        waiting.entry(branch.parent).or_default().push(branch);
    }
    let end = place(parts, cursor, 0, parts.main);
    let mut ready = std::collections::VecDeque::from([(0, end)]);
    while let Some((id, (last, length))) = ready.pop_front() {
        for branch in waiting.remove(&id).unwrap_or_default() {
            let depth = (branch.ply as usize).saturating_sub(1);
            if length < depth {
                cursor.go_to(last);
                cursor.drop_here(Why::NoParent, name(branch));
                continue;
            }
            cursor.go_to(last);
            cursor.unwind(depth);
            let end = place(parts, cursor, branch.id, branch.moves);
            ready.push_back((branch.id, end));
        }
    }
    for branch in waiting.into_values().flatten() {
        cursor.drop_somewhere(Why::NoParent, name(branch));
    }
}

fn name(branch: &Branch<'_>) -> String {
    format!("move_{}_{}_{}", branch.parent, branch.ply, branch.id)
}

/// Plays a line from here. Gives the last node that stands, and its ply.
fn place(parts: &Parts<'_>, cursor: &mut Cursor, id: u32, line: &str) -> (NodeId, usize) {
    let (mut last, mut length) = (cursor.node(), cursor.depth());
    for mv in moves(line) {
        cursor.play(mv, || mv.map_or("????".to_owned(), |it| it.to_string()));
        if cursor.is_cut() {
            break;
        }
        cursor.comment(&comment(parts, id, cursor.depth() as u32));
        (last, length) = (cursor.node(), cursor.depth());
    }
    (last, length)
}
