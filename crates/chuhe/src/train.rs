//! `chuhe train`: from games to a network.

use std::{
    ffi::OsString,
    fs,
    num::NonZeroUsize,
    path::{Path, PathBuf},
    process::ExitCode,
    sync::{Arc, atomic::AtomicBool},
};

use anyhow::{Context, Result, bail, ensure};
use chuhe::{files::ensure_ours, network};
use engine::Evaluation;
use lab::chart::{Axis, Chart, Series, Shape};
use nnue::Network;
use trainer::train::{self, Measured, Place, Settings, Source, Trained, quantize};

use crate::{common::print, progress::Progress};

#[derive(clap::Args)]
pub(crate) struct Args {
    /// Files of games, made by selfplay
    #[arg(long, value_name = "F", required = true, num_args = 1..)]
    data: Vec<PathBuf>,
    /// The network; beside it go a checkpoint, from which a run that was cut off goes on, and the
    /// loss curve as an SVG
    #[arg(long, value_name = "F")]
    out: PathBuf,
    /// Begin with this network instead of random weights: a file, or <default>
    #[arg(long, value_name = "NET")]
    from: Option<String>,
    /// Neurons for each side's view, a multiple of 32; 32 if not given, or as many as the network
    /// has that training begins with. A multiple of that makes it wider
    #[arg(long, value_name = "N")]
    hidden: Option<usize>,
    /// How often every position is seen
    #[arg(long, value_name = "N", default_value_t = 30,
        value_parser = clap::value_parser!(u64).range(1..=100_000))]
    epochs: u64,
    /// Positions per step
    #[arg(long, value_name = "N", default_value_t = 8192,
        value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    batch: u32,
    /// The highest learning rate
    #[arg(long, value_name = "X", default_value_t = 0.001)]
    lr: f64,
    /// The score at which a side takes 73 % of the points (selfplay --statistics finds it)
    #[arg(long, value_name = "N", default_value_t = 480,
        value_parser = clap::value_parser!(i32).range(50..=4000))]
    scale: i32,
    /// The share of the game's result in the target, at the beginning and at the end
    #[arg(long, value_name = "FROM,TO", default_value = "0,0.2", value_parser = read_weights)]
    result_weight: Weights,
    /// The same seed gives the same network
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// Cores to use; all if not given
    #[arg(long, value_name = "T")]
    threads: Option<NonZeroUsize>,
    /// Megabytes of memory for positions; more go through files beside the network
    #[arg(long, value_name = "MB", default_value_t = 4096,
        value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    memory: u64,
}

#[derive(Clone, Copy)]
struct Weights([f64; 2]);

fn read_weights(text: &str) -> Result<Weights> {
    let (first, last) = text.split_once(',').context("two numbers with a comma between them")?;
    let weights = [first.trim().parse::<f64>()?, last.trim().parse::<f64>()?];
    ensure!(weights.iter().all(|it| (0.0..=1.0).contains(it)), "shares lie between 0 and 1");
    Ok(Weights(weights))
}

pub(crate) fn run(args: &Args) -> Result<ExitCode> {
    let start = args.from.as_deref().map(first_network).transpose()?;
    let own_width = start.as_ref().map_or(32, |it| it.hidden());
    let hidden = args.hidden.unwrap_or(own_width);
    let is_width = 0 < hidden && hidden <= 1024 && hidden.is_multiple_of(32);
    ensure!(is_width, "--hidden is a multiple of 32 up to 1024, not {hidden}");
    ensure!(0.0 < args.lr && args.lr <= 0.1, "--lr lies between 0 and 0.1, not at {}", args.lr);
    ensure_own_place(&args.out)?;
    let mut sources = Vec::new();
    for path in &args.data {
        sources.push(Source::whole(path).with_context(|| path.display().to_string())?);
    }
    let settings = Settings {
        sources,
        start: start.as_ref().map(|it| it.name()),
        hidden,
        epochs: args.epochs,
        batch: args.batch as usize,
        rate: args.lr,
        scale: args.scale,
        result_weight: args.result_weight.0,
        seed: args.seed,
    };
    let place = Place {
        checkpoint: beside(&args.out, ".checkpoint"),
        scratch: beside(&args.out, ".scratch"),
        most_bytes: args.memory << 20,
    };
    if let Some(threads) = args.threads {
        rayon::ThreadPoolBuilder::new().num_threads(threads.get().min(512)).build_global()?;
    }
    let mut display = Progress::new();
    let never = AtomicBool::new(false);
    let trained =
        train::run(&settings, start.as_deref(), &place, &never, &mut |it| show(&mut display, it))?;
    drop(display);
    if let Some(sentence) = trained.damage.sentence() {
        eprintln!("warning: {sentence}");
    }
    // Empty by now, if it ever was made.
    let _ = fs::remove_dir(&place.scratch);
    write(args, &settings, &trained)
}

