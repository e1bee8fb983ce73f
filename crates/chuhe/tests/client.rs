//! The client drives our own engine and survives the engines nobody wants: silent, crashing,
//! flooding, talking nonsense. These are small shell scripts.

#![cfg(unix)]

use std::time::{Duration, Instant};

use protocol::{Client, ClientError, Dialect, Go, Score, Search, TimeLimits};
use xiangqi::Position;

const PATIENCE: TimeLimits = TimeLimits {
    greeting: Duration::from_secs(30),
    first_greeting: Duration::from_millis(100),
    ready: Duration::from_secs(30),
    stop: Duration::from_secs(30),
};

fn start(script: &str, limits: TimeLimits) -> Result<Client, ClientError> {
    Client::start("sh", &["-c", script], limits)
}

fn depth(depth: i32) -> Go {
    Go { depth: Some(depth), ..Go::default() }
}

#[test]
fn our_engine_thinks_for_the_client() {
    let mut client = Client::start(env!("CARGO_BIN_EXE_chuhe-engine"), &[], PATIENCE).unwrap();
    assert!(client.name().starts_with("Chuhe"));
    assert_eq!(client.dialect(), Dialect::Uci);
    client.set_option("hash", "4").unwrap();
    assert!(matches!(client.set_option("Nonsense", "1"), Err(ClientError::NoSuchOption(_))));
    client.new_game().unwrap();
    let start = Position::start();
    let moves = ["h2e2", "h9g7"].map(|it| it.parse().unwrap());
    let mut reports = 0;
    let search = Search { start: &start, moves: &moves, go: &depth(4) };
    let thought = client.think(&search, None, &mut |_| reports += 1).unwrap();
    assert!(thought.best.is_some() && 0 < reports);
    assert!(matches!(thought.info.unwrap().score, Some((Score::Centipawns(_), _))));

    let endless = Go { infinite: true, ..Go::default() };
    let search = Search { start: &start, moves: &moves, go: &endless };
    let thought = client.think(&search, Some(Duration::from_millis(50)), &mut |_| {}).unwrap();
    assert!(thought.best.is_some());
    client.quit();
}

#[test]
fn a_ucci_engine_is_greeted_a_second_time() {
    let script = r#"
        while read line; do case "$line" in
            ucci) echo "id name Old One"; echo "option hashsize type spin default 16"; echo ucciok;;
            isready) echo readyok;;
            go*) echo "info depth 3 score 45 pv h2e2"; echo "bestmove h2e2 draw";;
            quit) echo bye; exit 0;;
        esac; done"#;
    let mut client = start(script, PATIENCE).unwrap();
    assert_eq!((client.name(), client.dialect()), ("Old One", Dialect::Ucci));
    let position = Position::start();
    let search = Search { start: &position, moves: &[], go: &depth(3) };
    let thought = client.think(&search, None, &mut |_| {}).unwrap();
    assert_eq!(thought.best, "h2e2".parse().ok());
    assert!(thought.offers_draw);
    assert_eq!(thought.info.unwrap().score.unwrap().0, Score::Centipawns(45));
    client.quit();
}

#[test]
fn what_cannot_start_says_so() {
    let error = Client::start("/no/such/engine", &[], PATIENCE).err().unwrap();
    assert!(matches!(error, ClientError::Start { .. }));
    assert!(error.to_string().contains("/no/such/engine"));
    let error = start("exit 3", PATIENCE).err().unwrap();
    assert!(matches!(&error, ClientError::Crashed { .. }), "{error}");
}

#[test]
fn silence_is_not_waited_for_forever() {
    let limits = TimeLimits { greeting: Duration::from_millis(200), ..PATIENCE };
    let begin = Instant::now();
    let error = start("exec sleep 600", limits).err().unwrap();
    assert!(matches!(error, ClientError::TimedOut { .. }), "{error}");
    assert!(begin.elapsed() < Duration::from_secs(300));
}

/// Answers the greeting, then does as told on `go`.
fn polite_until_go(then: &str) -> String {
    format!(
        r#"while read line; do case "$line" in
            uci) echo uciok;; isready) echo readyok;; go*) {then};; esac; done"#
    )
}

#[test]
fn a_crash_while_thinking_is_an_error_and_not_a_hang() {
    let position = Position::start();
    let search = Search { start: &position, moves: &[], go: &depth(3) };
    let mut client = start(&polite_until_go("exit 7"), PATIENCE).unwrap();
    let error = client.think(&search, None, &mut |_| {}).unwrap_err();
    assert!(matches!(error, ClientError::Crashed { .. }), "{error}");
    assert!(client.wait_ready().is_err());
}

#[test]
fn nonsense_and_floods_are_survived() {
    let position = Position::start();
    let search = Search { start: &position, moves: &[], go: &depth(3) };
    let mut client = start(&polite_until_go("echo bestmove zz99"), PATIENCE).unwrap();
    let error = client.think(&search, None, &mut |_| {}).unwrap_err();
    assert!(matches!(error, ClientError::BadMove(_)), "{error}");

    let flood = r#"i=0; while [ $i -lt 20000 ]; do echo "info string $i"; i=$((i+1)); done
        printf '\377\376\n'; echo bestmove h2e2"#;
    let mut client = start(&polite_until_go(flood), PATIENCE).unwrap();
    let thought = client.think(&search, None, &mut |_| {}).unwrap();
    assert_eq!(thought.best, "h2e2".parse().ok());
}
