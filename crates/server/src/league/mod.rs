//! Leagues that are under way: one task each, with its bots' seats and its games.
//!
//! A league asks `game/` who meets whom, has `store/` keep it, and lets rooms play the games. It must
//! not know HTTP, sockets or serde: bots come in as lines, what they are told is put into words by a
//! `Voice`.

mod commands;
mod directs;
pub(crate) mod error;
mod games;
mod live;
mod live_game;
mod seats;
mod view;

pub(crate) use commands::{Challenge, Command, Hello, Order, Seated};
pub(crate) use view::View;

use std::{collections::HashMap, sync::Arc};

use tokio::sync::{Mutex, mpsc, oneshot, watch};

use self::error::LeagueError;
use crate::{
    game::{league::LeagueState, secret},
    room::{news::MakeVoice, rooms::Rooms},
    store::Store,
};

/// Leagues open at once. One that is over, or that nobody has come to yet, closes by itself.
const MOST_OPEN: usize = 200;

/// What every league needs.
#[derive(Clone)]
pub(crate) struct Surroundings {
    pub(crate) store: Store,
    pub(crate) rooms: Arc<Rooms>,
    pub(crate) voice: MakeVoice,
    /// Turns true when the server closes.
    pub(crate) closing: watch::Receiver<bool>,
}

pub(crate) struct Leagues {
    around: Surroundings,
    /// Held while a league is read, so that none gets two tasks.
    open: Mutex<HashMap<String, mpsc::Sender<Command>>>,
}

impl Leagues {
    pub(crate) fn new(around: Surroundings) -> Leagues {
        Leagues { around, open: Mutex::default() }
    }

    /// After a restart: leagues that were under way go on.
    pub(crate) async fn go_on(&self) {
        let Ok(ids) = self.around.store.leagues_under_way().await else { return };
        for id in ids {
            if let Err(error) = self.enter(&id).await {
                tracing::error!(league = %id, "cannot go on: {error}");
            }
        }
    }

    pub(crate) async fn enter(&self, id: &str) -> Result<mpsc::Sender<Command>, LeagueError> {
        if !secret::is_id(id) {
            return Err(LeagueError::NoSuchLeague);
        }
        let mut open = self.open.lock().await;
        if let Some(league) = open.get(id).filter(|it| !it.is_closed()) {
            return Ok(league.clone());
        }
        open.retain(|_, league| !league.is_closed());
        let stored = self.around.store.league(id).await?.ok_or(LeagueError::NoSuchLeague)?;
        // What is under way goes on, however many ask for others.
        let is_under_way =
            matches!(stored.league.state, LeagueState::Running | LeagueState::Paused);
        if MOST_OPEN <= open.len() && !is_under_way {
            return Err(LeagueError::Busy);
        }
        let league = live::open(stored, self.around.clone());
        open.insert(id.to_owned(), league.clone());
        Ok(league)
    }

    /// Asks a league something; one that closed in the same moment is opened again.
    pub(crate) async fn ask<T>(
        &self,
        id: &str,
        make: impl Fn(oneshot::Sender<T>) -> Command,
    ) -> Result<T, LeagueError> {
        for _ in 0..3 {
            let league = self.enter(id).await?;
            let (answer, told) = oneshot::channel();
            if league.send(make(answer)).await.is_ok()
                && let Ok(told) = told.await
            {
                return Ok(told);
            }
        }
        Err(LeagueError::Busy)
    }
}
