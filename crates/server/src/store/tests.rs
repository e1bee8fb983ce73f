//! Files of older and newer programs.

use std::path::Path;

use rusqlite::Connection;

use super::{
    Store,
    error::StoreError,
    schema::{DUELS, GAMES, MIGRATIONS, migrate},
    shelf::{Opponent, ShelfQuery},
};
use crate::game::{
    player::Player,
    score::RedScore,
    secret::{Seats, TokenHash},
    setup::ClockRule,
    state::EndReason,
};

/// As the program before `OWN_COLUMNS` left it: its first two steps, and rows as it wrote them.
fn old_database(path: &Path) {
    let connection = Connection::open(path).unwrap();
    connection.execute_batch(GAMES).unwrap();
    connection.execute_batch(DUELS).unwrap();
    connection.pragma_update(None, "user_version", 2).unwrap();
    connection.pragma_update(None, "foreign_keys", "on").unwrap();
    connection
        .execute_batch(
            r#"
    INSERT INTO games (id, created, updated, start, rules, red, black, clock, red_seat,
        black_seat, host_seat, plies, fen, status, reason, swapped, duel, duel_number) VALUES
    ('aaaaaaaaaaaa', 1, 9, 'rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1',
        'asian', '{"kind":"human","name":"楚\"河\""}', '{"kind":"level","level":7}',
        '{"kind":"game","base_s":300,"increment_s":3}', zeroblob(32), NULL, NULL, 2,
        'x', 'black_wins', 'resignation', 0, NULL, NULL),
    ('bbbbbbbbbbbb', 2, 8, 'rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1',
        'course', '{"kind":"human"}', '{"kind":"human"}', '{"kind":"move","move_s":30}',
        zeroblob(32), NULL, NULL, 0, 'x', 'ongoing', NULL, 1, NULL, NULL);
    INSERT INTO events VALUES
    ('aaaaaaaaaaaa', 0, 3, 'move', 'h2e2', 1500, 301500, NULL, NULL, NULL),
    ('aaaaaaaaaaaa', 1, 4, 'move', 'h9g7', 700, 302300, -19997, NULL, 9),
    ('aaaaaaaaaaaa', 2, 5, 'resign', 'Red', NULL, NULL, NULL, NULL, NULL);
    INSERT INTO shelf VALUES (zeroblob(32), 'aaaaaaaaaaaa', 1), (zeroblob(32), 'bbbbbbbbbbbb', 0);
    INSERT INTO duels VALUES ('dddddddddddd', 1, 'chinese', '{"kind":"level","level":10}',
        '{"kind":"zoo","name":"greedy"}', 4, zeroblob(32), 1);
    INSERT INTO games (id, created, updated, start, rules, red, black, host_seat, plies, fen,
        status, duel, duel_number) VALUES
    ('cccccccccccc', 1, 1, 'rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1',
        'chinese', '{"kind":"level","level":10}', '{"kind":"zoo","name":"greedy"}',
        zeroblob(32), 0, 'x', 'ongoing', 'dddddddddddd', 0);
    "#,
        )
        .unwrap();
}

#[tokio::test]
async fn games_of_an_older_program_are_all_there() {
    let data = tempfile::tempdir().unwrap();
    let path = data.path().join("games.db");
    old_database(&path);
    let seat = TokenHash([0; 32]);
    // Opened twice: the steps are taken once.
    drop(Store::open(&path).unwrap());
    let store = Store::open(&path).unwrap();

    let played = store.load("aaaaaaaaaaaa").await.unwrap().unwrap();
    let setup = played.state.setup();
    assert_eq!(setup.players[0], Player::human(Some("楚\"河\"")));
    assert_eq!(setup.players[1], Player::level(7).unwrap());
    assert_eq!(setup.clock, ClockRule::game(300.0, 3.0));
    assert_eq!(played.seats, Seats { colors: [Some(seat), None], ..Seats::default() });
    assert_eq!((played.events, played.state.plies().len()), (3, 2));
    assert_eq!(played.state.standing().reason, Some(EndReason::Resignation));
    assert_eq!(played.state.plies()[1].score, Some(RedScore::Rule(-2)), "it had no name before");

    let waiting = store.load("bbbbbbbbbbbb").await.unwrap().unwrap();
    assert_eq!(waiting.state.setup().clock, ClockRule::each_move(30.0));
    assert_eq!(waiting.state.setup().players, [Player::human(None), Player::human(None)]);

    let duel = store.duel("dddddddddddd").await.unwrap().unwrap();
    let players = [Player::level(10).unwrap(), Player::zoo("greedy").unwrap()];
    assert_eq!((&duel.setup.players, duel.games.len(), duel.stopped), (&players, 1, true));
    let query = ShelfQuery {
        visitor: seat,
        opponent: Opponent::Anybody,
        outcome: None,
        since: None,
        until: None,
        page: 0,
    };
    let shelf = store.shelf(query).await.unwrap().games;
    assert_eq!(shelf.iter().map(|it| it.plies).collect::<Vec<_>>(), [2, 0]);
    assert_eq!(store.is_owner("aaaaaaaaaaaa", seat).await.unwrap(), Some(true));
}

#[test]
fn a_file_of_the_future_is_left_alone() {
    let mut connection = Connection::open_in_memory().unwrap();
    connection.pragma_update(None, "user_version", MIGRATIONS.len() + 1).unwrap();
    assert!(matches!(migrate(&mut connection), Err(StoreError::Newer)));
}
