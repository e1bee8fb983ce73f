//! What a host says to an engine.

use crate::{
    Dialect,
    go::{Go, parse_go},
    words::Words,
};

/// One line of a host.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Command {
    /// `uci` or `ucci`: who are you, which options have you?
    Greet(Dialect),
    IsReady,
    SetOption(SetOption),
    NewGame,
    Position {
        start: Start,
        moves: Vec<String>,
    },
    /// UCCI: root moves not to be played, until the next position.
    BanMoves(Vec<String>),
    Go(Go),
    PonderHit,
    Stop,
    /// UCCI: what does the table know?
    Probe {
        start: Start,
        moves: Vec<String>,
    },
    Quit,
    /// `d`: show the board.
    Display,
    /// `eval`: show the static evaluation.
    Evaluate,
    /// `debug on`, `register`: nothing to do.
    Ignored,
    /// An empty line.
    Empty,
    /// Anything else.
    Unknown(String),
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SetOption {
    /// As written, without the value if the words `name` and `value` divide them. Without these
    /// words the first one is the name.
    pub name: String,
    pub value: String,
}

/// Where a line of moves begins.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Start {
    StartPosition,
    /// As written; it may be anything.
    Fen(String),
}

/// Reads one line. Every line means something, if only [`Command::Unknown`].
pub fn parse_command(dialect: Dialect, in_millis: bool, line: &str) -> Command {
    let line = line.trim();
    let (first, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    match first {
        "" => Command::Empty,
        "uci" => Command::Greet(Dialect::Uci),
        "ucci" => Command::Greet(Dialect::Ucci),
        "isready" => Command::IsReady,
        "setoption" => set_option(rest),
        "ucinewgame" | "uccinewgame" | "newgame" => Command::NewGame,
        "position" => position(rest),
        // The Cyclone dialect leaves the word `position` out.
        "fen" | "startpos" => position(line),
        "banmoves" => Command::BanMoves(Words::new(rest).all()),
        "go" => Command::Go(parse_go(dialect, in_millis, rest)),
        "ponderhit" => Command::PonderHit,
        "stop" => Command::Stop,
        "probe" => match position(rest) {
            Command::Position { start, moves } => Command::Probe { start, moves },
            other => other,
        },
        "quit" | "exit" => Command::Quit,
        "d" => Command::Display,
        "eval" => Command::Evaluate,
        "debug" | "register" => Command::Ignored,
        _ => Command::Unknown(line.to_owned()),
    }
}

fn position(text: &str) -> Command {
    let (head, moves) = match text.split_once("moves") {
        Some((head, moves)) => (head.trim(), Words::new(moves).all()),
        None => (text.trim(), Vec::new()),
    };
    let mut words = Words::new(head);
    match words.next() {
        Some("startpos") => Command::Position { start: Start::StartPosition, moves },
        Some("fen") => Command::Position { start: Start::Fen(words.rest()), moves },
        // A bare FEN is understood too.
        Some(_) if head.contains('/') => {
            Command::Position { start: Start::Fen(Words::new(head).rest()), moves }
        }
        _ => Command::Unknown(format!("position {text}")),
    }
}

fn set_option(text: &str) -> Command {
    let mut words = Words::new(text);
    let (name, value) = match text.trim_start().strip_prefix("name") {
        Some(rest) if rest.starts_with(char::is_whitespace) => {
            let rest = rest.trim();
            match rest.split_once(" value") {
                Some((name, value)) => (name.trim().to_owned(), value.trim().to_owned()),
                None => (rest.to_owned(), String::new()),
            }
        }
        _ => (words.next().unwrap_or_default().to_owned(), words.rest()),
    };
    let value = value.strip_prefix("value ").map(str::to_owned).unwrap_or(value);
    Command::SetOption(SetOption { name, value })
}

impl Command {
    /// The line to send, for those commands a host sends.
    pub fn line(&self, dialect: Dialect) -> String {
        match self {
            Command::Greet(Dialect::Uci) => "uci".to_owned(),
            Command::Greet(Dialect::Ucci) => "ucci".to_owned(),
            Command::IsReady => "isready".to_owned(),
            Command::SetOption(SetOption { name, value }) => match dialect {
                Dialect::Uci if value.is_empty() => format!("setoption name {name}"),
                Dialect::Uci => format!("setoption name {name} value {value}"),
                Dialect::Ucci => format!("setoption {name} {value}").trim_end().to_owned(),
            },
            Command::NewGame => match dialect {
                Dialect::Uci => "ucinewgame".to_owned(),
                Dialect::Ucci => "setoption newgame".to_owned(),
            },
            Command::Position { start, moves } => format!("position {}", line_of(start, moves)),
            Command::Probe { start, moves } => format!("probe {}", line_of(start, moves)),
            Command::BanMoves(moves) => format!("banmoves {}", moves.join(" ")),
            Command::Go(go) => go.line(dialect),
            Command::PonderHit => "ponderhit".to_owned(),
            Command::Stop => "stop".to_owned(),
            Command::Quit => "quit".to_owned(),
            Command::Display => "d".to_owned(),
            Command::Evaluate => "eval".to_owned(),
            Command::Ignored | Command::Empty => String::new(),
            Command::Unknown(line) => line.clone(),
        }
    }
}

fn line_of(start: &Start, moves: &[String]) -> String {
    let start = match start {
        Start::StartPosition => "startpos".to_owned(),
        Start::Fen(fen) => format!("fen {fen}"),
    };
    if moves.is_empty() { start } else { format!("{start} moves {}", moves.join(" ")) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(line: &str) -> Command {
        parse_command(Dialect::Uci, true, line)
    }

    #[test]
    fn options_are_set_in_both_dialects() {
        let set = |name: &str, value: &str| {
            Command::SetOption(SetOption { name: name.to_owned(), value: value.to_owned() })
        };
        assert_eq!(read("setoption name Move Overhead value 50"), set("Move Overhead", "50"));
        assert_eq!(read("setoption name Clear Hash"), set("Clear Hash", ""));
        assert_eq!(read("setoption hashsize 128"), set("hashsize", "128"));
        assert_eq!(read("setoption Threads value 2"), set("Threads", "2"));
        assert_eq!(read("setoption newgame"), set("newgame", ""));
        assert_eq!(read("setoption"), set("", ""));
    }

    #[test]
    fn positions_come_in_many_forms() {
        let moves = vec!["h2e2".to_owned()];
        let start = Start::StartPosition;
        assert_eq!(read("position startpos moves h2e2"), Command::Position { start, moves });
        let fen = "4k4/9/9/9/9/9/9/9/9/3K5 r - - 0 1";
        let expected = Command::Position { start: Start::Fen(fen.to_owned()), moves: Vec::new() };
        assert_eq!(read(&format!("position fen {fen}")), expected);
        assert_eq!(read(&format!("position {fen}")), expected);
        assert_eq!(read(&format!("position {}", fen.replace(' ', " \u{c}"))), expected);
        assert_eq!(read(&format!("fen {fen} moves")), expected);
        assert!(matches!(read("position"), Command::Unknown(_)));
    }

    #[test]
    fn lines_read_back() {
        for line in [
            "uci",
            "ucci",
            "isready",
            "ucinewgame",
            "setoption name Hash value 64",
            "position startpos moves h2e2 h9g7",
            "position fen 4k4/9/9/9/9/9/9/9/9/3K5 w - - 0 1",
            "probe startpos",
            "banmoves h2e2 b2e2",
            "go depth 9",
            "ponderhit",
            "stop",
            "quit",
        ] {
            assert_eq!(read(line).line(Dialect::Uci), line);
        }
    }
}
