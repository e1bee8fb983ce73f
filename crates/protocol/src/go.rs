//! The `go` line, in both dialects.

use std::{fmt::Write, time::Duration};

use xiangqi::Color;

use crate::{Dialect, words::Words};

/// What a `go` line asks for. Several limits may be given; the first one reached ends the search.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Go {
    pub depth: Option<i32>,
    pub nodes: Option<u64>,
    pub move_time: Option<Duration>,
    pub mate: Option<i32>,
    /// Red's and Black's, or under UCCI the mover's and the opponent's: see [`Go::clock_of`].
    pub clocks: [Option<Clock>; 2],
    pub moves_to_go: Option<u32>,
    pub infinite: bool,
    pub ponder: bool,
    /// UCCI: the opponent offers a draw.
    pub draw_offer: bool,
    /// Count move trees instead of searching.
    pub perft: Option<u32>,
    /// As written; they may be anything.
    pub search_moves: Vec<String>,
}

/// One side's clock.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Clock {
    pub left: Duration,
    pub increment: Duration,
}

impl Go {
    /// The clock of the side to move.
    pub fn clock_of(&self, dialect: Dialect, side: Color) -> Option<Clock> {
        match dialect {
            Dialect::Uci => self.clocks[side.index()],
            Dialect::Ucci => self.clocks[0],
        }
    }

    /// The line to send. Under UCCI the clocks are in milliseconds: set `usemillisec` first.
    pub fn line(&self, dialect: Dialect) -> String {
        let mut line = "go".to_owned();
        let mut add = |word: &str, value: String| {
            // Writing to a string cannot fail.
            let _ = write!(line, " {word}{}{value}", if value.is_empty() { "" } else { " " });
        };
        if self.ponder {
            add("ponder", String::new());
        }
        if self.draw_offer && dialect == Dialect::Ucci {
            add("draw", String::new());
        }
        let names = match dialect {
            Dialect::Uci => [["wtime", "winc"], ["btime", "binc"]],
            Dialect::Ucci => [["time", "increment"], ["opptime", "oppincrement"]],
        };
        for (clock, [time, increment]) in self.clocks.iter().zip(names) {
            if let Some(clock) = clock {
                add(time, clock.left.as_millis().to_string());
                add(increment, clock.increment.as_millis().to_string());
            }
        }
        let mut number = |word: &str, value: Option<u128>| {
            if let Some(value) = value {
                add(word, value.to_string());
            }
        };
        number("movestogo", self.moves_to_go.map(u128::from));
        number("depth", self.depth.map(|it| it.unsigned_abs().into()));
        number("nodes", self.nodes.map(u128::from));
        number("movetime", self.move_time.map(|it| it.as_millis()));
        number("mate", self.mate.map(|it| it.unsigned_abs().into()));
        number("perft", self.perft.map(u128::from));
        if self.infinite {
            add("infinite", String::new());
        }
        if !self.search_moves.is_empty() {
            add("searchmoves", self.search_moves.join(" "));
        }
        line
    }
}

/// Reads what follows `go`. Unknown words are skipped, so that a newer host cannot confuse an
/// older engine. UCCI clocks count seconds unless the host said `usemillisec`.
pub(crate) fn parse_go(dialect: Dialect, in_millis: bool, text: &str) -> Go {
    let mut go = Go::default();
    let mut words = Words::new(text);
    while let Some(word) = words.next() {
        match (dialect, word) {
            (_, "depth") => go.depth = words.number(),
            (_, "nodes") => go.nodes = words.number(),
            (_, "mate") => go.mate = words.number(),
            (_, "perft") => go.perft = words.number(),
            // Zero of them means that the host does not know.
            (_, "movestogo") => go.moves_to_go = words.number().filter(|&it| 0 < it),
            (_, "movetime") => go.move_time = millis(&mut words),
            (_, "infinite") => go.infinite = true,
            (_, "ponder") => go.ponder = true,
            (_, "draw") => go.draw_offer = true,
            (_, "searchmoves") => go.search_moves = words.all(),
            (_, "wtime" | "winc" | "btime" | "binc") => {
                let clock = go.clocks[usize::from(word.starts_with('b'))].get_or_insert_default();
                set(clock, word.ends_with("inc"), millis(&mut words));
            }
            (Dialect::Ucci, "time" | "increment" | "opptime" | "oppincrement") => {
                let clock = go.clocks[usize::from(word.starts_with("opp"))].get_or_insert_default();
                let unit = if in_millis { 1 } else { 1000 };
                let time = words.number().map(|it: i64| unit * it.max(0) as u64);
                set(clock, word.ends_with("increment"), time.map(Duration::from_millis));
            }
            _ => {}
        }
    }
    go
}

fn set(clock: &mut Clock, is_increment: bool, time: Option<Duration>) {
    let field = if is_increment { &mut clock.increment } else { &mut clock.left };
    *field = time.unwrap_or_default();
}

/// A clock that ran over is sent as a negative number by some hosts: it is empty.
fn millis(words: &mut Words) -> Option<Duration> {
    words.number().map(|it: i64| Duration::from_millis(it.max(0) as u64))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_dialects_mean_the_same() {
        let expected =
            Clock { left: Duration::from_millis(9000), increment: Duration::from_millis(80) };
        for (dialect, text) in [
            (Dialect::Uci, "wtime 1 btime 9000 winc 2 binc 80"),
            (Dialect::Ucci, "time 9000 increment 80 opptime 1 oppincrement 2"),
        ] {
            let go = parse_go(dialect, true, text);
            assert_eq!(go.clock_of(dialect, Color::Black), Some(expected), "{text}");
        }
        let seconds = parse_go(Dialect::Ucci, false, "time 9 increment 1");
        assert_eq!(seconds.clocks[0].unwrap().left, Duration::from_secs(9));
    }

    #[test]
    fn lines_read_back() {
        for text in [
            "ponder wtime 1000 winc 10 btime 2000 binc 20 movestogo 40",
            "depth 12 nodes 5000 movetime 300 mate 4",
            "infinite searchmoves h2e2 b2e2",
        ] {
            let go = parse_go(Dialect::Uci, true, text);
            assert_eq!(go.line(Dialect::Uci), format!("go {text}"));
        }
        let unknown = parse_go(Dialect::Uci, true, "wtime 1000 btime 1000 movestogo 0");
        assert_eq!(unknown.moves_to_go, None, "no number of moves is zero");
        let go = parse_go(Dialect::Ucci, true, "draw time 5000 increment 0");
        assert_eq!(parse_go(Dialect::Ucci, true, &go.line(Dialect::Ucci)[3..]), go);
    }

    #[test]
    fn nonsense_is_skipped() {
        let go = parse_go(Dialect::Uci, true, "depth x wtime -5 楚河 nodes 99999999999999999999");
        assert_eq!(go.depth, None);
        assert_eq!(go.nodes, None);
        assert_eq!(go.clocks[0].unwrap().left, Duration::ZERO);
    }
}
