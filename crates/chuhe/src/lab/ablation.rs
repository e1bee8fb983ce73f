//! `chuhe lab ablation`: two searchers made of switches meet, and are counted on one position.

use std::{process::ExitCode, sync::atomic::AtomicBool};

use anyhow::{Result, bail};
use arena::{score_lines, statistics::Tally};
use lab::{
    ablation::{Contest, Recipe, think},
    tree::readable,
};
use serde_json::{Value, json};
use xiangqi::{Language, Position, Style};

use crate::{
    common::{Lang, language, print, read_position, say},
    progress::Progress,
    table::table_with_heads,
};

#[derive(clap::Args)]
pub(super) struct Args {
    /// The first searcher: alphabeta, ordering, table, quiescence, deepening, positions, mobility,
    /// depth=D (1 to 8) and nodes=N (100 to 200000), separated by commas; `minimax` for no switch
    #[arg(long, value_name = "PARTS", default_value = "alphabeta,ordering,quiescence,depth=3")]
    first: Recipe,
    /// The second searcher
    #[arg(long, value_name = "PARTS", default_value = "alphabeta,ordering,depth=3")]
    second: Recipe,
    /// How many games; each opening is played twice, with colors changed
    #[arg(
        long,
        value_name = "N",
        default_value_t = 50,
        value_parser = clap::value_parser!(u32).range(0..=100_000)
    )]
    games: u32,
    /// Which openings: the same seed is the same games, here and in the browser
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u32,
    /// The position both are counted on; the start position if not given
    #[arg(long, value_name = "FEN")]
    fen: Option<String>,
    /// Print one line of JSON
    #[arg(long)]
    json: bool,
    /// The language of the tables
    #[arg(long, value_enum)]
    lang: Option<Lang>,
}

/// What the games came to.
#[derive(Default)]
struct Series {
    half_points: Vec<usize>,
    nodes: [u64; 2],
    moves: [u64; 2],
}

#[derive(Clone, Copy)]
struct Count {
    depth: u32,
    nodes: u64,
    score: i32,
    complete: bool,
    best: Option<xiangqi::Move>,
}

pub(super) fn run(args: &Args) -> Result<ExitCode> {
    let position = read_position(args.fen.as_deref())?;
    if !position.has_legal_move() {
        bail!("there is no legal move in this position, so there is nothing to count");
    }
    let contest = Contest { recipes: [args.first, args.second], seed: args.seed.into() };
    let series = play(&contest, args.games);
    let counts = contest.recipes.map(|recipe| count(&position, &recipe));
    if args.json {
        print(&format!("{}\n", summary(args, &series, &counts)))?;
    } else {
        print(&told(args, &position, &series, &counts))?;
    }
    Ok(ExitCode::SUCCESS)
}

fn play(contest: &Contest, games: u32) -> Series {
    let (progress, never) = (Progress::new(), AtomicBool::new(false));
    let mut series = Series::default();
    for number in 0..u64::from(games) {
        let Tally { wins, draws, losses, .. } = Tally::of_series(&series.half_points);
        progress.begin(number, games.into(), &format!("+{wins} ={draws} -{losses}"));
        let mut game = contest.opening(number);
        while let Some(turn) = contest.turn(number, &game, &never) {
            let mover = Contest::mover(number, &game);
            series.nodes[mover] += turn.thought.found.nodes;
            series.moves[mover] += 1;
            if game.play(turn.mv).is_err() {
                break;
            }
        }
        series.half_points.extend(Contest::half_points(number, Contest::outcome(&game).0));
    }
    series
}

fn count(position: &Position, recipe: &Recipe) -> Vec<Count> {
    let never = AtomicBool::new(false);
    let at = |depth| {
        let recipe = Recipe { depth, ..*recipe };
        let found = think(position, &position.legal_moves(), &recipe, &never).found;
        let (nodes, score, complete) = (found.nodes, found.score, found.is_complete);
        Count { depth, nodes, score, complete, best: found.best_move }
    };
    (1..=recipe.depth).map(at).collect()
}

impl Count {
    fn json(&self) -> Value {
        let best = self.best.map(|it| it.to_string());
        json!({ "depth": self.depth, "nodes": self.nodes, "score": self.score, "move": best,
            "complete": self.complete })
    }
}

impl Series {
    /// Positions a move, on average.
    fn mean_nodes(&self, index: usize) -> u64 {
        self.nodes[index] / self.moves[index].max(1)
    }
}

fn told(args: &Args, position: &Position, series: &Series, counts: &[Vec<Count>; 2]) -> String {
    let language = language(args.lang);
    let mut text = String::new();
    if !series.half_points.is_empty() {
        text += &standings(args, series, language);
        text += &score_lines(["A", "B"], &Tally::of_series(&series.half_points));
        text += "\n";
    }
    text + &costs(position, counts, language)
}

fn standings(args: &Args, series: &Series, language: Language) -> String {
    let heads = [
        "",
        say(language, "搜索", "searcher"),
        say(language, "胜", "won"),
        say(language, "和", "drawn"),
        say(language, "负", "lost"),
        say(language, "每步节点", "nodes a move"),
    ];
    let tally = Tally::of_series(&series.half_points);
    let rows = [(0, args.first, tally), (1, args.second, tally.reversed())];
    let rows = rows.map(|(index, recipe, tally)| {
        let counts = [tally.wins, tally.draws, tally.losses, series.mean_nodes(index)];
        let mut row = vec![["A", "B"][index].to_owned(), recipe.to_string()];
        row.extend(counts.map(|it| it.to_string()));
        row
    });
    table_with_heads(&heads, rows.into_iter())
}

fn costs(position: &Position, counts: &[Vec<Count>; 2], language: Language) -> String {
    let heads = [
        "",
        say(language, "深度", "depth"),
        say(language, "节点", "nodes"),
        say(language, "着法", "move"),
        say(language, "分数", "score"),
    ];
    let rows = counts.iter().zip(["A", "B"]).flat_map(|(counts, name)| {
        counts.iter().map(move |it| {
            let best = it.best.map(|mv| position.write_move(mv, Style::Chinese));
            let score = if it.complete { readable(it.score) } else { "-".to_owned() };
            let depth = it.depth.to_string();
            vec![name.to_owned(), depth, it.nodes.to_string(), best.unwrap_or_default(), score]
        })
    });
    table_with_heads(&heads, rows)
}

fn summary(args: &Args, series: &Series, counts: &[Vec<Count>; 2]) -> Value {
    let tally = Tally::of_series(&series.half_points);
    let estimate = tally.estimate();
    json!({
        "first": args.first.to_string(),
        "second": args.second.to_string(),
        "seed": args.seed,
        "games": tally.games(),
        "won": tally.wins,
        "drawn": tally.draws,
        "lost": tally.losses,
        // Numbers that are none become null.
        "elo": estimate.elo,
        "error": estimate.error,
        "nodes_per_move": [series.mean_nodes(0), series.mean_nodes(1)],
        "counts": counts.each_ref().map(|it| it.iter().map(Count::json).collect::<Vec<_>>()),
    })
}
