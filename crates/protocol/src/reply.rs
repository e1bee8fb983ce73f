//! What an engine says to its host.

use std::{fmt::Write, time::Duration};

use crate::{Dialect, option::OptionSpec, words::Words};

/// One line of an engine.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reply {
    /// `id name ...`, `id author ...`
    Id {
        key: String,
        value: String,
    },
    Option(OptionSpec),
    /// `uciok` or `ucciok`.
    GreetingOver(Dialect),
    ReadyOk,
    Info(Info),
    BestMove {
        mv: String,
        ponder: Option<String>,
        offers_draw: bool,
        resigns: bool,
    },
    /// There is no move: `nobestmove`, or `bestmove (none)` under UCI.
    NoBestMove,
    /// UCCI: what the table knows.
    PopHash {
        best: Option<String>,
        lower: Option<(i32, i32)>,
        upper: Option<(i32, i32)>,
    },
    Bye,
    /// Anything else, such as the board after `d`.
    Text(String),
}

/// One `info` line. What was not said is `None` or empty.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Info {
    pub depth: Option<i32>,
    pub selective_depth: Option<usize>,
    pub multi_pv: Option<usize>,
    pub score: Option<(Score, Bound)>,
    /// Chances to win, draw and lose in thousandths.
    pub win_draw_loss: Option<[u32; 3]>,
    pub nodes: Option<u64>,
    pub nodes_per_second: Option<u64>,
    pub hash_full: Option<u32>,
    pub time: Option<Duration>,
    pub line: Vec<String>,
    /// Text for people.
    pub text: Option<String>,
}

/// For the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Score {
    Centipawns(i32),
    /// In so many moves; negative if the side to move is mated.
    Mate(i32),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bound {
    Exact,
    Lower,
    Upper,
}

impl Info {
    pub fn text(text: impl Into<String>) -> Info {
        Info { text: Some(text.into()), ..Info::default() }
    }
}

impl Reply {
    pub fn line(&self, dialect: Dialect) -> String {
        match self {
            Reply::Id { key, value } => format!("id {key} {value}"),
            Reply::Option(spec) => spec.line(dialect),
            Reply::GreetingOver(Dialect::Uci) => "uciok".to_owned(),
            Reply::GreetingOver(Dialect::Ucci) => "ucciok".to_owned(),
            Reply::ReadyOk => "readyok".to_owned(),
            Reply::Info(info) => info.line(dialect),
            Reply::BestMove { mv, ponder, offers_draw, resigns } => {
                let mut line = format!("bestmove {mv}");
                if let Some(ponder) = ponder {
                    line += &format!(" ponder {ponder}");
                }
                if dialect == Dialect::Ucci {
                    line += if *offers_draw { " draw" } else { "" };
                    line += if *resigns { " resign" } else { "" };
                }
                line
            }
            Reply::NoBestMove => match dialect {
                Dialect::Uci => "bestmove (none)".to_owned(),
                Dialect::Ucci => "nobestmove".to_owned(),
            },
            Reply::PopHash { best, lower, upper } => pop_hash(best.as_deref(), *lower, *upper),
            Reply::Bye => "bye".to_owned(),
            Reply::Text(text) => text.clone(),
        }
    }
}

fn pop_hash(best: Option<&str>, lower: Option<(i32, i32)>, upper: Option<(i32, i32)>) -> String {
    let mut line = "pophash".to_owned();
    if let Some(best) = best {
        line += &format!(" bestmove {best}");
    }
    for (name, bound) in [("lowerbound", lower), ("upperbound", upper)] {
        if let Some((value, depth)) = bound {
            line += &format!(" {name} {value} depth {depth}");
        }
    }
    line
}

impl Info {
    fn line(&self, dialect: Dialect) -> String {
        if let Some(text) = &self.text {
            return match dialect {
                Dialect::Uci => format!("info string {text}"),
                Dialect::Ucci => format!("info message {text}"),
            };
        }
        let mut line = "info".to_owned();
        add(&mut line, "depth", self.depth);
        add(&mut line, "seldepth", self.selective_depth);
        add(&mut line, "multipv", self.multi_pv);
        if let Some((score, bound)) = self.score {
            line += &score_text(dialect, score);
            line += match bound {
                Bound::Exact => "",
                Bound::Lower => " lowerbound",
                Bound::Upper => " upperbound",
            };
        }
        if let Some([win, draw, loss]) = self.win_draw_loss {
            add(&mut line, "wdl", Some(format!("{win} {draw} {loss}")));
        }
        add(&mut line, "nodes", self.nodes);
        add(&mut line, "nps", self.nodes_per_second);
        add(&mut line, "hashfull", self.hash_full);
        add(&mut line, "time", self.time.map(|it| it.as_millis()));
        if !self.line.is_empty() {
            add(&mut line, "pv", Some(self.line.join(" ")));
        }
        line
    }
}

fn add(line: &mut String, word: &str, value: Option<impl std::fmt::Display>) {
    if let Some(value) = value {
        // Writing to a string cannot fail.
        let _ = write!(line, " {word} {value}");
    }
}

/// UCCI knows only numbers: a mate is one beyond all evaluations.
const UCCI_MATE: i32 = 30_000;

fn score_text(dialect: Dialect, score: Score) -> String {
    match (dialect, score) {
        (Dialect::Uci, Score::Centipawns(value)) => format!(" score cp {value}"),
        (Dialect::Uci, Score::Mate(moves)) => format!(" score mate {moves}"),
        (Dialect::Ucci, Score::Centipawns(value)) => format!(" score {value}"),
        (Dialect::Ucci, Score::Mate(moves)) if 0 < moves => format!(" score {}", UCCI_MATE - moves),
        (Dialect::Ucci, Score::Mate(moves)) => format!(" score {}", -UCCI_MATE - moves),
    }
}

