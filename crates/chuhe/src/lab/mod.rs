//! `chuhe lab`: search algorithms to run, compare and watch, on your own boards and maps.

mod ablation;
mod compare;
mod engine;
mod files;
mod route;
mod solve;

use std::process::ExitCode;

use anyhow::Result;

#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(subcommand)]
    experiment: Experiment,
}

#[derive(clap::Subcommand)]
enum Experiment {
    /// Find the best move on boards from files
    Solve(solve::Args),
    /// Run minimax, alpha-beta, ordering and table on the same boards: CSV and a page with charts
    Compare(compare::Args),
    /// Find the shortest way through mazes with supply points, by A* or uniform-cost search
    Route(route::Args),
    /// Let two searchers made of switches meet: what is alpha-beta, a table, quiescence worth?
    Ablation(ablation::Args),
    /// Let a member of the zoo play, as a UCI engine
    Engine(engine::Args),
}

pub(crate) fn run(args: &Args) -> Result<ExitCode> {
    match &args.experiment {
        Experiment::Solve(args) => solve::run(args),
        Experiment::Compare(args) => compare::run(args),
        Experiment::Route(args) => route::run(args),
        Experiment::Ablation(args) => ablation::run(args),
        Experiment::Engine(args) => engine::run(args),
    }
}
