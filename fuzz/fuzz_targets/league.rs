//! Whatever the results are, a Swiss league pairs everybody once a round, and every game counts once.

#![no_main]

use arena::league::{Counted, Entry, Form, round_of_swiss, table};
use libfuzzer_sys::fuzz_target;
use xiangqi::{Color, Status};

const OUTCOMES: [Status; 3] = [Status::Won(Color::Red), Status::Won(Color::Black), Status::Draw];

fuzz_target!(|bytes: &[u8]| {
    let [players, games, outcomes @ ..] = bytes else { return };
    let (players, games) = (usize::from(*players % 18), usize::from(*games % 3) + 1);
    let mut outcomes = outcomes.iter();
    let mut counted: Vec<Counted> = Vec::new();
    let mut met: Vec<Vec<usize>> = vec![Vec::new(); players];
    for round in 0..6 {
        let rows = table(Form::Swiss, players, games, &counted);
        let entry = |row: &arena::league::Row| Entry {
            player: row.player,
            points: row.points,
            color_balance: row.colors[0] as i64 - row.colors[1] as i64,
            byes: row.byes,
            met: met[row.player].clone(),
        };
        let entries: Vec<Entry> = rows.iter().map(entry).collect();
        let meetings = round_of_swiss(round, &entries, games, counted.len());
        let mut seen = vec![0; players];
        for meeting in meetings {
            seen[meeting.red] += 1;
            let Some(black) = meeting.black else {
                seen[meeting.red] += games - 1;
                counted.push(Counted { meeting, status: Status::Ongoing });
                continue;
            };
            seen[black] += 1;
            if seen[black] == 1 {
                met[meeting.red].push(black);
                met[black].push(meeting.red);
            }
            let Some(outcome) = outcomes.next() else { return };
            counted.push(Counted { meeting, status: OUTCOMES[usize::from(*outcome % 3)] });
        }
        assert!(seen.iter().all(|it| *it == games));
    }
    let rows = table(Form::Swiss, players, games, &counted);
    let played: u64 = rows.iter().map(|it| it.tally.games()).sum();
    assert_eq!(played as usize, 2 * counted.iter().filter(|it| it.meeting.black.is_some()).count());
});
