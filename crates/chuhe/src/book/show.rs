//! `chuhe book show`: what a book knows about a position.

use std::path::PathBuf;

use anyhow::Result;
use chuhe::books;
use records::{
    book::{Book, BookMove},
    openings::{Name, Openings},
};
use serde_json::{Value, json};
use xiangqi::{Language, Position, Style};

use crate::{
    common::{Lang, language, print, read_game, say},
    table::table_with_heads,
};

#[derive(clap::Args)]
pub(super) struct Args {
    /// The position; the start position if not given
    #[arg(long, value_name = "FEN")]
    fen: Option<String>,
    /// Moves to play first, in any notation
    #[arg(long, value_name = "MOVES", allow_hyphen_values = true)]
    moves: Option<String>,
    /// Another book than the built-in one of masters' games
    #[arg(long, value_name = "F")]
    book: Option<PathBuf>,
    /// zh or en; that of the environment if not given
    #[arg(long)]
    lang: Option<Lang>,
    /// Print one line of JSON and nothing else
    #[arg(long)]
    json: bool,
}

pub(super) fn run(args: &Args) -> Result<()> {
    let game = read_game(args.fen.as_deref(), args.moves.as_deref())?;
    let read;
    let book = match &args.book {
        Some(path) => {
            read = books::read(path)?;
            &read
        }
        None => Book::masters(),
    };
    let moves = book.look_up(game.position());
    let name = Openings::built_in().name_of_standing(&game, Book::masters());
    if args.json {
        print(&format!("{}\n", to_json(&moves, name)))?;
    } else {
        print(&to_text(game.position(), &moves, name, language(args.lang)))?;
    }
    Ok(())
}

fn to_json(moves: &[BookMove], name: Option<&Name>) -> Value {
    let moves: Vec<Value> = moves
        .iter()
        .map(|it| {
            json!({
                "move": it.mv.to_string(),
                "games": it.tally.games(),
                "red": it.tally.red,
                "draw": it.tally.draw,
                "black": it.tally.black,
            })
        })
        .collect();
    let name = name.map(|it| json!({ "zh": it.zh, "en": it.en }));
    json!({ "moves": moves, "name": name })
}

fn to_text(
    position: &Position,
    moves: &[BookMove],
    name: Option<&Name>,
    language: Language,
) -> String {
    let name = name.map_or(String::new(), |it| format!("{} · {}\n", it.zh, it.en));
    if moves.is_empty() {
        let sentence = say(language, "谱中没有这个局面。", "The book does not know this position.");
        return format!("{name}{sentence}\n");
    }
    let (style, heads) = match language {
        Language::Chinese => (Style::Chinese, ["着法", "", "局数", "红胜", "和棋", "黑胜"]),
        Language::English => (Style::Wxf, ["move", "", "games", "Red wins", "draws", "Black wins"]),
    };
    let rows = moves.iter().map(|it| row(position.write_move(it.mv, style), it));
    name + &table_with_heads(&heads, rows)
}

fn row(written: String, BookMove { mv, tally }: &BookMove) -> Vec<String> {
    let share = |count: u32| {
        let percent = 100.0 * f64::from(count) / f64::from(tally.games().max(1));
        format!("{percent:.1} %")
    };
    let games = tally.games().to_string();
    let shares = [tally.red, tally.draw, tally.black].map(share);
    [mv.to_string(), written, games].into_iter().chain(shares).collect()
}
