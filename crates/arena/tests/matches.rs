//! Whole matches between mock engines: faults are named, the match goes on, and a match that was
//! cut off anywhere ends with every game played once.

use std::{collections::HashSet, fs, num::NonZeroUsize, path::Path, path::PathBuf, time::Duration};

use arena::{
    Adjudication, Conditions, Ending, Entrant, Event, Fault, Form, Match, Opening, Origin, Record,
    Standings, TimeControl, TimeLimits, explained, make_names_unique,
};
use xiangqi::{Color, Position, Reason};

fn mock(kind: &str) -> Entrant {
    let path = env!("CARGO_BIN_EXE_mock-engine");
    Entrant::parse(&format!("cmd:\"{path}\" {kind};name={kind}")).unwrap()
}

fn a_match(kinds: &[&str], games: usize) -> Match {
    let mut players: Vec<Entrant> = kinds.iter().map(|it| mock(it)).collect();
    make_names_unique(&mut players);
    let adjudication = Adjudication { most_plies: Some(20), ..Adjudication::default() };
    let (first_greeting, stop) = (Duration::from_millis(100), Duration::from_millis(200));
    let limits = TimeLimits { first_greeting, stop, ..TimeLimits::default() };
    let conditions = Conditions { adjudication, limits, ..Conditions::new(TimeControl::Depth(1)) };
    Match {
        players,
        form: Form::RoundRobin,
        games_per_pairing: games,
        openings: vec![Opening { start: Position::start(), moves: Vec::new() }],
        seed: 1,
        conditions,
        concurrency: NonZeroUsize::new(2).unwrap(),
        sprt: None,
        part: None,
        origin: Origin::default(),
        own_program: PathBuf::from(env!("CARGO_BIN_EXE_mock-engine")),
        results: None,
        pgn: None,
    }
}

fn play(game: &Match) -> (Standings, Vec<Record>) {
    let mut records = Vec::new();
    let standings = game.run(&mut |event| {
        if let Event::Finished(record, _) = event {
            records.push(record.clone());
        }
    });
    (standings.unwrap(), records)
}

/// Plays a faulty engine against a steady one and expects the fault in both games.
fn expect_fault(game: &Match, fault: Fault) {
    let (standings, records) = play(game);
    let kind = &game.players[1].name;
    assert_eq!(standings.finished, 2, "{kind}");
    let column = Fault::ALL.iter().position(|it| *it == fault).unwrap();
    let mut expected = [0; 4];
    expected[column] = 2;
    assert_eq!(standings.faults(1), expected, "{kind}");
    assert_eq!(standings.faults(0), [0; 4], "{kind}");
    assert_eq!(standings.overall(0).wins, 2, "{kind}");
    for record in records {
        let (side, found) = record.fault().unwrap();
        assert_eq!((found, &record.players[side.index()]), (fault, kind));
        assert!(record.explanation.iter().all(|it| it[0].contains(kind)), "{record:?}");
    }
}

#[test]
fn every_fault_is_named_and_the_match_goes_on() {
    for (kind, fault) in [
        ("crashing", Fault::Crash),
        ("illegal", Fault::IllegalMove),
        ("garbled", Fault::IllegalMove),
        ("silent", Fault::IllegalMove),
    ] {
        expect_fault(&a_match(&["steady", kind], 2), fault);
    }
}

#[test]
fn late_moves_lose_on_time() {
    let mut game = a_match(&["steady", "slow"], 2);
    game.players[1].control = Some(TimeControl::MoveTime(Duration::from_millis(50)));
    game.conditions.margin = Duration::from_millis(150);
    game.conditions.limits.stop = Duration::from_secs(20);
    expect_fault(&game, Fault::TimeLoss);
}

#[test]
fn hanging_engines_are_ended() {
    let mut game = a_match(&["steady", "hanging"], 2);
    // Only the engine that hangs has a clock, so that a busy machine cannot make the other late.
    game.players[1].control = Some(TimeControl::MoveTime(Duration::from_millis(300)));
    game.conditions.limits.stop = Duration::from_millis(100);
    expect_fault(&game, Fault::Hang);
}

#[test]
fn talkative_engines_and_ucci_engines_are_no_trouble() {
    let mut game = a_match(&["steady", "talkative"], 2);
    game.players.push(mock("steady ucci"));
    let (standings, records) = play(&game);
    assert_eq!(standings.finished, 6);
    assert_eq!((0..3).map(|it| standings.overall(it).draws).sum::<u64>(), 12);
    assert!(records.iter().all(|it| it.ending == Ending::Rules(Reason::Repetition)));
    assert!(
        records.iter().all(|it| !it.explanation[0].is_empty() && !it.explanation[1].is_empty())
    );
}

#[test]
fn games_that_are_too_long_are_drawn() {
    let mut game = a_match(&["steady", "steady"], 2);
    game.conditions.adjudication.most_plies = Some(4);
    let (standings, records) = play(&game);
    assert_eq!(standings.overall(0).draws, 2);
    assert!(records.iter().all(|it| it.ending == Ending::TooLong && it.plies.len() == 4));
}

