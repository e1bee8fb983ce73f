//! An engine with a fault of choice, for the tests of the arena. It plays the first legal move
//! at once, until its fault shows on its third move.
//!
//! `mock-engine [steady|slow|crashing|illegal|garbled|silent|hanging|talkative|mute|resigning]`

use std::{
    io::{self, BufRead, Write},
    process, thread,
    time::Duration,
};

use xiangqi::{Position, parse_line};

/// The move at which a fault shows.
const FAULTY_MOVE: u32 = 3;
const FOREVER: Duration = Duration::from_secs(3600);

fn main() -> io::Result<()> {
    let kind = std::env::args().nth(1).unwrap_or_else(|| "steady".to_owned());
    let dialect = std::env::args().nth(2).unwrap_or_else(|| "uci".to_owned());
    let mut position = Position::start();
    let mut moves = 0;
    for line in io::stdin().lock().lines() {
        let line = line?;
        let (word, rest) = line.split_once(' ').unwrap_or((&line, ""));
        match word {
            "uci" | "ucci" if word == dialect => say(&format!("id name mock\n{dialect}ok"))?,
            "isready" => say("readyok")?,
            "ucinewgame" => moves = 0,
            "setoption" if rest == "newgame" => moves = 0,
            "position" => position = read_position(rest).unwrap_or(position),
            "go" => {
                moves += 1;
                answer(&kind, moves, &position)?;
            }
            "quit" => return Ok(()),
            _ => {}
        }
    }
    Ok(())
}

fn answer(kind: &str, moves: u32, position: &Position) -> io::Result<()> {
    let legal = position.legal_moves();
    let Some(best) = legal.first() else { return say("bestmove (none)") };
    if kind == "talkative" {
        for depth in 1..2_000 {
            say(&format!("info depth {depth} score cp 3 pv {best} string so much to say"))?;
        }
    }
    if moves == FAULTY_MOVE {
        match kind {
            "slow" => thread::sleep(Duration::from_millis(400)),
            "crashing" => process::exit(3),
            "illegal" => return say("bestmove a0a9"),
            "garbled" => return say("bestmove 楚河漢界"),
            "silent" => return say("bestmove (none)"),
            "hanging" => thread::sleep(FOREVER),
            "resigning" => return say(&format!("bestmove {best} resign")),
            _ => {}
        }
    }
    say(&format!("info depth 1 score cp 10 nodes 1 nps 1 time 1 pv {best}\nbestmove {best}"))
}

fn read_position(text: &str) -> Option<Position> {
    let (start, moves) = text.split_once(" moves ").unwrap_or((text, ""));
    let mut position: Position = match start.strip_prefix("fen ") {
        Some(fen) => fen.parse().ok()?,
        None => Position::start(),
    };
    for mv in parse_line(&position, moves).ok()? {
        position.play(mv).ok()?;
    }
    Some(position)
}

fn say(text: &str) -> io::Result<()> {
    let mut output = io::stdout().lock();
    writeln!(output, "{text}")?;
    output.flush()
}
