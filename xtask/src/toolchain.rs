//! The installed Rust toolchain, and the target that the guest is compiled for.

use std::path::Path;
use std::process::Command;

use anyhow::{Context as _, Result};

use crate::root;

/// What the guest is compiled for.
pub(crate) const GUEST_TARGET: &str = "wasm32-wasip1";

/// Whether this machine can build the guest.
pub(crate) fn has_guest_target() -> Result<bool> {
    has_target(GUEST_TARGET)
}

/// Whether this machine has the standard library for a target.
pub(crate) fn has_target(target: &str) -> Result<bool> {
    let sysroot = rustc(&["--print", "sysroot"])?;
    Ok(Path::new(&sysroot)
        .join("lib/rustlib")
        .join(target)
        .is_dir())
}

/// What `rustc` prints for these arguments, without the line's end.
pub(crate) fn rustc(arguments: &[&str]) -> Result<String> {
    let output = Command::new("rustc")
        .args(arguments)
        .current_dir(root())
        .output()
        .context("cannot start rustc")?;
    Ok(String::from_utf8(output.stdout)?.trim().to_owned())
}
