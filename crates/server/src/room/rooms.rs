//! The open rooms. A game has at most one room; it opens when somebody comes.

use std::{collections::HashMap, sync::Arc};

use tokio::sync::{Mutex, mpsc, oneshot};

use super::{audience::Hello, commands::Command, error::RoomError, live, news::MakeVoice};
use crate::{
    game::{
        secret::{self, TokenHash},
        state::GameState,
    },
    store::{Store, writes::Write},
    thinking::pool::Pool,
};

pub(crate) struct Rooms {
    store: Store,
    pool: Arc<Pool>,
    voice: MakeVoice,
    most: usize,
    /// Held while a game is read, so that no game gets two rooms.
    open: Mutex<HashMap<String, mpsc::Sender<Command>>>,
}

impl Rooms {
    pub(crate) fn new(store: Store, pool: Arc<Pool>, voice: MakeVoice, most: usize) -> Rooms {
        Rooms { store, pool, voice, most, open: Mutex::default() }
    }

    pub(crate) async fn enter(&self, id: &str) -> Result<mpsc::Sender<Command>, RoomError> {
        if !secret::is_id(id) {
            return Err(RoomError::NoSuchGame);
        }
        let mut open = self.open.lock().await;
        if let Some(room) = open.get(id).filter(|it| !it.is_closed()) {
            return Ok(room.clone());
        }
        open.retain(|_, room| !room.is_closed());
        if self.most <= open.len() {
            return Err(RoomError::TooManyRooms);
        }
        let stored = self.store.load(id).await?.ok_or(RoomError::NoSuchGame)?;
        let (store, pool) = (self.store.clone(), Arc::clone(&self.pool));
        let room = live::open(id.to_owned(), stored, store, pool, self.voice);
        open.insert(id.to_owned(), room.clone());
        Ok(room)
    }

    /// The room of a game that somebody has opened before; nothing is read for whoever only asks.
    pub(crate) async fn find(&self, id: &str) -> Option<mpsc::Sender<Command>> {
        self.open.lock().await.get(id).filter(|it| !it.is_closed()).cloned()
    }

    /// Joins a room; one that closed in the same moment is opened again.
    pub(crate) async fn join(
        &self,
        id: &str,
        viewer: u64,
        hello: impl Fn() -> Hello,
    ) -> Result<mpsc::Sender<Command>, RoomError> {
        for _ in 0..3 {
            let room = self.enter(id).await?;
            let (answer, joined) = oneshot::channel();
            let command = Command::Join { viewer, hello: hello(), answer };
            if room.send(command).await.is_err() {
                continue;
            }
            match joined.await {
                Ok(outcome) => return outcome.map(|()| room),
                Err(_) => continue,
            }
        }
        Err(RoomError::Full)
    }

    /// The game as it stands.
    pub(crate) async fn state(&self, id: &str) -> Result<GameState, RoomError> {
        for _ in 0..3 {
            let room = self.enter(id).await?;
            let (answer, described) = oneshot::channel();
            if room.send(Command::Describe { answer }).await.is_ok()
                && let Ok(state) = described.await
            {
                return Ok(state);
            }
        }
        Err(RoomError::Full)
    }

    /// Off the visitor's shelf; if the visitor made the game, it is gone for all.
    pub(crate) async fn delete(&self, id: &str, visitor: TokenHash) -> Result<(), RoomError> {
        let mut open = self.open.lock().await;
        let is_owner = self.store.is_owner(id, visitor).await?.ok_or(RoomError::NoSuchGame)?;
        self.store.write(Write::Delete { id: id.to_owned(), visitor }).await?;
        if is_owner && let Some(room) = open.remove(id) {
            let _ = room.send(Command::Delete).await;
        }
        Ok(())
    }

    /// Ends all rooms.
    pub(crate) async fn close(&self) {
        self.open.lock().await.clear();
    }
}
