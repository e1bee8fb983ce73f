//! `chuhe library add`: files into the library.

use std::{fs, path::PathBuf, process::ExitCode, time::Instant};

use anyhow::{Result, bail};
use serde_json::json;
use server::library::{Complaint, Library, Report};

use super::Data;
use crate::{
    common::print,
    inputs::{self, Input},
    progress::Progress,
};

#[derive(clap::Args)]
pub(super) struct Args {
    /// Files of games, or folders of such files
    #[arg(required = true, value_name = "FILE|FOLDER")]
    inputs: Vec<PathBuf>,
    /// The collection they go to [default: a file of several games is one under its own name]
    #[arg(long, value_name = "NAME")]
    collection: Option<String>,
    #[command(flatten)]
    data: Data,
    /// The outcome as JSON
    #[arg(long)]
    json: bool,
}

/// Complaints shown for one file.
const MOST_TOLD: usize = 5;

#[derive(Default)]
struct Total {
    games: usize,
    added: usize,
    duplicates: usize,
    complaints: usize,
    refused: usize,
    has_refused_named: bool,
}

pub(super) fn run(args: &Args) -> Result<ExitCode> {
    let (inputs, missing) = inputs::collect(&args.inputs);
    if let ([], [only, ..]) = (&inputs[..], &missing[..]) {
        bail!("{only}");
    }
    let mut library = args.data.open()?;
    let (mut progress, mut total) = (Progress::new(), Total::default());
    for sentence in &missing {
        progress.say(&format!("error: {sentence}"));
        total.has_refused_named = true;
    }
    let started = Instant::now();
    for (done, input) in (0..).zip(&inputs) {
        add(args, &mut library, input, (done, inputs.len() as u64), &mut progress, &mut total)?;
    }
    drop(progress);
    tell(args, &total, inputs.len(), started)?;
    Ok(if total.has_refused_named { ExitCode::from(2) } else { ExitCode::SUCCESS })
}

fn add(
    args: &Args,
    library: &mut Library,
    input: &Input,
    (done, files): (u64, u64),
    progress: &mut Progress,
    total: &mut Total,
) -> Result<()> {
    let name = input.path.display().to_string();
    let mut tell = |report: &Report| {
        progress.tell(done, files, &format!("{name}: {} games", report.games), None);
        true
    };
    let outcome = match fs::read(&input.path) {
        Ok(bytes) => {
            let collection = args.collection.as_deref();
            library.import(&name, &bytes, collection, &mut tell)?.map_err(|it| it.to_string())
        }
        Err(error) => Err(error.to_string()),
    };
    match outcome {
        Ok(report) => {
            for complaint in report.complaints.iter().take(MOST_TOLD) {
                progress.say(&format!("{name}: {}", sentence(complaint)));
            }
            let more = report.complaint_count.saturating_sub(MOST_TOLD);
            if 0 < more {
                progress.say(&format!("{name}: {more} more such things"));
            }
            total.games += report.games;
            total.added += report.added;
            total.duplicates += report.duplicates;
            total.complaints += report.complaint_count;
        }
        Err(error) => {
            progress.say(&format!("error: {name}: {error}"));
            total.refused += 1;
            total.has_refused_named |= input.is_named;
        }
    }
    Ok(())
}

fn sentence(complaint: &Complaint) -> String {
    match complaint {
        Complaint::Dropped(dropped) => dropped.to_string(),
        Complaint::Refused(refused) => refused.to_string(),
    }
}

fn tell(args: &Args, total: &Total, files: usize, started: Instant) -> Result<()> {
    let Total { games, added, duplicates, complaints, refused, .. } = total;
    let seconds = started.elapsed().as_secs_f64();
    if args.json {
        let line = json!({
            "files": files, "games": games, "added": added, "duplicates": duplicates,
            "dropped": complaints, "refused_files": refused, "seconds": seconds,
        });
        print(&format!("{line}\n"))?;
    } else {
        print(&format!(
            "{added} games added from {files} files in {seconds:.1} s; {duplicates} were there \
             already, {complaints} things dropped, {refused} files refused\n"
        ))?;
    }
    Ok(())
}
