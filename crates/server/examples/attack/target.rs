//! The server under attack: a process of its own on fresh data.

use std::{
    fs,
    io::{BufRead, BufReader},
    net::SocketAddr,
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    time::Duration,
};

use anyhow::{Context, Result};
use tokio::time::{Instant, sleep};

pub(crate) struct Target {
    process: Child,
    address: SocketAddr,
    data: PathBuf,
}

impl Target {
    pub(crate) fn start(program: &str) -> Result<Target> {
        let data = std::env::temp_dir().join(format!("chuhe-attack-{}", std::process::id()));
        let (process, address) = serve(program, &data)?;
        Ok(Target { process, address, data })
    }

    /// Killed, and begun anew on the same data.
    pub(crate) fn restart(&mut self, program: &str) -> Result<()> {
        self.process.kill()?;
        self.process.wait()?;
        (self.process, self.address) = serve(program, &self.data)?;
        Ok(())
    }

    pub(crate) fn address(&self) -> SocketAddr {
        self.address
    }

    /// The most memory it is seen with until then, in megabytes.
    pub(crate) fn watch_memory(&self, until: Instant) -> tokio::task::JoinHandle<u64> {
        let status = format!("/proc/{}/status", self.process.id());
        tokio::spawn(async move {
            let mut peak = 0;
            while Instant::now() < until {
                peak = peak.max(megabytes(&status).unwrap_or(0));
                sleep(Duration::from_millis(100)).await;
            }
            peak
        })
    }

    pub(crate) fn clean(mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
        let _ = fs::remove_dir_all(&self.data);
    }
}

fn megabytes(status: &str) -> Option<u64> {
    let text = fs::read_to_string(status).ok()?;
    let line = text.lines().find_map(|it| it.strip_prefix("VmRSS:"))?;
    let kilobytes: u64 = line.trim().strip_suffix(" kB")?.parse().ok()?;
    Some(kilobytes / 1024)
}

fn serve(program: &str, data: &Path) -> Result<(Child, SocketAddr)> {
    let mut process = Command::new(program)
        .args(["serve", "--no-open", "--log", "error", "--listen", "127.0.0.1:0", "--data"])
        .arg(data)
        .stdout(Stdio::piped())
        .spawn()
        .with_context(|| format!("cannot start {program}"))?;
    let output = process.stdout.take().context("no output")?;
    let mut lines = BufReader::new(output).lines().map_while(Result::ok);
    let found = lines.find_map(|it| Some(it.strip_prefix("listening on http://")?.to_owned()));
    let address = found.context("the server does not say where it is")?.parse()?;
    Ok((process, address))
}
