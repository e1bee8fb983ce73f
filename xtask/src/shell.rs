//! Running other programs, and installing those that are missing.

use std::{
    env,
    path::{Path, PathBuf},
    process::Command,
};

use anyhow::{Context, Result, bail, ensure};

/// The root of the repository, wherever the command was called from.
pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// Runs a program with its output on the terminal; anything but success is an error.
pub(crate) fn run(program: &str, args: &[&str]) -> Result<()> {
    run_in(Path::new("."), program, args)
}

pub(crate) fn run_in(directory: &Path, program: &str, args: &[&str]) -> Result<()> {
    let line = format!("{program} {}", args.join(" "));
    eprintln!("==> {line}");
    let status = Command::new(program)
        .args(args)
        .current_dir(directory)
        .status()
        .with_context(|| format!("cannot start {program}"))?;
    ensure!(status.success(), "failed: {line}");
    Ok(())
}

/// What a program prints; anything but success is an error.
pub(crate) fn output(program: &str, args: &[&str]) -> Result<String> {
    let output = Command::new(program)
        .args(args)
        .output()
        .with_context(|| format!("cannot start {program}"))?;
    let stderr = String::from_utf8_lossy(&output.stderr);
    ensure!(output.status.success(), "failed: {program} {}: {}", args.join(" "), stderr.trim());
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

/// Finds a program on the path, or installs Debian's package of it.
pub(crate) fn ensure_program(program: &str, package: &str) -> Result<PathBuf> {
    if let Some(found) = find_program(program) {
        return Ok(found);
    }
    eprintln!("==> {program} is missing, installing Debian's {package}");
    let installed = apt_get(&["update", "-qq"])
        .and_then(|()| apt_get(&["install", "-y", "-qq", "--no-install-recommends", package]));
    match (installed, find_program(program)) {
        (Ok(()), Some(found)) => Ok(found),
        _ => bail!("the tests need {program}: please install it (Debian's package is {package})"),
    }
}

fn apt_get(args: &[&str]) -> Result<()> {
    let is_root =
        env::var("USER").is_ok_and(|it| it == "root") || Path::new("/root").read_dir().is_ok();
    if is_root {
        return run("apt-get", args);
    }
    let mut with_sudo = vec!["--non-interactive", "apt-get"];
    with_sudo.extend(args);
    run("sudo", &with_sudo)
}

fn find_program(program: &str) -> Option<PathBuf> {
    let path = env::var_os("PATH").unwrap_or_default();
    // Debian keeps games apart, and root's path does not name them.
    let folders = env::split_paths(&path).chain([PathBuf::from("/usr/games")]);
    folders.map(|folder| folder.join(program)).find(|file| file.is_file())
}

/// A Python with the package installed, in an environment of our own below `target`.
pub(crate) fn python_with(package: &str) -> Result<PathBuf> {
    let python = Path::new("target/venv/bin/python").to_path_buf();
    if !python.is_file() {
        run("python3", &["-m", "venv", "target/venv"])
            .context("the tests need Python 3 with venv (Debian's python3-venv)")?;
    }
    let is_there = Command::new(&python)
        .args(["-c", &format!("import {package}")])
        .stderr(std::process::Stdio::null())
        .status()
        .is_ok_and(|status| status.success());
    if !is_there {
        run(&python.to_string_lossy(), &["-m", "pip", "install", "--quiet", package])?;
    }
    Ok(python)
}
