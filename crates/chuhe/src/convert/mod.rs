//! `chuhe convert`: games from files of any format into files of another, or into JSON.

mod summary;

use std::{fs, path::PathBuf, process::ExitCode};

use anyhow::{Result, bail};
use records::{Reading, document::tag};
use serde_json::json;

use crate::{
    inputs::{self, Input},
    output::{Output, Target, Writing},
    progress::Progress,
};
use summary::Summary;

#[derive(clap::Args)]
pub(crate) struct Args {
    /// Files of games, or folders of such files; what they are is seen from what is in them
    #[arg(required = true, value_name = "IN")]
    inputs: Vec<PathBuf>,
    /// pgn, xqf, cbr, dhtmlxq, txt, or json (one line a game)
    #[arg(long, value_name = "FORMAT")]
    to: Target,
    #[command(flatten)]
    writing: Writing,
}

pub(crate) fn run(args: &Args) -> Result<ExitCode> {
    let (inputs, missing) = inputs::collect(&args.inputs);
    if let ([], [only]) = (&inputs[..], &missing[..]) {
        bail!("{only}");
    }
    let mut output = args.writing.output(args.to)?;
    let mut progress = Progress::new();
    let mut summary = Summary::default();
    missing.into_iter().for_each(|it| summary.refuse(it, true));
    let total = inputs.len() as u64;
    for (done, input) in (0..).zip(&inputs) {
        progress.tell(done, total, &input.path.display().to_string(), None);
        convert(args, input, &mut output, &mut summary)?;
    }
    drop(progress);
    output.finish()?;
    summary.tell(inputs.len());
    Ok(if summary.failed() { ExitCode::from(2) } else { ExitCode::SUCCESS })
}

/// One file. Only what is wrong with the output is an error that ends all.
fn convert(args: &Args, input: &Input, output: &mut Output, summary: &mut Summary) -> Result<()> {
    let name = input.path.display().to_string();
    let bytes = match fs::read(&input.path) {
        Ok(bytes) => bytes,
        Err(error) => {
            summary.refuse(format!("{name}: {error}"), input.is_named);
            return Ok(());
        }
    };
    let games = match records::read(&bytes) {
        Ok(games) => games,
        Err(refused) => {
            summary.refuse(format!("{name}: {refused}"), input.is_named);
            return Ok(());
        }
    };
    output.begin(&input.path);
    let mut games = games.peekable();
    let mut number = 0;
    while let Some(game) = games.next() {
        number += 1;
        match game {
            Err(refused) => summary.lose(&name, &refused.to_string()),
            Ok(reading) => {
                let is_alone = number == 1 && games.peek().is_none();
                let bytes = write(args, &name, number, &reading, summary);
                output.take(&bytes, (!is_alone).then_some(number))?;
                summary.count();
            }
        }
    }
    if number == 0 {
        summary.refuse(format!("{name}: no game in it"), input.is_named);
    }
    Ok(())
}

fn write(
    args: &Args,
    name: &str,
    number: usize,
    reading: &Reading,
    summary: &mut Summary,
) -> Vec<u8> {
    reading.dropped.iter().for_each(|it| summary.drop(name, &it.to_string()));
    let Target::File(format) = args.to else { return json_line(name, number, reading) };
    let options = args.writing.options();
    let Some(written) = format.write(&reading.document, &options) else { return Vec::new() };
    written.lost.iter().for_each(|it| summary.lose(name, &format!("game {number}: {it}")));
    written.bytes
}

/// The line of the contract.
fn json_line(name: &str, number: usize, reading: &Reading) -> Vec<u8> {
    let document = &reading.document;
    let header = |name: &str| document.headers.get(name);
    let main: Vec<String> = document.main_moves().map(|it| it.to_string()).collect();
    let dropped: Vec<String> = reading.dropped.iter().map(ToString::to_string).collect();
    let line = json!({
        "file": name,
        "game": number,
        "fen": document.start().fen(),
        "main": main,
        "nodes": document.len(),
        "comments": document.comment_count(),
        "red": header(tag::RED),
        "black": header(tag::BLACK),
        "event": header(tag::EVENT),
        "title": header(tag::TITLE),
        "date": header(tag::DATE),
        "result": document.result.token(),
        "dropped": dropped,
    });
    format!("{line}\n").into_bytes()
}
