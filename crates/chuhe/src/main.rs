//! `chuhe`: one program for everything. Without arguments it opens the board in the browser.

mod backup;
mod bench;
mod board;
mod book;
mod bot;
mod common;
mod convert;
mod endgame;
mod eval;
mod inputs;
mod judge;
mod lab;
mod library;
mod manual;
mod matches;
mod merge;
mod notation;
mod output;
mod perft;
mod play;
mod progress;
mod puzzles;
mod review;
mod selfplay;
mod serve;
mod signature;
mod table;
mod train;

use std::{io, process::ExitCode};

use clap::{CommandFactory, Parser, Subcommand, error::ErrorKind};

/// Xiangqi (Chinese chess) in one program: play in the browser, analyze, judge, measure, learn.
#[derive(Parser)]
#[command(name = "chuhe", version, max_term_width = 100)]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand)]
enum Command {
    /// Play, analyze and learn in the browser (what chuhe does without arguments)
    Serve(serve::Args),
    /// Play a game in the terminal, typing moves in any notation
    Play(play::Args),
    /// Be an engine for a UCI host (chess GUIs that know Xiangqi)
    Uci,
    /// Be an engine for a UCCI host (Xiangqi GUIs)
    Ucci,
    /// Search fixed positions to a fixed depth: the engine's signature and its speed
    Bench(bench::Args),
    /// Count the positions that legal moves lead to (perft), to check and time the move generator
    Perft(perft::Args),
    /// Say how a game stands and why: mate, repetition, draws, under three rule sets
    Judge(judge::Args),
    /// Convert moves between notations: 炮二平五, C2=5, H2-E2, h2e2
    Notation(notation::Args),
    /// Convert game records: PGN, XQF, CBR, CBL, DhtmlXQ, CBF and text into each other, or JSON
    Convert(convert::Args),
    /// Evaluate a position at first sight, with the contribution of each piece
    Eval(eval::Args),
    /// Your games in one place: add files of any format, search by player, opening or position
    Library(library::Args),
    /// Copy the games, studies and the library into one file, also while the server runs
    Backup(backup::Args),
    /// Review games: where they went wrong, what would have been better, and why
    Review(review::Args),
    /// Endgame tables: what every position of an ending is worth, and in how many moves
    Endgame(endgame::Args),
    /// Puzzles: find them in games, check them
    Puzzles(puzzles::Args),
    /// Opening books: what was played in a position, and what the opening is called
    Book(book::Args),
    /// Games between any players: who is stronger, by how much, and how sure that is
    Match(Box<matches::Args>),
    /// Take part in a league on a server: any player, from your own machine
    Bot(Box<bot::Args>),
    /// Games of the engine against itself, the raw material of a network
    Selfplay(selfplay::Args),
    /// Join the shards of selfplay, match, review or puzzles mine into what one run would have made
    Merge(merge::Args),
    /// Train a network on games of selfplay
    Train(train::Args),
    /// Completions for a shell: bash, elvish, fish, powershell or zsh
    Completions(manual::CompletionsArgs),
    /// The pages of the manual, as packages install them
    #[command(hide = true)]
    Manual(manual::ManualArgs),
    /// The laboratory: run, compare and watch search algorithms on your own boards and maps
    Lab(lab::Args),
}

/// Whoever starts us on a machine that is not watched sets this, so that nothing goes on for nobody.
const WITH_PARENT: &str = "CHUHE_ENDS_WITH_PARENT";

fn main() -> ExitCode {
    if std::env::var_os(WITH_PARENT).is_some()
        && let Err(error) = system::end_with_parent()
    {
        eprintln!("warning: this program may outlive the one that started it: {error}");
    }
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => return explain_usage(&error),
    };
    let result = match cli.command {
        None => serve::run(serve::Args::default()),
        Some(Command::Serve(args)) => serve::run(args),
        Some(Command::Play(args)) => play::run(&args),
        Some(Command::Uci) => {
            chuhe::session::uci();
            Ok(ExitCode::SUCCESS)
        }
        Some(Command::Ucci) => {
            chuhe::session::ucci();
            Ok(ExitCode::SUCCESS)
        }
        Some(Command::Bench(args)) => bench::run(&args),
        Some(Command::Perft(args)) => perft::run(&args),
        Some(Command::Judge(args)) => judge::run(&args),
        Some(Command::Notation(args)) => notation::run(&args),
        Some(Command::Convert(args)) => convert::run(&args),
        Some(Command::Eval(args)) => eval::run(&args),
        Some(Command::Library(args)) => library::run(&args),
        Some(Command::Backup(args)) => backup::run(&args),
        Some(Command::Review(args)) => review::run(&args),
        Some(Command::Endgame(args)) => endgame::run(&args),
        Some(Command::Puzzles(args)) => puzzles::run(&args),
        Some(Command::Book(args)) => book::run(&args),
        Some(Command::Match(args)) => matches::run(&args),
        Some(Command::Bot(args)) => bot::run(&args),
        Some(Command::Selfplay(args)) => selfplay::run(&args),
        Some(Command::Merge(args)) => merge::run(&args),
        Some(Command::Train(args)) => train::run(&args),
        Some(Command::Completions(args)) => manual::completions(&args, Cli::command()),
        Some(Command::Manual(args)) => manual::manual(&args, Cli::command()),
        Some(Command::Lab(args)) => lab::run(&args),
    };
    result.unwrap_or_else(|error| complain(&error))
}

/// Help and version go to stdout; a mistake is told in one sentence.
fn explain_usage(error: &clap::Error) -> ExitCode {
    if matches!(
        error.kind(),
        ErrorKind::DisplayHelp
            | ErrorKind::DisplayVersion
            | ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand
    ) {
        // Nobody listening to the help is no failure.
        let _ = error.print();
        return ExitCode::SUCCESS;
    }
    let text = error.to_string();
    let sentence: Vec<&str> =
        text.lines().map(str::trim).take_while(|line| !line.is_empty()).collect();
    eprintln!("{} (see chuhe --help)", sentence.join(" "));
    ExitCode::from(2)
}

/// A reader that closed the pipe has seen enough; everything else is bad input.
fn complain(error: &anyhow::Error) -> ExitCode {
    let is_closed_pipe = error
        .downcast_ref::<io::Error>()
        .is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe);
    if is_closed_pipe {
        return ExitCode::SUCCESS;
    }
    eprintln!("error: {error:#}");
    ExitCode::from(2)
}
