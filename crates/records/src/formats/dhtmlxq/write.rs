//! Writes the code as forums take it.

use std::{collections::HashMap, fmt::Write};

use xiangqi::{Move, Position, Square};

use super::FIELDS;
use crate::{
    document::{Document, NodeId},
    dropped::shorten,
    formats::{
        Written, board,
        loss::{Holds, joined_comment, losses},
    },
};

pub(crate) fn write(document: &Document) -> Written {
    let names = FIELDS.map(|it| it.1);
    let holds =
        Holds { headers: &names, comments: true, variations: true, remarks: false, counters: true };
    let mut lost = losses(document, holds);
    let mut text = "[DhtmlXQ]\n".to_owned();
    push(&mut text, "ver", "www_dpxq_com", &mut lost);
    push(&mut text, "init", "500,350", &mut lost);
    for (name, ours) in FIELDS {
        let value = document.headers.get(ours);
        if !value.is_empty() {
            push(&mut text, name, value, &mut lost);
        }
    }
    push(&mut text, "result", document.result.hanzi().unwrap_or("未知"), &mut lost);
    let start = document.start();
    push(&mut text, "binit", &binit(start), &mut lost);
    if *start != Position::start() {
        push(&mut text, "fen", &start.fen(), &mut lost);
    }
    let lines = lines(document);
    for (id, line) in lines.iter().enumerate() {
        let name = match id {
            0 => "movelist".to_owned(),
            _ => format!("move_{}_{}_{id}", line.parent, line.ply),
        };
        push(&mut text, &name, &line.moves, &mut lost);
    }
    comments(document, &lines, &mut text, &mut lost);
    text += "[/DhtmlXQ]\n";
    Written { bytes: text.into_bytes(), lost }
}

fn binit(position: &Position) -> String {
    let two = |it: Option<Square>| it.map_or("99".to_owned(), digits);
    board::to_squares(position).map(two).concat()
}

fn digits(square: Square) -> String {
    format!("{}{}", square.file(), 9 - square.rank())
}

/// The main line or a branch.
#[derive(Default)]
struct Line {
    parent: usize,
    ply: usize,
    moves: String,
    nodes: Vec<NodeId>,
}

/// Whoever is not a first child begins a branch.
fn lines(document: &Document) -> Vec<Line> {
    let mut lines = vec![Line { ply: 1, ..Line::default() }];
    let mut line_of: HashMap<NodeId, usize> = HashMap::from([(NodeId::ROOT, 0)]);
    for (node, ply) in document.preorder() {
        let parent = document.parent(node).unwrap_or(NodeId::ROOT);
        let parent_line = line_of.get(&parent).copied().unwrap_or_default();
        let is_first = document.first_child(parent) == Some(node);
        let line = if is_first {
            parent_line
        } else {
            lines.push(Line { parent: parent_line, ply, ..Line::default() });
            lines.len() - 1
        };
        line_of.insert(node, line);
        let mv: Option<Move> = document.mv(node);
        lines[line].nodes.push(node);
        lines[line].moves += &mv.map_or(String::new(), |it| digits(it.from()) + &digits(it.to()));
    }
    lines
}

fn comments(document: &Document, lines: &[Line], text: &mut String, lost: &mut Vec<String>) {
    let opening = joined_comment(document, NodeId::ROOT, lost);
    if !opening.is_empty() {
        push(text, "comment0", &opening, lost);
    }
    for (id, line) in lines.iter().enumerate() {
        for (ply, &node) in (line.ply..).zip(&line.nodes) {
            let comment = joined_comment(document, node, lost);
            let name = if id == 0 { format!("comment{ply}") } else { format!("comment{id}_{ply}") };
            if !comment.is_empty() {
                push(text, &name, &comment, lost);
            }
        }
    }
}

/// A value may hold neither tags nor what stands for other characters.
fn push(text: &mut String, name: &str, value: &str, lost: &mut Vec<String>) {
    let is_comment = name.starts_with("comment");
    let harmful = ["[DhtmlXQ", "[/DhtmlXQ", "||", "%u", "\\u"];
    let has_hex = value
        .split('%')
        .skip(1)
        .any(|it| it.len() >= 2 && it.bytes().take(2).all(|digit| digit.is_ascii_hexdigit()));
    let mut plain = value.to_owned();
    if has_hex || harmful.iter().any(|it| value.contains(it)) {
        lost.push(format!("signs with a meaning of their own change in {:?}", shorten(value)));
        plain =
            plain.replace('[', "［").replace("||", "| |").replace('%', "％").replace('\\', "＼");
    }
    if is_comment {
        plain = plain.replace('\n', "||");
    }
    // Writing to a string cannot fail.
    let _ = writeln!(text, "[DhtmlXQ_{name}]{plain}[/DhtmlXQ_{name}]");
}
