//! Clippy over our own files of the engine, and rustfmt over all of them.
//!
//! Clippy leaves upstream's files alone: it looks at whole crates, so what it says is kept by the
//! place that it names. Upstream's files are formatted, and patches keep them so.

use std::collections::{BTreeMap, BTreeSet};
use std::process::Command;

use anyhow::{Context, Result, ensure};
use serde::Deserialize;

use super::checkout::ensure as ensure_sources;
use super::repository::Repository;
use super::upstream::Upstream;
use super::{Place, WORKSPACE};
use crate::toolchain::{GUEST_TARGET, has_guest_target};
use crate::{root, run_in};

/// Where clippy says that a file of the sources lies.
const SOURCES: &str = "target/engine/";

/// `cargo xtask engine lint`.
pub(super) fn lint(place: &Place) -> Result<()> {
    let ours = ours(place)?;
    format(place, &ours, &["--check"]).context("`cargo xtask engine fmt` formats them")?;
    clippy(place, &ours, &[])?;
    // Some of the code exists in WebAssembly alone.
    if has_guest_target()? {
        clippy(place, &ours, &["--target", GUEST_TARGET])?;
    }
    Ok(())
}

/// `cargo xtask engine fmt`.
pub(super) fn fmt(place: &Place) -> Result<()> {
    format(place, &ours(place)?, &[])
}

/// Our own files, by their places in the sources.
fn ours(place: &Place) -> Result<BTreeSet<String>> {
    ensure_sources(place)?;
    let repository = Repository::create(&place.sources)?;
    let theirs = repository.files(&repository.published()?)?;
    let all = repository.files(&repository.work_tree()?)?;
    Ok(all.difference(&theirs).cloned().collect())
}

fn format(place: &Place, ours: &BTreeSet<String>, options: &[&str]) -> Result<()> {
    let mut rustfmt = Command::new("rustfmt");
    rustfmt.args(["--edition", "2024"]).args(options);
    rustfmt.args(ours.iter().filter(|file| file.ends_with(".rs")));
    run_in(&place.sources, &mut rustfmt)?;
    let mut all = Command::new("cargo");
    all.arg("fmt").args(options);
    run_in(&root().join(WORKSPACE), &mut all)
}

#[derive(Deserialize)]
struct Manifest {
    workspace: Workspace,
}

#[derive(Deserialize)]
struct Workspace {
    lints: BTreeMap<String, BTreeMap<String, String>>,
}

#[derive(Deserialize)]
struct Line {
    message: Option<Message>,
}

#[derive(Deserialize)]
struct Message {
    level: String,
    rendered: Option<String>,
    spans: Vec<Span>,
}

#[derive(Deserialize)]
struct Span {
    file_name: String,
    is_primary: bool,
}

/// Fails on what clippy says of our own files, with the lints of this project.
fn clippy(place: &Place, ours: &BTreeSet<String>, target: &[&str]) -> Result<()> {
    let workspace = root().join(WORKSPACE);
    let text = std::fs::read_to_string(workspace.join("Cargo.toml"))?;
    let manifest: Manifest = toml::from_str(&text)?;
    let mut command = Command::new("cargo");
    // The features are those that the guests ask for.
    command
        .current_dir(&workspace)
        .args(["clippy", "--locked", "--quiet", "--message-format=json"])
        .args([
            "--no-default-features",
            "--package",
            "isolate-guest-runtime",
            "--package",
            "isolate-shell-runtime",
        ])
        .args(target);
    for published in Upstream::read(&place.folder)?.crates {
        command.args(["--package", &published.name]);
    }
    // Upstream asks for the pedantic ones of its own files.
    command.args(["--", "--allow=clippy::pedantic"]);
    // Their manifests name the oldest compiler; ours is pinned.
    command.arg("--allow=clippy::incompatible_msrv");
    // Bounds that are set out of the way are the greatest numbers, and still compared with.
    command.arg("--allow=clippy::absurd_extreme_comparisons");
    for (tool, lints) in &manifest.workspace.lints {
        let prefix = if tool == "clippy" { "clippy::" } else { "" };
        for (lint, level) in lints {
            command.arg(format!("--{level}={prefix}{lint}"));
        }
    }
    println!("$ {command:?}");
    let output = command.output().context("cannot start cargo clippy")?;
    let mut said = BTreeSet::new();
    for line in String::from_utf8(output.stdout)?.lines() {
        let Ok(Line {
            message: Some(message),
        }) = serde_json::from_str(line)
        else {
            continue;
        };
        let is_ours = message.spans.iter().any(|span| {
            let file = span.file_name.strip_prefix(SOURCES);
            span.is_primary && file.is_some_and(|file| ours.contains(file))
        });
        if (is_ours || message.level == "error")
            && let Some(text) = message.rendered
        {
            said.insert(text);
        }
    }
    for text in &said {
        println!("{text}");
    }
    ensure!(
        said.is_empty(),
        "clippy says {} things about the overlay: see above",
        said.len()
    );
    // Where it did not come to compiling, it has said nothing of any file.
    ensure!(
        output.status.success(),
        "clippy failed: {}",
        String::from_utf8_lossy(&output.stderr)
    );
    println!(
        "clippy has nothing to say about the {} files of the overlay",
        ours.len()
    );
    Ok(())
}
