//! Writes random games as JSON lines, with all that another program may check: legal moves,
//! checks, notation, results. `cargo xtask test` pipes them into tests/oracle/compare.py.
//!
//! Usage: export_games [GAMES] [SEED]

#[path = "../tests/slow/mod.rs"]
mod slow;

use std::io::{self, Write};

use random::Random;
use serde_json::{Value, json};
use xiangqi::{Game, Move, Position, RuleSet, Style};

fn main() -> io::Result<()> {
    let mut numbers = std::env::args().skip(1).map(|it| it.parse().unwrap_or(0));
    let games = numbers.next().unwrap_or(2_000);
    let seed = numbers.next().unwrap_or(1);
    let mut out = io::BufWriter::new(io::stdout().lock());
    for number in 0..games {
        let game = random_game(&mut Random::new(seed << 32 | number), number);
        writeln!(out, "{}", export(&game))?;
    }
    out.flush()
}

/// A third of the games from the start, a third from odd endgames, and a third that like to
/// go back and forth, so that repetitions happen.
fn random_game(random: &mut Random, number: u64) -> Game {
    let start =
        if number.is_multiple_of(3) { Position::start() } else { slow::odd_position(random) };
    let shuffles = number % 3 == 2;
    let mut game = Game::new(start);
    while game.len() < 120 {
        let legal = game.position().legal_moves();
        let is_over = game.outcome(RuleSet::Asian).1.is_some();
        if legal.is_empty() || (shuffles && is_over) {
            break;
        }
        let back = game.moves().rev().nth(1).and_then(|mv| Move::new(mv.to(), mv.from()));
        let mv = match back.filter(|mv| shuffles && random.below(4) != 0 && legal.contains(mv)) {
            Some(mv) => mv,
            None => legal[random.below(legal.len())],
        };
        game.play(mv).expect("the move is from the list of legal moves");
    }
    game
}

/// pyffish takes milliseconds for every question, so it is asked about some plies of each game.
const ASKED_PLIES: usize = 6;

fn export(game: &Game) -> Value {
    let every = (game.len() / ASKED_PLIES).max(1);
    let mut replay = Game::new(*game.start());
    let (mut asked, mut moves, mut written) = (Vec::new(), Vec::new(), Vec::new());
    for (ply, mv) in game.moves().enumerate() {
        let position = replay.position();
        if ply % every == every / 2 {
            asked.push(look(position));
        }
        moves.push(mv.to_string());
        written.push(position.write_move(mv, Style::Wxf));
        replay.play(mv).expect("the game was played before");
    }
    asked.push(look(game.position()));
    let (status, reason) = game.outcome(RuleSet::Asian);
    json!({
        "start": game.start().fen(),
        "moves": moves,
        "wxf": written,
        "asked": asked,
        "side": game.position().side().to_string(),
        "status": status.name(),
        "reason": reason.map(|it| it.name()),
    })
}

fn look(position: &Position) -> Value {
    let mut legal: Vec<String> = position.legal_moves().iter().map(Move::to_string).collect();
    legal.sort_unstable();
    json!({ "fen": position.fen(), "legal": legal, "check": position.in_check() })
}
