//! What all handlers share.

use std::{net::SocketAddr, sync::Arc};

use endgame::Tables;
use tokio::sync::{Mutex, Semaphore, watch};

use super::{
    hosts::Hosts,
    limits::{self, ByAddress},
    voice::page_voice,
};
use crate::{
    door::headcount::Headcount,
    league::{Leagues, Surroundings},
    reviews::Reviews,
    room::{outbox::PostOffice, rooms::Rooms},
    store::Store,
    thinking::{endings::Endings, pool::Pool},
};

#[derive(Clone)]
pub(crate) struct App {
    pub(crate) store: Store,
    pub(crate) pool: Arc<Pool>,
    pub(crate) rooms: Arc<Rooms>,
    pub(crate) reviews: Arc<Reviews>,
    pub(crate) leagues: Arc<Leagues>,
    pub(crate) endings: Arc<Endings>,
    /// Questions to the endgame tables at a time: a table may have to be read first.
    pub(crate) probes: Arc<Semaphore>,
    pub(crate) sockets: Arc<Headcount>,
    pub(crate) post: PostOffice,
    /// One file on its way into the library at a time.
    pub(crate) imports: Arc<Semaphore>,
    /// Held while the next game of a duel is made.
    pub(crate) duels: Arc<Mutex<()>>,
    pub(crate) requests: Arc<ByAddress>,
    pub(crate) new_games: Arc<ByAddress>,
    pub(crate) wrong_codes: Arc<ByAddress>,
    /// Turns true when the server closes.
    pub(crate) closing: watch::Receiver<bool>,
    /// Where the server listens.
    pub(crate) address: SocketAddr,
    pub(crate) hosts: Arc<Hosts>,
}

/// Where the server is, what it is called besides, and how many it has room for.
pub(crate) struct Place<'a> {
    pub(crate) address: SocketAddr,
    pub(crate) hosts: &'a [String],
    pub(crate) connections: usize,
    /// Its endgame tables.
    pub(crate) tables: Arc<Tables>,
}

impl App {
    pub(crate) fn new(
        store: Store,
        pool: Arc<Pool>,
        closing: watch::Receiver<bool>,
        place: Place<'_>,
    ) -> App {
        let rooms = Rooms::new(store.clone(), Arc::clone(&pool), page_voice, limits::ROOMS);
        let rooms = Arc::new(rooms);
        let around = Surroundings {
            store: store.clone(),
            rooms: Arc::clone(&rooms),
            voice: page_voice,
            closing: closing.clone(),
        };
        App {
            rooms,
            leagues: Arc::new(Leagues::new(around)),
            reviews: Reviews::new(store.clone(), Arc::clone(&pool)),
            endings: Endings::new(place.tables),
            probes: Arc::new(Semaphore::new(limits::PROBES)),
            store,
            pool,
            sockets: Arc::new(Headcount::new(
                place.connections / 10 * limits::SOCKETS_OF_TEN,
                limits::SOCKETS_OF_ADDRESS,
            )),
            post: PostOffice::default(),
            imports: Arc::new(Semaphore::new(1)),
            duels: Arc::default(),
            requests: Arc::new(ByAddress::new(limits::REQUESTS)),
            new_games: Arc::new(ByAddress::new(limits::NEW_GAMES)),
            wrong_codes: Arc::new(ByAddress::new(limits::WRONG_CODES)),
            closing,
            address: place.address,
            hosts: Arc::new(Hosts::new(place.hosts, place.address)),
        }
    }
}
