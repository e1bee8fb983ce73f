//! `cargo xtask openings FILE`: how many games of a file the table of names knows, the most frequent
//! names, and the most frequent positions whose games have no name of their own yet.

use std::{collections::HashMap, path::Path};

use anyhow::Result;
use records::{
    book::place_key,
    openings::{Name, Openings},
};
use xiangqi::{Move, Position, Style};

use crate::book;

/// Names of openings are younger than this.
const PLIES: usize = 20;
const SHOWN: usize = 10;

#[derive(Default)]
struct Count<'a> {
    games: usize,
    named: usize,
    /// By more than the first move.
    well_named: usize,
    names: HashMap<&'a Name, usize>,
    /// Positions after the last name, with a line that leads there.
    nameless: HashMap<u64, (usize, Vec<Move>, Option<&'a Name>)>,
    /// Plies up to the last name.
    depth: usize,
}

pub(crate) fn measure(file: &Path, plies: Option<usize>) -> Result<()> {
    let openings = Openings::built_in();
    let mut count = Count::default();
    for game in book::games(file)? {
        count.add(openings, &game?.moves);
    }
    let share = |part: usize| 100.0 * part as f64 / count.games.max(1) as f64;
    let mut names: Vec<(&Name, usize)> = count.names.iter().map(|it| (*it.0, *it.1)).collect();
    names.sort_by_key(|it| (std::cmp::Reverse(it.1), it.0));
    println!(
        "{} of {} games have a name ({:.1} %), {:.1} % one of more than the first move; {} names, \
         the last one at ply {:.1} on average",
        count.named,
        count.games,
        share(count.named),
        share(count.well_named),
        names.len(),
        count.depth as f64 / count.named.max(1) as f64
    );
    for (name, games) in names.iter().take(if plies.is_some() { usize::MAX } else { SHOWN }) {
        println!("{games:>6} {:4.1} %  {} · {}", share(*games), name.zh, name.en);
    }
    if let Some(plies) = plies {
        count.show_nameless(plies);
    }
    Ok(())
}

impl<'a> Count<'a> {
    fn add(&mut self, openings: &'a Openings, moves: &[Move]) {
        let mut position = Position::start();
        let (mut name, mut depth, mut keys) = (None, 0, Vec::new());
        for (ply, mv) in (1..).zip(&moves[..moves.len().min(PLIES)]) {
            position.play_unchecked(*mv);
            keys.push(place_key(&position));
            if let Some(found) = openings.name_of(&position) {
                (name, depth) = (Some(found), ply);
            }
        }
        self.games += 1;
        if let Some(name) = name {
            self.named += 1;
            self.well_named += usize::from(1 < depth);
            self.depth += depth;
            *self.names.entry(name).or_default() += 1;
        }
        for ply in depth..keys.len() {
            let entry = || (0, moves[..=ply].to_vec(), name);
            self.nameless.entry(keys[ply]).or_insert_with(entry).0 += 1;
        }
    }

    /// The most frequent nameless positions of one length.
    fn show_nameless(&self, plies: usize) {
        let mut rows: Vec<_> = self.nameless.values().filter(|it| it.1.len() == plies).collect();
        rows.sort_by_key(|it| std::cmp::Reverse(it.0));
        for (games, moves, name) in rows.iter().take(60) {
            println!("{games:>6} {}: {}", name.map_or("-", |it| &it.zh), written(moves));
        }
    }
}

/// In the words of a player, beginning on Red's right as books do.
fn written(moves: &[Move]) -> String {
    let is_left = moves.first().is_some_and(|it| it.from().file() < 4);
    let mut position = Position::start();
    let words = moves.iter().map(|mv| {
        let mv = if is_left { mv.mirror_files() } else { *mv };
        let text = position.write_move(mv, Style::Chinese);
        position.play_unchecked(mv);
        text
    });
    words.collect::<Vec<String>>().join(" ")
}
