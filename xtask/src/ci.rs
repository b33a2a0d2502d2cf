//! What CI runs, in the order in which a mistake is cheapest to find.

use std::process::Command;

use anyhow::Result;

use crate::guest;

pub(crate) fn run() -> Result<()> {
    cargo(&["fmt", "--all", "--check"])?;
    cargo(&[
        "clippy",
        "--workspace",
        "--all-targets",
        "--locked",
        "--",
        "-D",
        "warnings",
    ])?;
    cargo(&["test", "--locked"])?;
    crate::run(
        Command::new("cargo")
            .args(["doc", "--workspace", "--no-deps", "--locked"])
            .env("RUSTDOCFLAGS", "-D warnings"),
    )?;
    if guest::is_target_installed()? {
        guest::check()?;
    }
    Ok(())
}

fn cargo(arguments: &[&str]) -> Result<()> {
    crate::run(Command::new("cargo").args(arguments))
}
