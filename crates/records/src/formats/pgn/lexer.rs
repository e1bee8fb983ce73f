//! The text of moves cut into pieces: words, comments, parentheses, results.

use xiangqi::Status;

use super::tags::is_tag;
use crate::formats::results;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Token<'a> {
    Word(&'a str),
    Comment(&'a str),
    /// A number of the PGN standard.
    Mark(u8),
    Open,
    Close,
    Result(Status),
}

/// Gives the tokens of one game. Copies are cheap, so that one can look ahead.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lexer<'a> {
    text: &'a str,
    at: usize,
    /// Moves without a gap between them.
    run_on: &'a str,
    is_line_start: bool,
}

impl<'a> Lexer<'a> {
    pub(super) fn new(text: &'a str, at: usize) -> Lexer<'a> {
        Lexer { text, at, run_on: "", is_line_start: true }
    }

    /// Where the next token begins.
    pub(super) fn at(&self) -> usize {
        self.at
    }

    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn line(&self) -> &'a str {
        let rest = self.rest();
        rest.split('\n').next().unwrap_or(rest)
    }

    /// Skips gaps; `false` at the end of the game.
    fn skip_gaps(&mut self) -> bool {
        while let Some(letter) = self.rest().chars().next() {
            if self.is_line_start && letter == '[' && is_tag(self.line()) {
                return false;
            }
            if self.is_line_start && letter == '%' {
                self.at += self.line().len();
                continue;
            }
            if letter == '\n' {
                self.is_line_start = true;
            } else if !is_gap(letter) {
                self.is_line_start = false;
                return true;
            }
            self.at += letter.len_utf8();
        }
        false
    }

    /// What stands up to `end`; if it never comes, up to the end of the line.
    fn until(&mut self, opening: usize, end: &str) -> &'a str {
        let from = self.at + opening;
        let length = self.text[from..].find(end);
        let inside = match length {
            Some(length) => &self.text[from..from + length],
            None => self.line().get(opening..).unwrap_or_default(),
        };
        self.at = from + inside.len() + length.map_or(0, |_| end.len());
        inside
    }

    fn sign(&mut self, letter: char) -> Option<Token<'a>> {
        let token = match letter {
            '{' => return Some(Token::Comment(self.until(1, "}"))),
            '/' if self.rest().starts_with("/*") => {
                return Some(Token::Comment(self.until(2, "*/")));
            }
            ';' => {
                let line = self.line();
                self.at += line.len();
                return Some(Token::Comment(&line[1..]));
            }
            '(' | '（' => Token::Open,
            ')' | '）' => Token::Close,
            '$' => {
                let digits = self.rest()[1..].bytes().take_while(u8::is_ascii_digit).count();
                let number = self.rest()[1..1 + digits].parse();
                self.at += 1 + digits;
                return Some(number.map_or(Token::Word("$"), Token::Mark));
            }
            _ => return None,
        };
        self.at += letter.len_utf8();
        Some(token)
    }
}

impl<'a> Iterator for Lexer<'a> {
    type Item = Token<'a>;

    fn next(&mut self) -> Option<Token<'a>> {
        loop {
            if !self.run_on.is_empty() {
                let (word, rest) = split_run_on(self.run_on);
                self.run_on = rest;
                return Some(Token::Word(word));
            }
            if !self.skip_gaps() {
                return None;
            }
            let letter = self.rest().chars().next()?;
            if let Some(token) = self.sign(letter) {
                return Some(token);
            }
            let rest = self.rest();
            let end = rest.find(|it| is_gap(it) || "{}()（）;$".contains(it));
            let word = &rest[..end.unwrap_or(rest.len())];
            // A lone closing brace.
            self.at += word.len().max(usize::from(word.is_empty()) * letter.len_utf8());
            if let Some(status) = results::is_final(word) {
                return Some(Token::Result(status));
            }
            self.run_on = without_number(word);
        }
    }
}

fn is_gap(letter: char) -> bool {
    letter.is_whitespace() || letter == '\u{feff}' || ",，、；。|".contains(letter)
}

/// `12.炮二平五`, `!!12.` and `12...` lose their number; `24.5` is a soldier going sideways.
fn without_number(word: &str) -> &str {
    let is_dot = |it: char| ".．…:：".contains(it);
    let bare = word.trim_start_matches(['!', '?', '！', '？']);
    let rest = bare.trim_start_matches(|it: char| it.is_ascii_digit());
    let digits = bare.len() - rest.len();
    let after = rest.trim_start_matches(is_dot);
    let is_number = 0 < digits && (after.len() < rest.len() || rest.is_empty());
    let is_crowd = digits == 2 && after.len() == 1 && after.as_bytes()[0].is_ascii_digit();
    if is_crowd {
        bare
    } else if is_number || digits == 0 && rest.starts_with(is_dot) {
        after
    } else {
        word
    }
}

/// The first of several Chinese moves of four characters each, and the others.
fn split_run_on(word: &str) -> (&str, &str) {
    let count = word.chars().count();
    let is_run_on = 4 < count && count.is_multiple_of(4) && word.contains(['进', '進', '退', '平']);
    match word.char_indices().nth(4) {
        Some((end, _)) if is_run_on => word.split_at(end),
        _ => (word, ""),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: &[&str]) {
        let words: Vec<&str> = Lexer::new(text, 0)
            .filter_map(|it| if let Token::Word(word) = it { Some(word) } else { None })
            .collect();
        assert_eq!(words, expected, "{text}");
    }

    #[test]
    fn words_without_their_numbers() {
        check("1.炮二平五 马8进7 2. 马二进三", &["炮二平五", "马8进7", "马二进三"]);
        check("炮二平五马8进7马二进三车9平8", &["炮二平五", "马8进7", "马二进三", "车9平8"]);
        check("11.  C8+2  C8-2    !!12.  E5+7", &["C8+2", "C8-2", "E5+7"]);
        check("1. ... C2.5 24.5 15=6 1. ...H7-E7", &["C2.5", "24.5", "15=6", "H7-E7"]);
        check("1... a {x} } b", &["a", "b"]);
    }

    #[test]
    fn a_tag_begins_the_next_game() {
        let text = "1. h2e2 {[%clk 1]}\n[Event \"b\"]\n1. h2e2";
        let tokens: Vec<Token> = Lexer::new(text, 0).collect();
        assert_eq!(tokens, [Token::Word("h2e2"), Token::Comment("[%clk 1]")]);
    }
}