#[test]
fn engines_that_are_not_there_stop_the_match_before_it_begins() {
    let mut game = a_match(&["steady", "steady"], 2);
    game.players[1] = Entrant::parse("cmd:/no/such/engine").unwrap();
    let error = explained(&game.run(&mut |_| {}).unwrap_err());
    assert!(error.starts_with("player engine: cannot start"), "{error}");
    let mut game = a_match(&["steady", "steady"], 2);
    game.players[0].options.push(("Level".to_owned(), "3".to_owned()));
    let error = explained(&game.run(&mut |_| {}).unwrap_err());
    assert!(error.contains("no option \"Level\""), "{error}");
}

#[test]
fn resignations_count() {
    let mut game = a_match(&["steady", "resigning"], 2);
    game.players[1].launch = mock("resigning ucci").launch;
    let (standings, _) = play(&game);
    assert_eq!(standings.overall(0).wins, 2);
    assert_eq!(standings.faults(1), [0; 4]);
}

fn numbers(results: &Path) -> Vec<usize> {
    let text = fs::read_to_string(results).unwrap();
    let records = text.lines().skip(1).map(|line| Record::from_json(line).unwrap());
    records.map(|it| it.number).collect()
}

#[test]
fn a_match_cut_off_anywhere_goes_on_where_it_was() {
    let folder = tempfile::tempdir().unwrap();
    let (results, pgn) = (folder.path().join("match.jsonl"), folder.path().join("match.pgn"));
    let mut game = a_match(&["steady", "crashing"], 6);
    game.results = Some(results.clone());
    game.pgn = Some(pgn.clone());
    let (whole, _) = play(&game);
    let bytes = fs::read(&results).unwrap();
    let games_in = |text: &str| text.matches("[Game ").count();
    assert_eq!(games_in(&fs::read_to_string(&pgn).unwrap()), 6);

    // As if the program had died after any number of bytes.
    for cut in [0, 1, 40, bytes.len() / 3, bytes.len() / 2, bytes.len() - 1, bytes.len()] {
        fs::write(&results, &bytes[..cut]).unwrap();
        let lines = bytes[..cut].iter().filter(|&&it| it == b'\n').count();
        if lines < 2 {
            fs::remove_file(&pgn).unwrap();
        }
        let (standings, records) = play(&game);
        assert_eq!(records.len(), 6 - lines.saturating_sub(1), "cut at {cut}");
        assert_eq!(standings.finished, 6);
        assert_eq!(standings.overall(0), whole.overall(0));
        let unique: HashSet<usize> = numbers(&results).into_iter().collect();
        assert_eq!((unique.len(), numbers(&results).len()), (6, 6));
        assert_eq!(games_in(&fs::read_to_string(&pgn).unwrap()), 6);
    }
}

#[test]
fn longer_matches_go_on_and_other_matches_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let mut game = a_match(&["steady", "steady"], 3);
    game.results = Some(folder.path().join("match.jsonl"));
    assert_eq!(play(&game).1.len(), 3);
    game.games_per_pairing = 8;
    let (standings, records) = play(&game);
    assert_eq!((standings.finished, records.len()), (8, 5));
    assert_eq!(standings.between(0, 1).pairs.iter().sum::<u64>(), 4);
    let complaint = |game: &Match| explained(&game.run(&mut |_| {}).unwrap_err());
    let other = Match { seed: 2, ..game.clone() };
    assert!(complaint(&other).contains("another match (its seed differs)"));
    game.conditions.adjudication.most_plies = Some(30);
    assert!(complaint(&game).contains("another match (its referee differs)"));
}

#[test]
fn two_matches_do_not_write_to_one_file() {
    let folder = tempfile::tempdir().unwrap();
    let mut game = a_match(&["steady", "steady"], 2);
    game.results = Some(folder.path().join("match.jsonl"));
    let mut complaints = Vec::new();
    game.run(&mut |_| complaints.extend(game.run(&mut |_| {}).err())).unwrap();
    assert_eq!(complaints.len(), 2);
    assert!(complaints[0].to_string().contains("another match is writing"), "{complaints:?}");
}

#[test]
fn files_of_others_are_not_overwritten() {
    let folder = tempfile::tempdir().unwrap();
    let pgn = folder.path().join("treasure.pgn");
    fs::write(&pgn, "my games").unwrap();
    let mut game = a_match(&["steady", "steady"], 2);
    game.pgn = Some(pgn.clone());
    assert!(explained(&game.run(&mut |_| {}).unwrap_err()).contains("exists already"));
    assert_eq!(fs::read_to_string(&pgn).unwrap(), "my games");

    // Not even when the match goes on from its own results.
    game.results = Some(folder.path().join("match.jsonl"));
    game.pgn = None;
    play(&game);
    game.pgn = Some(pgn.clone());
    assert!(explained(&game.run(&mut |_| {}).unwrap_err()).contains("exists already"));
    assert_eq!(fs::read_to_string(&pgn).unwrap(), "my games");
}

#[test]
fn moves_of_the_opening_are_played_and_both_sides_get_them() {
    let mut game = a_match(&["steady", "steady"], 2);
    game.openings[0].moves = vec!["h2e2".parse().unwrap()];
    let (_, records) = play(&game);
    for record in &records {
        assert_eq!(record.plies[0].thought, None);
        assert_eq!(record.plies[0].mv.to_string(), "h2e2");
        assert!(record.plies[1].thought.is_some());
        assert_eq!(record.start.side(), Color::Red);
    }
}
