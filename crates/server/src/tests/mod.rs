//! Tests of the whole house through its doors: routes without a socket, rooms over a real one.

mod ablation;
mod api;
mod clocks;
mod disk;
mod door;
mod endgames;
mod faults;
mod friends;
mod leagues;
mod lessons;
mod library;
mod puzzles;
mod refusals;
mod reviews;
mod rooms;
mod studies;

use std::{path::Path, sync::Arc};

use endgame::Tables;
use tempfile::TempDir;
use tokio::sync::watch;

use crate::{
    http::{
        app::{App, Place},
        limits,
    },
    store::Store,
    thinking::{pool::Pool, queue::Crew, searcher::Searcher, task::Thinker},
};

/// An app on a fresh data directory; dropping it removes the data.
struct Fixture {
    app: App,
    data: TempDir,
    _close: watch::Sender<bool>,
}

fn fixture() -> Fixture {
    fixture_with(|number| Box::new(Searcher::new(number as u64)))
}

/// The app as it is after a restart.
fn fixture_at(path: &Path) -> App {
    let store = Store::open(path).unwrap();
    let make = |number| Box::new(Searcher::new(number as u64)) as Box<dyn Thinker>;
    let pool = Pool::new(Crew::for_processors(2), make).unwrap();
    let (_, closing) = watch::channel(false);
    let address = ([127, 0, 0, 1], 8090).into();
    let tables = Arc::new(Tables::new(&path.with_file_name("endgames"), 16 << 20));
    let place = Place { address, hosts: &[], connections: limits::CONNECTIONS, tables };
    App::new(store, Arc::new(pool), closing, place)
}

fn fixture_with(make: impl Fn(usize) -> Box<dyn Thinker>) -> Fixture {
    fixture_in(tempfile::tempdir().unwrap(), make)
}

/// An app on what is in this directory.
fn fixture_in(data: TempDir, make: impl Fn(usize) -> Box<dyn Thinker>) -> Fixture {
    let store = Store::open(&data.path().join("games.db")).unwrap();
    let pool = Pool::new(Crew::for_processors(2), make).unwrap();
    let (close, closing) = watch::channel(false);
    let address = ([127, 0, 0, 1], 8090).into();
    let tables = Arc::new(Tables::new(&data.path().join("endgames"), 16 << 20));
    let place = Place { address, hosts: &[], connections: limits::CONNECTIONS, tables };
    let app = App::new(store, Arc::new(pool), closing, place);
    Fixture { app, data, _close: close }
}
