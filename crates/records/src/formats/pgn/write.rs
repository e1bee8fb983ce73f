//! Writes PGN that other programs read: the tags of the Chinese standard, one notation
//! throughout, comments in braces, variations in parentheses.

use xiangqi::{Color, Position, Style};

use super::commands;
use crate::{
    document::{Document, NodeId, Walker, tag},
    dropped::shorten,
    formats::{Options, Written},
};

/// The order of the standard; other tags follow as they come.
const ORDER: [&str; 13] = [
    tag::TITLE,
    tag::EVENT,
    tag::SITE,
    tag::DATE,
    tag::ROUND,
    tag::RED_TEAM,
    tag::RED,
    tag::BLACK_TEAM,
    tag::BLACK,
    "Result",
    tag::OPENING,
    "Variation",
    tag::ECCO,
];

/// Lines are not longer than this, comments aside.
const WIDTH: usize = 80;

pub(crate) fn write(document: &Document, options: &Options) -> Written {
    let mut lost = Vec::new();
    let mut text = tags(document, options.notation, &mut lost);
    text.push('\n');
    let mut writer = Writer {
        document,
        style: options.notation,
        walker: Walker::new(*document.start()),
        text,
        column: 0,
        needs_number: true,
        lost,
    };
    writer.tree();
    writer.word(document.result.token());
    writer.text.push_str("\n\n");
    Written { bytes: writer.text.into_bytes(), lost: writer.lost }
}

fn tags(document: &Document, style: Style, lost: &mut Vec<String>) -> String {
    let mut text = tag_line("Game", "Chinese Chess", lost);
    for name in ORDER {
        let value = match name {
            "Result" => document.result.token(),
            name => document.headers.get(name),
        };
        // The standard wants these even if nothing is known.
        let is_wanted = matches!(name, tag::EVENT | tag::DATE | tag::RED | tag::BLACK);
        if is_wanted || !value.is_empty() {
            text += &tag_line(name, value, lost);
        }
    }
    for (name, value) in document.headers.iter().filter(|it| !ORDER.contains(&it.0)) {
        let is_name = name.chars().all(|it| it.is_ascii_alphanumeric() || it == '_');
        if is_name {
            text += &tag_line(name, value, lost);
        } else {
            lost.push(format!("no place for the header {name:?}"));
        }
    }
    let start = document.start();
    if *start != Position::start() {
        text += &tag_line("SetUp", "1", lost);
        text += &tag_line("FEN", &start.fen(), lost);
    }
    text + &tag_line("Format", format_name(style), lost)
}

fn format_name(style: Style) -> &'static str {
    match style {
        Style::Chinese | Style::Traditional => "Chinese",
        Style::Wxf | Style::WxfLetters => "WXF",
        Style::Iccs | Style::Uci => "ICCS",
    }
}

fn tag_line(name: &str, value: &str, lost: &mut Vec<String>) -> String {
    let mut plain = value.replace('\\', "\\\\").replace('"', "\\\"");
    if plain.contains(char::is_control) {
        lost.push(format!("the header {name} stands on one line: {:?}", shorten(value)));
        plain = plain.replace(char::is_control, " ");
    }
    format!("[{name} \"{plain}\"]\n")
}

/// What is still to be written.
enum Step {
    /// A move, its variations, and what follows it.
    Move {
        node: NodeId,
        depth: usize,
        is_head: bool,
    },
    Open,
    Close,
    /// What follows a move, once its variations are written.
    After {
        node: NodeId,
        depth: usize,
    },
}

struct Writer<'a> {
    document: &'a Document,
    style: Style,
    walker: Walker,
    text: String,
    column: usize,
    /// Where a line begins, Black's move needs a number too; elsewhere it would stop some readers.
    needs_number: bool,
    lost: Vec<String>,
}

