//! One question to the search threads, and again if it had to make room for others.

use std::sync::{Arc, Mutex, PoisonError};

use coach::{Choice, Opinion, Settings, Task, of_other_side};
use engine::{Engine, Limits};
use tokio::sync::oneshot;
use xiangqi::{Game, Move, RuleSet};

use super::ReviewError;
use crate::thinking::{
    owner::{Claim, Owner, Urgency},
    pool::Pool,
};

const HASH_MEGABYTES: usize = 16;
/// A search that was cut short so often is believed as it is: its table remembers what the earlier
/// ones have found.
const ATTEMPTS: usize = 20;

pub(super) type SharedEngine = Arc<Mutex<Engine>>;

pub(super) fn engine(rules: RuleSet) -> SharedEngine {
    let mut engine = Engine::new(HASH_MEGABYTES, 1);
    engine.set_rules(rules);
    Arc::new(Mutex::new(engine))
}

/// Searches as often as others cut it short. `None` when the pool is closed.
pub(super) async fn patiently(
    pool: &Pool,
    owner: Owner,
    engine: &SharedEngine,
    task: Task,
) -> Option<Opinion> {
    for attempt in 1.. {
        let claim = Claim { owner, urgency: Urgency::Review };
        let (answer, was_cut) = once(pool, claim, engine, task.clone()).await?;
        if !was_cut || (ATTEMPTS <= attempt && 0 < answer.depth) {
            return Some(answer);
        }
    }
    None
}

async fn once(
    pool: &Pool,
    claim: Claim,
    engine: &SharedEngine,
    task: Task,
) -> Option<(Opinion, bool)> {
    let (tell, told) = oneshot::channel();
    let engine = Arc::clone(engine);
    let work = pool.run(claim, move |stop| {
        let mut engine = engine.lock().unwrap_or_else(PoisonError::into_inner);
        let opinion = coach::look(&mut engine, &task, stop.signals());
        // Nobody listens any more: then nobody wants it.
        let _ = tell.send((opinion, stop.is_raised()));
    });
    // The search ends with whoever waits for it.
    let _search = work.ok()?;
    told.await.ok()
}

/// A move beside the best one.
pub(crate) struct Compared {
    pub(crate) played: Choice,
    pub(crate) better: Choice,
}

/// Looks closely at a legal move and at what else there is. Somebody waits for it.
pub(crate) async fn compare(
    pool: &Pool,
    owner: Owner,
    game: &Game,
    rules: RuleSet,
    mv: Move,
) -> Result<Compared, ReviewError> {
    let engine = engine(rules);
    let claim = Claim { owner, urgency: Urgency::Hint };
    let limits = Limits::nodes(Settings::DEFAULT_NODES);
    let mut after = game.clone();
    after.play(mv).map_err(|_| ReviewError::Busy)?;
    let mut looks = Vec::new();
    for game in [game.clone(), after] {
        let task = Task { game, limits: limits.clone() };
        let (opinion, _) = once(pool, claim, &engine, task).await.ok_or(ReviewError::Busy)?;
        looks.push(opinion);
    }
    let [best, answer] = <[Opinion; 2]>::try_from(looks).map_err(|_| ReviewError::Busy)?;
    let line = std::iter::once(mv).chain(answer.line).collect();
    let played = Choice { score: of_other_side(answer.score), line };
    // What was played is one of the moves there were: if it turns out better, it is the best.
    let is_best = best.line.first() == Some(&mv)
        || best.score.as_centipawns() <= played.score.as_centipawns();
    let better = match is_best {
        true => played.clone(),
        false => Choice { score: best.score, line: best.line },
    };
    Ok(Compared { played, better })
}
