//! Which reasons do reviews find? Counts them over the labelled moves of games:
//!
//! ```text
//! cargo run --release -p coach --example reasons -- NOTEBOOKS FILE...
//! ```
//!
//! Files are records of any format. What was searched is kept in the folder NOTEBOOKS, so that a
//! second run tells at once what a change of the reasons alone does. Moves without a single reason
//! are shown with both lines. As a control the same is asked with the lines exchanged: a reason
//! that is found as often for the better move explains nothing.

use std::{
    collections::BTreeMap,
    env, fs,
    io::{self, Write},
    path::{Path, PathBuf},
};

use coach::{Choice, Fact, Review, Settings, Why, look, why};
use engine::{Engine, Score, Signals};
use xiangqi::{Game, Language, RuleSet, Style};

fn main() -> io::Result<()> {
    let mut arguments = env::args_os().skip(1).map(PathBuf::from);
    let Some(notebooks) = arguments.next() else {
        eprintln!("usage: reasons NOTEBOOKS FILE...");
        std::process::exit(2);
    };
    fs::create_dir_all(&notebooks)?;
    let [mut counts, mut control] = [BTreeMap::new(), BTreeMap::new()];
    let mut out = io::stdout().lock();
    let mut engine = Engine::new(16, 1);
    for file in arguments {
        for (number, game) in games(&file)?.into_iter().enumerate() {
            let name = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
            let kept = notebooks.join(format!("{name}.{number}"));
            let review = reviewed(&mut engine, game, &kept)?;
            for it in review.report().moves {
                let (Some(label), Some(why)) = (it.label, &it.why) else { continue };
                count(&mut counts, why);
                count(&mut control, &turned(why));
                let told = why.sentences(Language::English, Style::Uci).join(" ");
                writeln!(out, "{name}.{number} {} {label:?} -{:.0}: {told}", it.ply, it.loss())?;
                if matches!(why.facts[0].1, Fact::NoSingleReason { .. }) {
                    writeln!(out, "    {}", why.position.fen())?;
                    for line in [&why.played, &why.better] {
                        let moves: Vec<String> = line.iter().map(ToString::to_string).collect();
                        writeln!(out, "    {}", moves.join(" "))?;
                    }
                }
            }
        }
    }
    writeln!(out, "labelled: {counts:?}\nturned: {control:?}")
}

fn count(counts: &mut BTreeMap<String, usize>, why: &Why) {
    let (line, fact) = &why.facts[0];
    let fact = format!("{fact:?}");
    let kind = fact.split(' ').next().unwrap_or_default();
    *counts.entry(format!("{kind} ({line:?})")).or_default() += 1;
}

/// What would be said if the two lines changed their places.
fn turned(why: &Why) -> Why {
    const LOST: i32 = 60;
    let [played, better] = [(-LOST, &why.better), (0, &why.played)]
        .map(|(score, line)| Choice { score: Score::Centipawns(score), line: line.clone() });
    why::compare(&Game::new(why.position), RuleSet::default(), &played, &better)
}

/// The main lines of all games of a file; what cannot be read has none.
fn games(file: &Path) -> io::Result<Vec<Game>> {
    let bytes = fs::read(file)?;
    let Ok(read) = records::read(&bytes) else { return Ok(Vec::new()) };
    let line = |it: records::Reading| {
        Game::with_moves(*it.document.start(), it.document.main_moves()).ok()
    };
    Ok(read.filter_map(Result::ok).filter_map(line).filter(|it| 10 < it.len()).collect())
}

fn reviewed(engine: &mut Engine, game: Game, kept: &Path) -> io::Result<Review> {
    let mut review = Review::new(game, Settings::default());
    if let Ok(notebook) = fs::read_to_string(kept) {
        // One that cannot be read is written anew.
        let _ = review.read_notebook(&notebook);
    }
    let mut has_searched = false;
    while let Some(&ask) = review.wanted().first() {
        let answer = look(engine, &review.task(ask), &Signals::new());
        review.take(ask, answer);
        has_searched = true;
    }
    if has_searched {
        fs::write(kept, review.notebook())?;
    }
    Ok(review)
}
