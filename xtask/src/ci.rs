//! What CI runs, in the order in which a mistake is cheapest to find.
//!
//! The guest's crate goes by itself: built for this machine it brings the whole JavaScript
//! engine along, and selecting it together with the rest would change the features of shared
//! dependencies, hence build wasmtime once more.

use std::process::Command;

use anyhow::Result;

use crate::guest;

/// Packages that are no default members, each selected by itself.
const APART: [&str; 4] = [
    "isolate-guest-runtime",
    "isolate-fuzz",
    "isolate-tokens",
    "xtask",
];

/// How long each fuzz target runs, in seconds.
const FUZZ_SECONDS: &str = "20";

pub(crate) fn run() -> Result<()> {
    cargo(&["fmt", "--all", "--check"])?;
    cargo(&[
        "clippy",
        "--all-targets",
        "--locked",
        "--",
        "-D",
        "warnings",
    ])?;
    for package in APART {
        let clippy = ["clippy", "--package", package, "--all-targets", "--locked"];
        cargo(&[&clippy[..], &["--", "-D", "warnings"]].concat())?;
    }
    cargo(&["test", "--locked"])?;
    for package in APART {
        cargo(&["test", "--locked", "--package", package])?;
    }
    cargo(&[
        "run",
        "--locked",
        "--package",
        "isolate-fuzz",
        "--",
        "all",
        FUZZ_SECONDS,
    ])?;
    document(&[])?;
    document(&["--package", APART[0]])?;
    if guest::is_target_installed()? {
        guest::check()?;
    }
    Ok(())
}

fn cargo(arguments: &[&str]) -> Result<()> {
    crate::run(Command::new("cargo").args(arguments))
}

fn document(selection: &[&str]) -> Result<()> {
    crate::run(
        Command::new("cargo")
            .args(["doc", "--no-deps", "--locked"])
            .args(selection)
            .env("RUSTDOCFLAGS", "-D warnings"),
    )
}
