//! Puzzles over HTTP: one of the day, the next one, a try, giving up. The stored solution never
//! leaves before the puzzle is over, and a move that wins as well is never called wrong.

use axum::{
    Json,
    extract::{Path, Query, State},
    http::HeaderMap,
};
use coach::puzzles::{CHECK_NODES, EASIEST, HARDEST, Puzzle, Theme, accepts, built_in};
use engine::Engine;
use random::Random;
use tokio::sync::oneshot;
use xiangqi::{Move, Position};

use super::{
    app::App,
    extract::{Client, JsonBody},
    games::visitor,
    refusal::Refusal,
    reviews::owner,
    wire::{self, PuzzleVerdict as Verdict},
};
use crate::{
    game::{error::GameError, secret, secret::TokenHash, training::Puzzler},
    store::{
        puzzles::{Meeting, Met},
        writes::now_ms,
    },
    thinking::owner::{Claim, Urgency},
};

/// The puzzle of the day is for everyone: not the easiest, not the hardest.
const DAILY: std::ops::RangeInclusive<u16> = 800..=1700;
/// What comes back within so many milliseconds is taken now if somebody asks for it.
const AHEAD_MS: i64 = 30 * 60 * 1000;
/// Steps of difficulty that can be chosen.
const LEVELS: [(u16, u16); 5] =
    [(EASIEST, 899), (900, 1199), (1200, 1499), (1500, 1799), (1800, HARDEST)];
/// Puzzles next to the visitor's strength of which one is drawn.
const NEIGHBORS: usize = 24;
const HASH_MEGABYTES: usize = 8;

/// `GET /api/puzzles?day=2026-11-18`
pub(crate) async fn desk(
    State(app): State<App>,
    Query(asked): Query<wire::DeskAsked>,
    headers: HeaderMap,
) -> Result<Json<wire::PuzzleDesk>, Refusal> {
    let met = met(&app, visitor(&headers)).await?;
    let daily = daily(asked.day.as_deref()).ok_or_else(Refusal::no_such_puzzle)?;
    let now = now_ms();
    let count = |is: &dyn Fn(&Puzzle) -> bool| built_in().iter().filter(|it| is(it)).count();
    let themes = Theme::all().map(|theme| wire::ThemeCount {
        theme: theme.name(),
        count: count(&|it| it.themes.contains(&theme)),
    });
    let levels = LEVELS.map(|(from, to)| wire::LevelCount {
        from,
        to,
        count: count(&|it| (from..=to).contains(&it.difficulty)),
    });
    Ok(Json(wire::PuzzleDesk {
        total: built_in().len(),
        record: met.puzzler.as_ref().map(wire::PuzzleRecord::from),
        due: met.puzzles.values().flatten().filter(|&&due| due <= now).count(),
        waiting: met.puzzles.values().flatten().count(),
        daily: wire::DailyPuzzle {
            id: id_of(daily),
            fen: daily.position.fen(),
            met: met.puzzles.contains_key(&number_of(daily)),
        },
        themes: themes.filter(|it| 0 < it.count).collect(),
        levels: levels.into(),
    }))
}

/// `GET /api/puzzles/next`
pub(crate) async fn next(
    State(app): State<App>,
    Query(asked): Query<wire::NextAsked>,
    headers: HeaderMap,
) -> Result<Json<wire::PuzzleTask>, Refusal> {
    let met = met(&app, visitor(&headers)).await?;
    let puzzle = choose(&asked, &met, now_ms(), &mut Random::new(secret::random_number()));
    puzzle.map(|it| Json(task(it, &met))).ok_or_else(Refusal::no_such_puzzle)
}

