//! From positions to a network.
//!
//! Everything depends on the settings, the sources and the seed, never on the number of threads
//! or on interruptions: a run that was stopped goes on from its checkpoint bit for bit.

mod checkpoint;
mod columns;
mod feed;
mod gradient;
mod model;
mod optimizer;
mod quantize;
mod settings;

use std::{
    path::{Path, PathBuf},
    sync::atomic::{AtomicBool, Ordering::Relaxed},
    time::{Duration, Instant},
};

use nnue::Network;

pub use checkpoint::{Checkpoint, CheckpointError};
pub use gradient::Losses;
pub use model::Model;
pub use quantize::{Rounding, quantize};
pub use settings::{Settings, Source};

use crate::{
    data::{Damage, DataError},
    pile::{Filter, Pile, Sample},
};
use feed::Feed;
use gradient::{Gradients, Target, losses};

/// A point of the loss curve.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Measured {
    pub step: u64,
    /// The mean over the steps since the last point.
    pub train: f64,
    pub held_out: Losses,
}

/// How far the work is.
#[derive(Clone, Debug)]
pub struct Progress<'a> {
    pub step: u64,
    pub total_steps: u64,
    pub epoch: u64,
    /// Steps of this run, and the positions it learned from.
    pub steps: u64,
    pub positions: u64,
    pub elapsed: Duration,
    /// The curve so far; never empty.
    pub curve: &'a [Measured],
}

impl Progress<'_> {
    pub fn positions_per_second(&self) -> f64 {
        self.positions as f64 / self.elapsed.as_secs_f64().max(1e-9)
    }

    pub fn time_left(&self) -> Option<Duration> {
        let per_step = self.elapsed.as_secs_f64() / self.steps.max(1) as f64;
        let left = self.total_steps.saturating_sub(self.step) as f64;
        Duration::try_from_secs_f64(left * per_step).ok()
    }
}

/// Where a run keeps its things, and how much memory it may fill with positions.
#[derive(Clone, Debug)]
pub struct Place {
    pub checkpoint: PathBuf,
    pub scratch: PathBuf,
    pub most_bytes: u64,
}

