//! Who imports whom inside a crate: modules beside each other form no circle, and each room of
//! the house keeps away from what it must not know.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::{Path, PathBuf},
};

use crate::rooms::{CRATES, Room, SERVER};
use syn::{
    Attribute, Item, ItemMod, ItemUse, UseTree,
    visit::{self, Visit},
};

/// A module by its names from the root of its crate.
type Module = Vec<String>;

/// The full paths that each module of a crate names outside of its tests.
struct Crate {
    name: String,
    modules: BTreeMap<Module, BTreeSet<Vec<String>>>,
}

#[test]
fn modules_beside_each_other_form_no_circle() {
    for krate in crates() {
        for (parent, graph) in krate.sibling_graphs() {
            if let Some(circle) = find_circle(&graph) {
                panic!(
                    "{}::{}: {} import each other",
                    krate.name,
                    parent.join("::"),
                    circle.join(" -> ")
                );
            }
        }
    }
}

#[test]
fn rooms_keep_away_from_what_they_must_not_know() {
    let crates = crates();
    let find = |name: &str| crates.iter().find(|it| it.name == name).expect("a crate of the house");
    for room in &CRATES {
        find(room.name).check(room, &[], room.must_not_name);
    }
    for room in &SERVER {
        let folder = [room.name.to_owned()];
        let others = SERVER.iter().map(|it| it.name).filter(|it| *it != room.name);
        let strangers: Vec<String> = others
            .filter(|it| !room.may_know.contains(it))
            .map(|it| format!("crate::{it}"))
            .collect();
        let forbidden = strangers.iter().map(String::as_str).chain(room.must_not_name.to_vec());
        find("server").check(room, &folder, &forbidden.collect::<Vec<&str>>());
    }
}

impl Crate {
    fn read(folder: &Path) -> Crate {
        let name = folder.file_name().unwrap().to_string_lossy().into_owned();
        let source = folder.join("src");
        let mut files = Vec::new();
        collect(&source, &mut files);
        let mut modules = BTreeMap::new();
        for file in files {
            let module = module_of(file.strip_prefix(&source).unwrap());
            let parsed = syn::parse_file(&fs::read_to_string(&file).unwrap()).unwrap();
            let mut names = Names { module: module.clone(), paths: BTreeSet::new() };
            names.visit_file(&parsed);
            modules.insert(module, names.paths);
        }
        Crate { name, modules }
    }

    /// No module of the folder may name what begins with one of these.
    fn check(&self, room: &Room, folder: &[String], forbidden: &[&str]) {
        let mut inside = self.modules.iter().filter(|it| it.0.starts_with(folder)).peekable();
        assert!(inside.peek().is_some(), "there is no {}", room.name);
        for (module, paths) in inside {
            for path in paths.iter().map(|it| it.join("::")) {
                let starts = |it: &&str| path == *it || path.starts_with(&format!("{it}::"));
                let module = module.join("::");
                assert!(
                    !forbidden.iter().any(starts),
                    "{} must not know {path}, but {module} names it",
                    room.name
                );
            }
        }
    }

    /// For every module with children: which child names which other child. What lies below a
    /// child counts as the child.
    fn sibling_graphs(&self) -> BTreeMap<Module, BTreeMap<&str, BTreeSet<&str>>> {
        let mut graphs: BTreeMap<Module, BTreeMap<&str, BTreeSet<&str>>> = BTreeMap::new();
        for (from, paths) in &self.modules {
            for path in paths.iter().filter(|it| it[0] == "crate") {
                let to = self.module_named(&path[1..]);
                let shared = from.iter().zip(to).take_while(|(one, other)| one == other).count();
                if let (Some(one), Some(other)) = (from.get(shared), to.get(shared)) {
                    let graph = graphs.entry(from[..shared].to_vec()).or_default();
                    graph.entry(one).or_default().insert(other);
                }
            }
        }
        graphs
    }

    /// The longest beginning of a path that is a module.
    fn module_named<'a>(&self, path: &'a [String]) -> &'a [String] {
        let known = (0..=path.len()).rev().find(|&len| self.modules.contains_key(&path[..len]));
        &path[..known.unwrap_or(0)]
    }
}

/// Collects the paths a file names, with `self` and `super` resolved, and without its tests.
struct Names {
    module: Module,
    paths: BTreeSet<Vec<String>>,
}