impl Writer<'_> {
    /// Keeps its own stack, since trees may be deeper than the machine's.
    fn tree(&mut self) {
        let root = self.comment(NodeId::ROOT, true);
        self.paragraph(&root);
        if 0 < self.column {
            self.text.push('\n');
            self.column = 0;
        }
        let mut steps = Vec::new();
        self.push_children(NodeId::ROOT, 0, &mut steps);
        while let Some(step) = steps.pop() {
            match step {
                Step::Open => {
                    self.word("(");
                    self.needs_number = true;
                }
                Step::Close => {
                    self.text.push(')');
                    self.column += 1;
                }
                Step::Move { node, depth, is_head } => self.node(node, depth, is_head),
                Step::After { node, depth } => {
                    self.walker.unwind(depth - 1);
                    if let Some(mv) = self.document.mv(node) {
                        self.walker.play(mv);
                    }
                    self.push_children(node, depth, &mut steps);
                }
            }
        }
    }

    /// The first child, then its siblings as variations, then what follows the first.
    fn push_children(&self, parent: NodeId, depth: usize, steps: &mut Vec<Step>) {
        let children: Vec<NodeId> = self.document.children(parent).collect();
        let Some((&first, others)) = children.split_first() else { return };
        let depth = depth + 1;
        steps.push(Step::After { node: first, depth });
        for &node in others.iter().rev() {
            steps.push(Step::Close);
            steps.push(Step::After { node, depth });
            steps.push(Step::Move { node, depth, is_head: true });
            steps.push(Step::Open);
        }
        steps.push(Step::Move { node: first, depth, is_head: false });
    }

    fn node(&mut self, node: NodeId, depth: usize, is_head: bool) {
        self.walker.unwind(depth - 1);
        let Some(mv) = self.document.mv(node) else { return };
        if is_head && let Some(notes) = self.document.notes(node) {
            let before = self.clean(&notes.before.clone());
            self.paragraph(&before);
        }
        let position = *self.walker.position();
        let is_black_first = self.document.start().side() == Color::Black;
        let number = (depth - 1 + usize::from(is_black_first)) / 2 + 1;
        let mv = position.write_move(mv, self.style);
        // The number stays on the line of its move.
        match position.side() {
            Color::Red => self.word(&format!("{number}. {mv}")),
            Color::Black if self.needs_number => self.word(&format!("{number}. ... {mv}")),
            Color::Black => self.word(&mv),
        }
        self.needs_number = false;
        for mark in self.document.notes(node).map(|it| it.marks.clone()).unwrap_or_default() {
            self.word(&format!("${mark}"));
        }
        let comment = self.comment(node, is_head);
        self.paragraph(&comment);
    }

    /// Commands and words; a comment before a move inside a line is moved behind it.
    fn comment(&mut self, node: NodeId, is_before_written: bool) -> String {
        let Some(notes) = self.document.notes(node).cloned() else { return String::new() };
        let mut text = commands::write(&notes);
        if !is_before_written && !notes.before.is_empty() {
            let quote = shorten(&notes.before);
            self.lost.push(format!("the comment {quote:?} stands after its move"));
            text += &self.clean(&notes.before);
            if !notes.after.is_empty() {
                text.push('\n');
            }
        }
        text + &self.clean(&notes.after)
    }

    /// Nothing in a comment may end it or look like a command.
    fn clean(&mut self, text: &str) -> String {
        let is_harmful = text.contains(['{', '}']) || text.contains("[%");
        if !is_harmful {
            return text.to_owned();
        }
        self.lost.push(format!("braces in the comment {:?} become parentheses", shorten(text)));
        braced_lines(text)
    }

    /// Comments stand close to the move before them: some readers stop at a gap.
    fn paragraph(&mut self, text: &str) {
        if !text.is_empty() {
            self.text += &format!("{{{text}}}");
            self.column += text.chars().count() + 2;
        }
    }

    fn word(&mut self, word: &str) {
        let width = word.chars().count();
        let is_after_open = self.text.ends_with('(');
        if 0 < self.column && WIDTH < self.column + 1 + width {
            self.text.push('\n');
            self.column = 0;
        } else if 0 < self.column && !is_after_open {
            self.text.push(' ');
            self.column += 1;
        }
        self.text += word;
        self.column += width;
    }
}

/// The text without what braces and commands would spoil.
fn braced_lines(text: &str) -> String {
    text.replace('{', "(").replace('}', ")").replace("[%", "(%")
}
