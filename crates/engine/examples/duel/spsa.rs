//! Tuning by simultaneous perturbation: every pair of games moves all numbers a little up or down
//! on one side and the other way on the other, and the winner's side pulls them along.
//!
//! The state is a text file: what was asked, how many pairs are played, where each number is. It
//! is written after every few pairs through a second file, so a run may be killed at any time
//! and goes on with the same command.

use std::{
    fs,
    path::{Path, PathBuf},
    sync::{
        Mutex,
        atomic::{AtomicU64, Ordering::Relaxed},
    },
};

use engine::Params;
use random::Random;

use crate::{game::Table, on_threads, options::Options};

/// How the steps shrink: the usual exponents (Spall), a tenth of the run to warm up.
const RATE_POWER: f64 = 0.602;
const STEP_POWER: f64 = 0.101;
const WARM_UP: f64 = 0.1;
/// At the end a decided game moves a number by this share of its step.
const LAST_RATE: f64 = 0.002;
/// Pairs between two writings of the state.
const SAVE_EVERY: u64 = 16;

/// One number on its way.
#[derive(Clone, PartialEq, Debug)]
struct Tuned {
    name: String,
    value: f64,
    /// How far it is moved either way in the last games; more in the first ones.
    step: f64,
    first: i32,
}

#[derive(Clone, PartialEq, Debug)]
struct State {
    /// Pairs played, and pairs planned, from which the shrinking follows.
    pairs: u64,
    planned: u64,
    tuned: Vec<Tuned>,
}

impl State {
    /// Lines of `planned N`, `pairs N` and `NAME step S [value V]`; `#` begins a comment.
    fn parse(text: &str) -> Result<State, String> {
        let mut state = State { pairs: 0, planned: 0, tuned: Vec::new() };
        for (number, line) in (1..).zip(text.lines()) {
            let line = line.split('#').next().unwrap_or_default();
            let words: Vec<&str> = line.split_whitespace().collect();
            let is_read = match words[..] {
                [] => Some(()),
                ["planned", count] => count.parse().ok().map(|it| state.planned = it),
                ["pairs", count] => count.parse().ok().map(|it| state.pairs = it),
                [name, "step", step] => state.add(name, step, None),
                [name, "step", step, "value", value] => state.add(name, step, Some(value)),
                _ => None,
            };
            is_read.ok_or_else(|| format!("line {number}: `{line}` is not understood"))?;
        }
        if state.planned == 0 || state.tuned.is_empty() {
            return Err("needs `planned N` and at least one `NAME step S`".to_owned());
        }
        Ok(state)
    }

    fn add(&mut self, name: &str, step: &str, value: Option<&str>) -> Option<()> {
        let mut params = Params::default();
        let first = *params.all().into_iter().find(|it| it.name == name)?.value;
        let step = step.parse::<f64>().ok().filter(|it| it.is_finite() && 0.0 < *it)?;
        let value = match value {
            None => f64::from(first),
            Some(value) => value.parse::<f64>().ok().filter(|it| it.is_finite())?,
        };
        self.tuned.push(Tuned { name: name.to_owned(), value, step, first });
        Some(())
    }

    fn text(&self) -> String {
        let mut text = format!("planned {}\npairs {}\n", self.planned, self.pairs);
        for it in &self.tuned {
            let Tuned { name, value, step, first } = it;
            text.push_str(&format!("{name} step {step} value {value:.4} # {first} at first\n"));
        }
        text
    }

    /// How much larger than at the end steps and pulls are at a pair.
    fn growth(&self, pair: u64) -> (f64, f64) {
        let (pair, planned) = (pair as f64 + 1.0, self.planned as f64);
        let warm = WARM_UP * planned;
        let step = (planned / pair).powf(STEP_POWER);
        let rate = ((warm + planned) / (warm + pair)).powf(RATE_POWER);
        // The rate is that of the squared step.
        (step.max(1.0), (rate / (step * step)).max(1.0))
    }

    /// The numbers of both sides in a pair, and which way the first side's were moved.
    fn perturbed(&self, pair: u64, random: &mut Random) -> ([Params; 2], Vec<f64>) {
        let (growth, _) = self.growth(pair);
        let mut params = [Params::default(), Params::default()];
        let mut signs = Vec::new();
        for it in &self.tuned {
            let sign = if random.scaled(2) == 0 { 1.0 } else { -1.0 };
            signs.push(sign);
            for (params, sign) in params.iter_mut().zip([sign, -sign]) {
                set_near(params, &it.name, it.value + sign * growth * it.step, random);
            }
        }
        (params, signs)
    }

