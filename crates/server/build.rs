//! Lists the files of the page, so that they can be embedded in the binary. Tests and types stay
//! outside.

use std::{
    env, fs, io,
    path::{Path, PathBuf},
};

fn main() -> io::Result<()> {
    let manifest = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").expect("cargo sets this"));
    let web = manifest.join("../../web").canonicalize()?;
    let mut files: Vec<PathBuf> =
        ["index.html", "icon.svg", "OFL.txt"].map(|it| web.join(it)).into();
    for folder in ["css", "js"] {
        collect(&web.join(folder), &mut files)?;
    }
    files.sort();
    let mut table = String::from("&[\n");
    for file in &files {
        println!("cargo::rerun-if-changed={}", file.display());
        let name = file.strip_prefix(&web).expect("all files are below the folder");
        let name = name.to_string_lossy().replace('\\', "/");
        table.push_str(&format!("({name:?}, include_bytes!({:?})),\n", file.display()));
    }
    table.push_str("]\n");
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets this"));
    fs::write(out.join("assets.rs"), table)
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    println!("cargo::rerun-if-changed={}", folder.display());
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let is_served = path.extension().is_some_and(|it| it == "js" || it == "css");
        if path.is_dir() {
            collect(&path, files)?;
        } else if is_served {
            files.push(path);
        }
    }
    Ok(())
}
