//! Two searchers made of switches meet, game by game. The page brings the moves so far and gets the
//! next ones, so that the server keeps nothing and nobody waits long.

use std::time::{Duration, Instant};

use axum::{Json, extract::State};
use lab::ablation::{Contest, Recipe, think};
use xiangqi::{Game, Move};

use super::{
    app::App,
    extract::{Client, JsonBody},
    laboratory::experiment,
    reading::read_position,
    refusal::Refusal,
    sentences::Sentence,
    wire,
};
use crate::thinking::stop::StopSign;

/// So long a game goes on before the page hears of it.
const SLICE: Duration = Duration::from_millis(400);
/// No game of the course rules is longer: 60 plies for each of 30 captures.
const MOST_MOVES: usize = 2000;
const MOST_GAMES: u32 = 1000;

/// `POST /api/lab/ablation/play`: the next moves of a game.
pub(crate) async fn play(
    State(app): State<App>,
    Client(address): Client,
    JsonBody(body): JsonBody<wire::AblationAsked>,
) -> Result<Json<wire::AblationPlayed>, Refusal> {
    let body = body?;
    if MOST_GAMES <= body.game || body.game < body.results.len() as u32 {
        return Err(malformed("没有这一局", "there is no such game in this series"));
    }
    let recipes = [read_recipe(&body.first)?, read_recipe(&body.second)?];
    let moves = read_moves(&body.moves)?;
    let results = read_results(&body.results)?;
    let contest = Contest { recipes, seed: body.seed.into() };
    let number = u64::from(body.game);
    let played =
        experiment(&app, address, move |stop| go_on(&contest, number, &moves, results, stop));
    played.await?.map(Json).ok_or_else(|| malformed("着法不合规则", "a move is not legal"))
}

/// `POST /api/lab/ablation/count`: what both cost on the same position, depth by depth.
pub(crate) async fn count(
    State(app): State<App>,
    Client(address): Client,
    JsonBody(body): JsonBody<wire::AblationCountAsked>,
) -> Result<Json<[Vec<wire::AblationCount>; 2]>, Refusal> {
    let body = body?;
    let position = read_position(body.fen.as_deref())?;
    let recipes = [read_recipe(&body.first)?, read_recipe(&body.second)?];
    let counts = experiment(&app, address, move |stop| {
        let moves = position.legal_moves();
        let at = |recipe: Recipe, depth: u32| {
            let thought = think(&position, &moves, &Recipe { depth, ..recipe }, stop.flag());
            wire::AblationCount::of(&position, depth, &thought)
        };
        recipes.map(|recipe| (1..=recipe.depth).map(|depth| at(recipe, depth)).collect())
    });
    Ok(Json(counts.await?))
}

/// Plays for a while from the moves so far; `None` if they are not legal.
fn go_on(
    contest: &Contest,
    number: u64,
    moves: &[Move],
    mut results: Vec<usize>,
    stop: &StopSign,
) -> Option<wire::AblationPlayed> {
    let began = Instant::now();
    let mut game = contest.opening(number);
    let fen = game.position().fen();
    for &mv in moves {
        game.play(mv).ok()?;
    }
    let mut turns = Vec::new();
    while began.elapsed() < SLICE {
        let Some(turn) = contest.turn(number, &game, stop.flag()) else { break };
        turns.push(wire::AblationMove::of(game.position(), &turn));
        game.play(turn.mv).ok()?;
    }
    Some(told(number, fen, &game, turns, &mut results))
}

fn told(
    number: u64,
    fen: String,
    game: &Game,
    moves: Vec<wire::AblationMove>,
    results: &mut Vec<usize>,
) -> wire::AblationPlayed {
    let (status, reason) = Contest::outcome(game);
    let result = Contest::half_points(number, status);
    results.extend(result);
    wire::AblationPlayed {
        fen,
        red: Contest::red(number),
        moves,
        status: status.name(),
        reason: reason.map(xiangqi::Reason::name),
        result,
        score: result.map(|_| wire::AblationScore::of(results)),
    }
}

fn malformed(zh: &str, en: &str) -> Refusal {
    Refusal::malformed(Sentence::new(zh, en))
}

fn read_recipe(text: &str) -> Result<Recipe, Refusal> {
    text.parse().map_err(|error: lab::ablation::BadRecipe| {
        let zh = format!("没有这种搜索部件：{:?}", error.0);
        Refusal::malformed(Sentence::new(zh, error.to_string()))
    })
}

fn read_moves(moves: &[String]) -> Result<Vec<Move>, Refusal> {
    let read: Option<Vec<Move>> = moves.iter().map(|it| it.parse().ok()).collect();
    read.filter(|it| it.len() <= MOST_MOVES)
        .ok_or_else(|| malformed("着法看不懂", "a move cannot be read"))
}

fn read_results(results: &[u8]) -> Result<Vec<usize>, Refusal> {
    if results.iter().any(|it| 2 < *it) {
        return Err(malformed("结果须为 0、1 或 2", "a result is 0, 1 or 2 half points"));
    }
    Ok(results.iter().map(|&it| usize::from(it)).collect())
}
