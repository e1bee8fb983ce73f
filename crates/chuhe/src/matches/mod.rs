//! `chuhe match`: games between any players, and what they prove.

mod spectator;

use std::{
    num::NonZeroUsize,
    path::{Path, PathBuf},
    process::ExitCode,
    str::FromStr,
    thread,
    time::Duration,
};

use anyhow::{Context, Result, bail, ensure};
use arena::{
    Adjudication, Agreements, Conditions, DrawRule, Entrant, Form, Launch, Match, Opening, Part,
    TimeControl, WinRule, course_rows, course_title, crosstable_rows, make_names_unique, openings,
    parse_seconds, result_lines,
    statistics::{Decision, EloModel, Sprt},
};
use chuhe::{network, shards::Shard};
use clap::ValueEnum;
use spectator::Spectator;
use xiangqi::{Position, RuleSet};

use crate::{
    common::{Lang, language, print},
    signature,
    table::table,
};

#[derive(clap::Args)]
pub(crate) struct Args {
    /// A player: level:N, zoo:NAME, net:FILE or 'cmd:PROGRAM ARGS;Option=Value'. The options name,
    /// tc, movetime, nodes and depth set its name and its own time control
    #[arg(long = "engine", value_name = "PLAYER", required = true, value_parser = read_player)]
    engines: Vec<Entrant>,
    /// Games of each pairing; every opening is played with both colors
    #[arg(long, value_name = "N", default_value_t = 2,
        value_parser = clap::value_parser!(u32).range(1..=10_000_000))]
    games: u32,
    /// Play only part I of N of the match, for chuhe merge to join; any machine may play any part
    #[arg(long, value_name = "I/N", requires = "out", conflicts_with = "sprt")]
    shard: Option<Shard>,
    #[command(flatten)]
    control: ControlArgs,
    /// built-in, start (the usual position), or a file of FENs, EPDs, lines of moves or PGN games
    #[arg(long, value_name = "F", default_value = "built-in")]
    openings: String,
    /// Plies taken of each game of a PGN file
    #[arg(long, value_name = "N", default_value_t = 12)]
    opening_plies: usize,
    /// The order of the openings
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// Games at once; all cores if not given
    #[arg(long, value_name = "C", value_parser = clap::value_parser!(u16).range(1..=1024))]
    concurrency: Option<u16>,
    /// Who meets whom: gauntlet (the first meets all others) or round-robin
    #[arg(long, value_name = "FORM", value_enum, default_value_t = FormArg::RoundRobin)]
    form: FormArg,
    /// asian, chinese or course
    #[arg(long, value_name = "R", default_value = "asian")]
    rules: RuleSet,
    #[command(flatten)]
    sprt: SprtArgs,
    #[command(flatten)]
    referee: RefereeArgs,
    /// Write all games to this file
    #[arg(long, value_name = "F")]
    pgn: Option<PathBuf>,
    /// Keep results in this file, one JSON line per game; a match that was cut off goes on from it
    #[arg(long, value_name = "F")]
    out: Option<PathBuf>,
    /// The language of the tables
    #[arg(long, value_name = "L", value_enum)]
    lang: Option<Lang>,
}

/// How long the players think, if they do not say so themselves.
#[derive(clap::Args)]
#[group(multiple = false)]
struct ControlArgs {
    /// [MOVES/]TIME[+INCREMENT] in seconds, such as 10+0.1 (the default) or 40/60+0.5
    #[arg(long, value_name = "TC")]
    tc: Option<TimeControl>,
    /// Seconds per move
    #[arg(long, value_name = "S", value_parser = read_seconds)]
    movetime: Option<Duration>,
    /// Nodes per move
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Depth of every search
    #[arg(long, value_name = "D", value_parser = clap::value_parser!(i32).range(1..=200))]
    depth: Option<i32>,
}