    /// The first side won `half_points` of four with numbers moved by `signs`.
    fn learn(&mut self, pair: u64, signs: &[f64], half_points: usize) {
        let (step_growth, rate_growth) = self.growth(pair);
        let surplus = half_points as f64 / 2.0 - 1.0;
        for (it, sign) in self.tuned.iter_mut().zip(signs) {
            let pull = LAST_RATE * rate_growth * it.step * step_growth;
            it.value = within_range(&it.name, it.value + 2.0 * pull * surplus * sign);
        }
        self.pairs += 1;
    }
}

fn within_range(name: &str, value: f64) -> f64 {
    let mut params = Params::default();
    let range = params.all().into_iter().find(|it| it.name == name).map(|it| it.range);
    range.map_or(value, |it| value.clamp(f64::from(*it.start()), f64::from(*it.end())))
}

/// Sets a number to one of the two integers around a value, the nearer one more often: so steps
/// below one count too.
fn set_near(params: &mut Params, name: &str, value: f64, random: &mut Random) {
    let value = within_range(name, value);
    let rounded = (value + random.unit()).floor();
    let whole = within_range(name, rounded) as i32;
    params.set(name, whole);
}

/// Plays until the planned pairs are played, going on from the state in the file.
pub(crate) fn run(options: &Options, file: &Path) -> Result<(), String> {
    let name = file.display();
    let text = fs::read_to_string(file).map_err(|it| format!("{name}: {it}"))?;
    let state = State::parse(&text).map_err(|it| format!("{name}: {it}"))?;
    let next = AtomicU64::new(state.pairs);
    let (planned, state) = (state.planned, Mutex::new(state));
    on_threads(options.threads, || {
        let mut table = Table::new(options);
        loop {
            let pair = next.fetch_add(1, Relaxed);
            if planned <= pair {
                return;
            }
            let seed = options.seed.wrapping_add(pair);
            let lock = || state.lock().expect("no thread panics while it learns");
            let (params, signs) = lock().perturbed(pair, &mut Random::of(seed, 2));
            let points = table.play_pair(seed, params);
            let mut state = lock();
            state.learn(pair, &signs, points);
            if state.pairs.is_multiple_of(SAVE_EVERY) || state.pairs == planned {
                println!("{}", state.text());
                if let Err(why) = save(file, &state.text()) {
                    eprintln!("duel: {}: {why}", file.display());
                }
            }
        }
    });
    Ok(())
}

fn save(file: &Path, text: &str) -> std::io::Result<()> {
    let fresh = PathBuf::from(format!("{}.new", file.display()));
    fs::write(&fresh, text)?;
    fs::rename(&fresh, file)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_state_reads_back() {
        let state =
            State::parse("planned 100 # pairs\nrfp_margin step 8\nasp_delta step 2").unwrap();
        assert_eq!(state.tuned[0].value, f64::from(Params::default().rfp_margin));
        assert_eq!(State::parse(&state.text()), Ok(state));
        for bad in ["", "planned 5", "planned 5\nnonsense step 3", "planned 5\nrfp_margin step 0"] {
            assert!(State::parse(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn numbers_climb_to_where_games_are_won() {
        let mut state = State::parse("planned 4000\nrfp_margin step 8\nasp_delta step 2").unwrap();
        for pair in 0..state.planned {
            let (params, signs) = state.perturbed(pair, &mut Random::of(1, pair));
            // The side whose margin is nearer to 150 wins a game more; the window does not matter.
            let [a, b] = params.map(|it| (it.rfp_margin - 150).abs());
            let half_points = match a.cmp(&b) {
                std::cmp::Ordering::Less => 3,
                std::cmp::Ordering::Equal => 2,
                std::cmp::Ordering::Greater => 1,
            };
            state.learn(pair, &signs, half_points);
        }
        let [margin, window] = [&state.tuned[0], &state.tuned[1]].map(|it| it.value);
        assert!((margin - 150.0).abs() < 8.0, "{margin}");
        assert!((window - f64::from(Params::default().asp_delta)).abs() < 4.0, "{window}");
    }
}