/// Where the network goes there is nothing, or a network and its chart.
fn ensure_own_place(out: &Path) -> Result<()> {
    if fs::symlink_metadata(out).is_ok() {
        let is_network = out.is_file()
            && out
                .to_str()
                .is_some_and(|it| matches!(network::load(it), Ok(Evaluation::Network(_))));
        ensure!(is_network, "{} is not a network: it is not overwritten", out.display());
    }
    ensure_ours(&beside(out, ".svg"), |it| it.starts_with(b"<svg "))
}

fn first_network(name: &str) -> Result<Arc<Network>> {
    match network::load(name)? {
        Evaluation::Network(network) => Ok(network),
        Evaluation::Classical => bail!("--from {name}: training begins with a network"),
    }
}

fn write(args: &Args, settings: &Settings, trained: &Trained) -> Result<ExitCode> {
    let (network, rounding) = quantize(&trained.model, settings.scale, &trained.held_out)?;
    let name = || args.out.display().to_string();
    train::write_whole(&args.out, &network.to_bytes()).with_context(name)?;
    let chart = loss_chart(format!("network {}", network.name()), &trained.curve).svg_file();
    let chart_file = beside(&args.out, ".svg");
    train::write_whole(&chart_file, chart.as_bytes())
        .with_context(|| chart_file.display().to_string())?;
    let last = trained.curve.last().context("nothing was measured")?;
    print(&format!(
        "network {} in {}: {} neurons, {} positions learned from\n\
         held-out loss {:.6} (score {:.6}, result {:.6}) on {} positions\n\
         rounding: mean {:.1}, largest {:.1} on {} positions whose mean value is {:.0}\n",
        network.name(),
        args.out.display(),
        network.hidden(),
        trained.train_positions,
        last.held_out.blend,
        last.held_out.score,
        last.held_out.result,
        trained.held_out.len(),
        rounding.mean,
        rounding.largest,
        rounding.positions,
        rounding.mean_value,
    ))?;
    Ok(ExitCode::SUCCESS)
}

/// Both losses over the steps. The first point, before any training, is left out: next to it the
/// rest would be flat.
fn loss_chart(title: String, curve: &[Measured]) -> Chart {
    let points = if 1 < curve.len() { &curve[1..] } else { curve };
    let series = |name: &str, loss: fn(&Measured) -> f64| Series {
        name: name.to_owned(),
        values: points.iter().map(|it| Some(loss(it))).collect(),
        is_dashed: false,
    };
    Chart {
        title,
        categories: points.iter().map(|it| it.step.to_string()).collect(),
        series: vec![series("training", |it| it.train), series("held out", |it| it.held_out.blend)],
        shape: Shape::PlainLines,
        axis: Axis::Linear,
    }
}

/// The same name with something after it.
fn beside(path: &Path, ending: &str) -> PathBuf {
    let mut name = OsString::from(path);
    name.push(ending);
    name.into()
}

fn show(display: &mut Progress, reached: &train::Progress) {
    let Some(last) = reached.curve.last() else { return };
    let text = format!(
        "steps, epoch {}, {:.0} positions/s, loss {:.6}, held out {:.6}",
        reached.epoch,
        reached.positions_per_second(),
        last.train,
        last.held_out.blend
    );
    display.tell(reached.step, reached.total_steps, &text, reached.time_left());
}

#[cfg(test)]
mod tests {
    use trainer::train::Losses;

    use super::*;

    #[test]
    fn charts_are_drawn_from_any_number_of_points() {
        let point = |step: u64| Measured {
            step,
            train: 1.0 / (step + 1) as f64,
            held_out: Losses { blend: 0.5, score: 0.4, result: 0.6 },
        };
        for count in 0..5 {
            let curve: Vec<_> = (0..count).map(point).collect();
            let svg = loss_chart("a < b".to_owned(), &curve).svg_file();
            assert!(svg.starts_with("<svg") && svg.ends_with("</svg>\n"));
            assert!(svg.contains("a &lt; b") && !svg.contains("NaN"));
        }
    }
}
