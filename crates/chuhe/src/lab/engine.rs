//! `chuhe lab engine`: a member of the zoo as an engine, in UCI, or in UCCI if greeted so.
//!
//! A member looks as deep as it always does, whatever `go` says; a clock or `movetime` only makes
//! it answer with what it has when the time is up.

use std::{
    io::{stdin, stdout},
    process::ExitCode,
    sync::{
        atomic::{AtomicBool, Ordering},
        mpsc,
    },
    thread,
    time::{Duration, Instant},
};

use anyhow::Result;
use chuhe::session::{self, Brain, Changed, OptionError, Order, Plan};
use lab::{
    tree::{Found, plies_to_end},
    zoo::{Member, ZooPlayer},
};
use protocol::{Bound, Dialect, Go, Info, OptionKind, OptionSpec, Reply, Score, same_name};
use xiangqi::{Color, Game};

#[derive(clap::Args)]
pub(super) struct Args {
    /// random, greedy, minimax-D, alphabeta-D (D from 1 to 9), qt, course or checker
    name: Member,
    /// The seed of `random`: the same seed plays the same games
    #[arg(long, value_name = "S", default_value_t = 0)]
    seed: u32,
    /// How many threads `course` uses; all cores if not given
    #[arg(long, value_name = "T", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
}

pub(super) fn run(args: &Args) -> Result<ExitCode> {
    let cores = thread::available_parallelism().map_or(1, usize::from);
    let brain = ZooBrain {
        member: args.name,
        seed: args.seed,
        threads: args.threads.map_or(cores, usize::from),
        in_millis: false,
        is_new: true,
    };
    session::serve(brain, stdin().lock(), Box::new(stdout()), None);
    Ok(ExitCode::SUCCESS)
}

struct ZooBrain {
    member: Member,
    seed: u32,
    threads: usize,
    in_millis: bool,
    /// The next search is the first one of a game: the player begins again with its seed.
    is_new: bool,
}

const MOST_THREADS: usize = 1024;

impl Brain for ZooBrain {
    type Searcher = ZooPlayer;

    fn name(&self) -> String {
        format!("Chuhe zoo {}", self.member)
    }

    fn options(&self, dialect: Dialect) -> Vec<OptionSpec> {
        let spin =
            |name, default, min, max| OptionSpec::new(name, OptionKind::Spin { default, min, max });
        let mut options = vec![
            spin("Seed", self.seed.into(), 0, u32::MAX.into()),
            spin("Threads", self.threads as i64, 1, MOST_THREADS as i64),
        ];
        if dialect == Dialect::Ucci {
            let millis = OptionKind::Check { default: self.in_millis };
            options.push(OptionSpec::new("usemillisec", millis));
        }
        options
    }

    fn set(&mut self, name: &str, value: &str) -> Result<Changed, OptionError> {
        let is = |known| same_name(name, known);
        let number = |name, most: u64| {
            let bad = || OptionError::bad_value(name, value, format!("a number up to {most}"));
            value.parse::<u64>().ok().filter(|it| *it <= most).ok_or_else(bad)
        };
        if is("Seed") {
            self.seed = number("Seed", u32::MAX.into())? as u32;
        } else if is("Threads") {
            self.threads = number("Threads", MOST_THREADS as u64)?.max(1) as usize;
        } else if is("usemillisec") {
            self.in_millis = value == "true";
        } else {
            return Err(OptionError::unknown(name));
        }
        Ok(Changed::ForgetEverything)
    }

    fn counts_millis(&self) -> bool {
        self.in_millis
    }

    fn new_game(&mut self) {
        self.is_new = true;
    }

    fn prepare(&mut self, player: Option<ZooPlayer>) -> ZooPlayer {
        let is_new = std::mem::take(&mut self.is_new);
        let seated = player.filter(|_| !is_new);
        seated.unwrap_or_else(|| ZooPlayer::new(self.member, self.seed.into(), self.threads))
    }

    fn plan(&self, order: Order<'_>) -> Plan<ZooPlayer> {
        let game = order.game.clone();
        let time = time_to_think(order.go, order.dialect, game.position().side());
        Plan {
            is_endless: order.go.infinite,
            search: Box::new(move |player, orders, _| {
                let begin = Instant::now();
                let found = choose_in_time(player, &game, time, &orders.stop);
                answer(&found, begin.elapsed())
            }),
        }
    }
}

/// A twentieth of the clock, never the last of it; without a clock, as long as it takes.
fn time_to_think(go: &Go, dialect: Dialect, side: Color) -> Option<Duration> {
    if go.infinite || go.ponder {
        return None;
    }
    let share = go.clock_of(dialect, side).map(|clock| {
        let share = clock.left / 20 + clock.increment / 2;
        share.min(clock.left / 2).max(Duration::from_millis(1))
    });
    go.move_time.or(share)
}

/// Lets a player choose, and tells it to stop when its time is up.
fn choose_in_time(
    player: &mut ZooPlayer,
    game: &Game,
    time: Option<Duration>,
    stop: &AtomicBool,
) -> Found {
    let Some(time) = time else { return player.choose(game, stop) };
    let (done, waiting) = mpsc::channel::<()>();
    thread::scope(|scope| {
        scope.spawn(move || {
            let is_late = waiting.recv_timeout(time) == Err(mpsc::RecvTimeoutError::Timeout);
            if is_late {
                stop.store(true, Ordering::Relaxed);
            }
        });
        let found = player.choose(game, stop);
        drop(done);
        found
    })
}

fn answer(found: &Found, time: Duration) -> Vec<Reply> {
    let Some(best) = found.best_move else { return vec![Reply::NoBestMove] };
    let mv = best.to_string();
    let score = match plies_to_end(found.score) {
        // Stopped before the first move had a score.
        Some(0) => None,
        // Engines count own moves, and the last ply of a win is one of them.
        Some(plies) if 0 < plies => Some(Score::Mate((plies + 1) / 2)),
        Some(plies) => Some(Score::Mate(plies / 2)),
        None => Some(Score::Centipawns(found.score)),
    };
    let info = Info {
        score: score.map(|score| (score, Bound::Exact)),
        nodes: Some(found.nodes),
        time: Some(time),
        line: vec![mv.clone()],
        ..Info::default()
    };
    let best = Reply::BestMove { mv, ponder: None, offers_draw: false, resigns: false };
    vec![Reply::Info(info), best]
}

#[cfg(test)]
mod tests {
    use protocol::{Command, parse_command};

    use super::*;

    #[test]
    fn the_clock_of_the_side_to_move_counts() {
        let time = |line: &str, side| match parse_command(Dialect::Uci, true, line) {
            Command::Go(go) => time_to_think(&go, Dialect::Uci, side),
            other => panic!("{other:?}"),
        };
        let milliseconds = |count| Some(Duration::from_millis(count));
        let line = "go wtime 20000 btime 400 winc 100 binc 0";
        assert_eq!(time(line, Color::Red), milliseconds(1050));
        assert_eq!(time(line, Color::Black), milliseconds(20));
        assert_eq!(time("go movetime 5 wtime 9", Color::Red), milliseconds(5));
        assert_eq!(time("go infinite movetime 5", Color::Red), None);
        assert_eq!(time("go depth 3", Color::Red), None);
        assert_eq!(time("go wtime 0", Color::Red), milliseconds(1));
    }
}
