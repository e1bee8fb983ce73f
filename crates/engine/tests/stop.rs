//! A search that is stopped anywhere still answers sensibly, and settings may change in between.

use std::{sync::Arc, thread, time::Duration};

use engine::{Clock, Engine, Level, Limits, Signals};
use xiangqi::Game;

#[test]
fn any_number_of_nodes_gives_a_legal_move() {
    let mut engine = Engine::new(1, 1);
    for game in engine::bench::bench_games().step_by(3) {
        let position = *game.position();
        for nodes in [1, 2, 3, 10, 50, 333, 1000, 1777] {
            let result = engine.search(&game, &Limits::nodes(nodes), &Signals::new(), &mut |_| {});
            assert!(position.is_legal(result.best.unwrap()), "{nodes} nodes");
            let mut after = position;
            for &mv in result.line() {
                assert!(after.is_legal(mv), "{:?}", result.line());
                after.play_unchecked(mv);
            }
        }
    }
}

#[test]
fn node_limits_are_kept() {
    let mut engine = Engine::new(1, 1);
    let game = Game::default();
    for nodes in [500, 1000, 5000, 12345] {
        let result = engine.search(&game, &Limits::nodes(nodes), &Signals::new(), &mut |_| {});
        assert!(result.nodes <= nodes, "{} for {nodes}", result.nodes);
    }
}

#[test]
fn stop_ends_every_kind_of_search() {
    let mut engine = Engine::new(1, 3);
    let game = Game::default();
    for limits in [Limits { infinite: true, ..Limits::default() }, Limits::depth(100)] {
        let signals = Arc::new(Signals::new());
        let stopper = Arc::clone(&signals);
        let thread = thread::spawn(move || {
            thread::sleep(Duration::from_millis(50));
            stopper.stop();
        });
        let result = engine.search(&game, &limits, &signals, &mut |_| {});
        assert!(result.best.is_some());
        thread.join().unwrap();
    }
}

#[test]
fn stopped_before_it_began_a_search_still_sees_what_hangs() {
    let position = "4k4/9/9/9/4r4/9/9/9/4R4/3K5 w".parse().unwrap();
    let stopped = Signals::new();
    stopped.stop();
    let game = Game::new(position);
    let result = Engine::new(1, 3).search(&game, &Limits::default(), &stopped, &mut |_| {});
    assert_eq!(result.best.map(|it| it.to_string()).as_deref(), Some("e1e5"));
}

#[test]
fn hash_and_threads_change_between_searches() {
    let mut engine = Engine::new(1, 1);
    let game = Game::default();
    for (hash, threads) in [(4, 2), (1, 5), (16, 1), (2, 3)] {
        engine.set_hash(hash);
        engine.set_threads(threads);
        assert_eq!(engine.threads(), threads);
        let result = engine.search(&game, &Limits::depth(5), &Signals::new(), &mut |_| {});
        assert!(result.best.is_some());
    }
}

#[test]
fn an_empty_clock_still_gives_a_move() {
    let clock = Some(Clock::default());
    let limits = Limits { clock, ..Limits::default() };
    let game = Game::default();
    let result = Engine::new(1, 1).search(&game, &limits, &Signals::new(), &mut |_| {});
    assert!(result.best.is_some());
}

#[test]
fn several_lines_are_ranked_and_different() {
    let limits = Limits { multi_pv: 5, ..Limits::depth(5) };
    let game = Game::default();
    let result = Engine::new(4, 1).search(&game, &limits, &Signals::new(), &mut |_| {});
    assert_eq!(result.lines.len(), 5);
    for pair in result.lines.windows(2) {
        assert!(pair[1].score.as_centipawns() <= pair[0].score.as_centipawns());
        assert_ne!(pair[0].moves[0], pair[1].moves[0]);
    }
}

#[test]
fn every_level_plays_legal_moves_and_repeats_itself_for_a_seed() {
    let mut engine = Engine::new(1, 1);
    for number in 1..=6 {
        for game in engine::bench::bench_games().step_by(4) {
            let limits = Limits { level: Level::new(number), seed: 7, ..Limits::default() };
            let mut play = || {
                engine.clear();
                engine.search(&game, &limits, &Signals::new(), &mut |_| {}).best
            };
            let best = play();
            assert!(game.position().is_legal(best.unwrap()));
            assert_eq!(best, play());
        }
    }
}
