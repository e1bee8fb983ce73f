//! Puzzles over HTTP: one of the day, the next one, a try, giving up. The stored solution never
//! leaves before the puzzle is over, and a move that wins as well is never called wrong. Mistakes of
//! the visitor's own reviewed games are among them.

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
    own_puzzles::{self, OwnPuzzle},
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
    thinking::owner::{Claim, Owner, Urgency},
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
/// Of so many new puzzles one is a mistake of one's own, as long as there are some.
const OWN_EVERY: usize = 4;
/// The theme that own mistakes have, and nothing else.
const OWN_THEME: &str = "own";

/// Something to be solved.
enum Task {
    BuiltIn(&'static Puzzle),
    Own(Box<OwnPuzzle>),
}

impl Task {
    fn puzzle(&self) -> &Puzzle {
        match self {
            Task::BuiltIn(puzzle) => puzzle,
            Task::Own(own) => &own.puzzle,
        }
    }

    fn id(&self) -> String {
        match self {
            Task::BuiltIn(puzzle) => id_of(puzzle),
            Task::Own(own) => own.id(),
        }
    }

    /// As the database knows it.
    fn number(&self) -> i64 {
        number_of(self.puzzle())
    }

    fn difficulty(&self) -> Option<u16> {
        match self {
            Task::BuiltIn(puzzle) => Some(puzzle.difficulty),
            Task::Own(_) => None,
        }
    }

    fn themes(&self) -> Vec<String> {
        match self {
            Task::BuiltIn(puzzle) => wire::theme_names(puzzle),
            Task::Own(_) => vec![OWN_THEME.to_owned()],
        }
    }

    fn told(&self, met: &Met) -> wire::PuzzleTask {
        wire::PuzzleTask {
            id: self.id(),
            position: (&self.puzzle().position).into(),
            met: met.puzzles.contains_key(&self.number()),
            own: match self {
                Task::BuiltIn(_) => None,
                Task::Own(own) => Some(own.source.clone()),
            },
        }
    }
}

/// `GET /api/puzzles?day=2026-11-18`
pub(crate) async fn desk(
    State(app): State<App>,
    Query(asked): Query<wire::DeskAsked>,
    headers: HeaderMap,
) -> Result<Json<wire::PuzzleDesk>, Refusal> {
    let visitor = visitor(&headers);
    let met = met(&app, visitor).await?;
    let own = own_puzzles::of_visitor(&app, visitor).await?;
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
    let mine = wire::ThemeCount { theme: OWN_THEME.to_owned(), count: own.len() };
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
        themes: std::iter::once(mine).chain(themes).filter(|it| 0 < it.count).collect(),
        levels: levels.into(),
    }))
}

/// `GET /api/puzzles/next`
pub(crate) async fn next(
    State(app): State<App>,
    Query(asked): Query<wire::NextAsked>,
    headers: HeaderMap,
) -> Result<Json<wire::PuzzleTask>, Refusal> {
    let visitor = visitor(&headers);
    let met = met(&app, visitor).await?;
    let own = own_puzzles::of_visitor(&app, visitor).await?;
    let mut random = Random::new(secret::random_number());
    let task = choose(&asked, &met, own, now_ms(), &mut random);
    task.map(|it| Json(it.told(&met))).ok_or_else(Refusal::no_such_puzzle)
}

