//! What packages bring along: completions for shells, and the pages of the manual.

use std::{
    fs,
    io::{self, Write},
    path::{Path, PathBuf},
    process::ExitCode,
};

use anyhow::{Context, Result};
use clap::Command;
use clap_complete::Shell;

#[derive(clap::Args)]
pub(crate) struct CompletionsArgs {
    /// Whose completions to print, such as: chuhe completions bash > chuhe.bash
    #[arg(value_enum)]
    shell: Shell,
}

pub(crate) fn completions(args: &CompletionsArgs, mut program: Command) -> Result<ExitCode> {
    // Into memory first: the generator takes a closed pipe for a disaster.
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut program, "chuhe", &mut script);
    io::stdout().write_all(&script)?;
    Ok(ExitCode::SUCCESS)
}

#[derive(clap::Args)]
pub(crate) struct ManualArgs {
    /// A folder for the pages, one a command
    folder: PathBuf,
}

pub(crate) fn manual(args: &ManualArgs, program: Command) -> Result<ExitCode> {
    write_pages(&args.folder, program).with_context(|| args.folder.display().to_string())?;
    Ok(ExitCode::SUCCESS)
}

fn write_pages(folder: &Path, program: Command) -> Result<()> {
    fs::create_dir_all(folder)?;
    clap_mangen::generate_to(program, folder)?;
    // The other program has no arguments, and so no generator of its own.
    let engine = Command::new("chuhe-engine")
        .version(env!("CARGO_PKG_VERSION"))
        .about("The engine of Chuhe alone, for Xiangqi and chess programs: UCI or UCCI by the greeting")
        .disable_help_flag(true)
        .disable_version_flag(true);
    Ok(clap_mangen::generate_to(engine, folder)?)
}
