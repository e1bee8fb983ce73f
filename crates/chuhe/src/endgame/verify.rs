//! `chuhe endgame verify`: do tables agree with the rules?

use std::{process::ExitCode, sync::Arc, time::Instant};

use anyhow::{Context, Result};
use endgame::{Chases, Material, Table, Tables, check_by_search, count_chases, verify};

use super::{Data, Threads, grouped};
use crate::{common::print, progress::Progress};

#[derive(clap::Args)]
pub(super) struct Args {
    /// The tables to check; all there are if none is given
    #[arg(value_name = "KEY")]
    keys: Vec<Material>,
    /// Instead of every position, so many random ones of each table against a plain search
    #[arg(long, value_name = "N")]
    search: Option<usize>,
    /// Instead, count the draws that may hang on a perpetual chase, which a rule forbids
    #[arg(long, conflicts_with = "search")]
    chases: bool,
    /// Which random positions
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    #[command(flatten)]
    threads: Threads,
    #[command(flatten)]
    data: Data,
}

pub(super) fn run(args: &Args) -> Result<ExitCode> {
    let tables = args.data.open()?;
    let mut keys = args.keys.clone();
    if keys.is_empty() {
        for (name, _) in tables.list()? {
            keys.push(name.parse().with_context(|| format!("{name} is no table"))?);
        }
    }
    let mut is_fine = true;
    for (done, key) in keys.iter().enumerate() {
        let start = Instant::now();
        if args.chases {
            print(&chases(&tables, key)?)?;
            continue;
        }
        let found = match args.search {
            None => check_all(&tables, key, args.threads.count(), (done, keys.len()))?,
            Some(count) => match read(&tables, key)? {
                table if table.counts().strong_to_move == 0 => Ok(0),
                table => check_by_search(&table, count, args.seed).map(|it| it as u64),
            },
        };
        match found {
            Ok(found) => print(&format!(
                "{key}: {} positions right, {:.1} s\n",
                grouped(found),
                start.elapsed().as_secs_f64()
            ))?,
            Err(wrong) => {
                is_fine = false;
                eprintln!("{key}: {wrong}");
            }
        }
    }
    Ok(if is_fine { ExitCode::SUCCESS } else { ExitCode::from(1) })
}

fn chases(tables: &Tables, key: &Material) -> Result<String> {
    let Chases { drawn, only_chases, endless } = count_chases(&read(tables, key)?, tables);
    let [drawn, only_chases, endless] = [drawn, only_chases, endless].map(grouped);
    Ok(format!(
        "{key}: {drawn} draws with the weak side to move, {only_chases} held by chases only, {endless} perhaps for ever\n"
    ))
}

fn read(tables: &Tables, key: &Material) -> Result<Table> {
    let table = tables.read(key)?;
    table.with_context(|| format!("the table {key} is not there: chuhe endgame build {key}"))
}

/// Every position. The tables that captures lead to are read too.
fn check_all(
    tables: &Tables,
    key: &Material,
    threads: usize,
    (done, total): (usize, usize),
) -> Result<Result<u64, endgame::Wrong>> {
    let table = read(tables, key)?;
    let smaller: Vec<Arc<Table>> = key
        .after_captures()
        .iter()
        .map(|it| read(tables, it).map(Arc::new))
        .collect::<Result<_>>()?;
    let progress = Progress::new();
    progress.show(done as u64, total as u64, &key.to_string());
    let size = table.size() as u64;
    let report = |at: usize| progress.show(at as u64, size, &key.to_string());
    Ok(verify(&table, &smaller, threads, &report))
}