/// Reads one line of an engine, in either dialect.
pub fn parse_reply(line: &str) -> Reply {
    let line = line.trim();
    let (first, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let text = || Reply::Text(line.to_owned());
    match first {
        "id" => {
            let (key, value) = rest.trim().split_once(' ').unwrap_or((rest, ""));
            Reply::Id { key: key.to_owned(), value: value.trim().to_owned() }
        }
        "option" => OptionSpec::parse(rest.trim()).map_or_else(text, Reply::Option),
        "uciok" => Reply::GreetingOver(Dialect::Uci),
        "ucciok" => Reply::GreetingOver(Dialect::Ucci),
        "readyok" => Reply::ReadyOk,
        "info" => Reply::Info(parse_info(rest)),
        "bestmove" => best_move(rest),
        "nobestmove" => Reply::NoBestMove,
        "pophash" => parse_pop_hash(rest),
        "bye" => Reply::Bye,
        _ => text(),
    }
}

fn best_move(text: &str) -> Reply {
    let mut words = Words::new(text);
    let mv = match words.next() {
        None | Some("(none)" | "0000" | "none" | "null") => return Reply::NoBestMove,
        Some(mv) => mv.to_owned(),
    };
    let (mut ponder, mut offers_draw, mut resigns) = (None, false, false);
    while let Some(word) = words.next() {
        match word {
            "ponder" => ponder = words.next().filter(|&it| it != "(none)").map(str::to_owned),
            "draw" => offers_draw = true,
            "resign" => resigns = true,
            _ => {}
        }
    }
    Reply::BestMove { mv, ponder, offers_draw, resigns }
}

fn parse_pop_hash(text: &str) -> Reply {
    let (mut best, mut lower, mut upper) = (None, None, None);
    let mut words = Words::new(text);
    let bound = |words: &mut Words| {
        let value = words.number()?;
        words.next();
        Some((value, words.number()?))
    };
    while let Some(word) = words.next() {
        match word {
            "bestmove" => best = words.next().map(str::to_owned),
            "lowerbound" => lower = bound(&mut words),
            "upperbound" => upper = bound(&mut words),
            _ => {}
        }
    }
    Reply::PopHash { best, lower, upper }
}

fn parse_info(text: &str) -> Info {
    let mut info = Info::default();
    let mut words = Words::new(text);
    while let Some(word) = words.next() {
        match word {
            "depth" => info.depth = words.number(),
            "seldepth" => info.selective_depth = words.number(),
            "multipv" => info.multi_pv = words.number(),
            "nodes" => info.nodes = words.number(),
            "nps" => info.nodes_per_second = words.number(),
            "hashfull" => info.hash_full = words.number(),
            "time" => info.time = words.number().map(Duration::from_millis),
            "score" => info.score = parse_score(&mut words).map(|it| (it, Bound::Exact)),
            "lowerbound" => info.score = info.score.map(|it| (it.0, Bound::Lower)),
            "upperbound" => info.score = info.score.map(|it| (it.0, Bound::Upper)),
            "wdl" => {
                let chances = [words.number(), words.number(), words.number()];
                if let [Some(win), Some(draw), Some(loss)] = chances {
                    info.win_draw_loss = Some([win, draw, loss]);
                }
            }
            "pv" => info.line = words.all(),
            "string" | "message" => info.text = Some(words.rest()),
            _ => {}
        }
    }
    info
}

fn parse_score(words: &mut Words) -> Option<Score> {
    match words.next()? {
        "cp" => words.number().map(Score::Centipawns),
        "mate" => words.number().map(Score::Mate),
        bare => bare.parse().ok().map(Score::Centipawns),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_read_back() {
        for line in [
            "id name Chuhe 0.1",
            "uciok",
            "readyok",
            "info depth 9 seldepth 14 multipv 1 score cp -35 lowerbound wdl 100 800 100 \
             nodes 1000 nps 500000 hashfull 12 time 2 pv h2e2 h9g7",
            "info depth 9 score mate -3",
            "info string hello 楚河",
            "bestmove h2e2 ponder h9g7",
            "bestmove (none)",
        ] {
            assert_eq!(parse_reply(line).line(Dialect::Uci), line);
        }
        for line in [
            "ucciok",
            "info message hi",
            "bestmove h2e2 draw",
            "nobestmove",
            "bye",
            "pophash bestmove h2e2 lowerbound 5 depth 9 upperbound 7 depth 8",
            "pophash",
        ] {
            assert_eq!(parse_reply(line).line(Dialect::Ucci), line);
        }
    }

    #[test]
    fn scores_come_in_many_forms() {
        let score = |line: &str| match parse_reply(line) {
            Reply::Info(info) => info.score,
            _ => None,
        };
        let exact = |score| Some((score, Bound::Exact));
        assert_eq!(score("info score 77 depth 3"), exact(Score::Centipawns(77)));
        assert_eq!(score("info score cp 77"), exact(Score::Centipawns(77)));
        assert_eq!(score("info score mate 2"), exact(Score::Mate(2)));
        assert_eq!(score("info score"), None);
        assert_eq!(score("info score cp x"), None);
    }

    #[test]
    fn no_move_has_many_names() {
        for line in ["bestmove (none)", "bestmove 0000", "bestmove", "nobestmove"] {
            assert_eq!(parse_reply(line), Reply::NoBestMove);
        }
    }
}
