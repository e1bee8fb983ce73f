//! Measures the library on made games: `cargo run --release -p server --example library [GAMES]`
//! plays that many games (100,000 if not said) of book moves and chance, writes them as PGN, adds
//! the file to a fresh library, and times searches.

use std::{env, fs, time::Instant};

use random::Random;
use records::book::Book;
use server::library::{Library, Query};
use xiangqi::{Game, Position, RuleSet, Status, Style};

/// About as long as games of masters.
const PLIES: usize = 80;

fn main() -> anyhow::Result<()> {
    let games = env::args().nth(1).map_or(Ok(100_000), |it| it.parse())?;
    let folder = tempfile::tempdir()?;
    let file = folder.path().join("made.pgn");
    let mut random = Random::new(1);
    let text: String = (0..games).map(|number| game(number, &mut random)).collect();
    fs::write(&file, &text)?;
    println!("{games} games, {} MB of PGN", text.len() / 1_000_000);

    let path = folder.path().join("games.db");
    let mut library = Library::open(&path)?;
    let started = Instant::now();
    let bytes = fs::read(&file)?;
    let report = library.import("made.pgn", &bytes, None, &mut |_| true)??;
    let took = started.elapsed().as_secs_f64();
    println!("added {} in {took:.1} s: {:.0} a second", report.added, games as f64 / took);
    drop(library);
    println!("the database has {} MB", fs::metadata(&path)?.len() / 1_000_000);

    let library = Library::open(&path)?;
    let mut deep = Game::new(Position::start());
    for mv in ["h2e2", "h9g7", "h0g2", "i9h9", "i0h0", "b9c7"] {
        deep.play(mv.parse()?)?;
    }
    let open = Query::default;
    let queries = [
        ("all games", open()),
        ("a player", Query { player: "Player 77".into(), ..open() }),
        ("nobody", Query { player: "nobody".into(), ..open() }),
        ("an opening", Query { opening: "Screen Horses".into(), ..open() }),
        (
            "a year, Red won",
            Query {
                years: (Some(1990), Some(1990)),
                result: Some(Status::Won(xiangqi::Color::Red)),
                ..open()
            },
        ),
        ("the start position", Query { position: Some(Position::start()), ..open() }),
        ("a position of six plies", Query { position: Some(*deep.position()), ..open() }),
        (
            "the same and a player",
            Query { position: Some(*deep.position()), player: "Player 7".into(), ..open() },
        ),
        ("page 1000", Query { page: 1000, ..open() }),
    ];
    for (name, query) in queries {
        let started = Instant::now();
        let total = library.search(&query)?.total;
        println!("{name}: {total} games in {:.1} ms", started.elapsed().as_secs_f64() * 1e3);
    }
    let started = Instant::now();
    let moves = library.moves(&Position::start())?.len();
    println!("moves of the start: {moves} in {:.1} ms", started.elapsed().as_secs_f64() * 1e3);
    Ok(())
}

/// A game that begins as masters do and goes on by chance.
fn game(number: usize, random: &mut Random) -> String {
    let mut game = Game::new(Position::start());
    let mut text = String::new();
    while game.plies().len() < PLIES && game.verdict(RuleSet::Asian).status == Status::Ongoing {
        let position = *game.position();
        let known = Book::masters().look_up(&position);
        let legal = position.legal_moves();
        let mv = match known.len() {
            0 => legal[random.below(legal.len())],
            count => known[random.below(count.min(4))].mv,
        };
        text += &position.write_move(mv, Style::Iccs);
        text.push(' ');
        if game.play(mv).is_err() {
            break;
        }
    }
    let result = ["1-0", "0-1", "1/2-1/2", "1-0"][number % 4];
    let (red, black, year) = (random.below(3000), random.below(3000), 1950 + number % 75);
    format!(
        "[Event \"Cup {}\"]\n[Date \"{year}.01.01\"]\n[Red \"Player {red}\"]\n\
         [Black \"Player {black}\"]\n[Result \"{result}\"]\n\n{text}{result}\n\n",
        number % 500
    )
}