#[derive(Debug, thiserror::Error)]
pub enum TrainError {
    #[error(transparent)]
    Data(#[from] DataError),
    #[error(transparent)]
    Checkpoint(#[from] CheckpointError),
    #[error("{hidden} neurons are no multiple of the {of} of network {name}")]
    Width { name: String, hidden: usize, of: usize },
    #[error("too few games: {train} positions to learn from and {held_out} to measure with")]
    TooFewPositions { train: usize, held_out: usize },
    #[error("the loss is no number any more at step {step}; try a lower --lr")]
    Diverged { step: u64 },
}

impl From<std::io::Error> for TrainError {
    fn from(error: std::io::Error) -> TrainError {
        TrainError::Data(DataError::Io(error))
    }
}

/// What a run ends with.
pub struct Trained {
    pub model: Model,
    pub curve: Vec<Measured>,
    /// Positions to measure with.
    pub held_out: Vec<Sample>,
    pub train_positions: usize,
    /// What had to be skipped in the files of games.
    pub damage: Damage,
    /// False if it was stopped before the end.
    pub is_finished: bool,
}

/// A checkpoint is written after so much time, and at the end.
const CHECKPOINT_INTERVAL: Duration = Duration::from_secs(30);
const REPORT_INTERVAL: Duration = Duration::from_secs(1);
/// More positions would not make the measure better, only slower.
const MOST_HELD_OUT: usize = 200_000;

/// Trains, or goes on training, until done or told to stop. `start` is the network that
/// `settings.start` names.
pub fn run(
    settings: &Settings,
    start: Option<&Network>,
    place: &Place,
    stop: &AtomicBool,
    report: &mut dyn FnMut(&Progress),
) -> Result<Trained, TrainError> {
    let mut state = match Checkpoint::load(&place.checkpoint)? {
        Some(checkpoint) => checkpoint.check(settings)?,
        None => Checkpoint::new(settings, first_model(settings, start)?),
    };
    let pile = Pile::load(
        &state.settings.sources,
        &Filter::default(),
        place.most_bytes,
        &place.scratch,
        settings.seed,
    )?;
    let damage = pile.damage;
    // From all files alike: the first one alone would hide what the others teach.
    let every = pile.held_out.len().div_ceil(MOST_HELD_OUT).max(1);
    let held_out: Vec<_> = pile.held_out.into_iter().step_by(every).collect();
    let train_positions = pile.parts.iter().map(|it| it.len()).sum();
    if train_positions == 0 || held_out.is_empty() {
        let held_out = held_out.len();
        return Err(TrainError::TooFewPositions { train: train_positions, held_out });
    }
    let mut feed = Feed::new(&pile.parts, settings.batch, settings.seed);
    let mut run = Run { settings, place, state: &mut state, held_out: &held_out };
    let is_finished = run.steps(&mut feed, stop, report)?;
    Ok(Trained {
        model: state.model,
        curve: state.curve,
        held_out,
        train_positions,
        damage,
        is_finished,
    })
}

fn first_model(settings: &Settings, start: Option<&Network>) -> Result<Model, TrainError> {
    let &Settings { hidden, scale, seed, .. } = settings;
    let Some(network) = start else { return Ok(Model::random(hidden, seed)) };
    Model::of_network(network, hidden, scale, seed).ok_or_else(|| TrainError::Width {
        name: network.name(),
        hidden,
        of: network.hidden(),
    })
}

struct Run<'a> {
    settings: &'a Settings,
    place: &'a Place,
    state: &'a mut Checkpoint,
    held_out: &'a [Sample],
}

impl Run<'_> {
    fn steps(
        &mut self,
        feed: &mut Feed,
        stop: &AtomicBool,
        report: &mut dyn FnMut(&Progress),
    ) -> Result<bool, TrainError> {
        let steps_per_epoch = feed.steps_per_epoch();
        let total_steps = steps_per_epoch * self.settings.epochs;
        let mut gradients = Gradients::new(self.settings.hidden);
        let first_step = self.state.step;
        let start = Instant::now();
        let (mut last_report, mut last_save, mut positions) = (start, start, 0);
        if self.state.curve.is_empty() {
            self.measure(total_steps);
        }
        while self.state.step < total_steps && !stop.load(Relaxed) {
            let step = self.state.step;
            let batch = feed.batch(step)?;
            positions += batch.samples.len() as u64;
            let target = self.target(step, total_steps);
            let loss = gradients.compute(&self.state.model, &batch, target);
            if !loss.is_finite() {
                return Err(TrainError::Diverged { step });
            }
            let rate = self.settings.rate_at(step, total_steps);
            self.state.optimizer.step(&mut self.state.model, &gradients.total, rate);
            self.state.loss_sum += loss;
            self.state.loss_count += 1;
            self.state.step += 1;
            if self.state.step.is_multiple_of(self.settings.measure_every(steps_per_epoch))
                || self.state.step == total_steps
            {
                self.measure(total_steps);
            }
            let is_last = self.state.step == total_steps;
            if is_last || REPORT_INTERVAL <= last_report.elapsed() {
                last_report = Instant::now();
                report(&Progress {
                    step: self.state.step,
                    total_steps,
                    epoch: self.state.step / steps_per_epoch,
                    steps: self.state.step - first_step,
                    positions,
                    elapsed: start.elapsed(),
                    curve: &self.state.curve,
                });
            }
            if is_last || CHECKPOINT_INTERVAL <= last_save.elapsed() {
                last_save = Instant::now();
                self.state.save(&self.place.checkpoint)?;
            }
        }
        self.state.save(&self.place.checkpoint)?;
        Ok(total_steps <= self.state.step)
    }

    fn target(&self, step: u64, total_steps: u64) -> Target {
        Target {
            scale: self.settings.scale as f32,
            result_weight: self.settings.result_weight_at(step, total_steps),
        }
    }

    /// Adds a point to the curve. Held-out positions are always measured with the last blend, so
    /// that the numbers can be compared.
    fn measure(&mut self, total_steps: u64) {
        let target = self.target(total_steps, total_steps);
        let held_out = losses(&self.state.model, self.held_out, target);
        let train = match self.state.loss_count {
            // Nothing learned yet.
            0 => held_out.blend,
            count => self.state.loss_sum / count as f64,
        };
        self.state.curve.push(Measured { step: self.state.step, train, held_out });
        (self.state.loss_sum, self.state.loss_count) = (0.0, 0);
    }
}

/// Writes through a second file, so that a kill leaves the old one or the new one.
pub fn write_whole(path: &Path, bytes: &[u8]) -> std::io::Result<()> {
    let mut name = path.as_os_str().to_owned();
    name.push(".new");
    let fresh = PathBuf::from(name);
    let mut file = std::fs::File::create(&fresh)?;
    std::io::Write::write_all(&mut file, bytes)?;
    file.sync_all()?;
    std::fs::rename(&fresh, path)
}