#[derive(clap::Args)]
struct SprtArgs {
    /// Test whether the first player is e1 rather than e0 Elo stronger, and stop when it is clear
    #[arg(long, value_name = "E0,E1", allow_hyphen_values = true)]
    sprt: Option<Bounds>,
    /// The Elo of the bounds: logistic (usual) or normalized (by the deviation of a game)
    #[arg(long, value_name = "MODEL", value_enum, default_value_t = ModelArg::Logistic)]
    sprt_model: ModelArg,
    /// The chance to pass although e0 is true
    #[arg(long, value_name = "P", default_value_t = 0.05)]
    alpha: f64,
    /// The chance to fail although e1 is true
    #[arg(long, value_name = "P", default_value_t = 0.05)]
    beta: f64,
}

#[derive(clap::Args)]
struct RefereeArgs {
    /// Milliseconds that a move may be late
    #[arg(long, value_name = "MS", default_value_t = 100,
        value_parser = clap::value_parser!(u64).range(0..=60_000))]
    margin: u64,
    /// Seconds that a move without a clock may take
    #[arg(long, value_name = "S", default_value = "120", value_parser = read_seconds)]
    patience: Duration,
    /// A game is won when both agree on so many centipawns for so many moves, such as 2500,4
    #[arg(long, value_name = "CP,MOVES")]
    adjudicate_win: Option<Numbers<2>>,
    /// A game is drawn when both stay within so many centipawns for so many moves, from a move
    /// number on, such as 15,10,60
    #[arg(long, value_name = "CP,MOVES,FROM")]
    adjudicate_draw: Option<Numbers<3>>,
    /// A game is drawn after so many plies
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    max_plies: Option<u32>,
}

#[derive(Clone, Copy, ValueEnum)]
enum FormArg {
    Gauntlet,
    RoundRobin,
}

#[derive(Clone, Copy, ValueEnum)]
enum ModelArg {
    Logistic,
    Normalized,
}

#[derive(Clone, Copy)]
struct Bounds(f64, f64);

impl FromStr for Bounds {
    type Err = String;

    fn from_str(text: &str) -> Result<Bounds, String> {
        let bad = || "the bounds are two numbers such as 0,10, the lower one first".to_owned();
        let (low, high) = text.split_once(',').ok_or_else(bad)?;
        let read = |it: &str| it.trim().parse::<f64>().ok().filter(|it| it.abs() <= 1000.0);
        let (low, high) = (read(low).ok_or_else(bad)?, read(high).ok_or_else(bad)?);
        if low < high { Ok(Bounds(low, high)) } else { Err(bad()) }
    }
}

/// Numbers with commas between them.
#[derive(Clone, Copy)]
struct Numbers<const N: usize>([u32; N]);

impl<const N: usize> FromStr for Numbers<N> {
    type Err = String;

    fn from_str(text: &str) -> Result<Numbers<N>, String> {
        let numbers: Option<Vec<u32>> =
            text.split(',').map(|it| it.trim().parse().ok().filter(|&it| it <= 100_000)).collect();
        let numbers = numbers.and_then(|it| it.try_into().ok()).map(Numbers);
        numbers.ok_or_else(|| format!("expected {N} numbers with commas between them"))
    }
}

/// A network that cannot be used is told now: the engine would keep its own and play a match
/// about nothing.
fn read_player(text: &str) -> Result<Entrant, String> {
    let player = Entrant::parse(text).map_err(|error| error.to_string())?;
    let is_ours = matches!(player.launch, Launch::Own(_));
    for (_, file) in player.options.iter().filter(|(name, _)| is_ours && name == "EvalFile") {
        network::load(file).map_err(|error| format!("{error:#}"))?;
    }
    Ok(player)
}

fn read_seconds(text: &str) -> Result<Duration, String> {
    parse_seconds(text).map_err(|_| "expected seconds, such as 0.5".to_owned())
}

pub(crate) fn run(args: &Args) -> Result<ExitCode> {
    let game = read_match(args)?;
    let language = language(args.lang);
    let mut spectator = Spectator::new(language);
    let standings = game.run(&mut |event| spectator.hear(&event))?;
    drop(spectator);
    let title = course_title(&standings, language);
    let mut text = format!("{title}\n{}", table(&course_rows(&standings, language)));
    if 2 < standings.names.len() {
        text += &format!("\n{}", table(&crosstable_rows(&standings)));
    }
    print(&format!("{text}\n{}", result_lines(&standings)))?;
    let is_lost = standings.decision == Some(Decision::AcceptH0);
    Ok(if is_lost { ExitCode::from(1) } else { ExitCode::SUCCESS })
}

