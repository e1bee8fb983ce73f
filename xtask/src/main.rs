//! `cargo xtask`: the repository's own errands.

use std::process::Command;

use anyhow::{Result, ensure};

fn main() -> Result<()> {
    match std::env::args().nth(1).as_deref() {
        Some("test") => {
            let status = Command::new("cargo").args(["test", "--workspace"]).status()?;
            ensure!(status.success(), "cargo test failed");
            Ok(())
        }
        _ => anyhow::bail!("usage: cargo xtask test"),
    }
}
