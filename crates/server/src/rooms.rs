//! The open rooms. A game has at most one room; it opens when somebody comes.

use std::{collections::HashMap, sync::Arc};

use tokio::sync::{Mutex, mpsc, oneshot};

use crate::{
    error::Refusal,
    pool::Pool,
    room::{self, Command, Hello},
    secret::{self, TokenHash},
    store::{Store, Write},
    table::Table,
};

pub(crate) struct Rooms {
    store: Store,
    pool: Arc<Pool>,
    most: usize,
    /// Held while a game is read, so that no game gets two rooms.
    open: Mutex<HashMap<String, mpsc::Sender<Command>>>,
}

impl Rooms {
    pub(crate) fn new(store: Store, pool: Arc<Pool>, most: usize) -> Rooms {
        Rooms { store, pool, most, open: Mutex::default() }
    }

    pub(crate) async fn enter(&self, id: &str) -> Result<mpsc::Sender<Command>, Refusal> {
        if !secret::is_id(id) {
            return Err(Refusal::NoSuchGame);
        }
        let mut open = self.open.lock().await;
        if let Some(room) = open.get(id).filter(|it| !it.is_closed()) {
            return Ok(room.clone());
        }
        open.retain(|_, room| !room.is_closed());
        if self.most <= open.len() {
            return Err(Refusal::TooManyRooms);
        }
        let loaded = self.store.load(id).await?.ok_or(Refusal::NoSuchGame)?;
        let room = room::open(id.to_owned(), loaded, self.store.clone(), Arc::clone(&self.pool));
        open.insert(id.to_owned(), room.clone());
        Ok(room)
    }

    /// Joins a room; one that closed in the same moment is opened again.
    pub(crate) async fn join(
        &self,
        id: &str,
        viewer: u64,
        hello: impl Fn() -> Hello,
    ) -> Result<mpsc::Sender<Command>, Refusal> {
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
        Err(Refusal::Busy)
    }

    /// The game as it stands.
    pub(crate) async fn table(&self, id: &str) -> Result<Table, Refusal> {
        for _ in 0..3 {
            let room = self.enter(id).await?;
            let (answer, described) = oneshot::channel();
            if room.send(Command::Describe { answer }).await.is_ok()
                && let Ok(table) = described.await
            {
                return Ok(table);
            }
        }
        Err(Refusal::Busy)
    }

    /// Off the visitor's shelf; if the visitor made the game, it is gone for all.
    pub(crate) async fn delete(&self, id: &str, visitor: TokenHash) -> Result<(), Refusal> {
        let mut open = self.open.lock().await;
        let is_owner = self.store.is_owner(id, visitor).await?.ok_or(Refusal::NoSuchGame)?;
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