fn read_match(args: &Args) -> Result<Match> {
    ensure!(2 <= args.engines.len(), "a match needs two players: give --engine twice");
    let mut players = args.engines.clone();
    make_names_unique(&mut players);
    let cores = thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
    let asked = args.concurrency.and_then(|it| NonZeroUsize::new(it.into()));
    // Without a file nobody asks whose results they are.
    let origin = args.out.as_ref().map(|_| signature::origin(&players)).transpose()?;
    let whole = Match {
        form: match args.form {
            FormArg::Gauntlet => Form::Gauntlet,
            FormArg::RoundRobin => Form::RoundRobin,
        },
        games_per_pairing: args.games as usize,
        openings: read_openings(&args.openings, args.opening_plies)?,
        seed: args.seed,
        conditions: conditions(args)?,
        concurrency: asked.unwrap_or(cores),
        sprt: sprt(&args.sprt, players.len())?,
        part: None,
        origin: origin.unwrap_or_default(),
        own_program: std::env::current_exe().context("cannot find this program")?,
        results: args.out.clone(),
        pgn: args.pgn.clone(),
        players,
    };
    let part = args.shard.map(|shard| {
        let pairs = shard.range(whole.pairs() as u64);
        let name = shard.label(u64::from(args.games));
        Part { name, pairs: pairs.start as usize..pairs.end as usize }
    });
    Ok(Match { part, ..whole })
}

fn read_openings(name: &str, pgn_plies: usize) -> Result<Vec<Opening>> {
    match name {
        "built-in" => Ok(openings::built_in()),
        "start" => Ok(vec![Opening { start: Position::start(), moves: Vec::new() }]),
        file => openings::read(Path::new(file), pgn_plies).with_context(|| file.to_owned()),
    }
}

fn conditions(args: &Args) -> Result<Conditions> {
    let given = &args.control;
    let control = match (given.tc, given.movetime, given.nodes, given.depth) {
        (Some(control), ..) => control,
        (_, Some(time), ..) => TimeControl::MoveTime(time),
        (_, _, Some(nodes), _) => TimeControl::Nodes(nodes),
        (_, _, _, Some(depth)) => TimeControl::Depth(depth),
        _ => "10+0.1".parse()?,
    };
    let referee = &args.referee;
    let win = referee
        .adjudicate_win
        .map(|Numbers([score, moves])| WinRule { score, moves: moves as usize });
    let draw = referee.adjudicate_draw.map(|Numbers([score, moves, from])| DrawRule {
        score,
        moves: moves as usize,
        from_move: from as usize,
    });
    Ok(Conditions {
        rules: args.rules,
        margin: Duration::from_millis(referee.margin),
        patience: referee.patience,
        adjudication: Adjudication {
            agreements: Agreements { win, draw },
            most_plies: referee.max_plies.map(|it| it as usize),
        },
        ..Conditions::new(control)
    })
}

fn sprt(args: &SprtArgs, players: usize) -> Result<Option<Sprt>> {
    let Some(Bounds(elo0, elo1)) = args.sprt else { return Ok(None) };
    ensure!(players == 2, "--sprt tests two players, not {players}");
    for (name, chance) in [("--alpha", args.alpha), ("--beta", args.beta)] {
        if !(0.0 < chance && chance < 0.5) {
            bail!("{name} is a chance between 0 and 0.5, not {chance}");
        }
    }
    let model = match args.sprt_model {
        ModelArg::Logistic => EloModel::Logistic,
        ModelArg::Normalized => EloModel::Normalized,
    };
    Ok(Some(Sprt { alpha: args.alpha, beta: args.beta, model, ..Sprt::new(elo0, elo1) }))
}
