//! Reviews under way: one task each, which asks the search threads one question after the other and
//! keeps every answer. A review goes on when nobody looks, and after a restart.
//!
//! This room knows the coach, the search threads and the disk; neither HTTP nor the page.

mod asking;

use std::{
    collections::HashMap,
    net::{IpAddr, Ipv4Addr},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use coach::{Review, Settings};
use sha2::{Digest, Sha256};
use thiserror::Error;
use tokio::sync::Semaphore;
use xiangqi::{Game, Position, RuleSet};

use crate::{
    store::{Store, error::StoreError, reviews::KeptReview, writes::Write},
    thinking::{owner::Owner, pool::Pool, queue::PoolFull},
};

/// Reviews that wait or are under way.
const MOST: usize = 256;
/// Those under way, each with a table of its own.
const AT_WORK: usize = 8;
/// Answers that are written together.
const NOTES: usize = 8;

#[derive(Debug, Error)]
pub(crate) enum ReviewError {
    #[error("too many reviews wait")]
    Busy,
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl From<PoolFull> for ReviewError {
    fn from(_: PoolFull) -> ReviewError {
        ReviewError::Busy
    }
}

pub(crate) struct Reviews {
    store: Store,
    pool: Arc<Pool>,
    /// By key; what is here has a task that works on it.
    under_way: Mutex<HashMap<String, Arc<Mutex<Review>>>>,
    places: Semaphore,
}

impl Reviews {
    pub(crate) fn new(store: Store, pool: Arc<Pool>) -> Arc<Reviews> {
        let places = Semaphore::new(AT_WORK);
        Arc::new(Reviews { store, pool, under_way: Mutex::default(), places })
    }

    /// The review of a game as far as it is; it is begun if nobody has asked before.
    pub(crate) async fn open(
        self: &Arc<Reviews>,
        game: Game,
        rules: RuleSet,
        owner: Owner,
    ) -> Result<Review, ReviewError> {
        let review = Review::new(game, Settings { rules, ..Settings::default() });
        let key = key(&review);
        if let Some(known) = self.look(&key) {
            return Ok(known);
        }
        if let Some(kept) = self.store.review(&key).await? {
            let review = revived(&kept).unwrap_or(review);
            if !review.is_done() {
                self.start(key, review.clone(), owner)?;
            }
            return Ok(review);
        }
        self.store.write(Write::BeginReview(Box::new(kept(&key, &review)))).await?;
        self.start(key, review.clone(), owner)?;
        Ok(review)
    }

    /// The finished review of a game; nothing is begun.
    pub(crate) async fn finished(
        &self,
        game: Game,
        rules: RuleSet,
    ) -> Result<Option<Review>, StoreError> {
        let key = key(&Review::new(game, Settings { rules, ..Settings::default() }));
        let kept = self.store.review(&key).await?.filter(|it| it.is_done);
        Ok(kept.as_ref().and_then(revived))
    }

    /// Takes up what was broken off when the server ended.
    pub(crate) async fn go_on(self: &Arc<Reviews>) {
        let owner = Owner::new(IpAddr::V4(Ipv4Addr::LOCALHOST), 0);
        let unfinished = self.store.unfinished_reviews().await.unwrap_or_default();
        for kept in unfinished {
            match revived(&kept) {
                Some(review) => drop(self.start(kept.key, review, owner)),
                None => tracing::error!(key = kept.key, "a kept review cannot be read"),
            }
        }
    }

    fn look(&self, key: &str) -> Option<Review> {
        let review = Arc::clone(self.lock().get(key)?);
        let review = review.lock().unwrap_or_else(PoisonError::into_inner);
        Some(review.clone())
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<String, Arc<Mutex<Review>>>> {
        self.under_way.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn start(
        self: &Arc<Reviews>,
        key: String,
        review: Review,
        owner: Owner,
    ) -> Result<(), ReviewError> {
        let mut under_way = self.lock();
        if under_way.contains_key(&key) {
            return Ok(());
        }
        if MOST <= under_way.len() {
            return Err(ReviewError::Busy);
        }
        let review = Arc::new(Mutex::new(review));
        under_way.insert(key.clone(), Arc::clone(&review));
        let reviews = Arc::clone(self);
        tokio::spawn(async move {
            reviews.work(&key, &review, owner).await;
            reviews.lock().remove(&key);
        });
        Ok(())
    }

    /// Answers what the review wants until it wants nothing more or the pool is closed.
    async fn work(&self, key: &str, review: &Mutex<Review>, owner: Owner) {
        let Ok(_place) = self.places.acquire().await else { return };
        let lock = || review.lock().unwrap_or_else(PoisonError::into_inner);
        let engine = asking::engine(lock().settings().rules);
        let mut notes = String::new();
        let mut noted = 0;
        loop {
            let next = {
                let review = lock();
                review.wanted().first().map(|&ask| (ask, review.task(ask)))
            };
            let Some((ask, task)) = next else { break };
            let Some(answer) = asking::patiently(&self.pool, owner, &engine, task).await else {
                break;
            };
            notes += &coach::review::note(ask, &answer);
            noted += 1;
            lock().take(ask, answer);
            if noted == NOTES {
                noted = 0;
                self.note(key, std::mem::take(&mut notes), false).await;
            }
        }
        let is_done = lock().is_done();
        self.note(key, notes, is_done).await;
    }

    /// A write that fails is told in the log; what it had is searched again after a restart.
    async fn note(&self, key: &str, notes: String, done: bool) {
        let _ = self.store.write(Write::NoteReview { key: key.to_owned(), notes, done }).await;
    }
}

pub(crate) use asking::{Compared, compare};

fn kept(key: &str, review: &Review) -> KeptReview {
    let moves: Vec<String> = review.game().moves().map(|it| it.to_string()).collect();
    KeptReview {
        key: key.to_owned(),
        start: review.game().start().fen(),
        moves: moves.join(" "),
        rules: review.settings().rules.name().to_owned(),
        nodes: review.settings().nodes,
        notebook: review.notebook(),
        is_done: false,
    }
}

/// `None` if the row is damaged.
fn revived(kept: &KeptReview) -> Option<Review> {
    let start: Position = Position::from_fen(&kept.start).ok()?;
    let moves = kept.moves.split_whitespace().map(|it| it.parse().ok());
    let game = Game::with_moves(start, moves.collect::<Option<Vec<_>>>()?).ok()?;
    let settings = Settings { nodes: kept.nodes, rules: kept.rules.parse().ok()? };
    let mut review = Review::new(game, settings);
    review.read_notebook(&kept.notebook).ok()?;
    Some(review)
}

/// The same for the same game, whoever played it.
fn key(review: &Review) -> String {
    let kept = kept("", review);
    let text = format!("{}|{}|{}|{}", kept.start, kept.moves, kept.rules, kept.nodes);
    Sha256::digest(text)[..16].iter().map(|byte| format!("{byte:02x}")).collect()
}
