//! Records read from PGN and written to it. Both directions keep everything the other one knows.

use xiangqi::{
    Color, Move, Position, RuleSet, Status, Style,
    notation::{parse_line, split_words},
};

use super::{
    error::RecordError,
    record::{DEEPEST, LONGEST_LINE, MOST_NODES, Node, Record, add_remark},
};

// Reading

/// One piece of move text.
enum Token {
    Words(String),
    Remark(String),
    Variation(Vec<Token>),
}

/// The first game of a PGN.
pub(crate) fn read_pgn(text: &str) -> Result<Record, RecordError> {
    let (fen, moves) = split_tags(text);
    let start = match fen {
        Some(fen) => Position::from_fen(&fen)?,
        None => Position::start(),
    };
    let mut letters = moves.chars().peekable();
    let tokens = read_tokens(&mut letters, 0)?;
    let mut left = MOST_NODES;
    let (remark, line) = follow(&start, &tokens, &mut left)?;
    Ok(Record { start, remark, line })
}

/// The FEN tag and the move text.
fn split_tags(text: &str) -> (Option<String>, String) {
    let mut fen = None;
    let mut moves = String::new();
    for line in text.lines() {
        let line = line.trim();
        let is_tag = line.starts_with('[') && line.ends_with(']');
        if !is_tag {
            moves.push_str(line);
            moves.push('\n');
            continue;
        }
        if !moves.trim().is_empty() {
            // Tags after moves belong to the next game.
            break;
        }
        let value = line.strip_prefix("[FEN ").and_then(|it| it.strip_suffix(']'));
        fen = value.map(|it| it.trim().trim_matches('"').to_owned()).or(fen);
    }
    (fen, moves)
}

type Letters<'a> = std::iter::Peekable<std::str::Chars<'a>>;

/// Reads up to the end of the game or of the variation.
fn read_tokens(letters: &mut Letters<'_>, depth: usize) -> Result<Vec<Token>, RecordError> {
    if DEEPEST < depth {
        return Err(RecordError::TooLarge);
    }
    let mut tokens = Vec::new();
    let mut words = String::new();
    while let Some(letter) = letters.next() {
        let is_sign = "{(;）（".contains(letter);
        if is_sign {
            tokens.push(Token::Words(std::mem::take(&mut words)));
        }
        match letter {
            '{' => {
                let remark: String = letters.by_ref().take_while(|&it| it != '}').collect();
                tokens.push(Token::Remark(remark));
            }
            ';' => {
                let remark: String = letters.by_ref().take_while(|&it| it != '\n').collect();
                tokens.push(Token::Remark(remark));
            }
            '(' | '（' => tokens.push(Token::Variation(read_tokens(letters, depth + 1)?)),
            ')' | '）' if 0 < depth => break,
            ')' | '）' => (),
            // `$3` is a numbered remark that other programs draw as a sign.
            '$' => while letters.next_if(char::is_ascii_digit).is_some() {},
            _ => words.push(letter),
        }
        let is_over = depth == 0 && letter.is_whitespace() && ends_with_result(&words);
        if is_over {
            break;
        }
    }
    tokens.push(Token::Words(words));
    Ok(tokens)
}

/// Nothing after the result belongs to the game.
fn ends_with_result(words: &str) -> bool {
    let last = words.split_whitespace().next_back();
    last.and_then(Status::from_token).is_some()
}

/// What is said before the first move, and the moves.
type Followed = (Option<String>, Vec<Node>);

fn follow(start: &Position, tokens: &[Token], left: &mut usize) -> Result<Followed, RecordError> {
    let moves = read_moves(start, tokens)?;
    *left = left.checked_sub(moves.len()).ok_or(RecordError::TooLarge)?;
    let mut line: Vec<Node> = moves.into_iter().map(Node::new).collect();
    let mut opening_remark = None;
    // How many moves were read, and the position before the last of them.
    let (mut count, mut before, mut position) = (0, *start, *start);
    for token in tokens {
        match token {
            Token::Words(words) => {
                for node in line.iter().skip(count).take(split_words(words).len()) {
                    before = position;
                    position.play_unchecked(node.mv);
                    count += 1;
                }
            }
            Token::Remark(text) => {
                let place = match count {
                    0 => &mut opening_remark,
                    _ => &mut line[count - 1].remark,
                };
                add_remark(place, text);
            }
            Token::Variation(_) if count == 0 => (),
            Token::Variation(tokens) => {
                let (remark, mut other) = follow(&before, tokens, left)?;
                if let (Some(text), Some(first)) = (remark, other.first_mut()) {
                    add_remark(&mut first.remark, &text);
                }
                if !other.is_empty() {
                    line[count - 1].variations.push(other);
                }
            }
        }
    }
    Ok((opening_remark, line))
}

/// All moves of one line together, since a doubtful one is settled by those after it.
fn read_moves(start: &Position, tokens: &[Token]) -> Result<Vec<Move>, RecordError> {
    let words: Vec<String> = tokens
        .iter()
        .flat_map(|it| match it {
            Token::Words(words) => split_words(words),
            Token::Remark(_) | Token::Variation(_) => Vec::new(),
        })
        .collect();
    if LONGEST_LINE < words.len() {
        return Err(RecordError::TooLarge);
    }
    Ok(parse_line(start, &words.join(" "))?)
}