/// `GET /api/puzzles/{id}`
pub(crate) async fn show(
    State(app): State<App>,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<Json<wire::PuzzleTask>, Refusal> {
    let puzzle = find(&id)?;
    let met = met(&app, visitor(&headers)).await?;
    Ok(Json(task(puzzle, &met)))
}

/// `POST /api/puzzles/{id}/try`
pub(crate) async fn attempt(
    State(app): State<App>,
    Client(address): Client,
    Path(id): Path<String>,
    headers: HeaderMap,
    JsonBody(body): JsonBody<wire::PuzzleTry>,
) -> Result<Json<wire::PuzzleAnswer>, Refusal> {
    let (puzzle, body) = (find(&id)?, body?);
    let (ply, mv) = read_try(puzzle, &body.moves)?;
    let visitor = visitor(&headers);
    let is_last = ply + 1 == puzzle.solution.len();
    let verdict = if mv == puzzle.solution[ply] {
        if is_last { Verdict::Solved } else { Verdict::On }
    } else {
        let claim = Claim { owner: owner(address, visitor), urgency: Urgency::Hint };
        if is_as_good(&app, claim, puzzle, ply, mv).await? { Verdict::Also } else { Verdict::Wrong }
    };
    let is_over = matches!(verdict, Verdict::Solved | Verdict::Also);
    let counts = body.clean && verdict != Verdict::On;
    let mut rated = false;
    if let Some(visitor) = visitor.filter(|_| counts) {
        rated = meet(&app, visitor, puzzle, is_over).await?;
    }
    let before = puzzle.position_at(ply);
    let played: Vec<Move> = match verdict {
        Verdict::On => puzzle.solution[ply..ply + 2].to_vec(),
        Verdict::Wrong => Vec::new(),
        _ => vec![mv],
    };
    let end = if is_over { Some(end(&app, visitor, puzzle, rated).await?) } else { None };
    Ok(Json(answer(verdict, &before, &played, end)))
}

/// `POST /api/puzzles/{id}/show`: gives up, unless it was decided before.
pub(crate) async fn give_up(
    State(app): State<App>,
    Path(id): Path<String>,
    headers: HeaderMap,
    JsonBody(body): JsonBody<wire::PuzzleTry>,
) -> Result<Json<wire::PuzzleAnswer>, Refusal> {
    let (puzzle, body, visitor) = (find(&id)?, body?, visitor(&headers));
    let mut rated = false;
    if let Some(visitor) = visitor.filter(|_| body.clean) {
        rated = meet(&app, visitor, puzzle, false).await?;
    }
    let end = end(&app, visitor, puzzle, rated).await?;
    Ok(Json(answer(Verdict::Shown, &puzzle.position, &puzzle.solution, Some(end))))
}

fn answer(
    verdict: Verdict,
    before: &Position,
    played: &[Move],
    end: Option<wire::PuzzleEnd>,
) -> wire::PuzzleAnswer {
    let mut position = *before;
    played.iter().for_each(|&mv| _ = position.play_unchecked(mv));
    let plies = wire::line_of(before, played);
    wire::PuzzleAnswer { verdict, plies, position: (&position).into(), end }
}

async fn end(
    app: &App,
    visitor: Option<TokenHash>,
    puzzle: &Puzzle,
    rated: bool,
) -> Result<wire::PuzzleEnd, Refusal> {
    let number = number_of(puzzle);
    let met = met(app, visitor).await?;
    let worth = app.store.puzzle_strength(number).await?;
    let change = |it: &Puzzler| it.change.round() as i32;
    Ok(wire::PuzzleEnd {
        themes: wire::theme_names(puzzle),
        rating: worth.map_or(i32::from(puzzle.difficulty), |it| it.rating.round() as i32),
        line: wire::line_of(&puzzle.position, &puzzle.solution),
        record: met.puzzler.as_ref().map(wire::PuzzleRecord::from),
        change: met.puzzler.as_ref().filter(|_| rated).map(change),
        due: met.puzzles.get(&number).copied().flatten(),
    })
}

/// The moves so far are those of the solution; the last one is the try.
fn read_try(puzzle: &Puzzle, moves: &[String]) -> Result<(usize, Move), Refusal> {
    let Some((last, before)) = moves.split_last() else { return Err(Refusal::not_that_line()) };
    let known = puzzle.solution.iter().map(Move::to_string);
    let is_own = before.len().is_multiple_of(2) && before.len() < puzzle.solution.len();
    if !is_own || !known.zip(before).all(|(one, other)| one == *other) {
        return Err(Refusal::not_that_line());
    }
    let position = puzzle.position_at(before.len());
    let mv = position.read_move(last).map_err(GameError::from)?;
    Ok((before.len(), mv))
}

/// Asks the engine, on the threads that all share.
async fn is_as_good(
    app: &App,
    claim: Claim,
    puzzle: &'static Puzzle,
    ply: usize,
    mv: Move,
) -> Result<bool, Refusal> {
    let (tell, told) = oneshot::channel();
    let work = app.pool.run(claim, move |_| {
        let mut engine = Engine::new(HASH_MEGABYTES, 1);
        // Nobody listens any more: then nobody wants it.
        let _ = tell.send(accepts(&mut engine, puzzle, ply, mv, CHECK_NODES));
    });
    let _search = work.map_err(Refusal::from)?;
    told.await.map_err(|_| Refusal::busy())
}

/// Counts a meeting; true if it was the first and so changed ratings.
async fn meet(
    app: &App,
    visitor: TokenHash,
    puzzle: &Puzzle,
    is_solved: bool,
) -> Result<bool, Refusal> {
    let number = number_of(puzzle);
    let is_first = !met(app, Some(visitor)).await?.puzzles.contains_key(&number);
    let difficulty = puzzle.difficulty;
    app.store.meet_puzzle(Meeting { visitor, puzzle: number, difficulty, is_solved }).await?;
    Ok(is_first)
}

async fn met(app: &App, visitor: Option<TokenHash>) -> Result<Met, Refusal> {
    match visitor {
        Some(visitor) => Ok(app.store.puzzles_met(visitor).await?),
        None => Ok(Met::default()),
    }
}

fn task(puzzle: &Puzzle, met: &Met) -> wire::PuzzleTask {
    wire::PuzzleTask {
        id: id_of(puzzle),
        position: (&puzzle.position).into(),
        met: met.puzzles.contains_key(&number_of(puzzle)),
    }
}

/// What comes back goes first, then something new beside the visitor's strength, then anything.
fn choose(
    asked: &wire::NextAsked,
    met: &Met,
    now: i64,
    random: &mut Random,
) -> Option<&'static Puzzle> {
    let theme = asked.theme.as_deref().map(Theme::named);
    let (from, to) = (asked.from.unwrap_or(EASIEST), asked.to.unwrap_or(HARDEST));
    let is_wanted = |it: &&Puzzle| {
        theme.is_none_or(|theme| theme.is_some_and(|theme| it.themes.contains(&theme)))
            && (from..=to).contains(&it.difficulty)
            && asked.after.as_deref() != Some(&id_of(it))
    };
    let due = |it: &Puzzle| met.puzzles.get(&number_of(it)).copied().flatten();
    let horizon = if asked.repeat { now + AHEAD_MS } else { now };
    let wanted: Vec<&Puzzle> = built_in().iter().filter(is_wanted).collect();
    let back = wanted.iter().filter(|it| due(it).is_some_and(|due| due <= horizon));
    if let Some(puzzle) = back.min_by_key(|it| due(it)) {
        return Some(puzzle);
    }
    if asked.repeat {
        return None;
    }
    let strength = met.puzzler.unwrap_or(Puzzler::NEW).strength.rating;
    let apart = |it: &&Puzzle| (f64::from(it.difficulty) - strength).abs() as u32;
    let mut fresh: Vec<&Puzzle> =
        wanted.iter().copied().filter(|it| !met.puzzles.contains_key(&number_of(it))).collect();
    fresh.sort_by_key(apart);
    fresh.truncate(NEIGHBORS);
    let list = if fresh.is_empty() { wanted } else { fresh };
    list.get(random.below(list.len())).copied()
}

/// The same for everyone on that day.
fn daily(day: Option<&str>) -> Option<&'static Puzzle> {
    let suitable: Vec<&Puzzle> =
        built_in().iter().filter(|it| DAILY.contains(&it.difficulty)).collect();
    let number = day.and_then(day_number).unwrap_or(now_ms().max(0) as u64 / 86_400_000);
    suitable.get(Random::of(number, 0).below(suitable.len())).copied()
}

/// `2026-11-18` as one number; `None` if it is no date.
fn day_number(text: &str) -> Option<u64> {
    let date: chrono::NaiveDate = text.parse().ok()?;
    u64::try_from(chrono::Datelike::num_days_from_ce(&date)).ok()
}

fn find(id: &str) -> Result<&'static Puzzle, Refusal> {
    let key = if id.len() == 16 { u64::from_str_radix(id, 16).ok() } else { None };
    let found = key.and_then(|key| built_in().iter().find(|it| it.key() == key));
    found.ok_or_else(Refusal::no_such_puzzle)
}

fn id_of(puzzle: &Puzzle) -> String {
    format!("{:016x}", puzzle.key())
}

/// As the database knows it.
fn number_of(puzzle: &Puzzle) -> i64 {
    puzzle.key() as i64
}
