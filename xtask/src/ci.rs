//! What CI runs, in the order in which a mistake is cheapest to find.
//!
//! The guest is a workspace of its own, and one package goes by itself: selecting it together with
//! the rest would change the features of shared dependencies, hence build wasmtime once more. All
//! others go together, since a selection of one would change features, too.

use std::path::PathBuf;
use std::process::Command;
use std::sync::OnceLock;
use std::time::Instant;

use anyhow::{Context as _, Result, ensure};

use crate::toolchain::{GUEST_TARGET, has_guest_target};
use crate::{api, deny, engine, guest, node, skipped, tsc};

/// The package that goes by itself, for the features of its tokenizer.
const APART: [&str; 2] = ["--package", "isolate-tokens"];

/// All others.
const TOGETHER: [&str; 3] = ["--workspace", "--exclude", "isolate-tokens"];

/// How long each fuzz target runs, in seconds. `cargo xtask nightly` gives each ten minutes.
const FUZZ_SECONDS: &str = "30";

/// Of the recorded programs, CI checks a half. `cargo xtask nightly` checks them all.
const PROGRAMS_EVERY: usize = 2;

pub(crate) fn run() -> Result<()> {
    skipped::begin()?;
    let result = steps();
    skipped::end()?;
    result
}

fn steps() -> Result<()> {
    cargo(&["fmt", "--all", "--check"])?;
    tools_are_formatted()?;
    guest::is_formatted()?;
    deny::check()?;
    package()?;
    for selection in [&TOGETHER[..], &APART] {
        let clippy = ["clippy", "--locked", "--all-targets"];
        cargo(&[&clippy, selection, &["--", "-D", "warnings"]].concat())?;
    }
    guest::native(
        "clippy",
        &["--no-deps", "--all-targets", "--", "-D", "warnings"],
    )?;
    if has_guest_target()? {
        let lib = [
            "--no-deps",
            "--target",
            GUEST_TARGET,
            "--",
            "-D",
            "warnings",
        ];
        guest::native("clippy", &lib)?;
    }
    engine::lint()?;
    for selection in [&TOGETHER[..], &APART] {
        cargo(&[&["test", "--locked"], selection].concat())?;
    }
    guest::native("test", &[])?;
    crate::test262::run_sample()?;
    let started = Instant::now();
    crate::programs::check(PROGRAMS_EVERY)?;
    told("generated programs", started);
    crate::mcp::run()?;
    // Long and on few processors: the steps after it go on meanwhile.
    cargo(
        &[
            &["build", "--locked", "--bin", "isolate-fuzz"],
            &TOGETHER[..],
        ]
        .concat(),
    )?;
    let mut fuzz = Command::new(crate::root().join("target/debug/isolate-fuzz"))
        .args(["all", FUZZ_SECONDS])
        .spawn()
        .context("the fuzz targets cannot be started")?;
    let rest = document_and_rebuild();
    let started = Instant::now();
    let status = fuzz
        .wait()
        .context("the fuzz targets cannot be waited for")?;
    told("waiting for the fuzz targets", started);
    rest?;
    ensure!(status.success(), "a fuzz target found something: see above");
    Ok(())
}

/// The tools are listed by a build script, where `cargo fmt` does not look.
fn tools_are_formatted() -> Result<()> {
    let files: Vec<_> = std::fs::read_dir(crate::root().join("tools/src/tool"))
        .context("tools/src/tool cannot be read")?
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.extension().is_some_and(|end| end == "rs"))
        .collect();
    let status = Command::new("rustfmt")
        .args(["--edition", "2024", "--check"])
        .args(files)
        .status()
        .context("rustfmt cannot be started")?;
    ensure!(status.success(), "run rustfmt on tools/src/tool/*.rs");
    Ok(())
}

/// What is published can be packaged. Nothing is compiled: the tests have done that.
fn package() -> Result<()> {
    cargo(&[
        "publish",
        "--workspace",
        "--dry-run",
        "--no-verify",
        "--locked",
        "--allow-dirty",
    ])
}

fn document_and_rebuild() -> Result<()> {
    document(&[])?;
    api::compare(false)?;
    guest::native("doc", &["--no-deps"])?;
    if has_guest_target()? {
        let started = Instant::now();
        guest::check()?;
        told("rebuilding the guest", started);
    } else {
        skipped::step("rebuilding the guest", "wasm32-wasip1 is not installed");
    }
    Ok(())
}

fn cargo(arguments: &[&str]) -> Result<()> {
    // Looked for once: what is missing is installed.
    static NODE: OnceLock<Option<PathBuf>> = OnceLock::new();
    static TSC: OnceLock<Option<PathBuf>> = OnceLock::new();
    let mut command = Command::new("cargo");
    command.args(arguments);
    if let Some(node) = NODE.get_or_init(|| node::find().ok()) {
        command.env(node::VARIABLE, node);
        if let Some(tsc) = TSC.get_or_init(|| tsc::find(node).ok()) {
            command.env(tsc::VARIABLE, tsc);
        }
    }
    timed(skipped::told_to(&mut command))
}

fn document(selection: &[&str]) -> Result<()> {
    timed(
        Command::new("cargo")
            .args(["doc", "--no-deps", "--locked"])
            .args(selection)
            .env("RUSTDOCFLAGS", "-D warnings"),
    )
}

fn timed(command: &mut Command) -> Result<()> {
    let started = Instant::now();
    crate::run(command)?;
    let arguments: Vec<_> = command
        .get_args()
        .map(|argument| argument.to_string_lossy())
        .collect();
    told(&format!("cargo {}", arguments.join(" ")), started);
    Ok(())
}

/// Says what a step took: CI has a bound of its own.
fn told(step: &str, started: Instant) {
    println!("[{:>4} s] {step}", started.elapsed().as_secs());
}
