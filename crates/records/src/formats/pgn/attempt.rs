//! One reading of a game's moves, in one dialect from one position.

use std::cmp::Reverse;

use xiangqi::{Move, Position, Status};

use super::{
    commands,
    lexer::{Lexer, Token},
    tags::Tags,
};
use crate::{
    document::{Cursor, Document, Mark, Notes},
    dropped::{Dropped, Why},
    words::{Dialect, candidates, looks_like_move},
};

/// Variations inside variations beyond this are skipped.
const DEEPEST: usize = 5_000;

/// How far and in how many readings a doubtful word is followed.
const MOST_READINGS: usize = 16;
const FARTHEST: usize = 600;

/// One reading of a game.
pub(super) struct Attempt {
    pub(super) cursor: Cursor,
    dialect: Dialect,
    /// Moves to come back to at the end of a variation.
    open: Vec<Mark>,
    /// Parentheses beyond [`DEEPEST`].
    too_deep: usize,
    /// Said at the head of a variation, before its first move.
    before: Option<String>,
    result: Option<Status>,
    failures: usize,
    pub(super) end: usize,
}

impl Attempt {
    pub(super) fn new(text: &str, start: usize, position: Position, dialect: Dialect) -> Attempt {
        let mut attempt = Attempt {
            cursor: Cursor::new(position, text.len() - start, 0),
            dialect,
            open: Vec::new(),
            too_deep: 0,
            before: None,
            result: None,
            failures: 0,
            end: start,
        };
        let mut lexer = Lexer::new(text, start);
        while let Some(token) = lexer.next() {
            attempt.take(token, &lexer);
            if attempt.result.is_some() && attempt.open.is_empty() {
                break;
            }
        }
        attempt.end = lexer.at();
        attempt
    }

    pub(super) fn failed(&self) -> bool {
        0 < self.failures
    }

    /// More moves are better, then fewer words that are none.
    pub(super) fn worth(&self) -> (usize, Reverse<usize>) {
        (self.cursor.move_count(), Reverse(self.failures))
    }

    pub(super) fn finish(mut self, tags: &Tags) -> (Document, Vec<Dropped>) {
        let document = self.cursor.document_mut();
        document.headers = tags.headers.clone();
        let told = tags.result.filter(|it| *it != Status::Ongoing);
        document.result = told.or(self.result).unwrap_or(Status::Ongoing);
        self.cursor.finish()
    }

    fn take(&mut self, token: Token<'_>, ahead: &Lexer<'_>) {
        match token {
            Token::Open if DEEPEST <= self.open.len() => {
                if self.too_deep == 0 {
                    self.cursor.drop_here(Why::TooDeep, "(".to_owned());
                }
                self.too_deep += 1;
            }
            Token::Close if 0 < self.too_deep => self.too_deep -= 1,
            _ if 0 < self.too_deep => (),
            Token::Open => {
                self.open.push(self.cursor.mark());
                self.cursor.unwind(self.cursor.depth().saturating_sub(1));
                self.before = Some(String::new());
            }
            Token::Close => {
                if let Some(mark) = self.open.pop() {
                    self.cursor.return_to(mark);
                }
                self.before = None;
            }
            Token::Comment(text) => self.comment(text),
            Token::Mark(number) => self.mark(&[number]),
            Token::Result(status) => self.result = Some(status),
            Token::Word(word) => self.word(word, ahead),
        }
    }

    fn comment(&mut self, text: &str) {
        if let Some(before) = &mut self.before {
            before.push_str(text);
            return;
        }
        let mut found = Notes::default();
        let words = commands::take(text, &mut found);
        found.add_after(&words);
        if found.is_empty() {
            return;
        }
        self.cursor.note(text.len(), |notes| {
            notes.add_after(&found.after);
            notes.evaluation = found.evaluation.or(notes.evaluation);
            notes.depth = found.depth.or(notes.depth);
            notes.clock = found.clock.or(notes.clock);
            notes.commands.extend(found.commands);
        });
    }

    fn mark(&mut self, marks: &[u8]) {
        let is_stray = self.before.is_some() || marks.is_empty();
        if !is_stray {
            self.cursor.note(marks.len(), |notes| notes.marks.extend(marks));
        }
    }

    fn word(&mut self, word: &str, ahead: &Lexer<'_>) {
        let (word, marks) = split_marks(word);
        if word.is_empty() {
            self.mark(&marks);
            return;
        }
        if self.cursor.is_cut() {
            if looks_like_move(word) {
                self.before = None;
                self.cursor.play(None, String::new);
            }
            return;
        }
        let found = candidates(self.cursor.position(), word, self.dialect);
        let mv = match found[..] {
            [] if !looks_like_move(word) => {
                self.failures += 1;
                self.cursor.drop_here(Why::NotAMove, word.to_owned());
                return;
            }
            [] => {
                self.failures += 1;
                None
            }
            [mv] => Some(mv),
            _ => Some(self.decide(&found, word, ahead)),
        };
        self.cursor.play(mv, || word.to_owned());
        if let Some(before) = self.before.take().filter(|it| !it.trim().is_empty()) {
            self.cursor.note(before.len(), |notes| notes.add_before(&before));
        }
        self.mark(&marks);
    }

    /// Follows the line with each of the moves that a word fits, and takes the one that lasts.
    fn decide(&mut self, moves: &[Move], word: &str, ahead: &Lexer<'_>) -> Move {
        let start = *self.cursor.position();
        let mut readings: Vec<(Move, Position)> = Vec::new();
        for &mv in moves.iter().take(MOST_READINGS) {
            let mut position = start;
            position.play_unchecked(mv);
            readings.push((mv, position));
        }
        for word in line_ahead(*ahead).take(FARTHEST) {
            let mut next: Vec<(Move, Position)> = Vec::new();
            for (first, position) in &readings {
                for &mv in &candidates(position, word, self.dialect) {
                    let mut position = *position;
                    position.play_unchecked(mv);
                    next.push((*first, position));
                }
            }
            next.truncate(MOST_READINGS);
            let Some(&(first, _)) = next.first() else { return readings[0].0 };
            let is_decided = next.iter().all(|it| it.0 == first);
            if is_decided {
                return first;
            }
            readings = next;
        }
        self.cursor.drop_here(Why::Ambiguous, word.to_owned());
        readings[0].0
    }
}

/// The words of the present line, without its variations.
fn line_ahead<'a>(lexer: Lexer<'a>) -> impl Iterator<Item = &'a str> {
    let mut depth = 0usize;
    lexer
        .take_while(|it| !matches!(it, Token::Result(_)))
        .map_while(move |token| {
            match token {
                Token::Open => depth += 1,
                Token::Close if depth == 0 => return None,
                Token::Close => depth -= 1,
                Token::Word(word) if depth == 0 => return Some(Some(split_marks(word).0)),
                _ => (),
            }
            Some(None)
        })
        .flatten()
        .filter(|it| looks_like_move(it))
}

/// `炮二平五!?` is a word and a mark. Signs of check are dropped: the rules know better.
fn split_marks(word: &str) -> (&str, Vec<u8>) {
    let bare = word.trim_end_matches(['!', '?', '！', '？']);
    let signs: String =
        word[bare.len()..].chars().map(|it| if "!！".contains(it) { '!' } else { '?' }).collect();
    let mark = match signs.as_str() {
        "" => None,
        "!" => Some(1),
        "?" => Some(2),
        "!?" => Some(5),
        "?!" => Some(6),
        signs if signs.starts_with('!') => Some(3),
        _ => Some(4),
    };
    (bare.trim_end_matches(['+', '#']), mark.into_iter().collect())
}