/// `GET /api/puzzles/{id}`
pub(crate) async fn show(
    State(app): State<App>,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<Json<wire::PuzzleTask>, Refusal> {
    let visitor = visitor(&headers);
    let task = find(&app, visitor, &id).await?;
    Ok(Json(task.told(&met(&app, visitor).await?)))
}

/// `POST /api/puzzles/{id}/try`
pub(crate) async fn attempt(
    State(app): State<App>,
    Client(address): Client,
    Path(id): Path<String>,
    headers: HeaderMap,
    JsonBody(body): JsonBody<wire::PuzzleTry>,
) -> Result<Json<wire::PuzzleAnswer>, Refusal> {
    let (visitor, body) = (visitor(&headers), body?);
    let task = find(&app, visitor, &id).await?;
    let puzzle = task.puzzle();
    let (ply, mv) = read_try(puzzle, &body.moves)?;
    let is_last = ply + 1 == puzzle.solution.len();
    let verdict = if mv == puzzle.solution[ply] {
        if is_last { Verdict::Solved } else { Verdict::On }
    } else {
        let owner = owner(address, visitor);
        let is_good = match &task {
            Task::BuiltIn(puzzle) => is_as_good(&app, owner, puzzle, ply, mv).await?,
            // What was a mistake once is none of the remedies.
            Task::Own(own) if own.source.played.mv == mv.to_string() => false,
            Task::Own(own) => own.accepts(&app, owner, mv).await?,
        };
        if is_good { Verdict::Also } else { Verdict::Wrong }
    };
    let is_over = matches!(verdict, Verdict::Solved | Verdict::Also);
    let counts = body.clean && verdict != Verdict::On;
    let mut rated = false;
    if let Some(visitor) = visitor.filter(|_| counts) {
        rated = meet(&app, visitor, &task, is_over).await?;
    }
    let before = puzzle.position_at(ply);
    let played: Vec<Move> = match verdict {
        Verdict::On => puzzle.solution[ply..ply + 2].to_vec(),
        Verdict::Wrong => Vec::new(),
        _ => vec![mv],
    };
    let end = if is_over { Some(end(&app, visitor, &task, rated).await?) } else { None };
    Ok(Json(answer(verdict, &before, &played, end)))
}

/// `POST /api/puzzles/{id}/show`: gives up, unless it was decided before.
pub(crate) async fn give_up(
    State(app): State<App>,
    Path(id): Path<String>,
    headers: HeaderMap,
    JsonBody(body): JsonBody<wire::PuzzleTry>,
) -> Result<Json<wire::PuzzleAnswer>, Refusal> {
    let (visitor, body) = (visitor(&headers), body?);
    let task = find(&app, visitor, &id).await?;
    let puzzle = task.puzzle();
    let mut rated = false;
    if let Some(visitor) = visitor.filter(|_| body.clean) {
        rated = meet(&app, visitor, &task, false).await?;
    }
    let end = end(&app, visitor, &task, rated).await?;
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
    task: &Task,
    rated: bool,
) -> Result<wire::PuzzleEnd, Refusal> {
    let (puzzle, number) = (task.puzzle(), task.number());
    let met = met(app, visitor).await?;
    let worth = app.store.puzzle_strength(number).await?;
    let change = |it: &Puzzler| it.change.round() as i32;
    Ok(wire::PuzzleEnd {
        themes: task.themes(),
        rating: task
            .difficulty()
            .map(|it| worth.map_or(i32::from(it), |it| it.rating.round() as i32)),
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
    owner: Owner,
    puzzle: &'static Puzzle,
    ply: usize,
    mv: Move,
) -> Result<bool, Refusal> {
    let (tell, told) = oneshot::channel();
    let claim = Claim { owner, urgency: Urgency::Hint };
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
    task: &Task,
    is_solved: bool,
) -> Result<bool, Refusal> {
    let (number, difficulty) = (task.number(), task.difficulty());
    let is_first = !met(app, Some(visitor)).await?.puzzles.contains_key(&number);
    app.store.meet_puzzle(Meeting { visitor, puzzle: number, difficulty, is_solved }).await?;
    Ok(is_first && difficulty.is_some())
}

async fn met(app: &App, visitor: Option<TokenHash>) -> Result<Met, Refusal> {
    match visitor {
        Some(visitor) => Ok(app.store.puzzles_met(visitor).await?),
        None => Ok(Met::default()),
    }
}

/// What comes back goes first, then something new, then anything.
fn choose(
    asked: &wire::NextAsked,
    met: &Met,
    own: Vec<OwnPuzzle>,
    now: i64,
    random: &mut Random,
) -> Option<Task> {
    let theme = asked.theme.as_deref();
    let is_own_theme = theme == Some(OWN_THEME);
    let (from, to) = (asked.from.unwrap_or(EASIEST), asked.to.unwrap_or(HARDEST));
    let takes_own = is_own_theme || (theme, asked.from, asked.to) == (None, None, None);
    let named = theme.map(Theme::named);
    let fits = |it: &&Puzzle| {
        named.is_none_or(|theme| theme.is_some_and(|theme| it.themes.contains(&theme)))
            && (from..=to).contains(&it.difficulty)
    };
    let own = own.into_iter().filter(|_| takes_own).map(|it| Task::Own(Box::new(it)));
    let built_in = built_in().iter().filter(fits).map(Task::BuiltIn);
    let mut wanted: Vec<Task> =
        own.chain(built_in).filter(|it| asked.after.as_deref() != Some(&it.id())).collect();
    let due = |it: &Task| met.puzzles.get(&it.number()).copied().flatten();
    let horizon = if asked.repeat { now + AHEAD_MS } else { now };
    let back = (0..wanted.len()).filter(|&it| due(&wanted[it]).is_some_and(|due| due <= horizon));
    let choice = match back.min_by_key(|&it| due(&wanted[it])) {
        Some(back) => Some(back),
        None if asked.repeat => None,
        None => something_new(&wanted, met, random),
    };
    choice.map(|it| wanted.swap_remove(it))
}

/// Now and then a mistake of one's own, else something beside the visitor's strength. When all
/// were met, any of them.
fn something_new(wanted: &[Task], met: &Met, random: &mut Random) -> Option<usize> {
    let is_new = |it: &usize| !met.puzzles.contains_key(&wanted[*it].number());
    let (own, mut others): (Vec<usize>, Vec<usize>) =
        (0..wanted.len()).filter(is_new).partition(|&it| matches!(wanted[it], Task::Own(_)));
    let strength = met.puzzler.unwrap_or(Puzzler::NEW).strength.rating;
    let apart = |it: &usize| {
        let difficulty = f64::from(wanted[*it].puzzle().difficulty);
        (difficulty - strength).abs() as u32
    };
    others.sort_by_key(apart);
    others.truncate(NEIGHBORS);
    let takes_own = others.is_empty() || random.below(OWN_EVERY) == 0;
    let list = match (own.is_empty(), others.is_empty()) {
        (true, true) => (0..wanted.len()).collect(),
        (false, _) if takes_own => own,
        _ => others,
    };
    (!list.is_empty()).then(|| list[random.below(list.len())])
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

async fn find(app: &App, visitor: Option<TokenHash>, id: &str) -> Result<Task, Refusal> {
    if own_puzzles::is_own(id) {
        let mut own = own_puzzles::of_visitor(app, visitor).await?.into_iter();
        let found = own.find(|it| it.id() == id);
        return found.map(|it| Task::Own(Box::new(it))).ok_or_else(Refusal::no_such_puzzle);
    }
    let key = if id.len() == 16 { u64::from_str_radix(id, 16).ok() } else { None };
    let found = key.and_then(|key| built_in().iter().find(|it| it.key() == key));
    found.map(Task::BuiltIn).ok_or_else(Refusal::no_such_puzzle)
}

fn id_of(puzzle: &Puzzle) -> String {
    format!("{:016x}", puzzle.key())
}

/// As the database knows it.
fn number_of(puzzle: &Puzzle) -> i64 {
    puzzle.key() as i64
}
