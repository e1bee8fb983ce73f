//! Attacks a running server from one address and measures what another visitor feels:
//! `cargo xtask attack [SECONDS]`, or `attack PROGRAM [SECONDS]` with the program to be attacked. All of
//! it stays on loopback, where every 127.0.0.x is another visitor.

mod attacks;
mod net;
mod target;
mod visitor;

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use anyhow::{Context, Result, ensure};
use tokio::time::{Instant, sleep};

use attacks::Attack;
use target::Target;
use visitor::{Faithful, Felt};

/// What another visitor has to get in any of them, and what the server may take.
const ANSWER: Duration = Duration::from_secs(1);
const ANALYSIS: Duration = Duration::from_secs(2);
const MOST_MEGABYTES: u64 = 400;

/// Half of the time is for all attacks together.
const SHORTEST: u64 = 5;

/// What was seen during one attack.
struct Row {
    name: &'static str,
    felt: Felt,
    megabytes: u64,
}

impl Row {
    fn has_held(&self) -> bool {
        let Felt { answer, analysis, failures, .. } = &self.felt;
        let is_quick = answer.worst() <= ANSWER && analysis.worst() <= ANALYSIS;
        is_quick && *failures == 0 && self.megabytes < MOST_MEGABYTES
    }

    fn line(&self) -> String {
        let Felt { answer, analysis, route, page, failures } = &self.felt;
        let [answer, analysis, route, page] = [answer, analysis, route, page].map(|it| it.line());
        let (name, megabytes) = (self.name, self.megabytes);
        let held = if self.has_held() { "yes" } else { "no" };
        format!(
            "| {name} | {answer} | {analysis} | {route} | {page} | {megabytes} | {failures} | {held} |"
        )
    }
}

#[tokio::main]
async fn main() -> Result<()> {
    let mut arguments = std::env::args().skip(1);
    let program = arguments.next().context("usage: attack PROGRAM [SECONDS]")?;
    let seconds = arguments.next().map_or(Ok(600), |it| it.parse::<u64>())?;
    let mut target = Target::start(&program)?;
    let goes_on = Arc::new(AtomicBool::new(true));
    let faithful = tokio::spawn(Faithful::play(target.address(), Arc::clone(&goes_on)));
    let long_game = attacks::long_game(target.address()).await?;
    let alone = Attack::ALL.len() as u64;
    println!(
        "| attack | level 1 answers, median / worst s | analysis begins | small route | page | memory MB | failed | held |"
    );
    println!("|---|---|---|---|---|---|---|---|");
    let mut rows = vec![
        watch(&target, "none", &[], &long_game, (seconds / 2 / alone).clamp(SHORTEST, 20)).await,
    ];
    for attack in Attack::ALL {
        let time = (seconds / 2 / alone).max(SHORTEST);
        rows.push(watch(&target, attack.name(), &[attack], &long_game, time).await);
    }
    let all = (seconds / 2).max(SHORTEST);
    rows.push(watch(&target, "all together", &Attack::ALL, &long_game, all).await);
    goes_on.store(false, Ordering::Relaxed);
    let faithful = faithful.await??;
    // Killed without warning: only what is on disk counts.
    target.restart(&program)?;
    let lost = faithful.lost(target.address()).await?;
    println!("\n{} moves acknowledged, {lost} lost after kill -9", faithful.acknowledged());
    target.clean();
    ensure!(lost == 0, "moves were lost");
    let broken: Vec<&str> = rows.iter().filter(|it| !it.has_held()).map(|it| it.name).collect();
    ensure!(broken.is_empty(), "did not hold: {}", broken.join(", "));
    Ok(())
}

/// Attacks for a while, and looks from another address.
async fn watch(
    target: &Target,
    name: &'static str,
    attacks: &[Attack],
    long_game: &str,
    seconds: u64,
) -> Row {
    let until = Instant::now() + Duration::from_secs(seconds);
    let address = target.address();
    let attackers: Vec<_> = attacks
        .iter()
        .map(|it| tokio::spawn(it.run(address, long_game.to_owned(), until)))
        .collect();
    // The attack has to be under way.
    sleep(Duration::from_secs(1)).await;
    let peak = target.watch_memory(until);
    let felt = Felt::measure(address, until).await;
    let megabytes = peak.await.unwrap_or(0);
    for attacker in attackers {
        let _ = attacker.await;
    }
    let row = Row { name, felt, megabytes };
    println!("{}", row.line());
    // What was begun before is over.
    sleep(Duration::from_secs(2)).await;
    row
}