// Writing

/// Who played, under which rules, and how it ended.
pub(crate) struct Heading<'a> {
    pub(crate) names: [&'a str; 2],
    pub(crate) status: Status,
    pub(crate) rules: RuleSet,
}

pub(crate) fn write_pgn(record: &Record, heading: &Heading<'_>) -> String {
    let result = heading.status.token();
    let quoted = |text: &str| text.replace(['"', '\\', '\n', '\r'], "'");
    let [red, black] = heading.names.map(quoted);
    let rules = heading.rules.name();
    let mut text = format!(
        "[Game \"Chinese Chess\"]\n[Event \"Chuhe\"]\n[Red \"{red}\"]\n[Black \"{black}\"]\n\
         [Result \"{result}\"]\n[Rules \"{rules}\"]\n[Format \"Chinese\"]\n"
    );
    if record.start != Position::start() {
        text.push_str(&format!("[FEN \"{}\"]\n", record.start.fen()));
    }
    text.push('\n');
    if let Some(remark) = &record.remark {
        text.push_str(&format!("{}\n", braced(remark)));
    }
    let first = usize::from(record.start.side() == Color::Black);
    let mut writer = Writer { text, depth: 0 };
    writer.line(record.start, &record.line, first);
    writer.text + result + "\n"
}

/// A brace inside a remark would end it.
fn braced(remark: &str) -> String {
    format!("{{{}}}", remark.replace('}', ")").replace('{', "("))
}

struct Writer {
    text: String,
    depth: usize,
}

impl Writer {
    /// `ply` counts from Red's first move.
    fn line(&mut self, mut position: Position, line: &[Node], first: usize) {
        let mut is_interrupted = true;
        for (ply, node) in (first..).zip(line) {
            let is_red = ply.is_multiple_of(2);
            if is_red {
                self.text.push_str(&format!("{}. ", ply / 2 + 1));
            } else if is_interrupted {
                self.text.push_str(&format!("{}. ... ", ply / 2 + 1));
            }
            self.text.push_str(&position.write_move(node.mv, Style::Chinese));
            is_interrupted = node.remark.is_some() || !node.variations.is_empty();
            if let Some(remark) = &node.remark {
                self.text.push_str(&format!(" {}", braced(remark)));
            }
            for other in &node.variations {
                self.depth += 1;
                self.text.push_str(" (");
                self.line(position, other, ply);
                self.text.truncate(self.text.trim_end().len());
                self.text.push(')');
                self.depth -= 1;
            }
            let ends_pair = self.depth == 0 && (!is_red || is_interrupted);
            self.text.push(if ends_pair { '\n' } else { ' ' });
            position.play_unchecked(node.mv);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HEADING: Heading<'static> =
        Heading { names: ["a\"b", "?"], status: Status::Ongoing, rules: RuleSet::Asian };

    const STUDY: &str = "[Game \"Chinese Chess\"]\n\n{开局} 1. 炮二平五 {中炮} 马8进7 \
        (1. ... 炮8平5 {顺炮} 2. 马二进三 (2. 炮五进四)) (1. ... 马2进3)\n2. 马二进三 $1 *\nadvert";

    #[test]
    fn remarks_and_variations_are_read() {
        let record = read_pgn(STUDY).unwrap();
        assert_eq!(record.remark.as_deref(), Some("开局"));
        assert_eq!(record.line.len(), 3);
        assert_eq!(record.line[0].remark.as_deref(), Some("中炮"));
        let others = &record.line[1].variations;
        assert_eq!(others.len(), 2);
        assert_eq!(others[0][0].remark.as_deref(), Some("顺炮"));
        assert_eq!(others[0][1].variations[0][0].mv.to_string(), "e2e6");
    }

    #[test]
    fn what_is_written_is_read_back() {
        for text in [STUDY, "1. h2e2 h9g7 2. h0g2", "[FEN \"4k4/9/9/9/9/9/9/9/3R5/3K5 b\"]\n\n*"] {
            let record = read_pgn(text).unwrap();
            let written = write_pgn(&record, &HEADING);
            assert_eq!(read_pgn(&written).unwrap(), record, "{written}");
        }
        let odd = Record { remark: Some("a } b".into()), ..read_pgn("*").unwrap() };
        let again = read_pgn(&write_pgn(&odd, &HEADING)).unwrap();
        assert_eq!(again.remark.as_deref(), Some("a ) b"));
    }

    #[test]
    fn too_deep_and_too_much_are_refused() {
        let deep = format!("1. h2e2 {}", "(".repeat(10_000));
        assert_eq!(read_pgn(&deep), Err(RecordError::TooLarge));
        let wide = format!("1. h2e2 {}", "(1. h2d2) ".repeat(5000));
        assert_eq!(read_pgn(&wide), Err(RecordError::TooLarge));
    }

    #[test]
    fn odd_parentheses_and_braces_end_nowhere_else() {
        for text in ["1. h2e2 ) h9g7", "1. h2e2 {open", "(h2e2) 1. h2e2", "1. h2e2 ()"] {
            assert_eq!(read_pgn(text).unwrap().line[0].mv.to_string(), "h2e2", "{text}");
        }
        assert!(read_pgn("1. h2e2 (1. h2z2)").is_err());
    }
}
