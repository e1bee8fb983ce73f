//! `cargo xtask attack`: a hostile visitor against the release build, and what another one feels.

use anyhow::{Result, ensure};

use crate::shell::run;

/// Long enough for slow connections to be found out, and for whatever leaks to be seen.
const SECONDS: u64 = 600;

/// `CHUHE` names another program to be attacked.
pub(crate) fn attack(seconds: Option<u64>) -> Result<()> {
    ensure!(cfg!(target_os = "linux"), "the attack needs the many loopback addresses of Linux");
    let program = match std::env::var("CHUHE") {
        Ok(program) => program,
        Err(_) => {
            run("cargo", &["build", "--quiet", "--release", "--package", "chuhe"])?;
            "target/release/chuhe".to_owned()
        }
    };
    let seconds = seconds.unwrap_or(SECONDS).to_string();
    let example = ["run", "--quiet", "--package", "server", "--example", "attack", "--"];
    run("cargo", &[&example[..], &[&program, &seconds]].concat())
}
