//! Lists the public API of the published crates in `docs/api/`, so that a change of it is seen.
//!
//! The listing is made from what rustdoc writes: each item as it is declared, the methods of its
//! own, and the traits that it implements. Hidden items are not part of it. `rustdoc`'s JSON would
//! be easier to read, but needs an unstable compiler.

mod page;

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::{Context as _, Result, ensure};

use crate::root;

/// What is published, in the order of dependencies. A command has no items.
const PUBLISHED: [&str; 8] = [
    "isolate-protocol",
    "isolate-vfs",
    "isolate-transfer",
    "isolate-prompt",
    "isolate-host",
    "isolate-tools",
    "isolate-net",
    "isolate-mcp",
];

/// Rewrites the listings, as `cargo xtask gen` does.
const UPDATE: &str = "UPDATE_API";

/// Builds the documentation and compares the listings, or writes them.
///
/// # Errors
///
/// A listing that is not current, unless it is to be written.
pub(crate) fn run() -> Result<()> {
    let mut doc = Command::new("cargo");
    doc.args(["doc", "--no-deps", "--locked"])
        .env("RUSTDOCFLAGS", "-D warnings");
    crate::run(&mut doc)?;
    compare(std::env::var_os(UPDATE).is_some_and(|value| value == "1"))
}

/// Compares the listings with the documentation as it was built last.
///
/// # Errors
///
/// A listing that is not current, unless `is_update`.
pub(crate) fn compare(is_update: bool) -> Result<()> {
    let mut stale = Vec::new();
    for package in PUBLISHED {
        let name = package.replace('-', "_");
        let listing = listing(&root().join("target/doc").join(&name), &name)?;
        let path = root().join("docs/api").join(format!("{package}.txt"));
        let found = fs::read_to_string(&path).unwrap_or_default();
        if found == listing {
            continue;
        }
        if is_update {
            fs::create_dir_all(path.parent().context("a folder")?)?;
            fs::write(&path, &listing)?;
            println!("docs/api/{package}.txt is written");
            continue;
        }
        println!("docs/api/{package}.txt is not current:");
        difference(&found, &listing);
        stale.push(package);
    }
    ensure!(
        stale.is_empty(),
        "the public API has changed: review the difference, and run `{UPDATE}=1 cargo xtask api`"
    );
    Ok(())
}

/// Prints the lines that only one of two listings has.
fn difference(before: &str, after: &str) {
    for (mark, one, other) in [('-', before, after), ('+', after, before)] {
        let other: Vec<&str> = other.lines().collect();
        for line in one.lines().filter(|line| !other.contains(line)) {
            println!("{mark} {line}");
        }
    }
}

/// The items of a crate, by their paths.
fn listing(folder: &Path, name: &str) -> Result<String> {
    let mut items = BTreeMap::new();
    let all = read(&folder.join("all.html"))?;
    for place in page::items(&all) {
        let (kind, path) = page::kind_and_path(name, &place)
            .with_context(|| format!("{name}: no item is {place}"))?;
        let html = read(&folder.join(&place))?;
        let lines = page::lines(&html).with_context(|| format!("{name}: {place}"))?;
        items.insert(path, format!("{kind}\n{lines}"));
    }
    ensure!(!items.is_empty(), "{name} has no items");
    let mut text = String::from("# Written by `cargo xtask gen`, never by hand.\n");
    for export in page::exports(&read(&folder.join("index.html"))?) {
        text.push_str(&format!("\n{export}\n"));
    }
    for (path, item) in items {
        text.push_str(&format!("\n{path}: {item}"));
    }
    Ok(text)
}

fn read(path: &Path) -> Result<String> {
    fs::read_to_string(path).with_context(|| format!("{}: run `cargo doc`", path.display()))
}