impl Names {
    fn note(&mut self, path: &[String]) {
        let mut base: Vec<String> = vec!["crate".to_owned()];
        base.extend(self.module.iter().cloned());
        let rest = match path.first().map(String::as_str) {
            Some("self") => &path[1..],
            Some("super") => {
                let ups = path.iter().take_while(|it| *it == "super").count();
                base.truncate(base.len().saturating_sub(ups).max(1));
                &path[ups..]
            }
            _ => {
                self.paths.insert(path.to_vec());
                return;
            }
        };
        base.extend(rest.iter().cloned());
        self.paths.insert(base);
    }

    fn note_tree(&mut self, tree: &UseTree, mut prefix: Vec<String>) {
        match tree {
            UseTree::Path(path) => {
                prefix.push(path.ident.to_string());
                self.note_tree(&path.tree, prefix);
            }
            UseTree::Name(name) => {
                prefix.push(name.ident.to_string());
                self.note(&prefix);
            }
            UseTree::Rename(rename) => {
                prefix.push(rename.ident.to_string());
                self.note(&prefix);
            }
            UseTree::Glob(_) => self.note(&prefix),
            UseTree::Group(group) => {
                group.items.iter().for_each(|it| self.note_tree(it, prefix.clone()));
            }
        }
    }
}

impl<'ast> Visit<'ast> for Names {
    fn visit_item_use(&mut self, item: &'ast ItemUse) {
        self.note_tree(&item.tree, Vec::new());
    }

    fn visit_path(&mut self, path: &'ast syn::Path) {
        let names: Vec<String> = path.segments.iter().map(|it| it.ident.to_string()).collect();
        if 1 < names.len() {
            self.note(&names);
        }
        visit::visit_path(self, path);
    }

    fn visit_item_mod(&mut self, item: &'ast ItemMod) {
        if !is_for_tests(&item.attrs) {
            visit::visit_item_mod(self, item);
        }
    }

    fn visit_item(&mut self, item: &'ast Item) {
        let is_test = match item {
            Item::Fn(it) => is_for_tests(&it.attrs),
            Item::Use(it) => is_for_tests(&it.attrs),
            Item::Impl(it) => is_for_tests(&it.attrs),
            _ => false,
        };
        if !is_test {
            visit::visit_item(self, item);
        }
    }
}

fn is_for_tests(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|it| {
        it.path().is_ident("test")
            || it.path().is_ident("cfg")
                && it.parse_args::<syn::Ident>().is_ok_and(|word| word == "test")
    })
}

/// A way through the graph that ends where it began, if there is one.
fn find_circle<'a>(graph: &BTreeMap<&'a str, BTreeSet<&'a str>>) -> Option<Vec<&'a str>> {
    fn walk<'a>(
        graph: &BTreeMap<&'a str, BTreeSet<&'a str>>,
        at: &'a str,
        way: &mut Vec<&'a str>,
        done: &mut BTreeSet<&'a str>,
    ) -> Option<Vec<&'a str>> {
        if let Some(start) = way.iter().position(|it| *it == at) {
            let mut circle = way[start..].to_vec();
            circle.push(at);
            return Some(circle);
        }
        if !done.insert(at) {
            return None;
        }
        way.push(at);
        let found = graph.get(at).into_iter().flatten().find_map(|it| walk(graph, it, way, done));
        way.pop();
        found
    }
    let mut done = BTreeSet::new();
    graph.keys().find_map(|it| walk(graph, it, &mut Vec::new(), &mut done))
}

fn crates() -> Vec<Crate> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let folders = fs::read_dir(root).unwrap().map(|it| it.unwrap().path());
    let crates: Vec<Crate> =
        folders.filter(|it| it.join("src").is_dir()).map(|it| Crate::read(&it)).collect();
    assert!(!crates.is_empty());
    crates
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            collect(&path, files);
        } else if path.extension().is_some_and(|it| it == "rs") {
            files.push(path);
        }
    }
}

/// `search/mod.rs` and `search.rs` are both the module `search`; `lib.rs` is the root. Programs
/// are roots of their own, kept apart by their name.
fn module_of(file: &Path) -> Module {
    let mut names: Module =
        file.with_extension("").iter().map(|it| it.to_string_lossy().into_owned()).collect();
    if names.last().is_some_and(|it| it == "mod") {
        names.pop();
    }
    if names == ["lib"] {
        names.clear();
    }
    names
}

#[test]
fn circles_are_found() {
    let graph = |edges: &[(&'static str, &'static str)]| {
        let mut graph: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
        for (from, to) in edges {
            graph.entry(from).or_default().insert(to);
        }
        graph
    };
    assert_eq!(find_circle(&graph(&[("a", "b"), ("a", "c"), ("b", "c")])), None);
    let circle = find_circle(&graph(&[("a", "b"), ("b", "c"), ("c", "b")]));
    assert_eq!(circle, Some(vec!["b", "c", "b"]));
}
