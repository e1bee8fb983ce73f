//! The licenses of everything that is compiled into the programs.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::Path,
};

use anyhow::{Context, Result};
use serde_json::Value;

use crate::shell::output;

/// A text with each crate, what it is licensed under, and the texts it brings along.
pub(crate) fn of_dependencies() -> Result<String> {
    let target = output("rustc", &["--print", "host-tuple"])?;
    let words =
        ["metadata", "--format-version", "1", "--locked", "--filter-platform", target.trim()];
    let metadata: Value = serde_json::from_str(&output("cargo", &words)?)?;
    let mut text = "The programs contain these crates, with thanks to their authors.\n".to_owned();
    for package in reached(&metadata)? {
        let field = |name: &str| package[name].as_str().unwrap_or_default();
        let license = if field("license").is_empty() { "see below" } else { field("license") };
        text +=
            &format!("\n{}\n{} {}: {license}\n", "=".repeat(72), field("name"), field("version"));
        text += &format!("{}\n", field("repository"));
        let folder =
            Path::new(field("manifest_path")).parent().context("a crate without a folder")?;
        for notice in notices(folder)? {
            text += &format!("\n{}\n", notice.trim_end());
        }
    }
    Ok(text)
}

/// Packages from the registry that `chuhe` is built with, without those for tests and builds.
fn reached(metadata: &Value) -> Result<Vec<&Value>> {
    let list = |value: &Value| value.as_array().cloned().unwrap_or_default();
    let packages = metadata["packages"].as_array().context("no packages")?;
    let by_id: BTreeMap<&str, &Value> =
        packages.iter().filter_map(|it| Some((it["id"].as_str()?, it))).collect();
    let nodes = list(&metadata["resolve"]["nodes"]);
    let normal = |id: &str| -> Vec<String> {
        let node = nodes.iter().find(|it| it["id"] == id);
        let deps = node.map(|it| list(&it["deps"])).unwrap_or_default();
        let is_normal = |it: &Value| list(&it["dep_kinds"]).iter().any(|it| it["kind"].is_null());
        let normal = deps.iter().filter(|it| is_normal(it));
        normal.filter_map(|it| it["pkg"].as_str().map(str::to_owned)).collect()
    };
    let root = packages.iter().find(|it| it["name"] == "chuhe" && it["source"].is_null());
    let root = root.and_then(|it| it["id"].as_str()).context("no package chuhe")?;
    let (mut seen, mut open) = (BTreeSet::new(), vec![root.to_owned()]);
    while let Some(id) = open.pop() {
        if seen.insert(id.clone()) {
            open.extend(normal(&id));
        }
    }
    let found = seen.iter().filter_map(|it| by_id.get(it.as_str()).copied());
    Ok(found.filter(|it| !it["source"].is_null()).collect())
}

/// What a crate says itself, in files named so.
fn notices(folder: &Path) -> Result<Vec<String>> {
    let mut texts = Vec::new();
    let mut paths: Vec<_> = fs::read_dir(folder)?.flatten().map(|it| it.path()).collect();
    paths.sort();
    for path in paths.into_iter().filter(|it| it.is_file()) {
        let name = path.file_name().unwrap_or_default().to_string_lossy().to_uppercase();
        let is_notice =
            ["LICEN", "COPYING", "NOTICE", "UNLICENSE"].iter().any(|it| name.starts_with(it));
        if is_notice {
            texts.push(String::from_utf8_lossy(&fs::read(&path)?).into_owned());
        }
    }
    Ok(texts)
}
