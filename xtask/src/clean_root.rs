//! `cargo xtask test --dist`: the Debian package in a root that has never seen Rust, nor anything else
//! but the smallest Debian.

use std::{
    fs,
    io::{BufRead, BufReader, Read, Write},
    net::TcpStream,
    path::Path,
    process::{Child, Command, Stdio},
    time::Duration,
};

use anyhow::{Context, Result, bail, ensure};

use crate::{
    dist::dist,
    shell::{ensure_program, output, run},
};

/// Made once; every test installs into a copy.
const BASE: &str = "target/clean-root/base";
const ROOT: &str = "target/clean-root/root";

pub(crate) fn check() -> Result<()> {
    dist()?;
    make_root()?;
    install()?;
    check_files()?;
    check_programs()?;
    check_server()?;
    inside(&["dpkg", "--remove", "chuhe"])?;
    ensure!(!Path::new(ROOT).join("usr/bin/chuhe").exists(), "removed, it is still there");
    eprintln!("==> installed, started and removed in a clean root");
    Ok(())
}

/// The same release of Debian as here, whose libraries the programs were built with.
fn make_root() -> Result<()> {
    if !Path::new(BASE).join("usr/bin/dpkg").is_file() {
        let debootstrap = ensure_program("debootstrap", "debootstrap")?;
        let release = fs::read_to_string("/etc/os-release").context("this is no Debian")?;
        let suite = release.lines().find_map(|it| it.strip_prefix("VERSION_CODENAME="));
        let suite = suite.context("this is no Debian")?.trim_matches('"');
        fs::create_dir_all(BASE)?;
        run(&debootstrap.to_string_lossy(), &["--variant=minbase", suite, BASE])?;
    }
    if Path::new(ROOT).exists() {
        fs::remove_dir_all(ROOT)?;
    }
    run("cp", &["--archive", "--reflink=auto", BASE, ROOT])
}

fn install() -> Result<()> {
    let mut packages = fs::read_dir("target/dist")?.flatten().map(|it| it.path());
    let package = packages.find(|it| it.extension().is_some_and(|it| it == "deb"));
    fs::copy(package.context("there is no package")?, Path::new(ROOT).join("chuhe.deb"))?;
    inside(&["dpkg", "--install", "/chuhe.deb"])
}

fn check_files() -> Result<()> {
    let files = [
        "usr/bin/chuhe",
        "usr/bin/chuhe-engine",
        "usr/share/applications/chuhe.desktop",
        "usr/share/icons/hicolor/scalable/apps/chuhe.svg",
        "usr/share/bash-completion/completions/chuhe",
        "usr/share/zsh/vendor-completions/_chuhe",
        "usr/share/fish/vendor_completions.d/chuhe.fish",
    ];
    for file in files {
        ensure!(Path::new(ROOT).join(file).is_file(), "{file} is not there");
    }
    let listed = output("chroot", &[ROOT, "dpkg", "--listfiles", "chuhe"])?;
    for part in ["/man1/chuhe.1", "/man1/chuhe-engine.1", "/man1/chuhe-match.1", "THIRD-PARTY"] {
        ensure!(listed.contains(part), "{part} is not in the package");
    }
    Ok(())
}

/// The network and the book are inside: the engine plays with them, and has a name for an opening.
fn check_programs() -> Result<()> {
    let says = |args: &[&str], word: &str| {
        let told = output("chroot", &[&[ROOT][..], args].concat())?;
        ensure!(told.contains(word), "{args:?} says {told:?}, without {word:?}");
        Ok(())
    };
    says(&["chuhe", "--version"], env!("CARGO_PKG_VERSION"))?;
    says(&["chuhe", "bench", "--depth", "5"], "Nodes searched: ")?;
    says(&["chuhe", "book", "show", "--moves", "h2e2 h9g7"], "h0g2")?;
    let mut engine = start(&["chuhe-engine"], Stdio::piped())?;
    let mut input = engine.stdin.take().context("no input")?;
    input.write_all(b"uci\nposition startpos\ngo depth 4\n")?;
    let answer = find_line(&mut engine, "bestmove ");
    drop(input);
    engine.wait()?;
    answer.map(|_| ())
}

/// What the entry of the menu starts, and one look at the board.
fn check_server() -> Result<()> {
    let entry = fs::read_to_string(Path::new(ROOT).join("usr/share/applications/chuhe.desktop"))?;
    let command = entry.lines().find_map(|it| it.strip_prefix("Exec=")).context("no Exec")?;
    let words: Vec<&str> = command.split_whitespace().collect();
    let others = ["--no-open", "--listen", "127.0.0.1:0", "--data", "/tmp/games"];
    let mut server = start(&[&words[..], &others].concat(), Stdio::null())?;
    let looked = find_line(&mut server, "listening on http://").and_then(|line| look(&line));
    server.kill()?;
    server.wait()?;
    looked
}

fn look(line: &str) -> Result<()> {
    let address = line.split("http://").nth(1).context("no address")?;
    let address = address.split(['/', ' ']).next().unwrap_or_default().trim();
    let mut stream = TcpStream::connect(address)?;
    stream.set_read_timeout(Some(Duration::from_secs(30)))?;
    write!(stream, "GET / HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n")?;
    let mut page = Vec::new();
    stream.read_to_end(&mut page)?;
    let page = String::from_utf8_lossy(&page);
    ensure!(page.starts_with("HTTP/1.1 200") && page.contains("<html"), "no page: {page:.200}");
    Ok(())
}

fn inside(words: &[&str]) -> Result<()> {
    run("chroot", &[&[ROOT][..], words].concat())
}

fn start(words: &[&str], input: Stdio) -> Result<Child> {
    let mut command = Command::new("chroot");
    let command = command.arg(ROOT).args(words).stdin(input).stdout(Stdio::piped());
    command.spawn().with_context(|| format!("cannot start {words:?}"))
}

fn find_line(program: &mut Child, beginning: &str) -> Result<String> {
    let output = program.stdout.take().context("no output")?;
    for line in BufReader::new(output).lines() {
        let line = line?;
        if line.starts_with(beginning) {
            return Ok(line);
        }
    }
    bail!("it ended without a line {beginning:?}")
}
