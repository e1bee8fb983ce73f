//! `cargo xtask dist`: what people without Rust install. An archive for this system with a checksum,
//! and on Debian and its kin a package.

use std::{
    fs::{self, File},
    io::{Write, copy},
    path::{Path, PathBuf},
};

use anyhow::{Context, Result, ensure};
use flate2::{Compression, write::GzEncoder};
use sha2::{Digest, Sha256};

use crate::{
    licenses,
    shell::{output, run},
};

const DIST: &str = "target/dist";
/// What is in the archive, and what the package takes its files from.
const TREE: &str = "target/dist/tree";
/// Where tools from the registry are installed, so that nobody's own are touched.
const TOOLS: &str = "target/tools";

pub(crate) fn dist() -> Result<()> {
    run("cargo", &["build", "--release", "--package", "chuhe", "--locked"])?;
    lay_out()?;
    let archive = pack()?;
    let mut made = vec![archive];
    if cfg!(target_os = "linux") {
        made.push(debian_package()?);
    }
    for file in &made {
        write_checksum(file)?;
        println!("{}", file.display());
    }
    Ok(())
}

/// Programs, manual, completions, licenses: the network and the book are inside the programs.
fn lay_out() -> Result<()> {
    if Path::new(TREE).is_dir() {
        fs::remove_dir_all(TREE)?;
    }
    let tree = |name: &str| Path::new(TREE).join(name);
    fs::create_dir_all(tree("completions"))?;
    fs::create_dir_all(tree("licenses"))?;
    let program = |name: &str| format!("{name}{}", std::env::consts::EXE_SUFFIX);
    for name in ["chuhe", "chuhe-engine"].map(program) {
        fs::copy(Path::new("target/release").join(&name), tree(&name)).with_context(|| name)?;
    }
    let chuhe = tree(&program("chuhe")).display().to_string();
    run(&chuhe, &["manual", &tree("man").display().to_string()])?;
    let shells = [("bash", "chuhe.bash"), ("zsh", "_chuhe"), ("fish", "chuhe.fish")];
    for (shell, file) in shells.into_iter().chain([("powershell", "_chuhe.ps1")]) {
        let script = output(&chuhe, &["completions", shell])?;
        fs::write(tree("completions").join(file), script)?;
    }
    for file in ["README.md", "README.zh-CN.md"] {
        fs::copy(file, tree(file))?;
    }
    for file in ["LICENSE-MIT", "LICENSE-APACHE", "web/OFL.txt"] {
        let name = Path::new(file).file_name().context("a license without a name")?;
        fs::copy(file, tree("licenses").join(name))?;
    }
    fs::write(tree("licenses/THIRD-PARTY.txt"), licenses::of_dependencies()?)?;
    Ok(())
}

/// `chuhe-0.1.0-x86_64-linux.tar.gz`, or a `.zip` where that is what people open.
fn pack() -> Result<PathBuf> {
    let (machine, system) = (std::env::consts::ARCH, std::env::consts::OS);
    let name = format!("chuhe-{}-{machine}-{system}", env!("CARGO_PKG_VERSION"));
    if cfg!(windows) {
        let path = Path::new(DIST).join(format!("{name}.zip"));
        zip(&path, &name)?;
        return Ok(path);
    }
    let path = Path::new(DIST).join(format!("{name}.tar.gz"));
    let gzip = GzEncoder::new(File::create(&path)?, Compression::best());
    let mut archive = tar::Builder::new(gzip);
    // Not whose files they were, nor when: the same files make the same archive.
    archive.mode(tar::HeaderMode::Deterministic);
    for file in files(Path::new(TREE))? {
        archive.append_path_with_name(&file, Path::new(&name).join(file.strip_prefix(TREE)?))?;
    }
    archive.into_inner()?.finish()?;
    Ok(path)
}

fn zip(path: &Path, name: &str) -> Result<()> {
    let mut archive = zip::ZipWriter::new(File::create(path)?);
    for file in files(Path::new(TREE))? {
        let inner = Path::new(name).join(file.strip_prefix(TREE)?);
        let inner = inner.to_string_lossy().replace('\\', "/");
        archive.start_file(inner, zip::write::SimpleFileOptions::default())?;
        copy(&mut File::open(&file)?, &mut archive)?;
    }
    archive.finish()?;
    Ok(())
}

/// All files below a folder, in order.
fn files(folder: &Path) -> Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            found.extend(files(&path)?);
        } else {
            found.push(path);
        }
    }
    found.sort();
    Ok(found)
}

/// By cargo-deb, which knows what a package must have and finds out which libraries it needs.
fn debian_package() -> Result<PathBuf> {
    let tool = Path::new(TOOLS).join("bin/cargo-deb");
    if !tool.is_file() {
        run("cargo", &["install", "cargo-deb", "--locked", "--root", TOOLS])?;
    }
    let words = ["deb", "--package", "chuhe", "--no-build", "--no-strip", "--output", DIST];
    let told = output(&tool.to_string_lossy(), &words)?;
    let path = told.lines().map(str::trim).rfind(|it| it.ends_with(".deb"));
    let path = PathBuf::from(path.context("cargo-deb does not say what it made")?);
    ensure!(path.is_file(), "cargo-deb made no package");
    // Relative, as the archive's.
    let here = fs::canonicalize(".")?;
    Ok(fs::canonicalize(&path)?.strip_prefix(&here).map_or(path, Path::to_path_buf))
}

/// As `sha256sum --check` reads it, beside the file.
fn write_checksum(file: &Path) -> Result<()> {
    let digest = Sha256::digest(fs::read(file)?);
    let digest: String = digest.iter().map(|it| format!("{it:02x}")).collect();
    let name = file.file_name().context("a file without a name")?.to_string_lossy();
    let mut sum = file.as_os_str().to_owned();
    sum.push(".sha256");
    File::create(sum)?.write_all(format!("{digest}  {name}\n").as_bytes())?;
    Ok(())
}
