//! `cargo xtask`: the repository's own errands.

mod attack;
mod bench;
mod book;
mod clean_root;
mod dist;
mod licenses;
mod openings;
mod shell;
mod test;

use anyhow::{Result, bail};

const USAGE: &str = "usage: cargo xtask COMMAND

  test [STEP]   everything CI checks: format, lints, tests, an outside judge, a real browser, a fleet; or
                the steps whose name contains the word, such as signature or browser
  test --dist   the Debian package, installed and started in a clean root
  dist          an archive and a Debian package for people without Rust, in target/dist
  attack [SECONDS]
                a hostile visitor against the release build for ten minutes or so long: what another
                one feels, the memory, and whether a move is lost (docs/security.md)
  bench perft   the move generator side by side with fairy-stockfish
  bench search  nodes per second of the search side by side with fairy-stockfish
  book FILE     books/masters.book from a file of masters' games, plain or .xz
  openings FILE [PLIES]
                how many games of such a file have a named opening, the most frequent names, and
                with PLIES the most frequent positions of that length that have none";

fn main() -> Result<()> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    let called_from = std::env::current_dir()?;
    std::env::set_current_dir(shell::root())?;
    match args[..] {
        ["test"] => test::run_steps(""),
        ["test", "--dist"] => clean_root::check(),
        ["dist"] => dist::dist(),
        ["test", wanted] => test::run_steps(wanted),
        ["attack"] => attack::attack(None),
        ["attack", seconds] => attack::attack(Some(seconds.parse()?)),
        ["bench", "perft"] => bench::perft(),
        ["bench", "search"] => bench::search(),
        ["book", file] => book::build(&called_from.join(file)),
        ["openings", file] => openings::measure(&called_from.join(file), None),
        ["openings", file, plies] => {
            openings::measure(&called_from.join(file), Some(plies.parse()?))
        }
        ["help" | "--help" | "-h"] => {
            println!("{USAGE}");
            Ok(())
        }
        _ => bail!("{USAGE}"),
    }
}
