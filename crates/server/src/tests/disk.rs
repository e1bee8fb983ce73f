//! Games on a disk that is shared, damaged or copied.

use std::{fs, thread};

use axum::http::StatusCode;
use rusqlite::Connection;
use serde_json::json;

use super::{
    api::{call, get, post},
    fixture,
    rooms::Server,
};
use crate::store::{Store, backup};

fn humans() -> String {
    json!({"red": {"kind": "human"}, "black": {"kind": "human"}}).to_string()
}

#[test]
fn many_that_begin_at_once_on_an_empty_directory_all_get_in() {
    for _ in 0..5 {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("games.db");
        thread::scope(|scope| {
            let opened: Vec<_> = (0..6).map(|_| scope.spawn(|| Store::open(&file))).collect();
            for thread in opened {
                thread.join().unwrap().unwrap();
            }
        });
    }
}

#[test]
fn a_file_that_is_no_database_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("games.db");
    fs::write(&file, "not a database at all, ".repeat(100)).unwrap();
    let error = Store::open(&file).err().unwrap();
    assert!(error.to_string().contains("games.db"), "{error}");
}

#[tokio::test]
async fn one_bad_row_does_not_empty_the_list_and_a_damaged_game_is_named() {
    let fixture = fixture();
    let mut ids = Vec::new();
    for _ in 0..3 {
        let (_, made) = call(&fixture, post("/api/games", humans())).await;
        ids.push(made["id"].as_str().unwrap().to_owned());
    }
    let connection = Connection::open(fixture.data.path().join("games.db")).unwrap();
    let spoil = "UPDATE games SET rules = 'nonsense' WHERE id = ?1";
    connection.execute(spoil, [&ids[1]]).unwrap();
    let (status, shelf) = call(&fixture, get("/api/games")).await;
    assert_eq!((status, shelf["games"].as_array().map(Vec::len)), (StatusCode::OK, Some(2)));
    let (_, answer) = call(&fixture, get(&format!("/api/games/{}/pgn", ids[1]))).await;
    assert_eq!(answer["code"], "damaged");
    assert!(answer["message"].as_str().unwrap().contains(&ids[1]), "{answer}");
}

#[tokio::test]
async fn a_copy_made_while_games_are_played_is_whole_and_can_be_put_back() {
    let server = Server::start(fixture()).await;
    let (id, tokens) = server.two_humans().await;
    let mut both = server.join(&id, &[&tokens["red"], &tokens["black"]]).await;
    both.play(0, "h2e2").await;
    both.play(1, "h9g7").await;
    let from = server.fixture.data.path().join("games.db");
    let folder = tempfile::tempdir().unwrap();
    let copy = folder.path().join("games.db");
    assert!(0 < backup(&from, &copy).unwrap());
    both.play(2, "h0g2").await;
    assert!(backup(&from, &copy).is_err(), "a copy replaces nothing");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "and leaves nothing beside it");
    // Put back: a server on the copy knows the game as it was.
    let restored = Store::open(&copy).unwrap();
    let game = restored.load(&id).await.unwrap().unwrap();
    assert_eq!(game.state.plies().len(), 2);
    assert!(backup(&folder.path().join("nothing.db"), &folder.path().join("x")).is_err());
}

#[tokio::test]
async fn a_game_has_an_end_of_events() {
    let server = Server::start(fixture()).await;
    let (id, tokens) = server.two_humans().await;
    let connection = Connection::open(server.fixture.data.path().join("games.db")).unwrap();
    let fill = "WITH RECURSIVE n(x) AS (SELECT 0 UNION ALL SELECT x + 1 FROM n WHERE x < 4998)
        INSERT INTO events (game, number, at, kind, detail)
        SELECT ?1, x, 0, iif(x % 2, 'undo', 'move'), iif(x % 2, '1', 'h2e2') FROM n";
    connection.execute(fill, [&id]).unwrap();
    let mut both = server.join(&id, &[&tokens["red"], &tokens["black"]]).await;
    let plies = both.game().await["plies"].as_array().unwrap().len();
    assert_eq!(both.play(plies, "h9g7").await["type"], "done", "the last one");
    assert_eq!(both.play(plies + 1, "h0g2").await["code"], "game_full");
    assert_eq!(both.ask(json!({"type": "resign"})).await["type"], "done", "it can still be ended");
}
