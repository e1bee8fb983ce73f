//! A position and a line of moves: played, judged under all rules, explained, and taken back.
//!
//! Half of the inputs are text; the other half choose legal moves by number, which reaches loops
//! and endings that text would hardly ever find.

#![no_main]

use libfuzzer_sys::fuzz_target;
use xiangqi::{Game, Language, Move, Position, RuleSet, parse_line};

fuzz_target!(|data: &[u8]| {
    let (fen, rest) = match data.iter().position(|&byte| byte == b'\n') {
        Some(end) => (&data[..end], &data[end + 1..]),
        None => (&[][..], data),
    };
    let start = std::str::from_utf8(fen)
        .ok()
        .and_then(|fen| Position::from_fen(fen).ok())
        .unwrap_or_default();
    let mut game = Game::new(start);
    match std::str::from_utf8(rest).map(|text| parse_line(&start, text)) {
        Ok(Ok(moves)) => moves.into_iter().for_each(|mv| {
            game.play(mv).expect("a line that was read is legal");
        }),
        _ => rest.iter().take(200).for_each(|&byte| step(&mut game, byte)),
    }
    for rules in RuleSet::ALL {
        let verdict = game.verdict(rules);
        assert_eq!((verdict.status, verdict.reason), game.outcome(rules));
        assert_eq!(verdict.is_over(), !verdict.explanation.facts.is_empty());
        verdict.explanation.sentences(Language::Chinese);
        verdict.explanation.sentences(Language::English);
    }
    while game.undo().is_some() {}
    assert_eq!(*game.position(), start);
});

/// High bytes go back where the side came from, the others choose from the list.
fn step(game: &mut Game, byte: u8) {
    let legal = game.position().legal_moves();
    if legal.is_empty() {
        return;
    }
    let back = game.moves().rev().nth(1).and_then(|mv| Move::new(mv.to(), mv.from()));
    let mv = match back.filter(|mv| 128 <= byte && legal.contains(mv)) {
        Some(mv) => mv,
        None => legal[byte as usize % legal.len()],
    };
    game.play(mv).expect("the move is from the list of legal moves");
}
