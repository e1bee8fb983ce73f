//! What the command line asks for.

use std::{fs, path::PathBuf, time::Duration};

use arena::statistics::Sprt;
use engine::{Clock, Evaluation, Level, Params};

pub(crate) const HELP: &str = "\
Plays the engine against itself at a fixed number of nodes per move, in pairs of games from the
same random opening with colors swapped, and prints the score of side A with its 95 % interval.

    cargo run --release -p engine --example duel -- --games 400 --nodes 5000 --a nmp_depth=99

--games N          games to play (200)
--nodes N          nodes per move (5000)
--nodes-b N        nodes per move of side B
--clock BASE+INC   seconds for a game and more for each move, on a clock that runs by nodes
--pace N           nodes that are a second on that clock (1000000)
--threads N        games at once (1)
--seed N           other openings (1)
--a NAME=VALUE,..  tunables of side A, as in params.rs
--b NAME=VALUE,..  tunables of side B
--level-a N        level of side A, 1 to 10; its own limits then hold as well
--level-b N        level of side B
--net-a FILE       network of side A, or `classical`
--net-b FILE       network of side B
--sprt E0,E1       stop as soon as the results speak for a difference of E0 or of E1 Elo
--change NAME=VALUE,..
                   given several times: measures all these changes in the same games
--spsa FILE        tunes the numbers named in FILE and keeps its state there; see docs/tuning.md";

/// A bit stands for each change.
const MOST_CHANGES: usize = 64;

pub(crate) struct Options {
    pub(crate) games: usize,
    pub(crate) nodes: [u64; 2],
    pub(crate) clock: Option<Clock>,
    pub(crate) pace: u64,
    pub(crate) threads: usize,
    pub(crate) seed: u64,
    pub(crate) params: [Params; 2],
    pub(crate) levels: [Option<Level>; 2],
    pub(crate) evaluations: [Evaluation; 2],
    /// For [`screening`].
    pub(crate) changes: Vec<String>,
    pub(crate) sprt: Option<Sprt>,
    /// The state of a tuning, for [`spsa`].
    pub(crate) spsa: Option<PathBuf>,
}

impl Options {
    /// None if only help was asked for.
    pub(crate) fn read(args: impl Iterator<Item = String>) -> Result<Option<Options>, String> {
        let mut options = Options {
            games: 200,
            nodes: [5000; 2],
            clock: None,
            pace: 1_000_000,
            threads: 1,
            seed: 1,
            params: [Params::default(), Params::default()],
            levels: [None; 2],
            evaluations: [Evaluation::default(), Evaluation::default()],
            changes: Vec::new(),
            sprt: None,
            spsa: None,
        };
        let mut args = args;
        while let Some(name) = args.next() {
            if name == "--help" {
                return Ok(None);
            }
            let value = args.next().ok_or_else(|| format!("{name} needs a value"))?;
            options.set(&name, value)?;
        }
        Ok(Some(options))
    }

    fn set(&mut self, name: &str, value: String) -> Result<(), String> {
        let number = || value.parse::<u64>().map_err(|_| format!("{name} {value}: not a number"));
        let level = || {
            let level = value.parse().ok().and_then(Level::new);
            level.map(Some).ok_or_else(|| format!("{name} {value}: levels are 1 to 10"))
        };
        match name {
            "--games" => self.games = number()? as usize,
            "--nodes" => self.nodes = [number()?; 2],
            "--clock" => self.clock = Some(read_clock(&value)?),
            "--pace" => self.pace = number()?.max(1),
            "--nodes-b" => self.nodes[1] = number()?,
            "--threads" => self.threads = number()? as usize,
            "--seed" => self.seed = number()? << 32,
            "--a" => set_params(&mut self.params[0], &value)?,
            "--b" => set_params(&mut self.params[1], &value)?,
            "--level-a" => self.levels[0] = level()?,
            "--level-b" => self.levels[1] = level()?,
            "--sprt" => self.sprt = Some(read_sprt(&value)?),
            "--spsa" => self.spsa = Some(value.into()),
            "--net-a" => self.evaluations[0] = read_evaluation(&value)?,
            "--net-b" => self.evaluations[1] = read_evaluation(&value)?,
            "--change" if self.changes.len() == MOST_CHANGES => {
                return Err(format!("more than {MOST_CHANGES} changes"));
            }
            "--change" => {
                set_params(&mut Params::default(), &value)?;
                self.changes.push(value);
            }
            _ => return Err(format!("unknown option {name}")),
        }
        Ok(())
    }
}

fn read_sprt(text: &str) -> Result<Sprt, String> {
    let bounds =
        text.split_once(',').and_then(|(low, high)| Some((low.parse().ok()?, high.parse().ok()?)));
    match bounds {
        Some((low, high)) if low < high => Ok(Sprt::new(low, high)),
        _ => Err(format!("--sprt {text}: two numbers with a comma, the lower one first")),
    }
}

fn read_evaluation(name: &str) -> Result<Evaluation, String> {
    if name == "classical" {
        return Ok(Evaluation::Classical);
    }
    let bytes = fs::read(name).map_err(|it| format!("{name}: {it}"))?;
    Evaluation::from_bytes(&bytes).map_err(|it| format!("{name}: {it}"))
}

pub(crate) fn set_params(params: &mut Params, text: &str) -> Result<(), String> {
    for pair in text.split(',').filter(|it| !it.is_empty()) {
        let parts = pair.split_once('=');
        let Some((name, Ok(value))) = parts.map(|(name, value)| (name, value.parse())) else {
            return Err(format!("{pair}: not NAME=VALUE"));
        };
        if !params.set(name, value) {
            return Err(format!("{pair}: no such tunable, or outside its range"));
        }
    }
    Ok(())
}

/// `8+0.08`: nothing is lost beside the search.
fn read_clock(text: &str) -> Result<Clock, String> {
    let seconds = |it: &str| it.parse().ok().and_then(|it| Duration::try_from_secs_f64(it).ok());
    text.split_once('+')
        .and_then(|(left, increment)| Some((seconds(left)?, seconds(increment)?)))
        .map(|(left, increment)| Clock { left, increment, ..Clock::default() })
        .ok_or_else(|| format!("--clock {text}: not seconds as in 8+0.08"))
}
